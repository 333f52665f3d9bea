"""An index of entries about leaving or taking over seats."""

from db.migrations.scripts import steps_of

revision, down_revision = "0026", "0025"
upgrade, downgrade = steps_of(__file__)
