"""An index of the entries in which seats were left or taken over."""

from db.migrations.scripts import steps_of

revision, down_revision = "0026", "0025"
upgrade, downgrade = steps_of(__file__)
