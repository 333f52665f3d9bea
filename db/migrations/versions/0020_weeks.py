"""Notes, watchers, servers, reports, queues and clocks; rematches, seatings, paces, votes, computers and statistics."""

from db.migrations.scripts import steps_of

revision, down_revision = "0020", "0002"
upgrade, downgrade = steps_of(__file__)
