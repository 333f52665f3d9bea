"""The hour of a person's daily digest."""

from db.migrations.scripts import steps_of

revision, down_revision = "0030", "0029"
upgrade, downgrade = steps_of(__file__)
