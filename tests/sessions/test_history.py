"""While a game runs, history shows each listener exactly the views and facts that the live game showed."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.kernel.decision import Seat
from engine.kernel.proof.exported import RunningGame, decode_export
from engine.kernel.rules import with_pending
from sessions.lobby.lobby import LobbyOptions
from sessions.play.timeline import Origin
from sessions.records.log import Answered, Ended
from sessions.refusals import NotStarted, PastUnreadable, StorageUnavailable
from sessions.results import history
from sessions.results.history import Step, Steps, Stop
from sessions.session import Session
from sessions.store import Write
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, SessionFixture, can_undo
from tests.sessions.test_exporting import eventful, file_of
from tests.sessions.test_resume import KINDER_ORCHARD, damage
from tests.sessions.test_telling import BLABBER

TITLES = [
    ("minos-classic", 3, 90), ("minos-dawn", 3, 90), ("minos-dawn", 1, 90), ("minerva", 3, 28), ("minerva", 1, 16)
]  # fmt: skip
"""Game, number of seats, and number of random answers. The game is still running after them."""
PEOPLE = (ALICE, BOB, CAROL)
LOOKED_AT = 7
"""Only one in this many positions is restored."""


class Witness:
    """Records the views and facts that each listener gets live, by entry."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.listeners: tuple[Seat | None, ...] = (None, *range(session.reader.seats))
        self.noted = 0
        self.views: dict[tuple[int, Seat | None], msgspec.Struct] = {}
        self.heard: dict[tuple[int, Seat | None], tuple[Any, ...]] = {}

    async def note(self) -> None:
        """Record a press: facts of all entries since the last press, and the views after the last entry."""
        reader, number = self.session.reader, self.session.number
        state = reader.timeline.position.state
        for seat in self.listeners:
            self.views[number, seat] = with_pending(reader.game.rules.look(state, seat), reader.timeline.pending)
            for entry in range(self.noted + 1, number + 1):
                lines = await reader.log.lines(seat, entry, entry)
                self.heard[entry, seat] = lines[0].facts if lines else ()
        self.noted = number


async def play(fixture: SessionFixture, seats: int, answers: int) -> Witness:
    """Play random answers and undo some. Return the live views and facts."""
    session = await fixture.sessions.open(
        5, CHANNEL, ALICE, "Alice", "orchard", fixture.press(), LobbyOptions(seats_wanted=seats)
    )
    for user in PEOPLE[1:seats]:
        await session.lobby.join(user, f"user {user}", fixture.press())
    await session.lobby.start(ALICE, fixture.press())
    witness = Witness(session)
    await witness.note()
    for answer in range(answers):
        if not session.pending:
            break
        user = fixture.user_asked(session, answer % len(session.pending))
        asked = session.reader.decision_of(user)
        assert asked is not None
        await session.play.answer(user, fixture.pick(asked), fixture.press())
        await witness.note()
        if answer % 11 == 5 and session.pending and can_undo(session, user):
            await session.undo.take_back(user, fixture.press())
            await witness.note()
        if answer % 20 == 7 and (orders := session.reader.offers.orders(user)):
            keys = tuple(option.key for option in orders[0].options[: orders[0].at_least])
            await session.play.order(user, orders[0].rule, keys, fixture.press())
            await witness.note()
    return witness


@pytest.fixture
async def at_table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[SessionFixture, Witness]]:
    """A running game of each title."""
    title, seats, answers = request.param
    fixture = await SessionFixture.begin(tmp_path / "knossos.db", GAMES[title])
    yield fixture, await play(fixture, seats, answers)
    await fixture.close()


all_titles = pytest.mark.parametrize("at_table", TITLES, indirect=True, ids=lambda each: f"{each[0]}-{each[1]}")


@all_titles
async def test_k4_a_replay_shows_each_listener_their_live_view(at_table: tuple[SessionFixture, Witness]) -> None:
    """A listener gets the same view as in the live game, and no view of another seat."""
    _, witness = at_table
    past = witness.session.history
    steps = (await past.steps()).steps
    assert witness.session.table.status == "running"

    seen_live = [step for step in steps if (step.entry, None) in witness.views]
    for step in seen_live[::LOOKED_AT]:
        for seat in witness.listeners:
            seen = await past.look(step.entry, seat)
            assert seen.view == witness.views[step.entry, seat]
            assert set(seen.hands) == ({seat} - {None})


@all_titles
async def test_k4_a_replayed_log_matches_the_live_log(at_table: tuple[SessionFixture, Witness]) -> None:
    """Undone answers and standing orders do not count as steps."""
    _, witness = at_table
    past = witness.session.history
    steps = (await past.steps()).steps
    for seat in witness.listeners:
        lines = await past.lines(steps, seat)
        assert [line.number for line in lines] == [step.entry for step in steps]
        assert [line.facts for line in lines] == [witness.heard[step.entry, seat] for step in steps]


@all_titles
async def test_k4_a_running_games_export_matches_what_was_heard_live(
    at_table: tuple[SessionFixture, Witness],
) -> None:
    fixture, witness = at_table
    session = witness.session
    shown = [number for number in range(1, session.number + 1) if await session.reader.log.lines(None, number, number)]
    undone = {n for line in await session.reader.log.lines(None, 1, session.number) for n in line.numbers}
    shown = [number for number in shown if not await _is_taking_back(fixture, session, number)]
    for seat in witness.listeners:
        file = await file_of(session, seat)
        export = decode_export(file)

        assert isinstance(export, RunningGame)
        assert [line.number for line in export.heard] == list(range(1, len(shown) + 1))
        assert [line.facts for line in export.heard] == [_plain(witness.heard[number, seat]) for number in shown]
        assert [line.taken_back for line in export.heard] == [number in undone for number in shown]
        assert session.reader.timeline.position.seed.hex().encode() not in file
        assert all(name not in file for name in (b'"keys"', b'"digest"', b'"seed"', b'"decision"'))


async def _is_taking_back(fixture: SessionFixture, session: Session, number: int) -> bool:
    (line,) = await session.reader.log.lines(None, number, number)
    return line.action == "retracted"


def _plain(facts: Iterable[Any]) -> tuple[Any, ...]:
    """Return facts as a file stores them."""
    return tuple(msgspec.json.decode(msgspec.json.encode([msgspec.to_builtins(fact) for fact in facts])))


async def test_k4_the_replay_check_finds_a_game_that_reveals_all(tmp_path: Path) -> None:
    """A control: here the history reveals more facts than the live game."""
    fixture = await SessionFixture.begin(tmp_path / "knossos.db")
    witness = await play(fixture, 3, 40)
    past = witness.session.history
    steps = (await past.steps()).steps
    witness.session.reader._context.games["orchard"] = BLABBER  # type: ignore[index]
    lines = await past.lines(steps, None)
    await fixture.close()

    assert [line.facts for line in lines] != [witness.heard[step.entry, None] for step in steps]


async def test_a_finished_game_shows_everything(fixture: SessionFixture) -> None:
    session = await eventful(fixture)
    past = session.history
    steps = (await past.steps()).steps
    seen = await past.look(steps[len(steps) // 2].entry, None)

    assert set(seen.hands) == {0, 1, 2}
    assert {line.action for line in await past.lines(steps, None)} == {"started", "answered", "conceded", "reseated"}
    told = [fact for line in await past.lines(steps, None) for fact in line.facts]
    drawn = [fruit for fact in told if type(fact).__name__ == "FruitDrawn" for fruit in fact.fruit]  # type: ignore[attr-defined]
    assert drawn
    assert "unknown" not in drawn


async def test_every_step_of_an_eventful_game_can_be_restored(fixture: SessionFixture) -> None:
    """This includes undos by consent. The restored positions have the digests that the log has."""
    session = await eventful(fixture)
    entries = {entry.number: entry for entry in await fixture.store.log.entries(1, 1, session.number)}
    steps = (await session.history.steps()).steps
    answers = [step for step in steps if step.is_answer]

    assert len(answers) == session.reader.timeline.position.number
    for step in steps:
        timeline = await session.reader.past.timeline_after(step.entry)
        assert timeline.digest() == entries[step.entry].digest
        assert step.is_answer == isinstance(entries[step.entry].action, Answered)


def a_log(*seats_and_rounds: tuple[Seat | None, int | None]) -> Steps:
    """Return steps with these seats and rounds. The step at the start of the game has no seat."""
    steps = [Step(place, seat, 0, played, seat is not None)
             for place, (seat, played) in enumerate(seats_and_rounds, start=1)]  # fmt: skip
    return Steps(len(steps), tuple(steps))


def test_a_turn_groups_answers_of_one_seat_within_a_round() -> None:
    log = a_log((None, None), (0, None), (1, None), (0, 1), (0, 1), (1, 1), (1, 2), (0, 2))

    assert log.stops("answer") == tuple(Stop(place, place) for place in range(1, 9))
    assert log.stops("turn") == (
        Stop(1, 1), Stop(2, 2), Stop(3, 3), Stop(4, 5), Stop(6, 6), Stop(7, 7), Stop(8, 8),
    )  # fmt: skip
    assert log.stops("round") == (Stop(1, 3), Stop(4, 6), Stop(7, 8))
    assert log.rounds() == (Stop(4, 6), Stop(7, 8)), "entries before the first round form no round"
    assert a_log((None, None), (0, None)).rounds() == ()


@pytest.mark.parametrize("unit", ["answer", "turn", "round"])
async def test_every_step_belongs_to_exactly_one_replay_stop(fixture: SessionFixture, unit: history.Unit) -> None:
    session = await eventful(fixture)
    log = await session.history.steps()
    stops = log.stops(unit)

    assert [place for stop in stops for place in range(stop.first, stop.last + 1)] == list(range(1, len(log.steps) + 1))


async def test_a_lobby_has_no_history(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB)
    for ask in (session.history.steps(), file_of(session)):
        with pytest.raises(NotStarted):
            await ask


async def test_past_positions_that_differ_under_new_rules_are_refused(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await session.play.order(ALICE, "STAND-1", ("scarecrow:off",), fixture.press())
    await fixture.step(session)
    asked_for = session.number
    fixture.games["orchard"] = KINDER_ORCHARD
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)

    with pytest.raises(PastUnreadable):
        await session.history.look(asked_for, None)
    assert (await session.history.look(session.number, None)).view == session.reader.view(None)


async def test_damaged_snapshots_are_refused_while_the_game_continues(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await fixture.play(session, 30)
    damage(fixture, "UPDATE snapshots SET position = ? WHERE table_id = 1", b"\x00")

    with pytest.raises(PastUnreadable):
        await session.history.look(5, None)
    await fixture.step(session)


async def test_history_reports_a_hanging_database_in_time(
    fixture: SessionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await fixture.game()
    await fixture.play(session, 10)

    async def hangs(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(history, "READ_S", 0.05)
    monkeypatch.setattr(fixture.store.log, "entries", hangs)
    monkeypatch.setattr(fixture.store.log, "snapshot_before", hangs)
    for ask in (session.history.steps(), file_of(session), session.history.look(5, None)):
        with pytest.raises(StorageUnavailable):
            await ask


async def test_the_history_of_an_interrupted_game_includes_its_last_step(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await fixture.play(session, 9)
    await session.leaving.close(99, fixture.press(), is_moderator=True)
    (entry,) = await fixture.store.log.newest_entries(1, 1)
    steps = (await session.history.steps()).steps

    assert isinstance(entry.action, Ended)
    assert steps[-1].entry == entry.number
    assert (await session.history.look(entry.number, None)).view
    assert session.reader.game.rules.key == "orchard"


async def test_a_log_of_3000_entries_can_be_read(fixture: SessionFixture) -> None:
    """Standing orders make the log long without adding snapshots. Each order is an entry but not a step."""
    session = await fixture.game()
    await fixture.play(session, 3)
    timeline = session.reader.timeline.fork()
    for number in range(3000):
        keys = ("scarecrow:off" if number % 2 else "scarecrow:on",)
        timeline.order(0, "STAND-1", keys, Origin(fixture.press(), fixture.now))
    await fixture.store.commit(Write(session.table.id, entries=tuple(timeline.progress.entries)))
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    await fixture.step(session)
    log = await session.history.steps()
    file = await file_of(session, 1)

    assert log.number == session.number > 3000
    assert len(log.steps) == 5
    assert (await session.history.look(log.steps[-1].entry, None)).view == session.reader.view(None)
    assert len(file) < 10_000
