"""Hints, reasons and costliest moves go to the right people, are counted, and reveal no secrets."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Programs
from engine.kernel.offering.offers import JOINT, single_keys
from engine.kernel.play import Play, Position
from engine.kernel.policy import Alternative, Keys, Level, NoThought, Search, Thought
from engine.search.thinking import think
from sessions.computers.computers import secret_of
from sessions.computers.reasons import Adviser
from sessions.lobby.lobby import LobbyOptions
from sessions.play.timeline import AnyGame
from sessions.records.log import Answered, Retracted
from sessions.refusals import (
    NeverPlayed,
    NoComputersMove,
    NoHints,
    NoReasons,
    NoThinkers,
    NotSeated,
    NotYourTurn,
    ReasonsLater,
    StalePress,
    TableOver,
)
from sessions.session import Session
from tests.engine.kernel.orchard import Orchard, greedy_policy
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, GUILD, SOLITARY_ORCHARD, SessionFixture, can_undo

TURN = "TURN-1"


def passing(look: Callable[[], Any], decision: Decision, chance: Chance) -> Keys:
    return ("pass",) if decision.rule == TURN else greedy_policy(look, decision, chance)


def worth(state: Orchard, seat: Seat) -> int:
    return 10 * len(state.jars[seat]) + 5 * state.coins[seat] + len(state.baskets[seat])


def search(look: Callable[[], Any], decision: Decision) -> Search | None:
    return Search(rounds=1, width=4, trials=24) if decision.rule == TURN else None


WEIGHABLE = dataclasses.replace(
    SOLITARY_ORCHARD,
    programs=Programs(levels={"standard": Level(passing), "strong": Level(passing, search=search, worth=worth)}),
)
"""The toy game with levels that think ahead."""


class Thinker:
    """Thinks in this process.

    While `gate` is closed, thinking blocks. While `is_out` is set, thinking fails.
    """

    def __init__(self) -> None:
        self.secrets: list[bytes] = []
        self.thorough: list[bool] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_out = False

    async def weigh(
        self,
        game: AnyGame,
        position: Position[Any],
        seat: Seat,
        level: str,
        secret: bytes,
        about: Keys | None,
        thorough: bool,
    ) -> Thought:
        self.secrets.append(secret)
        self.thorough.append(thorough)
        await self.gate.wait()
        if self.is_out:
            raise NoThought
        return self.think(
            game, position, seat, about, level=game.programs.levels[level], secret=secret, thorough=thorough
        )

    def think(self, game: AnyGame, position: Position[Any], seat: Seat, about: Keys | None, **how: Any) -> Thought:
        return think(game, position, seat, about=about, **how)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[SessionFixture]:
    made = SessionFixture(tmp_path / "knossos.db", WEIGHABLE)
    await made.open()
    yield made
    await made.close()


TOY: dict[str, Any] = {"crows": False, "goal": 4}


async def begin_game(
    tables: SessionFixture,
    *others: int,
    hints: bool = True,
    computers: int = 0,
    options: dict[str, Any] = TOY,
) -> Session:
    session = await tables.sessions.open(
        GUILD, CHANNEL, ALICE, "Alice", "orchard", tables.press(), LobbyOptions(options, hints=hints),
        others=[(user, f"user {user}") for user in others], computers=("Pomona", "Flora")[:computers], level="strong",
    )  # fmt: skip
    await session.lobby.start(ALICE, tables.press())
    return session


async def until_turn(tables: SessionFixture, session: Session) -> int:
    """Play until a turn begins. Return its user."""
    while session.pending[0].rule != TURN or len(session.pending) > 1:
        await tables.step(session)
    return tables.user_asked(session)


async def test_a_hint_needs_permission_and_a_question_and_counts_once(tables: SessionFixture) -> None:
    thinker = Thinker()
    adviser = Adviser(tables.sessions.context, thinker.weigh)
    session = await begin_game(tables, BOB)
    asked = await until_turn(tables, session)
    other = BOB if asked == ALICE else ALICE
    seat = session.reader.seat_of(asked)
    assert seat is not None
    for user, why in ((other, NotYourTurn), (DAVE, NotSeated)):
        with pytest.raises(why):
            await adviser.hint(session, user, tables.press())
    assert thinker.secrets == []
    before, posts = session.number, await tables.store.posts.waiting()

    first = await adviser.hint(session, asked, tables.press())
    again = await adviser.hint(session, asked, tables.press())

    assert first is again
    assert first.thought.ranked
    assert first.search is not None
    assert session.table.seating.hinted[seat] == 1
    assert (session.number, await tables.store.posts.waiting()) == (before, posts), (
        "the game and the channel are untouched"
    )
    assert thinker.secrets[0] != secret_of(session.reader.timeline.position, seat)
    assert thinker.secrets[0] != session.reader.timeline.position.seed
    assert thinker.thorough == [True], "a person gets the thorough search"
    await tables.restart()
    session = await tables.sessions.at(CHANNEL)
    assert session.table.seating.hinted[seat] == 1
    await session.play.answer(asked, ("pass",), tables.press())
    asked = await until_turn(tables, session)
    await Adviser(tables.sessions.context, thinker.weigh).hint(session, asked, tables.press())
    assert sum(session.table.seating.hinted) == 2


async def test_a_second_press_during_thinking_gives_the_same_hint(
    tables: SessionFixture,
) -> None:
    thinker = Thinker()
    adviser = Adviser(tables.sessions.context, thinker.weigh)
    session = await begin_game(tables, BOB)
    asked = await until_turn(tables, session)
    thinker.gate.clear()
    presses = [asyncio.create_task(adviser.hint(session, asked, tables.press())) for _ in range(3)]
    await asyncio.sleep(0.01)
    presses[0].cancel()
    thinker.gate.set()

    given_up, *told = await asyncio.gather(*presses, return_exceptions=True)

    assert isinstance(given_up, asyncio.CancelledError)
    assert told[0] is told[1] is await adviser.hint(session, asked, tables.press())
    assert len(thinker.secrets) == sum(session.table.seating.hinted) == 1


async def test_a_hint_is_refused_without_permission_or_thinkers(tables: SessionFixture) -> None:
    thinker = Thinker()
    adviser = Adviser(tables.sessions.context, thinker.weigh)
    session = await begin_game(tables, BOB, hints=False)
    asked = await until_turn(tables, session)
    with pytest.raises(NoHints):
        await adviser.hint(session, asked, tables.press())
    await session.leaving.close(DAVE, tables.press(), is_moderator=True)
    with pytest.raises(TableOver):
        await adviser.hint(session, asked, tables.press())

    session = await begin_game(tables, BOB)
    asked = await until_turn(tables, session)
    with pytest.raises(NoThinkers):
        await Adviser(tables.sessions.context, None).hint(session, asked, tables.press())
    thinker.is_out = True
    with pytest.raises(NoReasons):
        await adviser.hint(session, asked, tables.press())
    thinker.is_out = False
    thinker.gate.clear()
    slow = asyncio.create_task(adviser.hint(session, asked, tables.press()))
    await asyncio.sleep(0)
    await session.play.answer(asked, ("pass",), tables.press())
    thinker.gate.set()
    with pytest.raises((StalePress, NotYourTurn)):
        await slow
    assert session.table.seating.hinted == ()


async def test_moves_of_computers_are_explained_after_the_game(
    tables: SessionFixture,
) -> None:
    thinker = Thinker()
    adviser = Adviser(tables.sessions.context, thinker.weigh)
    session = await begin_game(tables, computers=1)
    strong = session.reader.game.programs.levels["strong"]
    moved = 0
    while not moved:
        decision = session.pending[0]
        if decision.seat == 0:
            await tables.step(session)
            continue
        position = session.reader.timeline.position
        secret = secret_of(position, decision.seat)
        thought = think(session.reader.game, position, decision.seat, strong, secret)
        moved = session.number + 1 if thought.ranked else 0
        await session.play.answer_for_computers(
            session.reader.timeline, [Answer(decision.seat, decision.id, thought.keys)]
        )
    with pytest.raises(ReasonsLater):
        await adviser.why(session, moved, 1)
    with pytest.raises(ReasonsLater):
        await adviser.dearest(session, ALICE)
    await session.leaving.close(ALICE, tables.press())

    why = await adviser.why(session, moved, 1)

    assert (why.seat, why.level) == (1, "strong")
    assert why.reasons.is_own
    assert (why.reasons.thought.keys, why.reasons.given) == (thought.keys, thought.keys)
    assert thinker.secrets[0] == secret
    with pytest.raises(NoComputersMove):
        await adviser.why(session, session.number, 5)
    with pytest.raises(NoThinkers):
        await Adviser(tables.sessions.context, None).why(session, moved, 1)


async def test_costliest_moves_list_only_the_readers_own_mistakes(tables: SessionFixture) -> None:
    thinker = Thinker()
    adviser = Adviser(tables.sessions.context, thinker.weigh)
    session = await begin_game(tables, BOB, CAROL)

    def choose(decision: Decision) -> tuple[str, ...]:
        return ("pass",) if decision.rule == TURN and decision.seat == 1 else tables.pick(decision)

    undone = 0
    for _ in range(60):
        if session.pending:
            asked_first = session.pending[0]
            moved = await tables.step(session, choose)
            is_turn = (asked_first.seat, asked_first.rule) == (1, TURN)
            if is_turn and not undone and can_undo(session, BOB):
                undone = moved.first
                await session.undo.take_back(BOB, tables.press())
    assert undone
    if session.pending:
        await session.leaving.close(DAVE, tables.press(), is_moderator=True)
    with pytest.raises(NeverPlayed):
        await adviser.dearest(session, DAVE)

    look = await adviser.dearest(session, BOB)

    asked = len(thinker.secrets)
    assert look.looked == look.total == asked
    assert 0 < len(look.moves) <= 3
    assert all(dear.reasons.given == ("pass",) != dear.better.keys for dear in look.moves)
    assert [dear.loss for dear in look.moves] == sorted((dear.loss for dear in look.moves), reverse=True)
    assert all(dear.given.worlds == dear.better.worlds for dear in look.moves)
    assert all(dear.loss > dear.error >= max(dear.better.error, dear.given.error) for dear in look.moves)
    assert await adviser.dearest(session, BOB) is look
    assert len(thinker.secrets) == asked, "a second look returns the first result"
    entries = await tables.store.log.entries(session.table.id, 1, session.number)
    own = [each for each in entries if isinstance(each.action, Answered) and each.seat == 1]
    assert look.total <= len(own)
    taken_back = [each for each in entries if isinstance(each.action, Retracted)]
    assert taken_back
    gone = {number for each in taken_back for number in each.action.numbers}  # type: ignore[union-attr]
    asked_of = {(each.action.decision, each.action.keys) for each in own if each.number not in gone}  # type: ignore[union-attr]
    assert look.total == sum(keys == ("pass",) for _, keys in asked_of)


class Leading(Thinker):
    """Gives prescribed answers, and rates the last option highest."""

    def __init__(self) -> None:
        super().__init__()
        self.says: list[str] = []

    def think(self, game: AnyGame, position: Position[Any], seat: Seat, about: Keys | None, **_: Any) -> Thought:
        if about is None:
            return Thought((self.says.pop(0),))
        asked = Play(game, position).decision_of(seat)
        assert asked is not None
        better = (asked.options[-1].key,)
        return Thought(better, (Alternative(better, 8, 900, 10), Alternative(about, 8, 100, 10)))


@pytest.fixture
async def classic(tmp_path: Path) -> AsyncIterator[SessionFixture]:
    made = SessionFixture(tmp_path / "knossos.db", GAMES["minos-classic"])
    await made.open()
    yield made
    await made.close()


async def test_a_combined_answer_is_explained_as_one(classic: SessionFixture) -> None:
    """Hints and costliest moves use the combined names, so people find them on the board."""
    tables, thinker = classic, Leading()
    adviser = Adviser(tables.sessions.context, thinker.weigh)
    session = await begin_game(tables, BOB, options={})
    while session.pending[0].rule != "TURN-2":
        await tables.step(session)
    asked = tables.user_asked(session)
    whole = next(each for each in session.reader.offers.as_shown(session.pending[0]).options if JOINT in each.key)
    first, *others = thinker.says = list(single_keys(whole.key))

    hint = await adviser.hint(session, asked, tables.press())

    assert (hint.thought.keys, hint.called) == ((first,), {(first,): whole.label})
    assert others
    assert thinker.says == []
    await session.play.answer(asked, (whole.key,), tables.press())
    await session.leaving.close(DAVE, tables.press(), is_moderator=True)
    look = await adviser.dearest(session, asked)
    dear = next(each.reasons for each in look.moves if each.reasons.decision.rule == "TURN-2")
    assert (dear.given, dear.called) == ((first,), {(first,): whole.label})


async def test_a_player_who_conceded_can_review_their_own_moves(tables: SessionFixture) -> None:
    """Conceding empties the player's seat and, against a computer, ends the game."""
    adviser = Adviser(tables.sessions.context, Thinker().weigh)
    session = await begin_game(tables, computers=1)
    passed = 0
    while passed < 2:
        decision = session.pending[0]
        if decision.seat == 0:
            await tables.step(session, lambda asked: ("pass",) if asked.rule == TURN else tables.pick(asked))
            passed += decision.rule == TURN
        else:
            await session.play.answer_for_computers(
                session.reader.timeline, [Answer(decision.seat, decision.id, tables.pick(decision))]
            )
    await session.leaving.concede(ALICE, tables.press())
    assert (session.table.status, session.reader.seat_of(ALICE)) == ("over", None)

    look = await adviser.dearest(session, ALICE)

    assert (look.looked, look.total) == (2, 2)
    with pytest.raises(NeverPlayed):
        await adviser.dearest(session, DAVE)


async def test_each_holder_of_a_seat_can_review_their_own_moves(tables: SessionFixture) -> None:
    """This includes former holders. One of them came back, and one gave the seat up permanently."""
    adviser = Adviser(tables.sessions.context, Thinker().weigh)
    session = await begin_game(tables, BOB, CAROL)
    turns = dict.fromkeys((BOB, DAVE), 0)

    async def one_turn_of(user: int) -> None:
        before = turns[user]
        while turns[user] == before:
            turns[user] += (session.pending[0].rule, tables.user_asked(session)) == (TURN, user)
            await tables.step(session, lambda asked: ("pass",) if asked.rule == TURN else tables.pick(asked))

    for holder, joins in ((BOB, DAVE), (DAVE, BOB), (BOB, None)):
        await one_turn_of(holder)
        await session.leaving.concede(holder, tables.press())
        if joins is not None:
            await session.lobby.join(joins, f"user {joins}", tables.press())
    await session.leaving.close(DAVE, tables.press(), is_moderator=True)

    assert (await adviser.dearest(session, BOB)).total == turns[BOB] == 2
    assert (await adviser.dearest(session, DAVE)).total == turns[DAVE] == 1
