"""${message}"""

from db.migrations.scripts import steps_of

revision, down_revision = ${repr(up_revision)}, ${repr(down_revision)}
upgrade, downgrade = steps_of(__file__)
