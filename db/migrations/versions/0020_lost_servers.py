"""When a server removed the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("servers", sa.Column("lost_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("servers", "lost_at")
