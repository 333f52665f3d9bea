"""How well a computer plays that has a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sitters", sa.Column("level", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("sitters", "level")
