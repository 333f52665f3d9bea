"""Several places in the queue for each person, with a range of seats, and the post that shows them."""

from db.migrations.scripts import steps_of

revision, down_revision = "0024", "0023"
upgrade, downgrade = steps_of(__file__)
