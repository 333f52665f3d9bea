"""Laying out a new game. SETUP"""

from engine.kernel.chance import Chance
from engine.kernel.rules import Settings
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.records import NOBODY
from engine.minos_classic.phases.turn import fresh_turn
from engine.minos_classic.state.state import ClassicState, SeatState


def lay_out(settings: Settings, chance: Chance) -> ClassicState:  # SETUP-1 to SETUP-9
    box = the_box()
    content, chosen = box.content, settings.options
    first = chance.below("first seat", settings.seats) if chosen["first_seat"] == "random" else 0
    return ClassicState(
        round=1,
        first=first,
        turn=fresh_turn(first),
        players=[_player() for _ in range(settings.seats)],
        held=[NOBODY] * len(box.space_ids),
        stacks=[()] * len(box.sites),
        supply={kind.id: kind.supply for kind in content.pieces.building},
        rings_in_supply=content.pieces.rings.supply - settings.seats * content.pieces.start.rings,
        closed=_closed_terrains(settings.seats) if chosen["short_game"] else [],
        scope=str(chosen["combination_scope"]),
        same_site_twice=bool(chosen["same_site_twice"]),
        round_limit=int(chosen["round_limit"]),
    )


def _player() -> SeatState:
    """Return a seat with a ship on the fish zone. SETUP-2, SETUP-3, SETUP-4, SETUP-5, SETUP-6"""
    box = the_box()
    content = box.content
    each, start = content.pieces.per_player, content.pieces.start
    return SeatState(
        talents=start.talents,
        rings=start.rings,
        marker=start.marker,
        ships_in_reserve=each.ships - 1,
        guards_in_reserve=each.guards,
        ships=[box.fish],
        guards=[],
    )


def _closed_terrains(seats: int) -> list[int]:
    """The terrains closed in the short game, ascending. HOUSE-1"""
    box = the_box()
    short = box.content.board.house.short_game
    closed = {2: short.closed_sites_2p, 3: short.closed_sites_3p, 4: short.closed_sites_4p}[seats]
    return sorted(box.site_ids.index(site) for site in closed)
