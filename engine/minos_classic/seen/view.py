"""The views of Minos (classic): everything but other seats' standing orders. GEN-2, HOUSE-4"""

from functools import cache, cached_property, lru_cache

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.hidden import Zone
from engine.kernel.rules import Placing, view_of
from engine.minos_classic.content.box import Box, the_box
from engine.minos_classic.content.records import GUARD, NOBODY, SHIP
from engine.minos_classic.state.ending import placings
from engine.minos_classic.state.ownership import stack_value
from engine.minos_classic.state.state import NO_ORDER, ClassicState, defenders, fight_value


class SeatView(msgspec.Struct, frozen=True):
    """One seat's holdings."""

    seat: Seat
    colour: str
    talents: int
    rings: int
    value: int
    """The value of the seat's marker."""
    ships_in_reserve: int
    guards_in_reserve: int
    is_out: bool
    standing_rings: int | str | None = None
    """The seat's standing order. Others can't see it."""


class SiteView(msgspec.Struct, frozen=True):
    site: str
    buildings: tuple[str, ...]
    holder: Seat | None
    value: int
    is_closed: bool


class PiecesView(msgspec.Struct, frozen=True):
    space: str
    seat: Seat
    kind: str
    count: int


class DieView(msgspec.Struct, frozen=True):
    face: str
    is_used: bool


class BattleView(msgspec.Struct, frozen=True):
    """An open battle. Dice that haven't been rolled are empty, with value 0."""

    attacker: Seat
    attacker_kind: str
    from_space: str
    space: str
    defender: Seat
    defender_kind: str
    defenders_left: int
    duel: int
    stage: str
    """`attacker` or `defender`."""
    attacker_dice: tuple[str, ...]
    attacker_value: int
    defender_dice: tuple[str, ...]
    defender_value: int


class ClassicView(msgspec.Struct, frozen=True):
    """Everything that `looking` (None: a spectator) may see."""

    looking: Seat | None
    round: int
    phase: str
    """`roll`, `action`, `battle` or `over`."""
    on_turn: Seat | None
    rolls_made: int
    dice: tuple[DieView, ...]
    movement_points: int
    building_points: int
    is_income_open: bool
    seats: tuple[SeatView, ...]
    sites: tuple[SiteView, ...]
    pieces: tuple[PiecesView, ...]
    buildings_in_supply: dict[str, int]
    rings_in_supply: int
    battle: BattleView | None
    result: tuple[Placing, ...]
    is_over: bool = False
    """True if the table has ended, perhaps without a result. Filled in by the session."""

    @property
    def has_ended(self) -> bool:
        return self.is_over or bool(self.result)


def look(state: ClassicState, seat: Seat | None) -> ClassicView:  # GEN-2, VALUE-3
    turn = state.turn
    over = bool(state.ended)
    return ClassicView(
        looking=seat,
        round=state.round,
        phase=_phase(state),
        on_turn=None if over else turn.seat,
        rolls_made=turn.rolls,
        dice=_dice(state),
        movement_points=turn.movement,
        building_points=turn.building,
        is_income_open=turn.is_income_open,
        seats=_seats(state, seat),
        sites=_sites(state),
        pieces=_pieces(state),
        buildings_in_supply=dict(state.supply),
        rings_in_supply=state.rings_in_supply,
        battle=_battle(state),
        result=placings(state) if over else (),
    )


class Glance:
    """The part of a `ClassicView` that computer players judge by. Each field is computed when it is first read, so a
    glance is useless once the state has changed."""

    def __init__(self, state: ClassicState, seat: Seat) -> None:
        self._state, self._seat = state, seat

    @cached_property
    def dice(self) -> tuple[DieView, ...]:
        return _dice(self._state)

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        return _seats(self._state, self._seat)

    @cached_property
    def sites(self) -> tuple[SiteView, ...]:
        return _sites(self._state)

    @cached_property
    def pieces(self) -> tuple[PiecesView, ...]:
        return _pieces(self._state)

    @cached_property
    def buildings_in_supply(self) -> dict[str, int]:
        return dict(self._state.supply)

    @cached_property
    def battle(self) -> BattleView | None:
        return _battle(self._state)


def hidden(state: ClassicState, seat: Seat | None) -> tuple[Zone, ...]:
    """Everything that `look` hides: others' standing orders. HOUSE-4"""
    others = [other for other in range(len(state.players)) if other != seat]
    return (Zone("orders", tuple(("players", other, "order") for other in others), is_answer=True),)


def _phase(table: ClassicState) -> str:
    if table.ended:
        return "over"
    if table.battle is not None:
        return "battle"
    return "roll" if table.turn.is_rolling else "action"


def _dice(table: ClassicState) -> tuple[DieView, ...]:
    return tuple([_die(face, used) for face, used in zip(table.turn.dice, table.turn.used, strict=True)])


@cache
def _die(face: str, is_used: bool) -> DieView:
    return DieView(face, is_used)


def _seats(table: ClassicState, looking: Seat | None) -> tuple[SeatView, ...]:
    return tuple([_seat(table, seat, seat == looking) for seat in range(len(table.players))])


def _seat(table: ClassicState, seat: Seat, is_own: bool) -> SeatView:
    """One seat's holdings. The standing order is included only if `is_own`. HOUSE-4"""
    player = table.players[seat]
    return view_of(
        SeatView,
        player,
        seat=seat,
        colour=the_box().content.pieces.colour[seat].id,
        value=player.marker,
        standing_rings=player.order if is_own and player.order != NO_ORDER else None,
    )


def _sites(table: ClassicState) -> tuple[SiteView, ...]:
    box, closed, held = the_box(), table.closed, table.held
    on_sites, in_harbours = held[box.sites.start : box.sites.stop], held[box.harbours.start : box.harbours.stop]
    terrains = enumerate(zip(box.site_ids, table.stacks, on_sites, in_harbours, strict=True))
    return tuple(
        [
            _site(box, name, stack, in_harbour if on_site == NOBODY else on_site, terrain in closed)
            for terrain, (name, stack, on_site, in_harbour) in terrains  # OWN-1
        ]
    )


@lru_cache(maxsize=4096)
def _site(box: Box, site: str, stack: tuple[str, ...], holder: Seat, is_closed: bool) -> SiteView:
    """Return the view of a site. The result is cached, because most sites are the same in successive views."""
    return SiteView(site, stack, None if holder == NOBODY else holder, stack_value(stack), is_closed)


def _pieces(table: ClassicState) -> tuple[PiecesView, ...]:
    """All pieces on the board. The attacker of an open battle is shown on the space that it came from."""
    names, battle = the_box().space_ids, table.battle
    found: list[PiecesView] = []
    for seat, player in enumerate(table.players):
        for kind, spaces in ((SHIP, player.ships), (GUARD, player.guards)):
            standing = spaces
            if battle is not None and battle.attacker == seat and battle.kind == kind:
                standing = sorted([*spaces, battle.origin])
            found += [_piece(names[space], seat, kind, standing.count(space)) for space in dict.fromkeys(standing)]
    return tuple(found)


@lru_cache(maxsize=4096)
def _piece(space: str, seat: Seat, kind: str, count: int) -> PiecesView:
    return PiecesView(space, seat, kind, count)


def _battle(table: ClassicState) -> BattleView | None:
    battle = table.battle
    if battle is None:
        return None
    box = the_box()
    attack, defence = tuple(battle.attack_dice), tuple(battle.defence_dice)
    return view_of(
        BattleView,
        battle,
        attacker_kind=battle.kind,
        from_space=box.space_ids[battle.origin],
        space=box.space_ids[battle.space],
        defender_kind=battle.defending_kind,
        defenders_left=len(defenders(table, box, battle.attacker, battle.space)),
        stage="defender" if battle.is_defending else "attacker",
        attacker_dice=attack,
        attacker_value=fight_value(attack),
        defender_dice=defence,
        defender_value=fight_value(defence),
    )
