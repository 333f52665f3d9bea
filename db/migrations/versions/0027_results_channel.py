"""A server's channel for results."""

from db.migrations.scripts import steps_of

revision, down_revision = "0027", "0026"
upgrade, downgrade = steps_of(__file__)
