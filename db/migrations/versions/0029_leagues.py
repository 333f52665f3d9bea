"""Leagues: sign-ups, rounds and results."""

from db.migrations.scripts import steps_of

revision, down_revision = "0029", "0028"
upgrade, downgrade = steps_of(__file__)
