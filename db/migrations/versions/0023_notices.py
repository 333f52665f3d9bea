"""News for people about their seats."""

from db.migrations.scripts import steps_of

revision, down_revision = "0023", "0022"
upgrade, downgrade = steps_of(__file__)
