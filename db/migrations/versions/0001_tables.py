"""Tables, their log, snapshots, outbox and people."""

from db.migrations.scripts import steps_of

revision, down_revision = "0001", None
upgrade, downgrade = steps_of(__file__)
