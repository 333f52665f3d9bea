"""Who waits for company, as functions of a connection."""

from collections.abc import Sequence

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select

from db.tables import queue
from sessions.records.person import Waiting

KEPT_MS = 7 * 24 * 3600 * 1000
"""Who has waited for so long is taken to have forgotten it."""


def queue_up(connection: Connection, waiting: Waiting) -> list[Waiting]:
    """Keep that somebody waits, in place of what they waited for in that server.

    Returns who waits there for the same, the longest first, without those who have waited for over a week.
    """
    connection.execute(delete(queue).where(queue.c.at < waiting.at - KEPT_MS))
    leave_queue(connection, waiting.guild, [waiting.user])
    connection.execute(insert(queue), asdict(waiting))
    same = (queue.c.guild == waiting.guild) & (queue.c.game == waiting.game) & (queue.c.seats == waiting.seats)
    same &= queue.c.pace.is_not_distinct_from(waiting.pace)
    found = connection.execute(select(queue).where(same).order_by(queue.c.at, queue.c.user)).mappings()
    return [Waiting(**row) for row in found]


def leave_queue(connection: Connection, guild: int, users: Sequence[int]) -> int:
    """Forget that these users wait in that server. Returns how many did."""
    return connection.execute(delete(queue).where(queue.c.guild == guild, queue.c.user.in_(users))).rowcount


def queued(connection: Connection, user: int) -> list[Waiting]:
    """What this user waits for, server by server."""
    found = connection.execute(select(queue).where(queue.c.user == user).order_by(queue.c.guild)).mappings()
    return [Waiting(**row) for row in found]
