"""The tables of the database. Migrations create these tables, and a test compares both definitions."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData()

LIVE_ONLY = text("status IN ('lobby', 'running', 'suspended')")

ENDED_ONLY = text("status IN ('over', 'closed')")

NOT_CLOSED = text("status <> 'closed'")

SEATS_CHANGED = text("kind IN ('Conceded', 'Reseated')")


def _table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    return Table(name, metadata, *parts, **options)


tables = _table(
    "tables",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("owner", BigInteger, nullable=False),
    Column("language", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("ended", Text),
    Column("reason", Text),
    Column("epoch", Integer, nullable=False),
    Column("seats_wanted", Integer),
    Column("options", LargeBinary, nullable=False),
    Column("proposal", LargeBinary),
    Column("commitment", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("rematch_of", Integer),
    Column("seating", LargeBinary),
    Column("pace", Text),
    Column("vote", LargeBinary),
    Column("revision", Integer, nullable=False, server_default="0"),
    Index("one_rematch_a_table", "rematch_of", unique=True, sqlite_where=NOT_CLOSED, postgresql_where=NOT_CLOSED),
    Index("one_live_table_per_channel", "channel", unique=True, sqlite_where=LIVE_ONLY, postgresql_where=LIVE_ONLY),
    Index("tables_by_channel", "channel", "id"),
    Index("live_tables_by_owner", "owner", sqlite_where=LIVE_ONLY, postgresql_where=LIVE_ONLY),
    Index("live_tables_by_guild", "guild", sqlite_where=LIVE_ONLY, postgresql_where=LIVE_ONLY),
    Index("ended_tables_by_guild", "guild", "changed_at", sqlite_where=ENDED_ONLY, postgresql_where=ENDED_ONLY),
)

sitters = _table(
    "sitters",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("level", Text),  # Set for a computer player.
    Index("sitters_by_user", "user"),
    sqlite_with_rowid=False,
)

entries = _table(
    "entries",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("deed", LargeBinary, nullable=False),  # the entry's action, under its old name
    Column("digest", Text, nullable=False),
    Column("interaction", BigInteger),
    Column("part", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("interaction", "part", name="one_entry_per_interaction_and_part"),
    Index("seat_changes", "table_id", sqlite_where=SEATS_CHANGED, postgresql_where=SEATS_CHANGED),
    sqlite_with_rowid=False,
)

results = _table(
    "results",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("dealt", LargeBinary),
    Column("turns", Integer),
    Column("waited_ms", BigInteger),
    Column("has_changed", Boolean),
    sqlite_with_rowid=False,
)

snapshots = _table(
    "snapshots",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("is_anchor", Boolean, nullable=False),
    Column("position", LargeBinary, nullable=False),
)

posts = _table(
    "posts",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

handled = _table(
    "handled",
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

people = _table(
    "people",
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
    Column("hand_by_dm", Boolean, nullable=False),
    Column("dm_closed_at", BigInteger),
    Column("off_ladder", Boolean, nullable=False, server_default="0"),
    Column("plain_text", Boolean, nullable=False, server_default="0"),
    Column("low_data", Boolean, nullable=False, server_default="0"),
)

servers = _table(
    "servers",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
    Column("channels", LargeBinary, nullable=False),
    Column("opener_role", BigInteger),
    Column("seeking", BigInteger),
    Column("reports", BigInteger),
    Column("pace", Text),
    Column("per_person", Integer),
    Column("per_server", Integer),
    Column("results_public", Boolean, nullable=False),
    Column("results_in", BigInteger),
    Column("lost_at", BigInteger),
    Column("zone", Text, nullable=False, server_default="UTC"),
    Column("seasons", LargeBinary),
    Column("seekers_role", BigInteger),
    Column("sought_at", BigInteger, nullable=False, server_default="0"),
    Column("digest", Integer),
)

notes = _table(
    "notes",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

watchers = _table(
    "watchers",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("told", Integer, nullable=False),
    sqlite_with_rowid=False,
)

notices = _table(
    "notices",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, nullable=False),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("news", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", BigInteger, nullable=False),
)

reports = _table(
    "reports",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("interaction", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger),
    Column("table_id", ForeignKey("tables.id")),
    Column("number", Integer, nullable=False),
    Column("game", Text),
    Column("version", Integer),
    Column("text", Text, nullable=False),
    UniqueConstraint("interaction", name="one_report_an_interaction"),
)

queue = _table(
    "queue",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("game", Text, primary_key=True),
    Column("seats", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("pace", Text),
    Column("most", Integer, nullable=False, server_default="0"),
)

queue_posts = _table(
    "queue_posts",
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
)

leagues = _table(
    "leagues",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("is_finished", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Index("leagues_by_guild", "guild"),
)

live_messages = _table(
    "live_messages",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("posted_at", BigInteger, nullable=False),
    Column("first", Integer, nullable=False, server_default="0"),
    Column("post", BigInteger, nullable=False, server_default="0"),
    Column("files", Text, nullable=False, server_default="{}"),
    sqlite_with_rowid=False,
)

schedules = _table(
    "schedules",
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("zone", Text, nullable=False),
    Column("quiet_begin", Integer),  # In minutes since midnight, like `quiet_end`.
    Column("quiet_end", Integer),
    Column("remind_h", Integer, nullable=False),
    Column("absences", LargeBinary, nullable=False),
    Column("reminded_at", BigInteger, nullable=False),
    Column("digest_h", Integer),
)

seat_clocks = _table(
    "seat_clocks",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("decision", Integer),
    Column("since", BigInteger, nullable=False),
    Column("counted_at", BigInteger, nullable=False),
    Column("own", BigInteger, nullable=False),
    Column("reminded", Integer, nullable=False),
    Column("is_warned", Boolean, nullable=False),
    Column("is_asleep", Boolean, nullable=False),
    Column("is_gone", Boolean, nullable=False),
    Column("left", BigInteger),
    Column("nudged_at", BigInteger, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("is_out", Boolean, nullable=False, server_default="0"),
    Column("due_at", BigInteger),
    Column("added_by", Integer, nullable=False, server_default="0"),
    Column("is_ahead", Boolean, nullable=False, server_default="0"),
    Column("asked_at", BigInteger),
    sqlite_with_rowid=False,
)

due = _table(
    "due",
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

clock_marks = _table("clock_marks", Column("name", Text, primary_key=True), Column("at", BigInteger, nullable=False))

starts = _table("starts", Column("at", BigInteger, primary_key=True, autoincrement=False))

hashes = _table("hashes", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
