"""What a table's row says of its owner and its size."""

from typing import Any

from engine.kernel.game import Game
from sessions.records import Table
from sessions.refusals import NotOwner


def check_owner(table: Table, user: int) -> None:
    """Raise `NotOwner` unless this user owns the table."""
    if table.owner != user:
        raise NotOwner(table.owner)


def seats_for(table: Table, game: Game[Any]) -> int:
    """How many may sit down: as many as were asked for, else as many as the game takes."""
    return table.seats_wanted or max(game.rules.seats)
