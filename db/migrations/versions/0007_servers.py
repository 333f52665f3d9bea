"""What those who manage a server chose for it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("channels", sa.LargeBinary(), nullable=False),
        sa.Column("opener_role", sa.BigInteger(), nullable=True),
        sa.Column("seeking", sa.BigInteger(), nullable=True),
        sa.Column("reports", sa.BigInteger(), nullable=True),
        sa.Column("pace", sa.Text(), nullable=True),
        sa.Column("per_person", sa.Integer(), nullable=True),
        sa.Column("per_server", sa.Integer(), nullable=True),
        sa.Column("results_public", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild"),
    )


def downgrade() -> None:
    op.drop_table("servers")
