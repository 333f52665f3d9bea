"""Try every way to leave a game, and compare what everyone gets with docs/results.md, or write it there."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

import pytest
from msgspec.structs import replace

from db import privacy
from sessions.lobby.lobby import LobbyOptions
from sessions.play.state import places_at
from sessions.records.clock import DAY_MS, HOUR_MS, Choice
from sessions.records.log import PastGame
from sessions.results.ladder import BEGIN, ladder, rated_sides
from sessions.session import Session
from tests.architecture.sources import ROOT
from tests.databases import DATABASES
from tests.sessions.fixture import ALICE, BOB, CAROL, DAVE, SessionFixture
from tests.sessions.test_due_work import Time, time  # noqa: F401

DOCUMENT = ROOT / "docs" / "results.md"
EVE, MODERATOR = 1005, 9000
PEOPLE = (ALICE, BOB, CAROL, DAVE)
SEATS = (2, 3, 4)
NOBODY = 0
"""The user id of a forgotten person."""


class Play:
    """A game, and everything that can happen to Bob in it."""

    def __init__(self, fixture: SessionFixture, time: Time, session: Session) -> None:  # noqa: F811
        self.fixture, self.time, self.session = fixture, time, session

    def press(self) -> int:
        return self.fixture.press()

    async def concede(self) -> None:
        await self.session.leaving.concede(BOB, self.press())

    async def leave_alice_alone(self) -> None:
        for user in (BOB, DAVE, CAROL):
            if self.session.table.sitter_of(user):
                await self.session.leaving.concede(user, self.press())

    async def play_on(self) -> None:
        """Let the last person play on, and finish the game."""
        if self.session.table.is_left_alone:
            await self.session.leaving.play_on(ALICE, self.press())

    async def finish(self) -> None:
        """Play to the end. If only one person is left, that person ends the game."""
        if self.session.table.is_left_alone:
            await self.session.leaving.end_alone(ALICE, self.press())
        while self.session.pending:
            await self.fixture.step(self.session)

    async def run_out(self) -> None:
        """Let Bob's bank run out. The others answer all their own questions first."""
        while [self.session.table.sitters[each.seat].user for each in self.session.pending] != [BOB]:
            asked = next(each for each in self.session.pending if each.seat != 1)
            user = self.session.table.sitters[asked.seat].user
            await self.session.play.answer(user, self.fixture.pick(asked), self.press())
        await self.time.pass_(13 * HOUR_MS)
        assert self.session.table.vote is not None

    async def vote(self, choice: Choice) -> None:
        await self.run_out()
        for user in (ALICE, CAROL, DAVE):
            vote = self.session.table.vote
            if vote is not None and self.session.table.sitter_of(user):
                await self.session.votes.cast(user, choice, self.press(), vote=vote.id)
        assert self.session.table.vote is None

    async def agree_to_end(self) -> None:
        await self.session.proposals.propose("end", ALICE, self.press())
        for user in (BOB, CAROL, DAVE):
            if self.session.table.proposal is not None and self.session.table.sitter_of(user):
                await self.session.proposals.consent(user, self.press())
        assert self.session.table.status == "over"

    async def agree_on(self, ended: Literal["settled", "tied"]) -> None:
        while max(each.score for each in places_at(self.session.reader, "settled")) < 4:
            await self.fixture.step(self.session)
        first, *others = [sitter.user for sitter in self.session.table.people]
        await self.session.proposals.propose(ended, first, self.press(), number=self.session.number)
        for user in others:
            await self.session.proposals.consent(user, self.press())
        assert self.session.table.ended == ended

    async def close(self, user: int, is_moderator: bool) -> None:
        await self.session.leaving.close(user, self.press(), is_moderator=is_moderator)


Way: TypeAlias = Callable[[Play], Awaitable[None]]


async def play_to_the_end(play: Play) -> None:
    pass


async def concede(play: Play) -> None:
    await play.concede()


async def concede_and_others_play_on(play: Play) -> None:
    await play.concede()
    await play.play_on()


async def concede_and_last_one_closes(play: Play) -> None:
    await play.leave_alice_alone()
    await play.play_on()
    await play.close(ALICE, is_moderator=False)


async def concede_and_last_one_is_silent(play: Play) -> None:
    await play.leave_alice_alone()
    await play.time.pass_(7 * DAY_MS + HOUR_MS)
    assert play.session.table.status == "over"


async def concede_and_all_follow(play: Play) -> None:
    await play.leave_alice_alone()
    await play.play_on()
    await play.session.leaving.concede(ALICE, play.press())


async def be_replaced_by_a_substitute(play: Play) -> None:
    await play.concede()
    await play.session.lobby.join(EVE, "Eve", play.press())


async def be_replaced_and_end_by_agreement(play: Play) -> None:
    await be_replaced_by_a_substitute(play)
    await play.session.proposals.propose("end", ALICE, play.press())
    for user in (EVE, CAROL, DAVE):
        if play.session.table.sitter_of(user):
            await play.session.proposals.consent(user, play.press())


async def come_back(play: Play) -> None:
    await play.concede()
    await play.session.lobby.join(BOB, "Bob", play.press())


async def be_voted_out(play: Play) -> None:
    await play.vote("substitute")


async def be_voted_out_for_a_computer(play: Play) -> None:
    await play.vote("computer")


async def be_silent_until_all_end(play: Play) -> None:
    await play.vote("end")


async def time_out_three_times(play: Play) -> None:
    for _ in range(3):
        await play.run_out()
        await play.time.pass_(DAY_MS + HOUR_MS)
    assert play.session.table.sitters[1].has_left


async def leave_the_server(play: Play) -> None:
    """Open Bob's seat because he is no longer in the server.

    `tests/wire/test_results.py` tests the same over the wire.
    """
    await play.session.leaving.open_seat(ALICE, BOB, play.press(), is_gone=True)


async def delete_everything_after_leaving(play: Play) -> None:
    await play.concede()
    await play.finish()
    await forget(play.fixture)


async def delete_everything_after_the_end(play: Play) -> None:
    await play.finish()
    await forget(play.fixture)


async def forget(fixture: SessionFixture) -> None:
    await fixture.close()
    DATABASES.do(fixture.path, lambda connection: privacy.forget(connection, BOB))
    await fixture.open()


async def end_by_agreement(play: Play) -> None:
    await play.agree_to_end()


async def concede_before_all_agree_to_end(play: Play) -> None:
    await play.concede()
    await play.play_on()
    await play.agree_to_end()


async def agree_on_places(play: Play) -> None:
    await play.agree_on("settled")


async def agree_on_a_draw(play: Play) -> None:
    await play.agree_on("tied")


async def concede_before_the_others_agree_on_places(play: Play) -> None:
    await play.concede()
    await play.play_on()
    if len(play.session.table.people) > 1:
        await play.agree_on("settled")


async def concede_before_the_others_agree_on_a_draw(play: Play) -> None:
    await play.concede()
    await play.play_on()
    if len(play.session.table.people) > 1:
        await play.agree_on("tied")


async def be_ended_by_a_moderator(play: Play) -> None:
    await play.close(MODERATOR, is_moderator=True)


async def end_as_a_moderator(play: Play) -> None:
    await play.close(BOB, is_moderator=True)


async def concede_before_a_moderator_ends(play: Play) -> None:
    await play.concede()
    await play.play_on()
    await play.close(MODERATOR, is_moderator=True)


WAYS: dict[str, Way] = {
    "plays to the end": play_to_the_end,
    "concedes, or leaves with `/table leave`": concede,
    "concedes, and the others play on (the last one against a computer player)": concede_and_others_play_on,
    "concedes, all but one follow, and the last one closes the table": concede_and_last_one_closes,
    "concedes, all but one follow, and the last one doesn't answer for a week": concede_and_last_one_is_silent,
    "concedes, and all the others leave as well": concede_and_all_follow,
    "concedes, and a substitute finishes the game": be_replaced_by_a_substitute,
    "concedes, a substitute comes, and all agree to end": be_replaced_and_end_by_agreement,
    "concedes, comes back, and finishes the game": come_back,
    "is voted out, for a substitute": be_voted_out,
    "is voted out, for a computer player": be_voted_out_for_a_computer,
    "is silent until all the others vote to end": be_silent_until_all_end,
    "runs out of time three times in a row": time_out_three_times,
    "leaves the server, is banned, or deletes the Discord account; the owner opens the seat": leave_the_server,
    "concedes, and has all personal data deleted later": delete_everything_after_leaving,
    "plays to the end, and has all personal data deleted later": delete_everything_after_the_end,
    "agrees with all the others to end": end_by_agreement,
    "concedes, and later the others agree to end": concede_before_all_agree_to_end,
    "agrees with all the others to end with the places of the moment": agree_on_places,
    "agrees with all the others to share the victory": agree_on_a_draw,
    "concedes, and later the others agree on places": concede_before_the_others_agree_on_places,
    "concedes, and later the others agree to share the victory": concede_before_the_others_agree_on_a_draw,
    "plays until a moderator ends the game": be_ended_by_a_moderator,
    "is a moderator and ends the game": end_as_a_moderator,
    "concedes, and later a moderator ends the game": concede_before_a_moderator_ends,
}


async def play(fixture: SessionFixture, time: Time, way: Way, seats: int) -> tuple[Session, list[PastGame]]:  # noqa: F811
    session = await fixture.lobby(*PEOPLE[1:seats], options={"goal": 4})
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(pace="brisk", seats_wanted=seats))
    await session.lobby.start(ALICE, fixture.press())
    made = Play(fixture, time, session)
    await way(made)
    if session.table.status != "over":
        await made.finish()
    return session, await fixture.store.log.past_games()


def describe(sides: list[PastGame], rated: list[PastGame]) -> str:
    """Return a cell: the places, whether they are rated, and how `/stats` counts the game."""
    cells: dict[str, list[str]] = {}
    for side in sorted(sides, key=lambda side: side.place or 0):
        counted = "left" if side.is_given_up else "not counted" if side.place is None else "played to the end"
        status = f"{'rated' if side in rated else 'not rated'}, {counted}"
        cells.setdefault(status, []).append("no place" if side.place is None else f"place {side.place}")
    return "; ".join(f"{' and '.join(dict.fromkeys(places))}, {status}" for status, places in cells.items()) or "–"


def row_of(name: str, seats: int, sides: list[PastGame]) -> str:
    own = [side for side in sides if side.user in (BOB, NOBODY)]
    substitutes = [side for side in sides if side.is_substitute]
    others = [side for side in sides if side not in (*own, *substitutes)]
    cells = [describe(each, rated_sides(sides)) for each in (own, others, substitutes)]
    return f"| {name} | {seats} | {' | '.join(cells)} |"


def ratings(sides: list[PastGame]) -> dict[int, int]:
    """Return everyone's rating after one game, by user id. A forgotten Bob is listed under his former id."""
    named = [replace(side, user=BOB) if side.user == NOBODY else side for side in sides]
    return {standing.user: standing.rating for standing in ladder(named)}


def rating_of_last(seats: int) -> int:
    """Return the rating of someone who plays one game to the end and comes last."""
    sides = [PastGame(1, seats, {}, 1, False, place, user=place) for place in range(1, seats + 1)]
    return ratings(sides)[seats]


CELLS = [pytest.param(name, seats, id=f"{way.__name__}-{seats}") for name, way in WAYS.items() for seats in SEATS]


@pytest.mark.parametrize(("name", "seats"), CELLS)
async def test_leaving_is_no_better_than_losing(
    fixture: SessionFixture, time: Time, name: str, seats: int  # noqa: F811
) -> None:  # fmt: skip
    _, sides = await play(fixture, time, WAYS[name], seats)
    found = ratings(sides)
    own = next(side for side in sides if side.user in (BOB, NOBODY))

    if own.is_given_up:
        assert own.place == seats
        assert found[BOB] <= rating_of_last(seats)
    assert (own.place is None) == (BOB not in found), "everyone with a place is rated"
    for side in sides:
        assert not (side.is_given_up and side.place == 1), "nobody who left is first"


@pytest.mark.parametrize(("name", "seats"), CELLS)
async def test_leaving_costs_nobody_else_a_place(
    fixture: SessionFixture, time: Time, name: str, seats: int  # noqa: F811
) -> None:  # fmt: skip
    session, sides = await play(fixture, time, WAYS[name], seats)
    found = ratings(sides)
    stayed = [side for side in sides if not side.is_given_up and side.user not in (BOB, NOBODY)]
    had_left = any(side.is_given_up for side in sides)

    if session.table.ended == "finished":
        placings = session.reader.game.rules.result(session.reader.timeline.position.state)
        held = {session.table.sitters[each.seat or 0].user: each.place for each in placings}
        for side in stayed:
            ahead = [other for other in stayed if held[other.user] < held[side.user]]
            if had_left:
                assert side.place == 1 + len(ahead)
    for side in stayed:
        if had_left and not side.is_substitute:
            assert found[side.user] > found[BOB]
            if side.place is None:
                assert found[side.user] > BEGIN, "a game without a result lowers nobody who stayed"


@pytest.mark.parametrize(("name", "seats"), CELLS)
async def test_the_results_document_says_what_everyone_gets(
    fixture: SessionFixture, time: Time, name: str, seats: int, request: pytest.FixtureRequest  # noqa: F811
) -> None:  # fmt: skip
    _, sides = await play(fixture, time, WAYS[name], seats)
    row, text = row_of(name, seats, sides), DOCUMENT.read_text(encoding="utf-8")
    if request.config.getoption("--write-documents"):
        kept = [line for line in text.splitlines() if not line.startswith(f"| {name} | {seats} |")]
        last = max(place for place, line in enumerate(kept) if line.startswith("|"))
        text = "\n".join([*kept[: last + 1], row, *kept[last + 1 :]]) + "\n"
        DOCUMENT.write_text(text, encoding="utf-8")

    assert row in text.splitlines(), "run `pytest tests/sessions/test_results.py -n0 --write-documents`"


def test_the_results_document_has_no_other_rows() -> None:
    rows = [line for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]

    assert len(rows) == len(CELLS) + 2, "a heading, a rule, and a row for each cell"
