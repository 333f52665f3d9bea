"""When a seat began to be asked one question after another."""

from db.migrations.scripts import steps_of

revision, down_revision = "0021", "0020"
upgrade, downgrade = steps_of(__file__)
