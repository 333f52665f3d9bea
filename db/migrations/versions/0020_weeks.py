"""Add tables and columns for games that last weeks: clocks, votes, queues, notes, computers, statistics."""

from db.migrations.scripts import steps_of

revision, down_revision = "0020", "0002"
upgrade, downgrade = steps_of(__file__)
