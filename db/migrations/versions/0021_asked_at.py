"""The time since which a seat has been asked without a break."""

from db.migrations.scripts import steps_of

revision, down_revision = "0021", "0020"
upgrade, downgrade = steps_of(__file__)
