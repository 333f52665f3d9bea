"""Before the game: who sits down, who gets up, what is to be played. Pure functions from table to table."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.kernel.game import Game, OptionValue, settled
from sessions.records import Sitter, Table
from sessions.refusals import (
    AloneUnasked,
    AlreadySeated,
    AlreadyStarted,
    NotOwner,
    NotSeated,
    TableFull,
    TableOver,
    TableSuspended,
    TooFewSeated,
)


def check_lobby(table: Table) -> None:
    """Raise `AlreadyStarted`, `TableOver` or `TableSuspended` unless the lobby is open."""
    if table.status == "suspended":
        raise TableSuspended(table.reason or "damaged")
    if table.status == "running":
        raise AlreadyStarted
    if table.status != "lobby":
        raise TableOver


def check_owner(table: Table, user: int) -> None:
    """Raise `NotOwner` unless this user owns the table."""
    if table.owner != user:
        raise NotOwner(table.owner)


def seats_for(table: Table, game: Game[Any]) -> int:
    """How many may sit down: as many as were asked for, else as many as the game takes."""
    return table.seats_wanted or max(game.seats)


def seated(table: Table, game: Game[Any], user: int, name: str) -> Table:
    """The table with this user on the next seat. Raises `AlreadySeated`, `TableFull`."""
    check_lobby(table)
    if table.sitter_of(user):
        raise AlreadySeated
    if len(table.sitters) >= seats_for(table, game):
        raise TableFull(seats_for(table, game))
    return replace(table, sitters=(*table.sitters, Sitter(len(table.sitters), user, name)))


def unseated(table: Table, user: int) -> Table:
    """The table without this user; seats move up, and the first who still sits owns it if its owner left.

    Raises `NotSeated`. A table that nobody sits at any longer is closed.
    """
    check_lobby(table)
    if not table.sitter_of(user):
        raise NotSeated
    rest = [sitter for sitter in table.sitters if sitter.user != user]
    sitters = tuple(replace(sitter, seat=seat) for seat, sitter in enumerate(rest))
    if not sitters:
        return replace(table, sitters=(), status="closed", ended="closed")
    owner = sitters[0].user if table.owner == user else table.owner
    return replace(table, sitters=sitters, owner=owner)


def kicked(table: Table, by: int, user: int) -> Table:
    """The table from which its owner `by` sent this user away. Raises `NotOwner`, `NotSeated`."""
    check_lobby(table)
    check_owner(table, by)
    return unseated(table, user)


def configured(
    table: Table,
    game: Game[Any],
    by: int,
    options: Mapping[str, OptionValue],
    seats_wanted: int | None,
    language: str | None,
) -> Table:
    """The table with other options; those not named stay. Raises `NotOwner`, `UnplayableSettings`, `TableFull`."""
    check_lobby(table)
    check_owner(table, by)
    wanted = seats_wanted if seats_wanted is not None else table.seats_wanted
    chosen = settled(game, wanted or max(game.seats), {**table.options, **options})
    if wanted is not None and wanted < len(table.sitters):
        raise TableFull(wanted)
    return replace(table, options=chosen.options, seats_wanted=wanted, language=language or table.language)


def check_start(table: Table, game: Game[Any], by: int) -> None:
    """Raise `NotOwner`, `TooFewSeated` or `AloneUnasked` unless `by` may start the game now.

    A game alone has to be asked for: who presses too early does not want one.
    """
    check_lobby(table)
    check_owner(table, by)
    if len(table.sitters) == 1 and 1 in game.seats and table.seats_wanted is None:
        raise AloneUnasked
    if len(table.sitters) not in game.seats or table.seats_wanted not in (None, len(table.sitters)):
        raise TooFewSeated(len(table.sitters), (table.seats_wanted,) if table.seats_wanted else game.seats)
