"""The seasons of a server's ladders, and its time zone."""

from db.migrations.scripts import steps_of

revision, down_revision = "0028", "0027"
upgrade, downgrade = steps_of(__file__)
