"""Changes to a table before its game begins, and the lobby of a rematch, as pure functions from table to table."""

from collections.abc import Iterable, Mapping, Set
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.kernel.game import Game, complete_settings, playable_options
from engine.kernel.refusals import UnplayableSettings
from engine.kernel.rules import OptionValue
from sessions import refusals
from sessions.lobby import colours
from sessions.play.state import check_owner, seats_for
from sessions.records.table import Kept, Left, Proposal, Seating, Sitter, Table

MOST_INVITED = 50
"""The largest number of people invited by name to one table. The lobby lists them all."""


class LobbyOptions(msgspec.Struct, frozen=True):
    """The owner's choices for a game. Options that are None or missing stay unchanged."""

    options: Mapping[str, OptionValue] = {}
    seats_wanted: int | None = None
    language: str | None = None
    pace: str | None = None
    starts_itself: bool | None = None
    left: Left | None = None
    practice: bool | None = None
    hints: bool | None = None
    casual: bool | None = None
    level: str | None = None

    def seating(self, current: Seating) -> Seating:
        names = ("starts_itself", "left", "practice", "hints", "casual", "level")
        chosen = {name: value for name in names if (value := getattr(self, name)) is not None}
        if self.casual is False:  # hints make a game casual
            chosen["hints"] = False
        return replace(current, **chosen)


def check_lobby(table: Table) -> None:
    """Raise `AlreadyStarted`, `TableOver` or `TableSuspended` unless the lobby is open."""
    if table.status == "suspended":
        raise refusals.TableSuspended(table.reason or "damaged")
    if table.status == "running":
        raise refusals.AlreadyStarted
    if table.status != "lobby":
        raise refusals.TableOver


def own_lobby(table: Table, by: int) -> Table:
    """Return the table if `by` may change its lobby. Raises `NotOwner`, and the errors of `check_lobby`."""
    check_lobby(table)
    check_owner(table, by)
    return table


def sitter_in_lobby(table: Table, user: int) -> Sitter:
    """Return this user's sitter. Raises `NotSeated`, and the errors of `check_lobby`."""
    check_lobby(table)
    sitter = table.sitter_of(user)
    if sitter is None:
        raise refusals.NotSeated
    return sitter


def check_room(table: Table, game: Game[Any]) -> None:
    if len(table.sitters) >= seats_for(table, game):
        raise refusals.TableFull(seats_for(table, game))


def check_admitted(table: Table, user: int, roles: Set[int]) -> None:
    """Raise `NotInvited` or `LacksRole` unless this user, who has these roles, may sit down."""
    seating = table.seating
    if seating.admits == "anyone" or user == table.owner or user in seating.invited:
        return
    if seating.admits == "invited":
        raise refusals.NotInvited
    if seating.role is not None and seating.role not in roles:
        raise refusals.LacksRole(seating.role)


def invite(table: Table, by: int, users: Iterable[int], role: int | None, anyone: bool) -> Table:
    """Invite users, a role or everyone (`anyone`). Only invited people may then sit down. Raises `NotOwner`,
    `TooManyInvited`, `TableOver`."""
    if not table.is_under_way:  # a running game still accepts people on abandoned seats
        check_lobby(table)
    check_owner(table, by)
    seating = table.seating
    known = () if seating.admits == "anyone" else seating.invited
    everyone = tuple(dict.fromkeys((*known, *users)))
    if anyone:
        return replace(table, seating=replace(seating, admits="anyone", role=None, invited=()))
    if len(everyone) > MOST_INVITED:
        raise refusals.TooManyInvited
    if role is not None:
        return replace(table, seating=replace(seating, admits="role", role=role, invited=everyone))
    admits = "role" if seating.admits == "role" else "invited"
    return replace(table, seating=replace(seating, admits=admits, invited=everyone))


class BoardOptions(msgspec.Struct, frozen=True):
    """The owner's choices for a table's messages. Options that are None stay unchanged."""

    pictures: Kept | None = None
    silent: bool | None = None


def choose_boards(table: Table, by: int, chosen: BoardOptions) -> Table:
    """Choose how boards are posted, at any time. Raises `NotOwner`, `TableOver`, `TableSuspended`."""
    if not table.is_under_way:
        check_lobby(table)
    check_owner(table, by)
    silent = table.seating.silent if chosen.silent is None else chosen.silent
    seating = replace(table.seating, pictures=chosen.pictures or table.seating.pictures, silent=silent)
    return replace(table, seating=seating)


def begins_itself(table: Table, game: Game[Any]) -> bool:
    users = {sitter.user for sitter in table.people}
    is_full = len(table.sitters) == seats_for(table, game) and is_complete(table, game)
    return table.seating.starts_itself and is_full and users <= set(table.seating.ready)


def starters(table: Table, game: Game[Any]) -> tuple[int, ...]:
    """Return the users that a full table waits for: its owner, or everyone who isn't ready if it starts by itself."""
    if len(table.sitters) < seats_for(table, game) or table.proposal is not None:
        return ()
    return table.unready if table.seating.starts_itself else (table.owner,)


def asked_again(before: Table, after: Table, game: Game[Any]) -> tuple[int, ...]:
    """Return the users, except the owner, whose readiness or consent was cancelled and is needed now."""
    if before.proposal is not None and after.proposal is not None:
        agreed = {sitter.user for sitter in before.people if sitter.seat in before.proposal.agreed}
        asked = {sitter.user for sitter in after.people if sitter.seat not in after.proposal.agreed}
    else:
        agreed = set(before.seating.ready)
        asked = set(after.unready if after.is_from_queue else starters(after, game))
    return tuple(sitter.user for sitter in after.people if sitter.user in agreed & asked - {after.owner})


def may_start_smaller(table: Table, game: Game[Any]) -> bool:
    """Return whether everyone found by the queue is ready, and there are enough of them for a smaller game."""
    count = len(table.sitters)
    return (
        table.is_from_queue and not table.unready and 1 < count < seats_for(table, game) and count in game.rules.seats
    )


def unseat_user(table: Table, user: int) -> Table:
    """Return the table without this user. If needed, it has a new owner; if it's empty, it's closed. Raises
    `NotSeated`."""
    sitter_in_lobby(table, user)
    people = [sitter for sitter in table.people if sitter.user != user]
    if not people:
        return replace(table, sitters=(), status="closed", ended="closed")
    rest = [sitter for sitter in table.sitters if sitter.is_computer or sitter.user != user]
    owner = people[0].user if table.owner == user else table.owner
    ready = tuple(each for each in table.seating.ready if each != user)
    return replace(move_up(table, rest, ready), owner=owner)


def move_up(table: Table, rest: list[Sitter], ready: tuple[int, ...] = ()) -> Table:
    sitters = tuple(replace(sitter, seat=seat) for seat, sitter in enumerate(rest))
    seating = replace(table.seating, ready=ready, colours=colours.move(table, rest), fewer=())
    return replace(table, sitters=sitters, proposal=_renumber_proposal(table, rest), seating=seating)


def _renumber_proposal(table: Table, rest: list[Sitter]) -> Proposal | None:
    """Return the rematch proposal with seats renumbered. Return None if all or none of `rest` have agreed."""
    if table.proposal is None:
        return None
    agreed = tuple(seat for seat, sitter in enumerate(rest) if sitter.seat in table.proposal.agreed)
    people = sum(not sitter.is_computer for sitter in rest)
    return replace(table.proposal, agreed=agreed) if 0 < len(agreed) < people else None


def configure(table: Table, game: Game[Any], by: int, chosen: LobbyOptions) -> Table:
    """Return the table with its owner's choices. The others must press Ready again. Raises `NotOwner`, …"""
    own_lobby(table, by)
    wanted = table.seats_wanted if chosen.seats_wanted is None else chosen.seats_wanted
    settings = complete_settings(game, wanted or max(game.rules.seats), {**table.options, **chosen.options})
    if wanted is not None and wanted < len(table.sitters):
        raise refusals.TableFull(wanted)
    if chosen.level not in (None, *game.programs.levels):
        raise UnplayableSettings("level", chosen.level)
    seating = chosen.seating(table.seating)
    sitters = table.sitters
    if chosen.level is not None:
        sitters = tuple(replace(each, level=chosen.level) if each.is_computer else each for each in sitters)
    table = replace(
        table,
        sitters=sitters,
        options=settings.options,
        seats_wanted=wanted,
        language=chosen.language or table.language,
        pace=chosen.pace or table.pace,
        seating=replace(seating, ready=(by,) if seating.starts_itself else (), fewer=()),
    )
    if begins_itself(table, game):  # an owner alone with computer players has to press Ready to begin
        table = replace(table, seating=replace(table.seating, ready=()))
    if table.proposal is None:
        return table
    own = tuple(sitter.seat for sitter in table.sitters if sitter.user == by)
    return replace(table, proposal=replace(table.proposal, agreed=own))  # the others agreed to the old options


def is_complete(table: Table, game: Game[Any]) -> bool:
    return len(table.sitters) in game.rules.seats and table.seats_wanted in (None, len(table.sitters))


FIRST_SEAT, FIRST = "first_seat", "first"


def rematch_of(
    table: Table, game: Game[Any], first: Seat, by: int, away: Set[int], interaction: int, has_computers: bool = True
) -> Table:
    """Return the lobby of a rematch, in which the seat after `first` begins. Raises `NotOver`, `NotPlayed`.

    Users in `away` get no seat, nor do computers unless `has_computers`.
    """
    if table.status != "over":
        raise refusals.NotOver
    if table.sitter_of(by) is None:
        raise refusals.NotPlayed
    count = len(table.sitters)
    turned = [table.sitters[(first + 1 + place) % count] for place in range(count)]
    there = [sitter for sitter in turned if not sitter.has_left]
    stay = [each for each in there if (has_computers if each.is_computer else each.user == by or each.user not in away)]
    sitters = tuple(Sitter(seat, sitter.user, sitter.name, level=sitter.level) for seat, sitter in enumerate(stay))
    own = next(sitter.seat for sitter in sitters if sitter.user == by)
    has_others = any(not sitter.is_computer and sitter.user != by for sitter in sitters)
    seating = replace(
        table.seating,
        ready=table.seating.ready if has_others else (),
        colours=colours.move(table, stay),
        plays=(),
        hinted=(),
        lapses_at=None,
        given=(),
        fewer=(),
        misses_computers=bool(table.computers) and not has_computers,
    )
    return replace(
        table,
        id=0,
        version=game.rules.version,
        owner=by,
        options=playable_options(game, {**table.options, FIRST_SEAT: FIRST}),
        seats_wanted=len(sitters) if len(sitters) == count else None,
        status="lobby",
        sitters=sitters,
        epoch=0,
        commitment=None,
        ended=None,
        reason=None,
        proposal=Proposal(0, (own,), interaction, "rematch") if has_others else None,
        rematch_of=table.id,
        seating=seating,
        vote=None,
    )
