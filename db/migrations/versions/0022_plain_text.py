"""People who want words alone."""

from db.migrations.scripts import steps_of

revision, down_revision = "0022", "0021"
upgrade, downgrade = steps_of(__file__)
