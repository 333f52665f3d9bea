"""Resumes stored tables, and replays stored logs under the current rules."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.kernel.codec import decode, digest, encode, share_texts
from engine.kernel.decision import Answer, Seat
from engine.kernel.game import playable_options
from engine.kernel.offering.turn_end import state_at_turn_end
from engine.kernel.play import Play, Position, start
from engine.kernel.refusals import Refusal, UnreadablePosition
from engine.kernel.rules import with_pending
from sessions.play.context import SessionContext, new_post
from sessions.play.timeline import AnyGame, Origin, Progress, Timeline
from sessions.play.undo import counting
from sessions.records.log import (
    Answered,
    Conceded,
    Ended,
    Entry,
    Ordered,
    Reseated,
    Retracted,
    Snapshot,
    Started,
    Upgraded,
)
from sessions.records.table import Reason, Table
from sessions.store import Overtaken, Stored, Write

log = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class Departed(Exception):  # noqa: N818
    """A replayed entry (`number`) was refused, or led to a different position than the log records."""

    number: int
    why: str


def catch_up(timeline: Timeline, entries: Iterable[Entry], is_strict: bool = True) -> bool:
    """Carry out stored entries. Return whether all digests agree. Raises `Departed` if an entry is missing or refused
    or, if `is_strict`, has another digest."""
    agrees = True
    for entry in entries:
        agrees = _follow(timeline, entry, is_strict) and agrees
    timeline.progress = Progress(turn_passed=timeline.progress.turn_passed)
    timeline.settle()
    return agrees


def _follow(timeline: Timeline, entry: Entry, is_strict: bool = True) -> bool:
    if entry.number != timeline.number + 1:
        raise Departed(entry.number, f"entry {timeline.number + 1} is missing")
    try:
        _carry_out(timeline, entry, Origin(entry.interaction, entry.at))
    except Refusal as refusal:
        raise Departed(entry.number, f"refused: {refusal!r}") from refusal
    if timeline.progress.entries[-1].digest == entry.digest:
        return True
    if is_strict:
        raise Departed(entry.number, "leads to another position")
    return False


def _carry_out(timeline: Timeline, entry: Entry, origin: Origin) -> None:
    match entry.action:
        case Answered(decision, keys, _, _, by_autopilot):
            assert entry.seat is not None
            timeline.answer(Answer(entry.seat, decision, keys), origin, by_autopilot)
        case Ordered(rule, keys):
            assert entry.seat is not None
            timeline.order(entry.seat, rule, keys, origin)
        case Retracted(numbers):
            if min(numbers) <= timeline.undo.anchor_number:
                raise Departed(entry.number, "goes back behind its anchor")
            retract(timeline, numbers, origin)
        case Conceded() | Reseated() | Upgraded() | Ended():
            timeline.bar()
            timeline.append(entry.seat, entry.action, origin)
        case Started():
            raise Departed(entry.number, "the game starts a second time")


def retract(timeline: Timeline, numbers: tuple[int, ...], origin: Origin) -> None:
    """Undo these entries, and cancel standing orders that are no longer possible afterwards."""
    gone = list(numbers)
    kept: list[Entry] = []
    timeline.play = Play(timeline.game, decode(timeline.game, timeline.undo.anchor))
    for entry in timeline.undo.moves:
        if entry.number in numbers:
            continue
        try:
            _redo(timeline, entry)
        except Refusal:
            gone.append(entry.number)
        else:
            kept.append(entry)
    timeline.undo.keep(kept)
    timeline.append(None, Retracted(tuple(sorted(gone))), origin)


def _redo(timeline: Timeline, entry: Entry) -> None:
    """Carry out an answer or order again without appending it. Raises a `Refusal`, which changes nothing."""
    assert entry.seat is not None
    match entry.action:
        case Answered(decision, keys):
            timeline.play.answer(Answer(entry.seat, decision, keys))
        case Ordered(rule, keys):
            timeline.play.order(entry.seat, rule, keys)
            timeline.play = Play(timeline.game, timeline.position)
        case _:
            raise AssertionError(entry)


class Replayed(msgspec.Struct, frozen=True):
    """The result of replaying a log: its number of entries, and the last position on which log and rules agree."""

    entries: int
    position: Position[Any] | None
    departed_at: int | None = None
    why: str = ""


def replay(game: AnyGame, entries: Sequence[Entry]) -> Replayed:
    agreed: Position[Any] | None = None
    try:
        for _, timeline in walk_log(game, entries):
            agreed = timeline.position
    except Departed as departed:
        return Replayed(len(entries), agreed, departed.number, departed.why)
    return Replayed(len(entries), agreed)


def version_at(entries: Sequence[Entry], number: int, newest: int) -> int:
    later = (entry.action.old for entry in entries if entry.number > number and isinstance(entry.action, Upgraded))
    return next(later, newest)


def position_after(game: AnyGame, snapshot: Snapshot, entries: Sequence[Entry]) -> Timeline:
    """Return the game after the entries that follow a snapshot. Raises `Departed`, `UnreadablePosition`."""
    timeline = Timeline(game, decode(game, snapshot.position), snapshot.number)
    for _ in _step(timeline, entries):
        pass
    return timeline


def view_at_turn_end(game: AnyGame, snapshot: Snapshot, entries: Sequence[Entry]) -> msgspec.Struct | None:
    """Return the result of `Past.view_at_turn_end` for the last entry. Raises the same errors as `position_after`."""
    *before, last = entries
    if not isinstance(last.action, Answered) or last.seat is None:
        return None
    timeline = position_after(game, snapshot, before)
    given = Answer(last.seat, last.action.decision, last.action.keys)
    try:
        state = state_at_turn_end(game, timeline.position, given)
    except Refusal as refusal:
        raise Departed(last.number, f"refused: {refusal!r}") from refusal
    if state is None:
        return None
    narration, look = game.narration, game.rules.look
    asked = [decision for decision in timeline.pending if decision.seat == last.seat and narration.is_in_turn(state)]
    return with_pending(narration.look_back(look(state, None), look(timeline.position.state, None)), asked)


def asked_from(game: AnyGame, snapshot: Snapshot, entries: Sequence[Entry], seat: Seat) -> int | None:
    """Return when the game last began to wait for `seat`; None if that was before `entries`. Raises the errors of
    `position_after`."""
    timeline = Timeline(game, decode(game, snapshot.position), snapshot.number)
    was_asked = any(decision.seat == seat for decision in timeline.pending)
    since: int | None = None
    for entry in _step(timeline, entries):
        is_asked = any(decision.seat == seat for decision in timeline.pending)
        if is_asked and not was_asked:
            since = entry.at
        was_asked = is_asked
    return since


def _step(timeline: Timeline, entries: Sequence[Entry]) -> Iterator[Entry]:
    """Carry out all entries that were not undone, yielding each one afterwards."""
    for entry in counting(entries):
        try:
            _redo(timeline, entry)
        except Refusal as refusal:
            raise Departed(entry.number, f"refused: {refusal!r}") from refusal
        yield entry
    if entries and timeline.digest() != entries[-1].digest:
        raise Departed(entries[-1].number, "leads to another position")


def walk_log(game: AnyGame, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Timeline]]:
    """Yield every entry of a whole log with the timeline after it. The timeline changes in place. Raises `Departed`."""
    if not entries or not isinstance(entries[0].action, Started):
        raise Departed(1, "the log does not begin with a start")
    try:
        first = start(game, entries[0].action.settings, entries[0].action.seed).position
    except Refusal as refusal:
        raise Departed(1, f"refused: {refusal!r}") from refusal
    if digest(first) != entries[0].digest:
        raise Departed(1, "leads to another position")
    timeline = Timeline(game, first, 1)
    yield entries[0], timeline
    for index, entry in enumerate(entries[1:], start=1):
        try:
            if isinstance(entry.action, Retracted) and min(entry.action.numbers) <= timeline.undo.anchor_number:
                timeline = _go_back(game, first, entries[: index + 1])
            else:
                _follow(timeline, entry)
        except Refusal as refusal:
            raise Departed(entry.number, f"refused: {refusal!r}") from refusal
        yield entry, timeline


def _go_back(game: AnyGame, first: Position[Any], entries: Sequence[Entry]) -> Timeline:
    """Return the timeline after an undo by consent, replayed from the beginning. Raises `Departed`."""
    timeline = Timeline(game, first, 1)
    for entry in counting(entries):
        _redo(timeline, entry)
    last = entries[-1]
    if timeline.digest() != last.digest:
        raise Departed(last.number, "leads to another position")
    return Timeline(game, timeline.position, last.number)


Resumed: TypeAlias = tuple[Table, Timeline | None, int]
"""The table, its timeline if it has a game, and the entry of its newest snapshot."""


async def resume(context: SessionContext, stored: Stored) -> Resumed:
    """Return the table and its timeline. A game that cannot be resumed is suspended."""
    table, game = stored.table, context.games.get(stored.table.game)
    if game is None:
        return await _suspend(context, table, "game")
    if table.status == "lobby" or stored.snapshot is None:
        reason: Reason | None = "damaged" if table.status == "running" else None
        if reason:
            return await _suspend(context, table, reason)
        if table.status == "lobby":  # a release may have removed options or values
            table = replace(table, options=playable_options(game, table.options))
        return table, None, 0
    if table.reason in ("damaged", "rules", "game"):
        return table, None, 0
    try:
        if table.version != game.rules.version:
            return await _upgrade(context, game, stored)
        timeline = _timeline_at(game, stored.snapshot, stored.entries)
        catch_up(timeline, [entry for entry in stored.entries if entry.number > timeline.number])
    except (UnreadablePosition, Departed):
        reason = "damaged" if table.version == game.rules.version else "rules"
        return await _suspend(context, table, "game" if table.game in context.packages else reason)
    except (Refusal, Overtaken):
        raise
    except Exception as error:  # the rules may raise anything
        log.error("game failed: table=%s game=%s", table.id, table.game, exc_info=error)
        return await _suspend(context, table, "game")
    return table, timeline, stored.snapshot.number


def _timeline_at(game: AnyGame, snapshot: Snapshot, entries: Sequence[Entry]) -> Timeline:
    """Return the timeline at a snapshot. Raises `UnreadablePosition`, or `Departed` if the log records another
    digest."""
    position = share_texts(decode(game, snapshot.position))
    entry = next((entry for entry in entries if entry.number == snapshot.number), None)
    if entry is None or sha256(snapshot.position).hexdigest() != entry.digest:
        raise Departed(snapshot.number, "leads to another position")
    return Timeline(game, position, snapshot.number)


async def _upgrade(context: SessionContext, game: AnyGame, stored: Stored) -> Resumed:
    """Resume a game under new rules, from its newest snapshot. Start the clocks of seats that are newly asked."""
    table, newest = stored.table, stored.newest
    assert newest is not None
    timeline = _timeline_at(game, newest, stored.entries)
    agrees = catch_up(timeline, [entry for entry in stored.entries if entry.number > newest.number], is_strict=False)
    if table.status != "running":
        return table, timeline, newest.number
    timeline.bar()
    timeline.append(None, Upgraded(table.version, game.rules.version, not agrees), Origin(0, context.clock()))
    timeline.bar()
    timeline.settle()
    snapshot = Snapshot(timeline.number, game.rules.version, encode(timeline.position))
    changed = replace(table, version=game.rules.version, epoch=table.epoch + 1)
    entries = tuple(timeline.progress.entries)
    board = new_post(context, table, "board", timeline.number, timeline.number)  # the old controls no longer work
    write = Write(table.id, row=changed, entries=entries, snapshot=snapshot, posts=(board,))
    await context.commit(context.seat_clocks.add_to(write, changed, timeline.pending, context.clock()))
    changed = replace(changed, revision=changed.revision + 1)
    return changed, timeline, snapshot.number


async def _suspend(context: SessionContext, table: Table, reason: Reason) -> Resumed:
    if table.status == "running" or (table.status == "lobby" and reason == "game"):
        table = replace(table, status="suspended", reason=reason)
        posts = (new_post(context, table, "board"),) if reason == "game" else ()
        write = Write(table.id, table, posts=posts)
        await context.commit(context.seat_clocks.add_to(write, table, (), context.clock()))
        table = replace(table, revision=table.revision + 1)
    return table, None, 0
