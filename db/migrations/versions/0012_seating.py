"""Who may sit down at a table, who is ready to begin, and who plays on for somebody who leaves."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("seating", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "seating")
