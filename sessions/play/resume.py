"""Resumes a stored table: its timeline comes from the newest anchor and the entries after it, digest by digest."""

from typing import TypeAlias

from msgspec.structs import replace

from engine.kernel.codec import decode, encode
from engine.kernel.refusals import UnreadablePosition
from sessions.play.context import SessionContext
from sessions.play.replaying import Departed, catch_up
from sessions.play.timeline import AnyGame, Origin, Timeline
from sessions.records.log import Snapshot, Upgraded
from sessions.records.table import Reason, Table
from sessions.store import Stored, Write

Resumed: TypeAlias = tuple[Table, Timeline | None, int]
"""The table, its timeline if it has a game, and the entry of its newest snapshot."""


async def resume(context: SessionContext, stored: Stored) -> Resumed:
    """Return the table and its timeline. A game that cannot be resumed is suspended."""
    table = stored.table
    if table.status == "lobby" or stored.snapshot is None:
        reason: Reason | None = "damaged" if table.status == "running" else None
        return await _suspend(context, table, reason) if reason else (table, None, 0)
    if table.reason in ("damaged", "rules"):
        return table, None, 0
    game = context.games.get(table.game)
    if game is None:
        return await _suspend(context, table, "rules")
    try:
        if table.version != game.rules.version:
            return await _upgrade(context, game, stored)
        timeline = Timeline(game, decode(game, stored.snapshot.position), stored.snapshot.number)
        catch_up(timeline, stored.entries)
    except (UnreadablePosition, Departed):
        return await _suspend(context, table, "damaged" if table.version == game.rules.version else "rules")
    return table, timeline, stored.snapshot.number


async def _upgrade(context: SessionContext, game: AnyGame, stored: Stored) -> Resumed:
    """Resume a game under new rules, from its newest snapshot and the later answers.

    The rules may now ask other seats. Their clocks must start, or computers would not answer.
    """
    table, newest = stored.table, stored.newest
    assert newest is not None
    timeline = Timeline(game, decode(game, newest.position), newest.number)
    agrees = catch_up(timeline, [entry for entry in stored.entries if entry.number > newest.number], is_strict=False)
    if table.status != "running":
        return table, timeline, newest.number
    timeline.bar()
    timeline.append(None, Upgraded(table.version, game.rules.version, not agrees), Origin(0, context.clock()))
    timeline.bar()
    timeline.settle()
    snapshot = Snapshot(timeline.number, game.rules.version, encode(timeline.position))
    changed = replace(table, version=game.rules.version, epoch=table.epoch + 1)
    write = Write(table.id, row=changed, entries=tuple(timeline.progress.entries), snapshot=snapshot)
    write = context.seat_clocks.add_to(write, changed, timeline.pending, context.clock())
    await context.store.commit(write)
    context.seat_clocks.adopt(write)
    changed = replace(changed, revision=changed.revision + 1)
    return changed, timeline, snapshot.number


async def _suspend(context: SessionContext, table: Table, reason: Reason) -> Resumed:
    if table.status == "running":
        table = replace(table, status="suspended", reason=reason)
        await context.store.commit(Write(table.id, row=table))
        table = replace(table, revision=table.revision + 1)
    return table, None, 0
