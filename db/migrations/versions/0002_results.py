"""The final places of games played to their end."""

from db.migrations.scripts import steps_of

revision, down_revision = "0002", "0001"
upgrade, downgrade = steps_of(__file__)
