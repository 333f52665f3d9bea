"""Each seat's setup, waits and changes of hands in a finished game, and who leaves the ladder."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("results", sa.Column("dealt", sa.LargeBinary(), nullable=True))
    op.add_column("results", sa.Column("turns", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("waited_ms", sa.BigInteger(), nullable=True))
    op.add_column("results", sa.Column("has_changed", sa.Boolean(), nullable=True))
    op.add_column("people", sa.Column("off_ladder", sa.Boolean(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("people", "off_ladder")
    op.drop_column("results", "has_changed")
    op.drop_column("results", "waited_ms")
    op.drop_column("results", "turns")
    op.drop_column("results", "dealt")
