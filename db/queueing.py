"""The queues of people who wait for a game, as functions of a connection."""

from collections.abc import Sequence

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select

from db.tables import queue
from sessions.records.person import Waiting

KEPT_MS = 7 * 24 * 3600 * 1000
"""The longest wait. After that a person has probably forgotten it."""


def queue_up(connection: Connection, waiting: Waiting) -> list[Waiting]:
    """Add somebody to a queue, in place of any other in that server. Drop everyone who has waited over a week.

    Return everyone in that queue, the longest wait first.
    """
    connection.execute(delete(queue).where(queue.c.at < waiting.at - KEPT_MS))
    leave_queue(connection, waiting.guild, [waiting.user])
    connection.execute(insert(queue), asdict(waiting))
    same = (queue.c.guild == waiting.guild) & (queue.c.game == waiting.game) & (queue.c.seats == waiting.seats)
    same &= queue.c.pace.is_not_distinct_from(waiting.pace)
    found = connection.execute(select(queue).where(same).order_by(queue.c.at, queue.c.user)).mappings()
    return [Waiting(**row) for row in found]


def leave_queue(connection: Connection, guild: int, users: Sequence[int]) -> int:
    return connection.execute(delete(queue).where(queue.c.guild == guild, queue.c.user.in_(users))).rowcount


def queued(connection: Connection, user: int) -> list[Waiting]:
    """Return this user's places in queues, by server."""
    found = connection.execute(select(queue).where(queue.c.user == user).order_by(queue.c.guild)).mappings()
    return [Waiting(**row) for row in found]
