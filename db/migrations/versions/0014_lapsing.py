"""Lobbies that were open before they could lapse are looked after like new ones."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "INSERT INTO due (table_id, kind, at) "
        "SELECT id, 'lobby', changed_at + 518400000 FROM tables WHERE status = 'lobby'"
    )


def downgrade() -> None:
    op.execute("DELETE FROM due WHERE kind = 'lobby'")
