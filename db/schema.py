"""Bringing a database to the schema this program knows."""

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
    """The database was written by a newer version of this program, which alone can read it."""

    revision: str


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


@cache
def _scripts() -> ScriptDirectory:
    """The migrations that came with this program, read once: Alembic compiles them anew for every question."""
    return ScriptDirectory.from_config(_config())


def head() -> str:
    """The newest schema this program knows."""
    revision = _scripts().get_current_head()
    assert revision is not None
    return revision


def revisions() -> set[str]:
    """The revisions of the schema that this program knows."""
    return {script.revision for script in _scripts().walk_revisions()}


def revision_of(connection: Connection) -> str | None:
    """The schema the database has; None when it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def is_current(connection: Connection) -> bool:
    """Whether the database has the newest schema. Raises `NewerDatabase`."""
    current = revision_of(connection)
    if current is not None and current not in revisions():
        raise NewerDatabase(current)
    return current == head()


def migrate(connection: Connection) -> str:
    """Bring the database up to date within the transaction that is begun, and return its revision; commits."""
    newest = head()
    command.upgrade(_config(connection), newest)
    connection.commit()
    return newest
