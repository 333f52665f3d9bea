"""The owner of a table, and how many it seats."""

from typing import Any

from engine.kernel.game import Game
from sessions.records.table import Table
from sessions.refusals import NotOwner


def check_owner(table: Table, user: int) -> None:
    """Raise `NotOwner` unless this user owns the table."""
    if table.owner != user:
        raise NotOwner(table.owner)


def seats_for(table: Table, game: Game[Any]) -> int:
    """Return how many may sit down: as many as the owner wants, or else as the game allows."""
    return table.seats_wanted or max(game.rules.seats)
