"""Databases as older versions of the bot left them."""

from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from db.schema import _config


def downgrade(path: Path, revision: str) -> None:
    """Take a closed database back to an older schema, by the migrations themselves."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        command.downgrade(_config(connection), revision)
        connection.commit()
    engine.dispose()
