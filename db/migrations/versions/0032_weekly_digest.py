"""The time of a server's weekly digest."""

from db.migrations.scripts import steps_of

revision, down_revision = "0032", "0031"
upgrade, downgrade = steps_of(__file__)
