"""Whether a turn that added to a bank was taken back, and the pace that somebody who waits for company wants."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat_clocks", sa.Column("added_by", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seat_clocks", sa.Column("is_ahead", sa.Boolean(), nullable=False, server_default="0"))
    op.add_column("queue", sa.Column("pace", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("queue", "pace")
    op.drop_column("seat_clocks", "is_ahead")
    op.drop_column("seat_clocks", "added_by")
