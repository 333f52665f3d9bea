"""An index for the tables of a server that ended lately."""

from db.migrations.scripts import steps_of

revision, down_revision = "0033", "0032"
upgrade, downgrade = steps_of(__file__)
