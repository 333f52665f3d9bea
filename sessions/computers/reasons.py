"""Explains moves to people. Computer players first reshuffle everything the seat can't see, so nothing hidden leaks."""

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
from engine.kernel.offering.offers import MOST_JOINED, Branches, offer, single_keys
from engine.kernel.play import Position, copy_position
from engine.kernel.policy import Alternative, Keys, NoThought, Search, Thought
from sessions.computers.computers import secret_of
from sessions.play.context import SessionContext
from sessions.play.replaying import Departed, walk_log
from sessions.play.table_log import holder_of
from sessions.play.timeline import AnyGame
from sessions.play.undo import last_seat_of
from sessions.records.log import Answered, Entry, undone_numbers
from sessions.records.table import Table
from sessions.refusals import NeverPlayed, NoComputersMove, NoReasons, NoThinkers, PastUnreadable, ReasonsLater
from sessions.session import Session

LEVEL = "strong"
THOUGHT_S = 20.0
"""Longest wait for one thought, in seconds."""
DEAREST = 3
LOOK_S = 60.0
"""Longest search through the moves of a game, in seconds."""
REMEMBERED = 64

Weigh: TypeAlias = Callable[[AnyGame, Position[Any], Seat, str, bytes, Keys | None, bool], Awaitable[Thought]]
"""Asks a level about a seat's question and an answer. The last argument requests more thorough thought than in a game.
Raises `NoThought`. Reads the position before the first await."""

K = TypeVar("K")
V = TypeVar("V")


class Moment(msgspec.Struct, frozen=True):
    """A question that was answered."""

    number: int
    """The log entry of the answer."""
    position: Position[Any]
    decision: Decision
    given: Keys
    then: Keys = ()
    """The seat's next single-key answers."""


def moments_of(game: AnyGame, entries: Sequence[Entry], is_meant: Callable[[Entry], bool]) -> list[Moment]:
    """Return the answered questions whose log entries `is_meant` accepts, except undone ones. Raises `Departed`."""
    gone = undone_numbers(entries)
    given = [entry for entry in entries if isinstance(entry.action, Answered) and entry.number not in gone]
    places = {entry.number: place for place, entry in enumerate(given)}
    found: list[Moment] = []
    for (_, timeline), entry in zip(walk_log(game, entries), entries[1:], strict=False):
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
    keys: list[str] = []
    for entry in islice(entries, MOST_JOINED):
        assert isinstance(entry.action, Answered)
        if entry.seat != seat or len(entry.action.keys) != 1:
            break
        keys += entry.action.keys
    return tuple(keys)


def spread_out(moments: Sequence[Moment]) -> Iterator[Moment]:
    """Yield every eighth moment first, so that a search cut short still covers the whole game."""
    for first in (0, 4, 2, 6, 1, 5, 3, 7):
        yield from moments[first::8]


def name_of_given(game: AnyGame, moment: Moment) -> dict[Keys, Message]:
    """If the given answer began a combined option, map it to that option's name. Slow, so run this in a thread."""
    named = labels_by_keys(offer(game, moment.position, moment.decision))
    whole = [each for each in named if len(each) > 1 and (moment.given + moment.then)[: len(each)] == each]
    return {moment.given: named[max(whole, key=len)]} if whole else {}


def labels_by_keys(shown: Decision) -> dict[Keys, Message]:
    return {single_keys(option.key): option.label for option in shown.options}


class Reasons(msgspec.Struct, frozen=True):
    """A level's opinion of a question."""

    decision: Decision
    round: int | None
    seats: int
    thought: Thought
    search: Search | None
    """The level's search limits; None if it doesn't search for this answer."""
    given: Keys | None = None
    """The actual answer."""
    is_own: bool = True
    """True if the actual answer came from the same search."""
    called: dict[Keys, Message] = {}
    """The names of combined options, by their first answer."""


class Why(msgspec.Struct, frozen=True):
    seat: Seat
    level: str
    reasons: Reasons


class Dear(msgspec.Struct, frozen=True):
    """A costly move. Both answers are rated in the units of `Level.worth`."""

    reasons: Reasons
    better: Alternative
    """The answer that would have been better."""
    given: Alternative
    """The move that was made."""

    @property
    def loss(self) -> int:
        return self.better.mean - self.given.mean

    @property
    def error(self) -> int:
        return isqrt(self.better.error**2 + self.given.error**2)


class Look(msgspec.Struct, frozen=True):
    """A person's costliest moves, costliest first."""

    moves: tuple[Dear, ...]
    looked: int
    """The number of questions that were examined."""
    total: int
    """The number of the person's questions that could be examined."""


class _SharedResults(Generic[K, V]):
    """Caches the latest results by key. Concurrent requests for one key share a computation."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[K, asyncio.Task[V]] = OrderedDict()

    async def get(self, key: K, begin: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """Return the result, computing it if needed. Cancelling the caller does not cancel the computation."""
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._tasks[key] = asyncio.create_task(begin(), name="reasons")
            task.add_done_callback(_retrieve)
            while len(self._tasks) > REMEMBERED:
                self._tasks.popitem(last=False)
        return await asyncio.shield(task)


class Adviser:
    """Explains moves to people. `weigh` evaluates a question; None if the host runs no thinking processes."""

    def __init__(self, context: SessionContext, weigh: Weigh | None) -> None:
        self._context = context
        self.weigh = weigh
        self._hints: _SharedResults[tuple[int, int, Seat, int], Reasons] = _SharedResults()
        self._looks: _SharedResults[tuple[int, int], Look] = _SharedResults()

    async def hint(self, session: Session, user: int, interaction: int) -> Reasons:
        """Return the strongest level's answer. A repeated request counts once. Raises `NoHints`, `NoReasons`, …"""
        decision = session.hints.check(user)
        table, position, shown = (
            session.table,
            session.reader.timeline.position,
            session.reader.offers.as_shown(decision),
        )

        async def count() -> Reasons:
            game, asked = session.reader.game, copy_position(session.reader.game, position)
            secret = Chance(position.seed, {}).token(f"hint/{decision.seat}/{decision.id}")
            reasons = await self._ask_level(game, asked, decision, LEVEL, secret, thorough=True)
            called = await self._complete(game, asked, shown, reasons.thought.keys, secret)
            await session.hints.count(user, decision.id, interaction)
            return replace(reasons, called=called)

        return await self._hints.get((table.id, table.epoch, decision.seat, decision.id), count)

    async def why(self, session: Session, first: int, count: int) -> Why:
        """Explain a computer player's first real choice in `count` entries from `first` on. Raises `ReasonsLater`, …"""
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
            reasons = await self._ask_level(game, position, moment.decision, level, secret)
            is_own = reasons.thought.keys == moment.given
        if not is_own:
            reasons = await self._ask_level(game, position, moment.decision, LEVEL, secret, moment.given, True)
        called = await asyncio.to_thread(name_of_given, game, moment)
        return Why(seat, level, replace(reasons, given=moment.given, is_own=is_own, called=called))

    async def dearest(self, session: Session, user: int) -> Look:
        """Find the user's costliest moves. Raises `NoReasons`, `PastUnreadable`, and the errors of `check_dearest`."""
        seat = await self.check_dearest(session, user)
        return await self._looks.get((session.table.id, user), lambda: self._look_through(session, seat, user))

    async def check_dearest(self, session: Session, user: int) -> Seat:
        """Return the user's seat, or the last one they had. Raises `ReasonsLater`, `NeverPlayed`, `NoThinkers`."""
        _check_over(session.table)
        seat = session.reader.seat_of(user)
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
        looked, until = 0, time.monotonic() + LOOK_S
        for moment in spread_out(moments):
            secret = Chance(moment.position.seed, {}).token(f"look/{seat}/{moment.number}")
            try:
                reasons = await self._ask_level(game, moment.position, moment.decision, LEVEL, secret, moment.given)
            except NoReasons:
                if not looked:
                    raise
                break
            looked += 1
            dear += [(each, moment) for each in _cost(reasons)]
            if time.monotonic() >= until:
                break
        dear.sort(key=lambda each: -each[0].loss)
        return Look(tuple([await self._name(game, *each) for each in dear[:DEAREST]]), looked, len(moments))

    async def _name(self, game: AnyGame, dear: Dear, moment: Moment) -> Dear:
        given = await asyncio.to_thread(name_of_given, game, moment)
        shown = await asyncio.to_thread(offer, game, moment.position, moment.decision)
        secret = Chance(moment.position.seed, {}).token(f"look/{moment.decision.seat}/{moment.number}")
        better = await self._complete(game, moment.position, shown, dear.better.keys, secret)
        return replace(dear, reasons=replace(dear.reasons, called=given | better))

    async def _complete(
        self, game: AnyGame, position: Position[Any], shown: Decision, first: Keys, secret: bytes
    ) -> dict[Keys, Message]:
        """Let the level continue after `first`. If that completes a combined option, map `first` to its name."""
        named, branches, keys = labels_by_keys(shown), Branches(game, position), first
        while any(len(each) > len(keys) and each[: len(keys)] == keys for each in named):
            play = branches.after_all(branches.root, shown.seat, keys).play
            asked = play.decision_of(shown.seat)
            assert asked is not None
            try:
                thought = (await self._ask_level(game, play.position, asked, LEVEL, secret)).thought
            except NoReasons:
                break
            keys += thought.keys
        return {first: named[keys]} if len(keys) > len(first) and keys in named else {}

    async def _ask_level(
        self,
        game: AnyGame,
        position: Position[Any],
        decision: Decision,
        level: str,
        secret: bytes,
        given: Keys | None = None,
        thorough: bool = False,
    ) -> Reasons:
        """Ask the level for its opinion. Raises `NoThinkers`, `NoReasons`."""
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
        """Run `moments_of` in a thread. Raises `PastUnreadable`."""
        game, table = session.reader.game, session.table.id
        entries = await self._context.store.log.entries(table, 1, session.number)
        try:
            async with asyncio.timeout(THOUGHT_S):
                return await asyncio.to_thread(moments_of, game, entries, is_meant)
        except (Departed, TimeoutError) as error:
            raise PastUnreadable from error


def _search(game: AnyGame, position: Position[Any], decision: Decision) -> Search | None:
    level = game.programs.levels.get(LEVEL)
    return None if level is None else level.search_of(lambda: game.rules.look(position.state, decision.seat), decision)


def _retrieve(task: "asyncio.Task[Any]") -> None:
    """Keep asyncio from reporting a failure that nobody waits for."""
    if not task.cancelled():
        task.exception()


def _check_over(table: Table) -> None:
    """Raise `ReasonsLater` unless the game is over, since explanations reveal hidden information."""
    if table.status != "over":
        raise ReasonsLater


def _cost(reasons: Reasons) -> list[Dear]:
    given = next((each for each in reasons.thought.ranked if each.keys == reasons.given), None)
    if given is None:
        return []
    fair = [each for each in reasons.thought.ranked if each.worlds == given.worlds and each.keys != given.keys]
    better = max(fair, key=lambda each: each.mean, default=given)
    dear = Dear(reasons, better, given)
    return [dear] if dear.loss > dear.error else []
