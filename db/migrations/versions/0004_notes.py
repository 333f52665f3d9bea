"""What people noted for themselves at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "user"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("notes")
