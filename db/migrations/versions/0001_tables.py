"""Tables with their log and snapshots, the outbox, and people."""

from db.migrations.scripts import steps_of

revision, down_revision = "0001", None
upgrade, downgrade = steps_of(__file__)
