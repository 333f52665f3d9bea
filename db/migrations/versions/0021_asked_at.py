"""The moment at which the current wait for a seat began."""

from db.migrations.scripts import steps_of

revision, down_revision = "0021", "0020"
upgrade, downgrade = steps_of(__file__)
