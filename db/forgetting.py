"""Remove everything that the database holds about one server."""

from collections import Counter

import msgspec
from sqlalchemy import Connection, Select, delete, exists, func, select

from db.changes import keep_clock_mark
from db.queries import LAST_TABLE, last_table
from db.tables import LIVE_ONLY, metadata, queue, reports, servers
from db.tables import tables as t

_PARTS = [each for each in metadata.sorted_tables if "table_id" in each.c]


class StillIn(Exception):  # noqa: N818
    """As far as the database knows, the bot is in this server."""


class Removed(msgspec.Struct, frozen=True):
    """The numbers of removed rows, by table of the database, and of `live` games among them."""

    rows: Counter[str]
    live: int = 0

    def __bool__(self) -> bool:
        return bool(self.rows)


def forget_server(connection: Connection, guild: int, *, is_sure: bool = False) -> Removed:
    """Remove everything about a server. Raise `StillIn` if it has not removed the bot, unless the host `is_sure`."""
    here = select(t.c.id).where(t.c.guild == guild)
    live = connection.execute(select(func.count()).where(t.c.guild == guild, LIVE_ONLY)).scalar_one()
    is_lost = connection.execute(select(exists().where(servers.c.guild == guild, servers.c.lost_at.is_not(None))))
    is_allowed = is_sure or is_lost.scalar_one()
    removed = _forget_tables(connection, here) + _forget_choices(connection, guild)
    if removed and not is_allowed:
        raise StillIn
    return Removed(removed, live)


def forget_lost(connection: Connection, guild: int, lost_by: int, most: int) -> list[tuple[int, int]] | None:
    is_lost = exists().where(servers.c.guild == guild, servers.c.lost_at <= lost_by)
    if not connection.execute(select(is_lost)).scalar_one():
        return None
    oldest = select(t.c.id, t.c.channel).where(t.c.guild == guild).order_by(t.c.id).limit(most)
    found = [(row.id, row.channel) for row in connection.execute(oldest)]
    _forget_tables(connection, select(t.c.id).where(t.c.id.in_([table for table, _ in found])))
    if len(found) < most:
        _forget_choices(connection, guild)
    return found


def _forget_tables(connection: Connection, chosen: Select[tuple[int]]) -> Counter[str]:
    """Remove these tables. Old buttons have their ids, so no other table gets them."""
    keep_clock_mark(connection, LAST_TABLE, last_table(connection))
    removed = Counter({each.name: connection.execute(delete(each).where(each.c.table_id.in_(chosen))).rowcount
                       for each in _PARTS})  # fmt: skip
    removed[t.name] = connection.execute(delete(t).where(t.c.id.in_(chosen))).rowcount
    return +removed


def _forget_choices(connection: Connection, guild: int) -> Counter[str]:
    own = (queue, reports, servers)
    return +Counter({each.name: connection.execute(delete(each).where(each.c.guild == guild)).rowcount for each in own})
