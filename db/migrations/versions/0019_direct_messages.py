"""When a direct message was refused, so that it is tried again one day."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("dm_closed_at", sa.BigInteger(), nullable=True))
    op.drop_column("people", "dm_closed")


def downgrade() -> None:
    op.add_column("people", sa.Column("dm_closed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_column("people", "dm_closed_at")
