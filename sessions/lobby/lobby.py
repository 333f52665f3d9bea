"""Before the game: who sits down, who gets up, what is to be played. Pure functions from table to table."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, TypeAlias

from msgspec.structs import replace

from engine.kernel.game import Game, complete_settings
from engine.kernel.refusals import UnplayableSettings
from engine.kernel.rules import OptionValue
from sessions.lobby import colours
from sessions.play.ownership import check_owner, seats_for
from sessions.play.undo import still_asked
from sessions.records.table import NOBODY, Left, Proposal, Seating, Sitter, Table
from sessions.refusals import (
    AloneUnasked,
    AlreadySeated,
    AlreadyStarted,
    LacksRole,
    NobodyToRemove,
    NotAllIn,
    NotInvited,
    NotSeated,
    TableFull,
    TableOver,
    TableSuspended,
    TooFewSeated,
)

TellApart: TypeAlias = Callable[[str, Set[str]], str]
"""A name, made unlike those that are taken."""


def check_lobby(table: Table) -> None:
    """Raise `AlreadyStarted`, `TableOver` or `TableSuspended` unless the lobby is open."""
    if table.status == "suspended":
        raise TableSuspended(table.reason or "damaged")
    if table.status == "running":
        raise AlreadyStarted
    if table.status != "lobby":
        raise TableOver


def check_admitted(table: Table, user: int, roles: Set[int]) -> None:
    """Raise `NotInvited` or `LacksRole` where the table does not want this user, who has these roles."""
    seating = table.seating
    if seating.admits == "anyone" or user == table.owner or user in seating.invited:
        return
    if seating.admits == "invited":
        raise NotInvited
    if seating.role is not None and seating.role not in roles:
        raise LacksRole(seating.role)


def invited(table: Table, by: int, users: Iterable[int], role: int | None, anyone: bool) -> Table:
    """The table whose owner `by` invites these users, those with that role, or anyone. Raises `NotOwner`, `TableOver`.

    Whom nothing is said of stay invited; from the first invitation on others are not let in.
    """
    if not table.is_under_way:  # else seats that were left can be taken
        check_lobby(table)
    check_owner(table, by)
    seating = table.seating
    everyone = tuple(dict.fromkeys((*seating.invited, *users)))
    if anyone:
        return replace(table, seating=replace(seating, admits="anyone", role=None, invited=()))
    if role is not None:
        return replace(table, seating=replace(seating, admits="role", role=role, invited=everyone))
    admits = "role" if seating.admits == "role" else "invited"
    return replace(table, seating=replace(seating, admits=admits, invited=everyone))


def made_ready(table: Table, user: int) -> Table:
    """The table where this user is ready to begin, or no longer. Raises `NotSeated`."""
    check_lobby(table)
    if not table.sitter_of(user):
        raise NotSeated
    ready = table.seating.ready
    ready = tuple(each for each in ready if each != user) if user in ready else (*ready, user)
    return replace(table, seating=replace(table.seating, ready=ready))


def coloured(table: Table, user: int, colour: int) -> Table:
    """The table where this user has chosen that colour. Raises `NotSeated`, `ColourTaken`."""
    check_lobby(table)
    sitter = table.sitter_of(user)
    if sitter is None:
        raise NotSeated
    return replace(table, seating=replace(table.seating, colours=colours.picked(table, sitter, colour)))


def begins_itself(table: Table, game: Game[Any]) -> bool:
    """Whether the game begins now without anybody's word: the table is full, and everyone is ready."""
    users = {sitter.user for sitter in table.people}
    is_full = len(table.sitters) == seats_for(table, game) and is_complete(table, game)
    return table.seating.starts_itself and is_full and users <= set(table.seating.ready)


def seated(table: Table, game: Game[Any], user: int, name: str, roles: Set[int] = frozenset()) -> Table:
    """The table with this user on the next seat. Raises `AlreadySeated`, `NotInvited`, `LacksRole`, `TableFull`."""
    check_lobby(table)
    if table.sitter_of(user):
        raise AlreadySeated
    check_admitted(table, user, roles)
    if len(table.sitters) >= seats_for(table, game):
        raise TableFull(seats_for(table, game))
    sitters = (*table.sitters, Sitter(len(table.sitters), user, name))
    proposal = table.proposal
    if proposal is not None:  # whoever sits down at a rematch has said yes by it
        proposal = replace(proposal, agreed=(*proposal.agreed, len(table.sitters)))
    return replace(table, sitters=sitters, proposal=proposal)


def unseated(table: Table, user: int) -> Table:
    """The table without this user; seats move up, and the first who still sits owns it if its owner left.

    Raises `NotSeated`. A table that no person sits at any longer is closed.
    """
    check_lobby(table)
    if not table.sitter_of(user):
        raise NotSeated
    people = [sitter for sitter in table.people if sitter.user != user]
    if not people:
        return replace(table, sitters=(), status="closed", ended="closed")
    rest = [sitter for sitter in table.sitters if sitter.is_computer or sitter.user != user]
    sitters = _moved_up(rest)
    owner = people[0].user if table.owner == user else table.owner
    ready = tuple(each for each in table.seating.ready if each != user)
    seating = replace(table.seating, ready=ready, colours=colours.moved(table, rest))
    return replace(table, sitters=sitters, owner=owner, proposal=_still_proposed(table, rest), seating=seating)


def _moved_up(rest: Iterable[Sitter]) -> tuple[Sitter, ...]:
    """These sitters on the first seats."""
    return tuple(replace(sitter, seat=seat) for seat, sitter in enumerate(rest))


def _still_proposed(table: Table, rest: list[Sitter]) -> Proposal | None:
    """The rematch that those who stay are still asked for, by their new seats; None where none of them is."""
    if table.proposal is None:
        return None
    agreed = tuple(seat for seat, sitter in enumerate(rest) if sitter.seat in table.proposal.agreed)
    people = sum(not sitter.is_computer for sitter in rest)
    return replace(table.proposal, agreed=agreed) if 0 < len(agreed) < people else None


def with_computer(table: Table, game: Game[Any], by: int, names: Sequence[str], tell_apart: TellApart) -> Table:
    """The table with a computer on the next seat, called by the first of these names that nobody has.

    Whoever was ready was so for another table. Raises `NotOwner`, `TableFull`.
    """
    check_lobby(table)
    check_owner(table, by)
    if len(table.sitters) >= seats_for(table, game):
        raise TableFull(seats_for(table, game))
    taken = {sitter.name for sitter in table.sitters}
    free = [name for name in names if tell_apart(name, taken) == name]
    name = free[0] if free else tell_apart(names[0], taken)
    computer = Sitter(len(table.sitters), NOBODY, name, level=table.seating.level)
    return replace(table, sitters=(*table.sitters, computer), seating=replace(table.seating, ready=()))


def without_computers(table: Table, by: int, most: int | None = None) -> Table:
    """The table without its computers, or the `most` that came last. Raises `NotOwner`, `NobodyToRemove`."""
    check_lobby(table)
    check_owner(table, by)
    if not table.computers:
        raise NobodyToRemove
    gone = {sitter.seat for sitter in table.computers[-(most or len(table.sitters)) :]}
    rest = [sitter for sitter in table.sitters if sitter.seat not in gone]
    seating = replace(table.seating, ready=(), colours=colours.moved(table, rest))
    proposal = _still_proposed(table, rest)
    return replace(table, sitters=_moved_up(rest), seating=seating, proposal=proposal)


def at_level(table: Table, game: Game[Any], by: int, level: str) -> Table:
    """The table whose computers play that well. Raises `NotOwner`, `UnplayableSettings`."""
    check_lobby(table)
    check_owner(table, by)
    if level not in game.programs.levels:
        raise UnplayableSettings("level", level)
    sitters = tuple(replace(each, level=level) if each.is_computer else each for each in table.sitters)
    return replace(table, sitters=sitters, seating=replace(table.seating, level=level, ready=()))


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
    starts_itself: bool | None = None,
    left: Left | None = None,
    practice: bool | None = None,
    hints: bool | None = None,
) -> Table:
    """The table with other options; those not named stay. Raises `NotOwner`, `UnplayableSettings`, `TableFull`.

    Whoever was ready was so for what had been chosen; its owner is ready for what they choose, where others are asked.
    """
    check_lobby(table)
    check_owner(table, by)
    wanted = seats_wanted if seats_wanted is not None else table.seats_wanted
    chosen = complete_settings(game, wanted or max(game.rules.seats), {**table.options, **options})
    if wanted is not None and wanted < len(table.sitters):
        raise TableFull(wanted)
    itself = table.seating.starts_itself if starts_itself is None else starts_itself
    seating = replace(table.seating, ready=(by,), starts_itself=itself, left=left or table.seating.left)
    if not itself:
        seating = replace(seating, ready=())
    if practice is not None:
        seating = replace(seating, practice=practice)
    if hints is not None:
        seating = replace(seating, hints=hints)
    table = replace(table, options=chosen.options, seats_wanted=wanted, language=language or table.language)
    return _asked_anew(table, game, seating, by)


def paced(table: Table, game: Game[Any], by: int, pace: str) -> Table:
    """The table with another pace, which whoever was ready has not said yes to. Raises `NotOwner`, `AlreadyStarted`."""
    check_lobby(table)
    check_owner(table, by)
    ready = (by,) if table.seating.starts_itself else ()
    return _asked_anew(replace(table, pace=pace), game, replace(table.seating, ready=ready), by)


def _asked_anew(table: Table, game: Game[Any], seating: Seating, by: int) -> Table:
    """The table with that `seating`, whose people have yet to say yes to what `by` has chosen.

    Who sits alone with computers is asked as well: nobody else could begin the game.
    """
    table = replace(table, seating=seating)
    if begins_itself(table, game):
        table = replace(table, seating=replace(seating, ready=()))
    if table.proposal is None:
        return table
    asks = tuple(sitter.seat for sitter in table.sitters if sitter.user == by)
    return replace(table, proposal=replace(table.proposal, agreed=asks))  # the others said yes to something else


def check_start(table: Table, game: Game[Any], by: int) -> None:
    """Raise `NotOwner`, `NotAllIn`, `TooFewSeated` or `AloneUnasked` unless `by` may start the game now.

    A game alone has to be asked for: who presses too early does not want one.
    """
    check_lobby(table)
    check_owner(table, by)
    if table.proposal is not None:
        raise NotAllIn(tuple(sitter.user for sitter in still_asked(table, table.proposal)))
    if len(table.sitters) == 1 and 1 in game.rules.seats and table.seats_wanted is None:
        raise AloneUnasked
    if not is_complete(table, game):
        raise TooFewSeated(len(table.sitters), (table.seats_wanted,) if table.seats_wanted else game.rules.seats)


def is_complete(table: Table, game: Game[Any]) -> bool:
    """Whether as many sit here as the game takes and the table wants."""
    return len(table.sitters) in game.rules.seats and table.seats_wanted in (None, len(table.sitters))
