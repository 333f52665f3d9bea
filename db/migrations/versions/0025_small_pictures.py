"""The option to get small pictures, which need less data."""

from db.migrations.scripts import steps_of

revision, down_revision = "0025", "0024"
upgrade, downgrade = steps_of(__file__)
