"""Let people wait for several games, each with a range of seats. Store the post that shows the queue."""

from db.migrations.scripts import steps_of

revision, down_revision = "0024", "0023"
upgrade, downgrade = steps_of(__file__)
