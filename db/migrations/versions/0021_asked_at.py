"""When a seat began to be asked one question after another."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat_clocks", sa.Column("asked_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("seat_clocks", "asked_at")
