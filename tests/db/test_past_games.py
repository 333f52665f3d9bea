"""How finished games came out: kept with the last move, told to their person, gone with whoever is forgotten."""

import json
import sqlite3
from pathlib import Path

import pytest

from db import __main__ as commands
from sessions.session import Session
from tests.db.test_commands import run
from tests.engine.kernel.orchard import OrchardGame
from tests.sessions.evening import ALICE, BOB, CAROL, Evening


@pytest.fixture(autouse=True)
def _orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "GAMES", {"orchard": OrchardGame()})


async def finished(evening: Evening, *others: int, channel: int = 1) -> Session:
    session = await evening.game(*others, channel=channel, options={"goal": 4})
    await evening.play(session)
    assert session.table.ended == "finished"
    return session


async def test_a_result_is_kept_with_the_last_move(evening: Evening) -> None:
    session = await finished(evening, BOB, CAROL)
    placings = session.result()
    assert placings is not None
    await evening.restart()

    for seat, user in enumerate((ALICE, BOB, CAROL)):
        [game] = await evening.sessions.past_games(user, "orchard")
        [own] = [placing for placing in placings if placing.seat == seat]
        assert (game.table, game.seats, game.options["goal"]) == (session.table.id, 3, 4)
        assert (game.place, game.score, game.is_given_up) == (own.place, own.score, False)
        assert game.rival == max(placing.score for placing in placings if placing.seat != seat)
    assert await evening.sessions.past_games(ALICE, "chess") == []


async def test_games_still_played_or_never_begun_are_no_past_games(evening: Evening) -> None:
    await evening.game(channel=1)
    closed = await evening.lobby(BOB, channel=2)
    await closed.close(ALICE, evening.press())

    assert await evening.sessions.past_games(ALICE, "orchard") == []


async def test_who_gives_up_has_no_result_and_who_stays_has_not_given_up(evening: Evening) -> None:
    session = await evening.game(BOB)
    await session.concede(BOB, evening.press())

    [given_up] = await evening.sessions.past_games(BOB, "orchard")
    [stayed] = await evening.sessions.past_games(ALICE, "orchard")
    assert (given_up.is_given_up, given_up.place) == (True, None)
    assert (stayed.is_given_up, stayed.place) == (False, None)


async def test_games_that_ended_before_results_were_kept_are_still_known(evening: Evening) -> None:
    session = await finished(evening, BOB)
    await evening.kill()
    with sqlite3.connect(evening.path) as connection:
        connection.execute("DROP TABLE results")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    await evening.open()

    [old] = await evening.sessions.past_games(ALICE, "orchard")
    assert (old.table, old.place, old.is_given_up) == (session.table.id, None, False)
    await finished(evening, BOB, channel=2)
    assert [game.place is not None for game in await evening.sessions.past_games(ALICE, "orchard")] == [False, True]


async def test_an_export_tells_the_result_and_nobody_forgotten_has_any(
    evening: Evening, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    await finished(evening, BOB)
    [game] = await evening.sessions.past_games(BOB, "orchard")
    assert await run(evening, "export", BOB) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tables"][0]["result"] == {"place": game.place, "score": game.score}

    await evening.kill()
    assert await run(evening, "forget", BOB) == 0
    await evening.open()
    assert await evening.sessions.past_games(BOB, "orchard") == []
    assert len(await evening.sessions.past_games(ALICE, "orchard")) == 1
