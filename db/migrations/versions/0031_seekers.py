"""The role that a server's posts for finding players mention, and when they last did."""

from db.migrations.scripts import steps_of

revision, down_revision = "0031", "0030"
upgrade, downgrade = steps_of(__file__)
