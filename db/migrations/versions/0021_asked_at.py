"""The time at which a table began to wait for a seat's answer."""

from db.migrations.scripts import steps_of

revision, down_revision = "0021", "0020"
upgrade, downgrade = steps_of(__file__)
