"""The option to get boards as plain text."""

from db.migrations.scripts import steps_of

revision, down_revision = "0022", "0021"
upgrade, downgrade = steps_of(__file__)
