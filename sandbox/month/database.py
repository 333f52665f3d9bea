"""Read from the database of a running bot whether it is at rest, and when its next work is due."""

import sqlite3
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from sandbox.simulation.log import open_read_only

NEXT = """
SELECT min(at) FROM (
    SELECT min(due_at) AS at FROM seat_clocks WHERE due_at > :after
    UNION ALL SELECT min(at) FROM due WHERE at > :after
    UNION ALL SELECT min(due_at + :ahead) FROM posts WHERE due_at + :ahead > :after
)
"""
TO_DO = """
SELECT min(at) FROM (
    SELECT min(due_at) AS at FROM seat_clocks c
    WHERE NOT EXISTS (SELECT 1 FROM due d WHERE d.table_id = c.table_id AND d.kind = 'vote')
    UNION ALL SELECT min(at) FROM due
    UNION ALL SELECT min(due_at + :ahead) FROM posts
)
"""
"""Selects when the bot has to work next. While a table votes on one seat, no time bank at that table counts."""
STUCK = """
SELECT DISTINCT c.table_id FROM seat_clocks c JOIN tables t ON t.id = c.table_id
WHERE t.status = 'running' AND c.decision IS NOT NULL AND coalesce(c.due_at, 0) < :late AND NOT c.is_asleep
    AND NOT EXISTS (SELECT 1 FROM due d WHERE d.table_id = c.table_id AND d.at >= :late)
"""
SLEEPING = """
SELECT count(*) FROM (
    SELECT c.table_id FROM seat_clocks c JOIN tables t ON t.id = c.table_id
    WHERE t.status = 'running' AND c.decision IS NOT NULL GROUP BY c.table_id HAVING min(c.is_asleep)
)
"""
LOST = "SELECT count(*) FROM servers WHERE guild = :guild AND lost_at IS NOT NULL"
NEWEST = "SELECT max(id) FROM (SELECT id FROM posts UNION ALL SELECT post FROM live_messages)"
SOON_MS = 1000


class BotDatabase:
    """The bot's database at `path`, read-only. All times are on the host's clock, in milliseconds since 1970."""

    def __init__(self, path: Path, ahead: Callable[[], int]) -> None:
        """Use the database at `path`. It need not exist before the first query. Posts are due by another clock:
        `ahead` returns how many milliseconds the host's clock is ahead of that."""
        self._path = path
        self._ahead = ahead

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        return open_read_only(self._path)

    def close(self) -> None:
        self._connection.close()

    def is_at_rest(self, now: int, since: int) -> bool:
        """Return whether the bot has checked for due work after `since` and has nothing left to do or post."""
        alive = self._one("SELECT at FROM clock_marks WHERE name = 'alive'")
        due = self._one(TO_DO, ahead=self._ahead())
        return alive is not None and since <= alive <= now + SOON_MS and (due is None or due > now)

    def has_posted(self, channel: int | None, now: int) -> bool:
        """Return whether all due posts to `channel` have been sent. If `channel` is None, check all channels."""
        query = "SELECT count(*) FROM posts WHERE channel = coalesce(:channel, channel) AND due_at + :ahead <= :now"
        return self._one(query, channel=channel, now=now, ahead=self._ahead()) == 0

    def newest_post(self) -> int:
        """Return when the newest post was made, by the clock of the process that made it; 0 if there is none."""
        return (self._one(NEWEST) or 0) // 1000 if self._path.exists() else 0

    def count_tables(self) -> int:
        return self._one("SELECT count(*) FROM tables") or 0

    def next_at(self, after: int) -> int | None:
        return self._one(NEXT, after=after, ahead=self._ahead())

    def status(self, channel: int) -> str | None:
        query = "SELECT status FROM tables WHERE channel = :channel ORDER BY id DESC"
        return next((str(row[0]) for row in self._rows(query, channel=channel)), None)

    def is_lost(self, guild: int) -> bool:
        """Return whether the bot has stored that this server removed it, and has stopped all tables there."""
        running = self._one("SELECT count(*) FROM tables WHERE guild = :guild AND status = 'running'", guild=guild)
        return self._one(LOST, guild=guild) == 1 and running == 0

    def is_regained(self, guild: int) -> bool:
        """Return whether the bot has stored that this server invited it again, and has resumed all tables there."""
        waiting = self._one("SELECT count(*) FROM tables WHERE guild = :guild AND reason = 'server'", guild=guild)
        return self._one(LOST, guild=guild) == waiting == 0

    def stuck(self, late: int) -> list[int]:
        """Return tables that wait for someone who isn't asleep, but have no work due at `late` or later."""
        return [int(row[0]) for row in self._rows(STUCK, late=late)]

    def sleeping(self) -> int:
        """Return the number of sleeping tables, at which everyone asked has been silent for a long time."""
        return self._one(SLEEPING) or 0

    def _one(self, query: str, **values: object) -> int | None:
        return next((row[0] for row in self._rows(query, **values)), None)

    def _rows(self, query: str, **values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, values).fetchall()
