"""Which game a table plays once more: a game has one rematch, unless that was closed before it began."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NOT_CLOSED = sa.text("status <> 'closed'")


def upgrade() -> None:
    op.add_column("tables", sa.Column("rematch_of", sa.Integer(), nullable=True))
    op.create_index(
        "one_rematch_a_table",
        "tables",
        ["rematch_of"],
        unique=True,
        sqlite_where=NOT_CLOSED,
        postgresql_where=NOT_CLOSED,
    )


def downgrade() -> None:
    op.drop_index("one_rematch_a_table", "tables")
    op.drop_column("tables", "rematch_of")
