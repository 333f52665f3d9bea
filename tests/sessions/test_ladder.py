"""The ladder of a server. Games count in the order in which they ended. A player who leaves a game comes last."""

from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from engine.kernel.rules import Placing
from sessions.lobby.lobby import LobbyOptions
from sessions.lobby.seats import leave_seat
from sessions.records.departures import settle
from sessions.records.log import PastGame
from sessions.results.ladder import BEGIN, Standing, ladder
from sessions.session import Session
from tests.sessions.fixture import ALICE, BOB, CAROL, DAVE, SessionFixture

Leave: TypeAlias = Callable[[Session, Callable[[], int]], Awaitable[None]]
NAMES = {ALICE: "Alice", BOB: "Bob", CAROL: "Carol"}


def game(table: int, *order: int, ended_at: int | None = None) -> list[PastGame]:
    """Return the records of a finished game. `order` lists the players from first place to last."""
    at = table if ended_at is None else ended_at
    return [
        PastGame(table, len(order), {}, at, False, place, 100 - place, user=user, name=NAMES.get(user, "?"))
        for place, user in enumerate(order, start=1)
    ]


def test_winners_rank_above_losers_and_more_games_count_more() -> None:
    first, second, third = ladder([*game(1, ALICE, BOB, CAROL), *game(2, ALICE, BOB, CAROL)])
    assert [first.user, second.user, third.user] == [ALICE, BOB, CAROL]
    assert first.rating > BEGIN
    assert first.games == 2
    [once, _] = ladder(game(1, ALICE, BOB))
    assert first.rating > once.rating


def test_games_are_rated_in_the_order_they_ended() -> None:
    early, late = game(7, ALICE, BOB, ended_at=1), game(3, BOB, ALICE, ended_at=2)
    assert ladder([*late, *early]) == ladder([*early, *late])
    assert ladder([*early, *late]) != ladder([*game(7, ALICE, BOB, ended_at=2), *game(3, BOB, ALICE, ended_at=1)])


def test_players_in_equal_places_get_equal_ratings() -> None:
    tied = [replace(side, place=1) for side in game(1, ALICE, BOB)]
    assert [standing.rating for standing in ladder(tied)] == [ladder(tied)[0].rating] * 2


def test_first_and_last_place_count_the_same_at_any_number_of_seats() -> None:
    """Decision 032: in another model, the winner gained less and the last player lost more at a table of four."""
    games = [ladder(game(1, *range(1, seats + 1))) for seats in (2, 3, 4)]

    assert len({standings[0].rating for standings in games}) == 1
    assert len({standings[-1].rating for standings in games}) == 1


def test_a_shared_place_is_rated_between_the_places_it_covers() -> None:
    """In another model, players who shared a victory gained less than the player in third place."""
    for seats in (3, 4):
        first, second, *_ = ladder(game(1, *range(1, seats + 1)))
        shared, also, *others = ladder(
            [replace(side, place=1) if side.place == 2 else side for side in game(1, *range(1, seats + 1))]
        )
        alone = [standing.rating for standing in ladder(game(1, *range(1, seats + 1)))[2:]]

        assert shared.rating == also.rating
        assert second.rating < shared.rating < first.rating
        assert [standing.rating for standing in others] == alone, "nobody else's rating depends on the draw"


def test_solo_shortened_and_computer_games_are_unrated() -> None:
    substituted = game(1, ALICE, BOB)
    substituted[1] = replace(substituted[1], is_substitute=True)
    given_up = [replace(side, place=None, is_given_up=True) for side in game(2, ALICE, BOB)]
    computers = [replace(side, computers=1) for side in game(3, ALICE, BOB, CAROL)[:2]]
    assert ladder([*substituted, *given_up, *computers, *game(4, ALICE)]) == []


def test_a_forgotten_person_is_unranked_but_opponents_keep_their_wins() -> None:
    known = ladder([*game(1, ALICE, BOB)])
    [alone] = ladder([replace(side, user=0) if side.user == BOB else side for side in game(1, ALICE, BOB)])
    assert alone == Standing(ALICE, "Alice", known[0].rating, 1)


async def test_game_statistics_cover_turns_waits_setup_and_leavers(fixture: SessionFixture) -> None:
    """The statistics stored for each seat must agree with the log."""
    session = await fixture.game(BOB, CAROL, options={"goal": 4})
    while session.pending:
        fixture.now += 50_000
        await fixture.step(session)
    entries = await fixture.store.log.entries(session.table.id, 1, session.number)
    turns: dict[int, int] = dict.fromkeys(range(3), 0)
    waited: dict[int, int] = dict.fromkeys(range(3), 0)
    last = None
    for before, entry in pairwise(entries):
        if entry.part == 0 and entry.seat is not None:
            if entry.seat != last:
                turns[entry.seat] += 1
                waited[entry.seat] += entry.at - before.at
            last = entry.seat

    sides = await fixture.store.log.past_games(guild=session.table.guild, game="orchard")

    assert [(side.user, side.name) for side in sides] == [
        (ALICE, "Alice"),
        (BOB, f"user {BOB}"),
        (CAROL, f"user {CAROL}"),
    ]
    assert [side.turns for side in sides] == list(turns.values())
    assert [side.waited_ms for side in sides] == list(waited.values())
    assert sum(turns.values()) > 6
    assert not any(side.has_changed for side in sides)
    assert len(ladder(sides)) == 3


async def test_a_game_that_allowed_hints_is_unrated(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB, options={"goal": 4})
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(hints=True))
    await session.lobby.start(ALICE, fixture.press())
    await fixture.play(session)

    sides = await fixture.store.log.past_games()

    assert sorted(side.place or 0 for side in sides) in ([1, 1], [1, 2])
    assert ladder(sides) == []


async def concede(session: Session, press: Callable[[], int]) -> None:
    await session.leaving.concede(BOB, press())


async def be_opened(session: Session, press: Callable[[], int]) -> None:
    await session.leaving.open_seat(ALICE, BOB, press(), is_gone=True)


async def time_out(session: Session, press: Callable[[], int]) -> None:
    await session.writer.change(press(), lambda change: leave_seat(change, 1, was_silent=True))


async def be_voted_out(session: Session, press: Callable[[], int]) -> None:
    agreed = tuple(sitter.seat for sitter in session.table.people if sitter.user != BOB)
    await session.writer.change(press(), lambda change: leave_seat(change, 1, ALICE, "standard", agreed=agreed))


WAYS = (concede, be_opened, time_out, be_voted_out)


@pytest.mark.parametrize("end", ["wins", "plays on"])
@pytest.mark.parametrize("others", [(BOB,), (BOB, CAROL)], ids=["2 seats", "3 seats"])
@pytest.mark.parametrize("leave", WAYS)
async def test_a_leaver_is_last_and_all_players_are_rated(
    fixture: SessionFixture, leave: Leave, others: tuple[int, ...], end: str
) -> None:
    session = await fixture.game(*others, options={"goal": 4})
    await fixture.play(session, 2)
    await leave(session, fixture.press)
    if session.table.is_left_alone:
        await (session.leaving.end_alone if end == "wins" else session.leaving.play_on)(ALICE, fixture.press())
    await fixture.play(session)

    places = {user: (await fixture.store.log.past_games(user=user))[0].place or 0 for user in (ALICE, *others)}
    standings = ladder(await fixture.store.log.past_games())

    assert session.table.status == "over"
    assert sorted(place for user, place in places.items() if user != BOB) in ([1], [1, 1], [1, 2])
    assert places[BOB] == len(places)
    assert {standing.user for standing in standings} == set(places)
    assert standings[-1].user == BOB
    if session.table.ended == "finished":
        shown = session.reader.result()
        assert shown is not None
        assert {session.table.sitters[each.seat or 0].user: each.place for each in shown} == places


async def test_a_player_who_leaves_later_gets_a_better_place(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"goal": 4})
    await session.leaving.concede(CAROL, fixture.press())
    await session.leaving.concede(BOB, fixture.press())
    await session.leaving.play_on(ALICE, fixture.press())
    await fixture.play(session)

    shown = session.reader.result()
    sides = await fixture.store.log.past_games()

    assert shown is not None
    assert [(each.seat, each.place) for each in shown] == [(0, 1), (1, 2), (2, 3)]
    assert [(side.user, side.place) for side in sides] == [(ALICE, 1), (BOB, 2), (CAROL, 3)]


async def test_a_substitute_is_unrated_and_the_leaver_is_last(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"goal": 4})
    await fixture.play(session, 2)
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(DAVE, "Dave", fixture.press())
    await fixture.play(session)

    standings = ladder(await fixture.store.log.past_games())

    assert session.table.ended == "finished"
    assert {standing.user for standing in standings} == {ALICE, BOB, CAROL}
    assert (standings[-1].user, standings[-1].name) == (BOB, f"user {BOB}")


async def test_a_player_who_leaves_and_returns_is_rated(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, options={"goal": 4})
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(BOB, "Bob", fixture.press())
    await fixture.play(session)

    result = session.reader.result()
    sides = await fixture.store.log.past_games()

    assert result is not None
    assert [(side.has_changed, side.place) for side in sides] == [
        (False, next(each.place for each in result if each.seat == 0)),
        (True, next(each.place for each in result if each.seat == 1)),
    ]
    assert len(ladder(sides)) == 2


async def test_nobody_wins_a_game_that_everyone_left(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB)
    await session.leaving.concede(BOB, fixture.press())
    await session.leaving.play_on(ALICE, fixture.press())
    await session.leaving.concede(ALICE, fixture.press())

    sides = await fixture.store.log.past_games()

    assert [(side.place, side.is_given_up) for side in sides] == [(2, True), (2, True)]
    assert [standing.user for standing in ladder(sides)] == [ALICE, BOB], "the player who left first loses to the other"


async def test_a_leaver_with_the_best_score_is_not_the_winner(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.leaving.concede(BOB, fixture.press())
    placings = (Placing(1, 1, 90), Placing(2, 2, 50), Placing(0, 2, 50))

    settled = settle(session.table, placings)

    assert settled == (Placing(2, 1, 50), Placing(0, 1, 50), Placing(1, 3, 90))
