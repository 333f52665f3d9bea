"""People who want words alone."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("plain_text", sa.Boolean(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("people", "plain_text")
