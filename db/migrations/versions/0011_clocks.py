"""When people have time, since when each seat is asked, what is due for a table, and until when the clocks ran."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
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


def downgrade() -> None:
    for table in ("clock_marks", "due", "seat_clocks", "schedules"):
        op.drop_table(table)
