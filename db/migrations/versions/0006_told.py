"""Which entries a table's live message tells, and which posts it was sent for."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("live_messages", sa.Column("first", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("live_messages", sa.Column("post", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("live_messages", "post")
    op.drop_column("live_messages", "first")
