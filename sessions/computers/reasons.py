"""Reasons of programs, told to people: a hint on one's own question, why a computer moved so, what moves cost most.

All come from the search by which the strongest level plays, over worlds dealt anew for the seat: nobody is told what
that seat could not know. What is to be thought about is done by processes; where none answers there are no reasons.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from itertools import islice
from math import isqrt
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from engine.kernel.chance import Chance
from engine.kernel.decision import Decision, Message, Seat
from engine.kernel.levels import Alternative, Keys, NoThought, Search, Thought
from engine.kernel.offering.branches import Branches
from engine.kernel.offering.joining import single_keys
from engine.kernel.offering.offers import MOST_JOINED, offer
from engine.kernel.play import Position, copy_position
from sessions.computers.computers import secret_of
from sessions.play.context import SessionContext
from sessions.play.holders import holder_of
from sessions.play.replaying import walked
from sessions.play.timeline import AnyGame, Departed
from sessions.play.undo import last_seat_of
from sessions.records.log import Answered, Entry, Retracted
from sessions.records.table import Table
from sessions.refusals import NeverPlayed, NoComputersMove, NoReasons, NoThinkers, PastUnreadable, ReasonsLater
from sessions.session import Session

LEVEL = "strong"
"""The level whose search tells the reasons, whoever moved."""
THOUGHT_S = 20.0
"""So long at most one thought is waited for: a process that has not answered by then hangs, or has much to do."""
DEAREST = 3
LOOK_S = 60.0
"""So long at most the moves of a whole game are looked through; those looked at by then are spread over all of it."""
KEPT = 64
"""How many hints, and how many looks through a game, are kept in memory to be told again."""

Weigh: TypeAlias = Callable[[AnyGame, Position[Any], Seat, str, bytes, Keys | None, bool], Awaitable[Thought]]
"""What a level thinks of a seat's question, and of an answer; more thoroughly than at a table where that is true.

Raises `NoThought`. It reads the position at once.
"""

K = TypeVar("K")
V = TypeVar("V")


class Moment(msgspec.Struct, frozen=True):
    """A question as it was asked, the position then, the entry that answered it, and what its seat answered next.

    `then` are the keys of the next answers, as far as each is one and nobody else's came between.
    """

    number: int
    position: Position[Any]
    decision: Decision
    given: Keys
    then: Keys = ()


class Reasons(msgspec.Struct, frozen=True):
    """What was thought of a question: `search` is how far, None where nothing was tried.

    `given` is what was answered (None: nothing yet). `is_own`: whoever answered it thought just that. `called` has the
    names of answers that boards offer as one with what follows: that was answered next, or would be.
    """

    decision: Decision
    round: int | None
    seats: int
    thought: Thought
    search: Search | None
    given: Keys | None = None
    is_own: bool = True
    called: dict[Keys, Message] = {}


class Why(msgspec.Struct, frozen=True):
    """Why a computer moved as it did: whose seat, how well it plays, and what was thought."""

    seat: Seat
    level: str
    reasons: Reasons


class Dear(msgspec.Struct, frozen=True):
    """A move that cost something: what would have been better, and by how much, in the units of `Level.worth`."""

    reasons: Reasons
    better: Alternative
    given: Alternative

    @property
    def loss(self) -> int:
        """How much less the move was worth, in hundredths."""
        return self.better.mean - self.given.mean

    @property
    def error(self) -> int:
        """How far chance may have moved the loss, in the same units."""
        return isqrt(self.better.error**2 + self.given.error**2)


class Look(msgspec.Struct, frozen=True):
    """The dearest moves of a person, the dearest first, of `looked` questions out of `total` that can be thought of."""

    moves: tuple[Dear, ...]
    looked: int
    total: int


class _Kept(Generic[K, V]):
    """What was asked for last, and no more than some of it: whoever asks meanwhile waits for the same answer."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[K, asyncio.Task[V]] = OrderedDict()

    async def once(self, key: K, answer: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """The answer that is kept or under way; otherwise a new one, which no impatience of who asks ends."""
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._tasks[key] = asyncio.create_task(answer(), name="reasons")
            task.add_done_callback(_heard)
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        return await asyncio.shield(task)


class Adviser:
    """Tells people the reasons of programs. `weigh` thinks about a question; None where the host has no processes."""

    def __init__(
        self, context: SessionContext, weigh: Weigh | None, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._context = context
        self.weigh = weigh
        self._steady = steady
        self._hints: _Kept[tuple[int, int, Seat, int], Reasons] = _Kept()
        self._looks: _Kept[tuple[int, int], Look] = _Kept()

    async def hint(self, session: Session, user: int, interaction: int) -> Reasons:
        """What the strongest level would answer to what this user is asked. Told twice, it is counted once.

        Raises `NoHints`, `NoThinkers`, `NoReasons`, and as `TablePlay.answer` for who is not asked.
        """
        decision = session.hints.check(user)
        table, position, shown = session.table, session.timeline.position, session.reader.offers.shown(decision)

        async def counted() -> Reasons:
            game, asked = session.reader.game, copy_position(session.reader.game, position)
            secret = Chance(position.seed, {}).token(f"hint/{decision.seat}/{decision.id}")
            reasons = await self._thought_of(game, asked, decision, LEVEL, secret, thorough=True)
            called = await self._gone_on(game, asked, shown, reasons.thought.keys, secret)
            await session.hints.count(user, decision.id, interaction)
            return replace(reasons, called=called)

        return await self._hints.once((table.id, table.epoch, decision.seat, decision.id), counted)

    async def why(self, session: Session, first: int, count: int) -> Why:
        """Why a computer answered as it did, at the first of these entries that it can have thought about.

        Raises `ReasonsLater` before the game is over, `NoComputersMove`, `NoThinkers`, `NoReasons`, `PastUnreadable`.
        """
        _check_over(session.table)
        if self.weigh is None:
            raise NoThinkers
        game, sitters = session.reader.game, session.table.sitters
        computers = {sitter.seat for sitter in session.table.computers}

        def is_meant(entry: Entry) -> bool:
            return first <= entry.number < first + count and entry.seat in computers

        moments = await self._moments(session, is_meant)
        if not moments:
            raise NoComputersMove
        moment = next((each for each in moments if _search(game, each.position, each.decision)), moments[0])
        seat, position = moment.decision.seat, moment.position
        level, secret = sitters[seat].level or LEVEL, secret_of(moment.position, moment.decision.seat)
        is_own = game.programs.levels[level].search is not None
        if is_own:
            reasons = await self._thought_of(game, position, moment.decision, level, secret)
            is_own = reasons.thought.keys == moment.given
        if not is_own:
            reasons = await self._thought_of(game, position, moment.decision, LEVEL, secret, moment.given, True)
        called = await asyncio.to_thread(_gone_on_so, game, moment)
        return Why(seat, level, replace(reasons, given=moment.given, is_own=is_own, called=called))

    async def dearest(self, session: Session, user: int) -> Look:
        """The moves of this user that cost most. Raises as `check_dearest`, and `NoReasons`, `PastUnreadable`."""
        seat = await self.check_dearest(session, user)
        return await self._looks.once((session.table.id, user), lambda: self._look_through(session, seat, user))

    async def check_dearest(self, session: Session, user: int) -> Seat:
        """The seat of who may ask for their dearest moves: they have it, or had it last.

        Raises `ReasonsLater`, `NeverPlayed`, `NoThinkers`.
        """
        _check_over(session.table)
        seat = session.seat_of(user)
        if seat is None:
            seat = last_seat_of(user, await session.reader.log.seat_changes())
        if seat is None:
            raise NeverPlayed
        if self.weigh is None:
            raise NoThinkers
        return seat

    async def _look_through(self, session: Session, seat: Seat, user: int) -> Look:
        game, table = session.reader.game, session.table
        changes = await session.reader.log.seat_changes()

        def is_own(entry: Entry) -> bool:
            return entry.seat == seat and holder_of(table, changes, seat, entry.number) == user

        found = await self._moments(session, is_own)
        moments = [each for each in found if _search(game, each.position, each.decision)]
        dear: list[tuple[Dear, Moment]] = []
        looked, until = 0, self._steady() + LOOK_S
        for moment in _spread(moments):
            secret = Chance(moment.position.seed, {}).token(f"look/{seat}/{moment.number}")
            try:
                reasons = await self._thought_of(game, moment.position, moment.decision, LEVEL, secret, moment.given)
            except NoReasons:
                if not looked:
                    raise
                break
            looked += 1
            dear += [(each, moment) for each in _cost(reasons)]
            if self._steady() >= until:
                break
        dear.sort(key=lambda each: -each[0].loss)
        return Look(tuple([await self._named(game, *each) for each in dear[:DEAREST]]), looked, len(moments))

    async def _named(self, game: AnyGame, dear: Dear, moment: Moment) -> Dear:
        """The same with the names of what was answered and of what was better."""
        given = await asyncio.to_thread(_gone_on_so, game, moment)
        shown = await asyncio.to_thread(offer, game, moment.position, moment.decision)
        secret = Chance(moment.position.seed, {}).token(f"look/{moment.decision.seat}/{moment.number}")
        better = await self._gone_on(game, moment.position, shown, dear.better.keys, secret)
        return replace(dear, reasons=replace(dear.reasons, called=given | better))

    async def _gone_on(
        self, game: AnyGame, position: Position[Any], shown: Decision, first: Keys, secret: bytes
    ) -> dict[Keys, Message]:
        """What boards call `first` with the answers that are offered as one with it, as the strongest level goes on.

        Nothing where it stands by itself, and where nobody tells how to go on.
        """
        named, branches, keys = _named_by_keys(shown), Branches(game, position), first
        while any(len(each) > len(keys) and each[: len(keys)] == keys for each in named):
            play = branches.after_all(branches.root, shown.seat, keys).play
            asked = play.decision_of(shown.seat)
            assert asked is not None
            try:
                thought = (await self._thought_of(game, play.position, asked, LEVEL, secret)).thought
            except NoReasons:
                break
            keys += thought.keys
        return {first: named[keys]} if len(keys) > len(first) and keys in named else {}

    async def _thought_of(
        self,
        game: AnyGame,
        position: Position[Any],
        decision: Decision,
        level: str,
        secret: bytes,
        given: Keys | None = None,
        thorough: bool = False,
    ) -> Reasons:
        """What that level thinks of a question. Raises `NoThinkers`, `NoReasons`."""
        if self.weigh is None or level not in game.programs.levels:
            raise NoThinkers
        try:
            async with asyncio.timeout(THOUGHT_S):
                thought = await self.weigh(game, position, decision.seat, level, secret, given, thorough)
        except (NoThought, TimeoutError) as error:
            raise NoReasons from error
        search = _search(game, position, decision) if thought.ranked else None
        return Reasons(
            decision, game.narration.round_of(position.state), position.settings.seats, thought, search, given
        )

    async def _moments(self, session: Session, is_meant: Callable[[Entry], bool]) -> list[Moment]:
        """The questions that such entries answered, as far as they count. Raises `PastUnreadable`."""
        game, table = session.reader.game, session.table.id
        entries = await self._context.store.log.entries(table, 1, session.number)
        try:
            async with asyncio.timeout(THOUGHT_S):
                return await asyncio.to_thread(moments_of, game, entries, is_meant)
        except (Departed, TimeoutError) as error:
            raise PastUnreadable from error


def moments_of(game: AnyGame, entries: Sequence[Entry], is_meant: Callable[[Entry], bool]) -> list[Moment]:
    """The questions that such entries answered for those who had the seats then, and that were not taken back.

    Raises `Departed`. Changes nothing that others hold, so it may run in a thread.
    """
    gone = {number for entry in entries if isinstance(entry.action, Retracted) for number in entry.action.numbers}
    given = [entry for entry in entries if isinstance(entry.action, Answered) and entry.number not in gone]
    places = {entry.number: place for place, entry in enumerate(given)}
    found: list[Moment] = []
    for (_, timeline), entry in zip(walked(game, entries), entries[1:], strict=False):
        action = entry.action
        if not isinstance(action, Answered) or action.by_autopilot or entry.number in gone:
            continue
        if not is_meant(entry):
            continue
        asked = next((decision for decision in timeline.pending if decision.seat == entry.seat), None)
        if asked is not None:
            then = _answers_of(entry.seat, given[places[entry.number] + 1 :])
            found.append(Moment(entry.number, copy_position(game, timeline.position), asked, action.keys, then))
    return found


def _answers_of(seat: Seat | None, entries: Iterable[Entry]) -> Keys:
    """The keys of the first of these, as far as they are answers of that seat with one option each."""
    keys: list[str] = []
    for entry in islice(entries, MOST_JOINED):
        assert isinstance(entry.action, Answered)
        if entry.seat != seat or len(entry.action.keys) != 1:
            break
        keys += entry.action.keys
    return tuple(keys)


def _gone_on_so(game: AnyGame, moment: Moment) -> dict[Keys, Message]:
    """What boards call what was answered with those of the next answers that were offered as one with it.

    Nothing where it stood by itself. Takes its time: it runs in a thread.
    """
    named = _named_by_keys(offer(game, moment.position, moment.decision))
    whole = [each for each in named if len(each) > 1 and (moment.given + moment.then)[: len(each)] == each]
    return {moment.given: named[max(whole, key=len)]} if whole else {}


def _named_by_keys(shown: Decision) -> dict[Keys, Message]:
    """The labels of options by the answers for which they stand."""
    return {single_keys(option.key): option.label for option in shown.options}


def _search(game: AnyGame, position: Position[Any], decision: Decision) -> Search | None:
    """How the strongest level thinks about a question; None where it answers by its policy."""
    level = game.programs.levels.get(LEVEL)
    return None if level is None else level.search_of(lambda: game.rules.look(position.state, decision.seat), decision)


def _heard(task: "asyncio.Task[Any]") -> None:
    """Take note of what became of an answer, though nobody may wait for it any more."""
    if not task.cancelled():
        task.exception()


def _check_over(table: Table) -> None:
    """Raise `ReasonsLater` unless the game is over: reasons tell what a seat knew."""
    if table.status != "over":
        raise ReasonsLater


def _spread(moments: Sequence[Moment]) -> Iterator[Moment]:
    """All of these, every eighth first, so that those looked at in time are from the whole game."""
    for first in (0, 4, 2, 6, 1, 5, 3, 7):
        yield from moments[first::8]


def _cost(reasons: Reasons) -> list[Dear]:
    """What the answer cost, where another was better by more than chance; nothing else."""
    given = next((each for each in reasons.thought.ranked if each.keys == reasons.given), None)
    if given is None:
        return []
    fair = [each for each in reasons.thought.ranked if each.worlds == given.worlds and each.keys != given.keys]
    better = max(fair, key=lambda each: each.mean, default=given)
    dear = Dear(reasons, better, given)
    return [dear] if dear.loss > dear.error else []
