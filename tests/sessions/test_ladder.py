"""The ladder of a server. Games count, in the order they ended, if each seat kept its player."""

from itertools import pairwise

from msgspec.structs import replace

from sessions.records.log import PastGame
from sessions.results.ladder import BEGIN, Standing, ladder
from tests.sessions.fixture import ALICE, BOB, CAROL, SessionFixture

NAMES = {ALICE: "Alice", BOB: "Bob", CAROL: "Carol"}


def game(table: int, *order: int, ended_at: int | None = None) -> list[PastGame]:
    """Return the sides of a finished game, its users listed from first place to last."""
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


def test_solo_shortened_and_computer_games_are_unrated() -> None:
    changed = game(1, ALICE, BOB)
    changed[1] = replace(changed[1], has_changed=True)
    given_up = [replace(side, place=None, is_given_up=True) for side in game(2, ALICE, BOB)]
    missing = game(3, ALICE, BOB, CAROL)[:2]
    assert ladder([*changed, *given_up, *missing, *game(4, ALICE)]) == []


def test_a_forgotten_person_is_unranked_but_opponents_keep_their_wins() -> None:
    known = ladder([*game(1, ALICE, BOB)])
    [alone] = ladder([replace(side, user=0) if side.user == BOB else side for side in game(1, ALICE, BOB)])
    assert alone == Standing(ALICE, "Alice", known[0].rating, 1)


async def test_game_statistics_cover_turns_waits_setup_and_leavers(fixture: SessionFixture) -> None:
    """The statistics stored for each seat agree with the log."""
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


async def test_a_game_is_unrated_if_a_player_left_it(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL, options={"goal": 4})
    await fixture.play(session, 2)
    await session.leaving.concede(BOB, fixture.press())
    await session.lobby.join(BOB, "Bob", fixture.press())
    await fixture.play(session)

    sides = await fixture.store.log.past_games(user=BOB)

    assert session.table.ended == "finished"
    assert [side.has_changed for side in sides] == [True]
    assert ladder(await fixture.store.log.past_games()) == []
