"""The role to mention in a server's posts that look for players, and the time of the last mention."""

from db.migrations.scripts import steps_of

revision, down_revision = "0031", "0030"
upgrade, downgrade = steps_of(__file__)
