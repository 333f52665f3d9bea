"""Tables, their log, snapshots, outbox and people."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hashes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "people",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("hand_by_dm", sa.Boolean(), nullable=False),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user"),
    )
    op.create_table(
        "starts", sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False), sa.PrimaryKeyConstraint("at")
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ended", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("seats_wanted", sa.Integer(), nullable=True),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("proposal", sa.LargeBinary(), nullable=True),
        sa.Column("commitment", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "live_tables_by_guild",
        "tables",
        ["guild"],
        unique=False,
        sqlite_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
        postgresql_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
    )
    op.create_index(
        "live_tables_by_owner",
        "tables",
        ["owner"],
        unique=False,
        sqlite_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
        postgresql_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
    )
    op.create_index(
        "one_live_table_per_channel",
        "tables",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
        postgresql_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
    )
    op.create_index("tables_by_channel", "tables", ["channel", "id"], unique=False)
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("deed", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sa.UniqueConstraint("interaction", "part", name="one_entry_per_interaction_and_part"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "handled",
        sa.Column("interaction", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("interaction"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "live_messages",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "kind"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posts",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("has_left", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("sitters_by_user", "sitters", ["user"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("is_anchor", sa.Boolean(), nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
    op.drop_index("sitters_by_user", table_name="sitters")
    op.drop_table("sitters")
    op.drop_table("posts")
    op.drop_table("live_messages")
    op.drop_table("handled")
    op.drop_table("entries")
    op.drop_index("tables_by_channel", table_name="tables")
    op.drop_index(
        "one_live_table_per_channel",
        table_name="tables",
        sqlite_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
        postgresql_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
    )
    op.drop_index(
        "live_tables_by_owner",
        table_name="tables",
        sqlite_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
        postgresql_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
    )
    op.drop_index(
        "live_tables_by_guild",
        table_name="tables",
        sqlite_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
        postgresql_where=sa.text("status IN ('lobby', 'running', 'suspended')"),
    )
    op.drop_table("tables")
    op.drop_table("starts")
    op.drop_table("people")
    op.drop_table("hashes")
