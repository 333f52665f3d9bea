"""A server's time zone, and the seasons of its ladders."""

from db.migrations.scripts import steps_of

revision, down_revision = "0028", "0027"
upgrade, downgrade = steps_of(__file__)
