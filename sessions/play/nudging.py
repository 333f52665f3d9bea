"""Nudges: people who are asked are pinged again, at most once in 12 hours for a question and never in quiet hours."""

from msgspec.structs import replace

from sessions.clocks.own_time import is_free
from sessions.play.change import Change
from sessions.records.clock import HOUR_MS
from sessions.refusals import NobodyToNudge

AGAIN_MS = 12 * HOUR_MS


def nudge(change: Change, by: int) -> None:
    """Ping everyone who is asked except `by`. Raises `NobodyToNudge` if all were pinged lately, sleep or are away."""
    context, now = change.context, change.origin.at
    nudged = tuple(
        replace(clock, nudged_at=now)
        for clock in context.seat_clocks.of(change.table.id).values()
        if clock.decision is not None
        and clock.user != by
        and not 0 <= now - max(clock.since, clock.nudged_at) < AGAIN_MS  # the clock may have been put back since
        and not clock.is_gone
        and is_free(context.schedules.get(clock.user), now)
    )
    if not nudged:
        raise NobodyToNudge
    change.put(change.table, tuple(clock.user for clock in nudged))
    change.include(clocks=nudged)
