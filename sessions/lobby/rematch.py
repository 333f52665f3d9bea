"""The lobby of a rematch: the same people and options, and the next seat begins."""

from collections.abc import Set
from typing import Any

from msgspec.structs import replace

from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.rules import OptionValue
from sessions.lobby import colours
from sessions.records.table import Proposal, Sitter, Table
from sessions.refusals import NotOver, NotPlayed

FIRST_SEAT, FIRST = "first_seat", "first"


def rematch_of(
    table: Table, game: Game[Any], first: Seat, by: int, away: Set[int], interaction: int, has_computers: bool = True
) -> Table:
    """The lobby in which `by` proposes a rematch. Raises `NotOver`, `NotPlayed`.

    Everyone who played to the end and is not `away` gets a seat and must agree. The seat after `first` comes first.
    """
    if table.status != "over":
        raise NotOver
    if table.sitter_of(by) is None:
        raise NotPlayed
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
        misses_computers=bool(table.computers) and not has_computers,
    )
    return replace(
        table,
        id=0,
        version=game.rules.version,
        owner=by,
        options=_options(table, game),
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


def _options(table: Table, game: Game[Any]) -> dict[str, OptionValue]:
    kept = {**table.options, FIRST_SEAT: FIRST}
    return {
        option.key: kept[option.key] if kept.get(option.key) in option.choices else option.default
        for option in game.rules.options
    }
