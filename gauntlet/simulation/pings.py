"""Check that everybody whose turn began was pinged."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bot import Parts
from sandbox import Sandbox
from sandbox.records import Channel, Message
from sandbox.simulation.log import open_read_only
from sandbox.simulation.notes import Life, up_ms
from sandbox.world import Change
from sessions.delivery.outbox import PINGS_AT_MOST, PINGS_WITHIN_MS
from sessions.records.clock import SeatClock
from sessions.sessions import now_ms

LATEST_MS = 600_000
"""A ping is missing if it doesn't come within this many milliseconds of connected time. A post that failed often waits
for minutes."""
ACTED = (
    "SELECT min(at) FROM entries WHERE table_id = ? AND at >= ? "
    "AND (seat = ? OR kind IN ('Retracted', 'Conceded', 'Reseated'))"
)
"""Selects when a seat first acted after a given time, or when something else may have ended its turn."""
CHANNEL = "SELECT channel FROM tables WHERE id = ?"


class Pings:
    """All pings in a sandbox, and all turns that the bot began. Times are milliseconds since 1970."""

    def __init__(self, sandbox: Sandbox, database: Path) -> None:
        self._database = database
        self._pinged: dict[int, list[int]] = {}
        """When each person was pinged or mentioned."""
        self._turns: list[tuple[SeatClock, int]] = []
        """Each turn, and the channel in which it began."""
        self._deleted: dict[int, int] = {}
        """When each channel was deleted."""
        sandbox.world.listen(self._note)

    def _note(self, change: Change) -> None:
        message = change.record
        if change.kind == "channel_deleted" and isinstance(message, Channel):
            self._deleted[message.id] = now_ms()
        if change.kind == "message_created" and isinstance(message, Message):
            # People who have left the server aren't pinged, but find the mention when they come back.
            for user in {*message.mentions, *message.pings}:
                self._pinged.setdefault(user, []).append(now_ms())

    def follow(self, parts: Parts) -> None:
        """Note each turn that begins while this bot runs. Leave out people who get a daily digest of their turns."""
        sessions = parts.sessions

        def hear(begun: Sequence[SeatClock]) -> None:
            with closing(open_read_only(self._database)) as log:
                for turn in begun:
                    if not sessions.choices.schedules.get(turn.user).has_digest:
                        (channel,) = log.execute(CHANNEL, (turn.table,)).fetchone()
                        self._turns.append((turn, channel))

        sessions.context.seat_clocks.hear_asked = hear

    def find_missing(self, lives: Sequence[Life]) -> list[str]:
        """Return a line for each turn whose player wasn't pinged in time. The time ends early if the player acts or the
        channel is deleted.
        """
        missing, now = [], now_ms()
        with closing(open_read_only(self._database)) as log:
            for turn, channel in self._turns:
                (acted,) = log.execute(ACTED, (turn.table, turn.since, turn.seat)).fetchone()
                told = self._told_at(turn)
                until = min(now if end is None else end for end in (acted, told, self._deleted.get(channel)))
                if up_ms(lives, turn.since, until) > LATEST_MS:
                    missing.append(
                        f"table {turn.table}: seat {turn.seat} wasn't told of the turn that began {turn.since}"
                    )
        return missing

    def _told_at(self, turn: SeatClock) -> int | None:
        pinged = self._pinged.get(turn.user, [])
        if sum(turn.since - PINGS_WITHIN_MS < at < turn.since for at in pinged) >= PINGS_AT_MOST:
            return turn.since
        return next((at for at in pinged if at >= turn.since), None)
