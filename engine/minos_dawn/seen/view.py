"""Views of a game, without hidden hands, decks, pile and secret answers. Only this file hides anything. INFO"""

from functools import cached_property

import msgspec

from engine.kernel.decision import Fact, Seat
from engine.kernel.hidden import Path, Zone, places_in
from engine.kernel.rules import Placing, view_of
from engine.minos_dawn.content.box import ABILITIES, ROWS, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.content.words import die_text
from engine.minos_dawn.seen.rival_view import RivalView, look_at
from engine.minos_dawn.state.facts import CardDrawn, SetupCarriedOut
from engine.minos_dawn.state.measures import ability_level
from engine.minos_dawn.state.standings import placings
from engine.minos_dawn.state.state import CATEGORIES, NONE, DawnState, Die, Sealed, Site

HIDDEN = ""
"""Replaces a card that a seat may not know."""


class SeatView(msgspec.Struct, frozen=True):
    """One seat's holdings as everyone sees them. INFO-1, INFO-2, INFO-3, CARD-4, GOOD-10"""

    seat: Seat
    card: str
    ability: str
    level: int
    coins: int
    weaponry: int
    vp: int
    income: int
    tracks: tuple[int, ...]
    """In the order of TRACKS."""
    goods: tuple[int, ...]
    """In the order of GOODS, like `temps`."""
    temps: tuple[int, ...]
    reserves: int
    supply: int
    cities: tuple[int, ...]
    towers: tuple[int, ...]
    farms: tuple[int, ...]
    ships: tuple[int, ...]
    """The space of the ship on each route, 0 for no ship."""
    hand_size: int
    area: tuple[str, ...]
    palace: tuple[str, ...]
    bonus_tiles: tuple[str, ...]
    sea_tiles: tuple[str, ...]
    noted: int
    at_end: int
    scored: dict[str, int]


class RegionView(msgspec.Struct, frozen=True):
    """One region in play. The last tile is visible. `warriors` has a count per seat, the rival's last. INFO-10"""

    number: int
    foundation: str
    sea_peoples: tuple[str, ...]
    city: Seat | None
    tower: Seat | None
    farm: Seat | None
    warriors: tuple[int, ...]


class DieView(msgspec.Struct, frozen=True):
    """A die such as `red5`. `mark` is the row that the rival's Wild die is used for, otherwise "". SOLO-DICE-7"""

    seat: Seat
    die: str
    mark: str = ""

    @property
    def value(self) -> int:
        return int(self.die[-1])


class RowView(msgspec.Struct, frozen=True):
    """A row with its dice from left to right. None is a space without a die."""

    row: str
    spaces: int
    dice: tuple[DieView | None, ...]


class RouteView(msgspec.Struct, frozen=True):
    route: str
    blue: tuple[str, ...]
    red: tuple[str, ...]


class VaseView(msgspec.Struct, frozen=True):
    """A vase's claims."""

    vase: str
    places: tuple[Seat | None, ...]
    """The seat on each place from the top, or None."""
    blocked: tuple[int, ...]
    """The places that can't be used."""
    claimed: tuple[Seat, ...]


class TurnView(msgspec.Struct, frozen=True):
    """The action turn."""

    seat: Seat
    die: str
    row: str
    space: int
    """Counts from 1."""
    points: int
    acts_as: str
    """The row whose action the AP are used for."""
    due: tuple[str, ...]
    extras: tuple[str, ...]
    has_benefit: bool
    is_forfeited: bool


class OpenedView(msgspec.Struct, frozen=True):
    """A seat's answers in the last simultaneous step that has been revealed."""

    tracks: tuple[int, ...]
    sites: tuple[str, ...]
    temps: tuple[str, ...]
    cards: tuple[str, ...]
    regions: tuple[int, ...]
    exchanges: bool


class SealedView(msgspec.Struct, frozen=True):
    """The viewing seat's answers, which no other seat knows yet. INFO-12, INFO-13"""

    cards: tuple[str, ...]
    chosen: tuple[str, ...]
    temps: tuple[str, ...]
    tracks: tuple[int, ...]
    sites: tuple[str, ...]
    regions: tuple[int, ...]
    exchanges: bool
    early_temp: str
    early_good: str


class DawnView(msgspec.Struct, frozen=True):
    """Everything that `looking` (a seat, or None for a spectator) may see, including the seat's own secrets. In
    `first`, dice and vases, RIVAL means the rival of a solo game. INFO-4, INFO-9"""

    looking: Seat | None
    round: int
    phase: str
    """`setup`, `draft`, `progress`, `action`, `income`, `battles` or `over`."""
    first: Seat
    age: int
    seats: tuple[SeatView, ...]
    regions: tuple[RegionView, ...]
    rows: tuple[RowView, ...]
    pool: tuple[str, ...]
    offer: tuple[str, ...]
    in_payment: str
    deck_sizes: tuple[int, int]
    discards: tuple[tuple[str, ...], tuple[str, ...]]
    stacks: tuple[int, ...]
    goods_pile_size: int
    temps: tuple[int, ...]
    routes: tuple[RouteView, ...]
    vases: tuple[VaseView, ...]
    action_bonus: str
    held: tuple[Site, ...]
    turn: TurnView | None
    setup_items: tuple[str, ...]
    hand: tuple[str, ...]
    sealed: SealedView | None
    opened: tuple[OpenedView, ...]
    result: tuple[Placing, ...]
    rival: RivalView | None = None
    to_answer: tuple[Seat, ...] = ()
    """Filled in by `with_pending`, like `asked_places`."""
    asked_places: str = ""
    """If only one seat is asked, the kind of place to name (`region`, `route`, `track` …)."""
    is_over: bool = False
    """True if the table has ended, perhaps without a result. Filled in by the session."""

    @property
    def has_ended(self) -> bool:
        return self.is_over or bool(self.result)


def look(state: DawnState, seat: Seat | None) -> DawnView:  # INFO-1 to INFO-14
    items = (*state.setup_cards, *(ABILITIES[number] for number in state.setup_abilities))
    return view_of(
        DawnView,
        state,
        looking=seat,
        age=state.age + 1,
        seats=_seats(state),
        regions=_regions(state),
        rows=_rows(state),
        deck_sizes=(len(state.decks[0]), len(state.decks[1])),
        # INFO-8: the cards are public, but their order isn't.
        discards=(tuple(sorted(state.discards[0])), tuple(sorted(state.discards[1]))),
        goods_pile_size=len(state.goods_pile),
        routes=_routes(state),
        vases=_vases(state),
        turn=_turn(state),
        # Sort the items. Otherwise their order would show how they will be dealt. INFO-11
        setup_items=tuple(sorted(items)),
        hand=_hand(state, seat),
        sealed=None if seat is None else _view_sealed(state, seat),
        opened=tuple(
            view_of(OpenedView, sealed, sites=_sites(sealed), temps=tuple(map(_good, sealed.temps)))
            for sealed in state.opened
        ),
        result=placings(state) if state.phase == "over" else (),
        rival=look_at(state.rival) if state.rival else None,
    )


class Glance:
    """The part of a `DawnView` that computer players judge by. Each field is computed when it is first read, so a
    glance is useless once the state has changed."""

    def __init__(self, state: DawnState, seat: Seat | None) -> None:
        self._state, self._seat = state, seat
        self.round, self.phase, self.action_bonus = state.round, state.phase, state.action_bonus

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        return _seats(self._state)

    @cached_property
    def regions(self) -> tuple[RegionView, ...]:
        return _regions(self._state)

    @cached_property
    def rows(self) -> tuple[RowView, ...]:
        return _rows(self._state)

    @cached_property
    def offer(self) -> tuple[str, ...]:
        return tuple(self._state.offer)

    @cached_property
    def routes(self) -> tuple[RouteView, ...]:
        return _routes(self._state)

    @cached_property
    def vases(self) -> tuple[VaseView, ...]:
        return _vases(self._state)

    @cached_property
    def turn(self) -> TurnView | None:
        return _turn(self._state)

    @cached_property
    def hand(self) -> tuple[str, ...]:
        return _hand(self._state, self._seat)


def hidden(state: DawnState, seat: Seat | None) -> tuple[Zone, ...]:
    """Return the zones that `look` hides. Hidden cards form one zone per age, because their backs show the age."""
    others = [other for other in range(len(state.players)) if other != seat]
    named = tuple(("sealed", other, name) for other in others for name in ("cards", "chosen"))
    early = [("players", other, name) for other in others for name in ("early_temp", "early_good")]
    return (
        *(Zone(f"cards of age {age + 1}", _cards(state, others, age), named) for age in range(2)),
        *(Zone("discards", places_in(pile, "discards", age)) for age, pile in enumerate(state.discards)),
        Zone("retired", places_in(state.retired, "retired")),
        Zone("goods pile", places_in(state.goods_pile, "goods_pile")),
        Zone("sea box", places_in(state.sea_box, "sea_box")),
        Zone("sealed answers", tuple(("sealed", other) for other in others), is_answer=True),
        Zone("early gains", tuple(early), is_answer=True),
        *(_solo_cards(state.rival.deck) if state.rival else ()),
    )


def _cards(state: DawnState, others: list[Seat], age: int) -> tuple[Path, ...]:  # INFO-5, INFO-6, INFO-11
    age_of = the_box().cards.age_of
    hands = [
        ("players", other, "hand", place)
        for other in others
        for place, card in enumerate(state.players[other].hand)
        if age_of[card] == age
    ]
    boxed = places_in(state.boxed, "boxed") if age == 0 else ()
    return (*hands, *places_in(state.decks[age], "decks", age), *boxed)


def _solo_cards(deck: list[str]) -> tuple[Zone, ...]:
    """Return a zone for the top card (only its back is public) and one for the rest. SOLO-INFO-2, SOLO-INFO-3"""
    cards = the_box().solo.cards
    alike = [place for place, card in enumerate(deck) if cards[card].actions == cards[deck[-1]].actions]
    return (
        Zone("top solo card", tuple(("rival", "deck", place) for place in alike)),
        Zone("solo cards", places_in(deck[:-1], "rival", "deck")),
    )


def _seats(state: DawnState) -> tuple[SeatView, ...]:
    return tuple([_seat(state, each) for each in range(len(state.players))])


def _seat(state: DawnState, seat: Seat) -> SeatView:
    player = state.players[seat]
    return view_of(
        SeatView,
        player,
        seat=seat,
        ability="" if player.ability == NONE else ABILITIES[player.ability],
        level=ability_level(state.players[seat]),
        hand_size=len(player.hand),
        scored=dict(zip(CATEGORIES, player.scored, strict=True)),
    )


def _somebody(seat: Seat) -> Seat | None:
    return seat if seat >= 0 else None


def _regions(state: DawnState) -> tuple[RegionView, ...]:
    return tuple([_region(state, number) for number in the_box().layouts[len(state.players)].active])


def _region(state: DawnState, number: int) -> RegionView:
    warriors = [player.warriors[number] for player in state.players]
    if state.rival:
        warriors.append(state.rival.warriors[number])
    return RegionView(
        number,
        state.foundations[number],
        state.sea[number],
        _somebody(state.cities[number]),
        _somebody(state.towers[number]),
        _somebody(state.farms[number]),
        tuple(warriors),
    )


def _rows(state: DawnState) -> tuple[RowView, ...]:
    return tuple([_row(state, number) for number in range(len(ROWS))])


def _row(state: DawnState, number: int) -> RowView:
    spaces = len(the_box().layouts[len(state.players)].rows[number])
    return RowView(ROWS[number], spaces, tuple([None if die is None else _die(die) for die in state.rows[number]]))


def _die(die: Die) -> DieView:
    return DieView(die.seat, die_text(die.colour, die.value), "" if die.mark == NONE else ROWS[die.mark])


def _routes(state: DawnState) -> tuple[RouteView, ...]:
    return tuple([RouteView(route, tuple(state.blue[i]), tuple(state.red[i])) for i, route in enumerate(state.routes)])


def _vases(state: DawnState) -> tuple[VaseView, ...]:
    return tuple([_vase(state, number) for number in range(len(state.vases))])


def _vase(state: DawnState, number: int) -> VaseView:
    places = state.places[number]
    blocked = tuple(place for place, seat in enumerate(places) if seat < -1)
    held = tuple(map(_somebody, places))
    return VaseView(state.vases[number], held, blocked, tuple(state.claimed[number]))


def _hand(state: DawnState, seat: Seat | None) -> tuple[str, ...]:
    return () if seat is None else tuple(state.players[seat].hand)


def _turn(state: DawnState) -> TurnView | None:
    turn = state.turn
    if turn is None:
        return None
    die, acts_as = die_text(turn.colour, turn.value), "" if turn.acts_as == NONE else ROWS[turn.acts_as]
    return view_of(TurnView, turn, die=die, row=ROWS[turn.row], space=turn.space + 1, acts_as=acts_as)


def cards_in_hand(view: DawnView) -> tuple[str, ...]:
    """Return the looking seat's hand, minus cards put back or chosen for the palace. SETUP-19, SETUP-20"""
    if view.sealed is None or view.phase != "setup":
        return view.hand
    gone = {*view.sealed.cards, *view.sealed.chosen}
    return tuple(card for card in view.hand if card not in gone)


def _sites(sealed: Sealed) -> tuple[str, ...]:
    return tuple(f"{site.structure}:{site.region}" for site in sealed.sites)


def _view_sealed(state: DawnState, seat: Seat) -> SealedView:
    sealed, player = state.sealed[seat], state.players[seat]
    return view_of(
        SealedView,
        sealed,
        temps=tuple(map(_good, sealed.temps)),
        sites=_sites(sealed),
        early_temp=_good(player.early_temp),
        early_good=_good(player.early_good),
    )


def _good(number: int) -> str:
    return "" if number == NONE else GOODS[number]


def hear(fact: Fact, seat: Seat | None) -> Fact:
    """Hide from other seats the cards that a seat drew from a deck or kept at setup. INFO-6"""
    match fact:
        case CardDrawn(owner, _, origin, source) if owner != seat and origin != "offer":
            return CardDrawn(owner, HIDDEN, origin, source)
        case SetupCarriedOut(owner, kept, put_back, palace) if owner != seat:
            return SetupCarriedOut(owner, (HIDDEN,) * len(kept), put_back, palace)
    return fact
