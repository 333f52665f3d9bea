"""An index for finding a server's recently ended tables."""

from db.migrations.scripts import steps_of

revision, down_revision = "0033", "0032"
upgrade, downgrade = steps_of(__file__)
