"""Migrates a database to the schema that this program knows."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


@dataclass(eq=False, repr=False)
class NewerDatabase(Exception):  # noqa: N818
    """The database was written by a newer version of this program."""

    revision: str


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


@cache
def _scripts() -> ScriptDirectory:
    """The migrations of this program, read once: Alembic would compile them again for every question."""
    return ScriptDirectory.from_config(_config())


def head() -> str:
    """Return the newest schema that this program knows."""
    revision = _scripts().get_current_head()
    assert revision is not None
    return revision


def revisions() -> set[str]:
    """Return the schemas that this program knows."""
    return {script.revision for script in _scripts().walk_revisions()}


def revision_of(connection: Connection) -> str | None:
    """Return the schema of the database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def is_current(connection: Connection) -> bool:
    """Return whether the database has the newest schema. Raises `NewerDatabase`."""
    current = revision_of(connection)
    if current is not None and current not in revisions():
        raise NewerDatabase(current)
    return current == head()


def migrate(connection: Connection) -> str:
    """Migrate the database within the current transaction, commit, and return its schema."""
    newest = head()
    command.upgrade(_config(connection), newest)
    connection.commit()
    return newest
