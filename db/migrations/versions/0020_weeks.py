"""Notes, watchers, servers, reports, queues and clocks; rematches, seatings, paces, votes, computers and statistics."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0002"
branch_labels = None
depends_on = None

NOT_CLOSED = sa.text("status <> 'closed'")
ADDED: tuple[tuple[str, sa.Column[Any]], ...] = (
    ("tables", sa.Column("rematch_of", sa.Integer(), nullable=True)),
    ("live_messages", sa.Column("first", sa.Integer(), nullable=False, server_default="0")),
    ("live_messages", sa.Column("post", sa.BigInteger(), nullable=False, server_default="0")),
    ("results", sa.Column("dealt", sa.LargeBinary(), nullable=True)),
    ("results", sa.Column("turns", sa.Integer(), nullable=True)),
    ("results", sa.Column("waited_ms", sa.BigInteger(), nullable=True)),
    ("results", sa.Column("has_changed", sa.Boolean(), nullable=True)),
    ("people", sa.Column("off_ladder", sa.Boolean(), nullable=False, server_default="0")),
    ("live_messages", sa.Column("files", sa.Text(), nullable=False, server_default="{}")),
    ("tables", sa.Column("seating", sa.LargeBinary(), nullable=True)),
    ("tables", sa.Column("pace", sa.Text(), nullable=True)),
    ("tables", sa.Column("vote", sa.LargeBinary(), nullable=True)),
    ("tables", sa.Column("revision", sa.Integer(), nullable=False, server_default="0")),
    ("sitters", sa.Column("level", sa.Text(), nullable=True)),
    ("people", sa.Column("dm_closed_at", sa.BigInteger(), nullable=True)),
)
"""The columns of tables that were there before, in order."""
MADE = ("notes", "watchers", "servers", "reports", "schedules", "seat_clocks", "due", "clock_marks", "queue")


def upgrade() -> None:
    for table, column in ADDED:
        op.add_column(table, column)
    op.drop_column("people", "dm_closed")
    op.create_index(
        "one_rematch_a_table", "tables", ["rematch_of"], unique=True, sqlite_where=NOT_CLOSED, postgresql_where=NOT_CLOSED
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "user"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "watchers",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "user"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("channels", sa.LargeBinary(), nullable=False),
        sa.Column("opener_role", sa.BigInteger(), nullable=True),
        sa.Column("seeking", sa.BigInteger(), nullable=True),
        sa.Column("reports", sa.BigInteger(), nullable=True),
        sa.Column("pace", sa.Text(), nullable=True),
        sa.Column("per_person", sa.Integer(), nullable=True),
        sa.Column("per_server", sa.Integer(), nullable=True),
        sa.Column("results_public", sa.Boolean(), nullable=False),
        sa.Column("lost_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("interaction", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("table_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("interaction", name="one_report_an_interaction"),
    )
    op.create_table(
        "schedules",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("quiet_begin", sa.Integer(), nullable=True),
        sa.Column("quiet_end", sa.Integer(), nullable=True),
        sa.Column("remind_h", sa.Integer(), nullable=False),
        sa.Column("absences", sa.LargeBinary(), nullable=False),
        sa.Column("reminded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user"),
    )
    op.create_table(
        "seat_clocks",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("decision", sa.Integer(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("counted_at", sa.BigInteger(), nullable=False),
        sa.Column("own", sa.BigInteger(), nullable=False),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("is_warned", sa.Boolean(), nullable=False),
        sa.Column("is_asleep", sa.Boolean(), nullable=False),
        sa.Column("is_gone", sa.Boolean(), nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=True),
        sa.Column("nudged_at", sa.BigInteger(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("is_out", sa.Boolean(), nullable=False, server_default="0"),
        sa.Column("added_by", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("is_ahead", sa.Boolean(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "due",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "kind"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "clock_marks",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "queue",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "user"),
    )
    # Lobbies that were open before they could lapse lapse like new ones.
    op.execute(
        "INSERT INTO due (table_id, kind, at) "
        "SELECT id, 'lobby', changed_at + 518400000 FROM tables WHERE status = 'lobby'"
    )


def downgrade() -> None:
    for table in reversed(MADE):
        op.drop_table(table)
    op.drop_index("one_rematch_a_table", "tables")
    op.add_column("people", sa.Column("dm_closed", sa.Boolean(), nullable=False, server_default=sa.false()))
    for table, column in reversed(ADDED):
        op.drop_column(table, column.name)
