"""Migrates a database to the schema that this program knows."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, String, column, inspect, select, table

from db.queries import stored_hashes
from db.tables import hashes
from sessions.store import VERSION

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = MIGRATIONS / "versions"
_VERSION = table("alembic_version", column("version_num", String))
"""The table in which Alembic stores the schema's number."""


class Unusable(Exception):  # noqa: N818
    """The database can't be used. The text says why and what to do, without a password."""


class NewerDatabase(Unusable):
    """A newer version of this program wrote the database."""


@cache
def revisions() -> tuple[str, ...]:
    """Return the numbers of this program's migrations, oldest first. File names in `VERSIONS` begin with them."""
    return tuple(sorted(path.name.partition("_")[0] for path in VERSIONS.glob("[0-9]*.py")))


def head() -> str:
    return revisions()[-1]


def revision_of(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def is_current(connection: Connection) -> bool:
    current = revision_of(connection)
    if current is not None and current not in revisions():
        has_hashes = inspect(connection).has_table(hashes.name)  # a future schema may lack it
        version = stored_hashes(connection).get(VERSION) if has_hashes else None
        which = f" The last bot that started on it was Knossos {version}." if version else ""
        raise NewerDatabase(
            f"A newer version wrote the database (schema {current}).{which} Update the bot, or restore a backup."
        )
    return current == head()


def config_of(connection: Connection) -> "Config":
    """Return Alembic's configuration for this database."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection) -> str:
    """Migrate the database, commit, and return its schema."""
    from alembic import command  # This import takes 80 ms, and only a new or old database needs it.

    newest = head()
    command.upgrade(config_of(connection), newest)
    connection.commit()
    return newest
