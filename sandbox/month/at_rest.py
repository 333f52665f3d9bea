"""What the bot's database says while the bot runs: whether it is at rest, and what it will do next by itself."""

import sqlite3
from contextlib import closing
from pathlib import Path

DUE = """
SELECT min(at) FROM (
    SELECT min(due_at) AS at FROM seat_clocks UNION ALL SELECT min(at) FROM due UNION ALL SELECT min(due_at) FROM posts
)
"""
NEXT = """
SELECT min(at) FROM (
    SELECT min(due_at) AS at FROM seat_clocks WHERE due_at > :now
    UNION ALL SELECT min(at) FROM due WHERE at > :now
    UNION ALL SELECT min(due_at) FROM posts WHERE due_at > :now
)
"""
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

SOON_MS = 1000


class BotDatabase:
    """The database of a bot that runs, read and never written. All moments are the host's."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)

    def close(self) -> None:
        self._connection.close()

    def is_at_rest(self, now: int, since: int) -> bool:
        """Whether it has looked at what is due since then, and nothing is due or waits to be posted."""
        alive = self._one("SELECT at FROM clock_marks WHERE name = 'alive'")
        due = self._one(DUE)
        return alive is not None and since <= alive <= now + SOON_MS and (due is None or due > now)

    def has_posted(self, channel: int | None, now: int) -> bool:
        """Whether nothing waits to be posted there; None for any channel."""
        if channel is None:
            return self._one("SELECT count(*) FROM posts WHERE due_at <= ?", now) == 0
        return self._one("SELECT count(*) FROM posts WHERE channel = ? AND due_at <= ?", channel, now) == 0

    def next_at(self, now: int) -> int | None:
        """When it has something to do next after `now`."""
        return self._one(NEXT, {"now": now})

    def status(self, channel: int) -> str | None:
        """The state of the table in that channel; None without one."""
        with closing(
            self._connection.execute("SELECT status FROM tables WHERE channel = ? ORDER BY id DESC", (channel,))
        ) as found:
            row = found.fetchone()
        return None if row is None else str(row[0])

    def is_lost(self, guild: int) -> bool:
        """Whether it has noted that this server removed it, and nothing of that server is under way."""
        lost = self._one("SELECT count(*) FROM servers WHERE guild = ? AND lost_at IS NOT NULL", guild)
        running = self._one("SELECT count(*) FROM tables WHERE guild = ? AND status = 'running'", guild)
        return lost == 1 and running == 0

    def is_regained(self, guild: int) -> bool:
        """Whether it has noted that this server invited it again, and nothing of that server waits for it."""
        lost = self._one("SELECT count(*) FROM servers WHERE guild = ? AND lost_at IS NOT NULL", guild)
        still = self._one("SELECT count(*) FROM tables WHERE guild = ? AND reason = 'server'", guild)
        return lost == still == 0

    def stuck(self, late: int) -> list[int]:
        """The tables where somebody is asked while nothing is due from `late` on, and no sleep was told."""
        with closing(self._connection.execute(STUCK, {"late": late})) as found:
            return [int(row[0]) for row in found]

    def sleeping(self) -> int:
        """How many tables have told that they sleep, at which everybody who is asked has been silent for long."""
        return self._one(SLEEPING) or 0

    def _one(self, query: str, *values: object) -> int | None:
        given = values[0] if values and isinstance(values[0], dict) else values
        with closing(self._connection.execute(query, given)) as found:
            row = found.fetchone()
        return None if row is None or row[0] is None else int(row[0])
