"""Turn a database into one that an older version of the bot could have left."""

from pathlib import Path

from alembic import command
from sqlalchemy import Connection

from db.schema import config_of
from tests.databases import DATABASES


def downgrade(path: Path, revision: str) -> None:
    """Migrate a closed database back to an older schema."""

    def work(connection: Connection) -> None:
        command.downgrade(config_of(connection), revision)

    DATABASES.do(path, work)
