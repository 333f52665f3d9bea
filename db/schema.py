"""Migrates a database to the schema that this program knows."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from db.queries import stored_hashes
from db.tables import hashes
from sessions.store import VERSION


class Unusable(Exception):  # noqa: N818
    """The database can't be used. The text says why and what to do, without a password."""


class NewerDatabase(Unusable):
    """A newer version of this program wrote the database."""


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


@cache
def _scripts() -> ScriptDirectory:
    """Return this program's migrations. They are cached because Alembic would compile them again on each use."""
    return ScriptDirectory.from_config(_config())


def head() -> str:
    revision = _scripts().get_current_head()
    assert revision is not None
    return revision


def revisions() -> set[str]:
    return {script.revision for script in _scripts().walk_revisions()}


def revision_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


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


def migrate(connection: Connection) -> str:
    """Migrate the database, commit, and return its schema."""
    newest = head()
    command.upgrade(_config(connection), newest)
    connection.commit()
    return newest
