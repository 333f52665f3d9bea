"""The pace of a table, the vote that is open at it, and whether a seat's bank is empty."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("vote", sa.LargeBinary(), nullable=True))
    op.add_column("seat_clocks", sa.Column("is_out", sa.Boolean(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("seat_clocks", "is_out")
    op.drop_column("tables", "vote")
    op.drop_column("tables", "pace")
