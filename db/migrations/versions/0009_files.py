"""Which pictures a table's live message shows, so that an edit keeps those that have not changed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("live_messages", sa.Column("files", sa.Text(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("live_messages", "files")
