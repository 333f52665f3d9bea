"""Results are stored with the last move, shown to their players, and removed when a person is forgotten."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from db import __main__ as commands
from db import privacy, rows
from db import tables as t
from sessions.play.table_log import UNKNOWN
from sessions.records.log import Entry, Reseated
from sessions.results.ladder import ladder
from sessions.session import Session
from tests.databases import DATABASES
from tests.db.older import downgrade
from tests.db.test_commands import run
from tests.engine.kernel.orchard import ORCHARD
from tests.sessions.fixture import ALICE, BOB, CAROL, DAVE, GUILD, SessionFixture


@pytest.fixture(autouse=True)
def _orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "GAMES", {"orchard": ORCHARD})


async def finish_game(fixture: SessionFixture, *others: int, channel: int = 1) -> Session:
    session = await fixture.game(*others, channel=channel, options={"goal": 4})
    await fixture.play(session)
    assert session.table.ended == "finished"
    return session


async def test_a_result_is_stored_with_the_last_move(fixture: SessionFixture) -> None:
    session = await finish_game(fixture, BOB, CAROL)
    placings = session.reader.result()
    assert placings is not None
    await fixture.restart()

    for seat, user in enumerate((ALICE, BOB, CAROL)):
        [game] = await fixture.store.log.past_games(user=user, game="orchard")
        [own] = [placing for placing in placings if placing.seat == seat]
        assert (game.table, game.seats, game.options["goal"]) == (session.table.id, 3, 4)
        assert (game.place, game.score, game.is_given_up) == (own.place, own.score, False)
        assert game.rival == max(placing.score for placing in placings if placing.seat != seat)
    assert await fixture.store.log.past_games(user=ALICE, game="chess") == []


async def test_unfinished_and_unstarted_games_are_not_past_games(fixture: SessionFixture) -> None:
    await fixture.game(channel=1)
    closed = await fixture.lobby(BOB, channel=2)
    await closed.leaving.close(ALICE, fixture.press())

    assert await fixture.store.log.past_games(user=ALICE, game="orchard") == []


async def test_only_a_player_who_concedes_is_listed_as_giving_up(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB)
    await session.leaving.concede(BOB, fixture.press())
    await session.leaving.end_alone(ALICE, fixture.press())

    [given_up] = await fixture.store.log.past_games(user=BOB, game="orchard")
    [stayed] = await fixture.store.log.past_games(user=ALICE, game="orchard")
    assert (given_up.is_given_up, given_up.place) == (True, 2)
    assert (stayed.is_given_up, stayed.place) == (False, 1)
    assert (given_up.is_last_one, stayed.is_last_one) == (False, True)


async def test_games_that_ended_before_results_were_stored_are_listed(fixture: SessionFixture) -> None:
    session = await finish_game(fixture, BOB)
    await fixture.kill()
    downgrade(fixture.path, "0001")
    await fixture.open()

    [old] = await fixture.store.log.past_games(user=ALICE, game="orchard")
    assert (old.table, old.place, old.is_given_up) == (session.table.id, None, False)
    await finish_game(fixture, BOB, channel=2)
    assert [game.place is not None for game in await fixture.store.log.past_games(user=ALICE, game="orchard")] == [
        False,
        True,
    ]


async def test_an_export_includes_results_until_the_person_is_forgotten(
    fixture: SessionFixture, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    await finish_game(fixture, BOB)
    [game] = await fixture.store.log.past_games(user=BOB, game="orchard")
    assert await run(fixture, "export", BOB) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tables"][0]["result"] == {
        "place": game.place, "score": game.score, "turns": game.turns, "waited_ms": game.waited_ms, "dealt": {},
    }  # fmt: skip

    await fixture.kill()
    assert await run(fixture, "forget", BOB) == 0
    await fixture.open()
    assert await fixture.store.log.past_games(user=BOB, game="orchard") == []
    assert len(await fixture.store.log.past_games(user=ALICE, game="orchard")) == 1


async def test_a_seat_that_a_substitute_took_counts_as_left(stored: SessionFixture) -> None:
    session = await stored.game(BOB, CAROL, options={"goal": 4})
    await session.leaving.concede(BOB, stored.press())
    await session.lobby.join(DAVE, "Dave", stored.press())
    await session.leaving.concede(DAVE, stored.press())
    await session.lobby.join(1005, "Eve", stored.press())
    await stored.play(session)

    past = {user: await stored.store.log.past_games(user=user, guild=GUILD) for user in (BOB, DAVE, 1005)}
    elsewhere = await stored.store.log.past_games(user=BOB, guild=GUILD + 1)

    assert session.table.ended == "finished"
    assert [(side.name, side.place, side.is_given_up, side.is_substitute) for [side] in past.values()] == [
        (f"user {BOB}", 3, True, False),
        ("Dave", 3, True, True),
        ("Eve", past[1005][0].place, False, True),
    ]
    assert elsewhere == []
    assert {standing.user for standing in ladder(await stored.store.log.past_games())} == {ALICE, BOB, CAROL}


async def test_a_seat_whose_holders_were_both_deleted_counts_as_before(stored: SessionFixture) -> None:
    session = await stored.game(BOB, CAROL, options={"goal": 4})
    await session.leaving.concede(BOB, stored.press())
    await session.lobby.join(DAVE, "Dave", stored.press())
    await stored.play(session)
    before = await stored.store.log.past_games()
    others = [standing for standing in ladder(before) if standing.user != BOB]

    for user in (BOB, DAVE):
        await stored.store.transactions.writer.submit(partial(privacy.forget, user=user))

    after = await stored.store.log.past_games()
    assert [side.rank for side in after] == [side.rank for side in before]
    assert {side.user for side in after} == {ALICE, CAROL, 0}
    assert [side.is_substitute for side in after] == [side.is_substitute for side in before]
    assert ladder(after) == others


async def test_ones_own_results_do_not_read_the_seat_changes_of_others(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With very many stored games, reading all of them would take too long."""
    for _ in range(2):
        session = await fixture.game(BOB, CAROL, options={"goal": 4})
        await session.leaving.concede(BOB, fixture.press())
        await session.lobby.join(DAVE, "Dave", fixture.press())
        await fixture.play(session)
    read: list[int] = []
    whole = rows.entry_of

    def entry_of(row: Mapping[str, Any]) -> Entry:
        read.append(row["number"])
        return whole(row)

    monkeypatch.setattr(rows, "entry_of", entry_of)

    past = {user: await fixture.store.log.past_games(user=user) for user in (1005, BOB)}

    assert (past[1005], len(past[BOB])) == ([], 2)
    assert len(read) == 4, "those of Bob's two games"


async def test_takeovers_stored_by_older_versions_count_too(fixture: SessionFixture) -> None:
    """In older versions, only the entry for leaving named the seat's former holder."""
    session = await fixture.game(BOB, CAROL, options={"goal": 4})
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await fixture.play(session)
    await fixture.close()
    old = rows.entry_row(session.table.id, Entry(1, 1, Reseated(DAVE), "", 1, 0, 0))["deed"]
    renamed = update(t.entries).where(t.entries.c.kind == "Reseated").values(deed=old)
    DATABASES.do(fixture.path, lambda connection: connection.execute(renamed))
    await fixture.open()

    [bob] = await fixture.store.log.past_games(user=BOB)

    assert (bob.user, bob.name, bob.place, bob.is_given_up) == (BOB, "", 3, True)
    assert [side.user for side in await fixture.store.log.past_games(user=DAVE)] == [DAVE]
    stints = DATABASES.do(fixture.path, lambda c: [privacy.stints_of(c, user) for user in (BOB, DAVE)])
    assert [[(stint.seat, stint.name) for stint in each] for each in stints] == [[(1, "")], [(1, "Dave")]]

    await fixture.store.transactions.writer.submit(lambda connection: privacy.forget(connection, BOB))
    reopened = await fixture.sessions.by_id(session.table.id)
    assert await reopened.reader.log.holders() == ["Alice", UNKNOWN, "user 1003", "Dave"]
