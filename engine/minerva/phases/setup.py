"""Laying out a new game, revealing tiles, and preparing the next round. SETUP, PREP"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.rules import Settings
from engine.kernel.steps import Now
from engine.minerva.content.box import Box, the_box
from engine.minerva.content.terms import FORUM
from engine.minerva.state.facts import TilesRevealed
from engine.minerva.state.state import MinervaState, Placed, SeatState


def lay_out(settings: Settings, chance: Chance) -> MinervaState:
    """Return the table before the first turn. SETUP-01 to SETUP-15, SETUP-10, SOLO-01, SOLO-02"""
    box, seats = the_box(), settings.seats
    first = chance.below("first seat", seats) if settings.options["first_seat"] == "random" else 0
    temples = list(box.temples)
    chance.shuffle("temples", temples)
    open_temples = [temples.pop() for _ in range(box.constants.temples_face_up)]
    state = MinervaState(
        round=1,
        phase="main",
        first=first,
        starter=first,
        colon_mode=str(settings.options["colon_mode"]),
        players=[_player(box, (seat - first) % seats) for seat in range(seats)],
        lots=_starting_lots(box, seats, chance),
        deck=_deck(box, seats, chance),
        aside=[],
        temples=open_temples,
        temple_stack=temples,
        culture=list(box.culture_piles(seats)),
        glory=[tile.id for tile in box.content.glory],
        boxed=[],
    )
    reveal(state)
    return state


def _player(box: Box, place: Seat) -> SeatState:
    """Return the kit of the seat that is `place` seats after the first. SETUP-05, SETUP-06, SETUP-14, SETUP-15"""
    start = box.constants.start
    return SeatState(
        denarii=start.denarii_by_seat[place],
        resources=list(start.resources),
        residences=start.residences,
        city=[Placed(FORUM, 0, 0)],
        glory=start.glory,
        assistants=start.assistants,
    )


def _starting_lots(box: Box, seats: int, chance: Chance) -> list[tuple[str, ...]]:
    """Return all starting buildings, in pairs in the solo game. SETUP-07, SOLO-04"""
    tiles = list(box.starting_buildings(seats))
    if seats > 1:
        return [(tile,) for tile in tiles]
    chance.shuffle("starting buildings", tiles)
    return [(tiles[place], tiles[place + 1]) for place in range(0, len(tiles), 2)]


def _deck(box: Box, seats: int, chance: Chance) -> list[str]:
    """Return six equal piles, each shuffled with its round tile. The pile of round 1 is last. SETUP-08"""
    tiles, deck = list(box.normal_buildings(seats)), box.constants.normal_deck
    chance.shuffle("normal buildings", tiles)
    size = deck.pile_size[str(seats)]
    piles = []
    for number in range(1, deck.piles + 1):
        pile = [*tiles[(number - 1) * size : number * size], f"round-{number}"]
        chance.shuffle(f"pile {number}", pile)
        piles.append(pile)
    return [name for pile in reversed(piles) for name in pile]


def reveal(state: MinervaState) -> tuple[tuple[str, ...], ...]:
    """Draw up to the next round tile, add the tiles to the display, and return them.

    Reveal nothing after round 6 (PREP-05). In the solo game, draw pairs. A round tile drawn first is set aside; drawn
    second, it stays in its pair, with its money (SOLO-05, SOLO-06, SOLO-07). SETUP-09, PREP-04
    """
    tiles, size = the_box().tiles, 2 if state.is_solo else 1
    lots: list[tuple[str, ...]] = []
    drawn: tuple[str, ...] = ()
    while True:
        name = state.deck.pop()
        if name not in tiles and not drawn:
            state.aside.append(name)
            break
        drawn += (name,)
        if len(drawn) == size:
            lots.append(drawn)
            drawn = ()
            if name not in tiles:
                break
    state.lots += lots
    return tuple(lots)


def prepare(state: MinervaState, now: Now[MinervaState]) -> None:
    """Return glory tokens and order tiles, and reveal tiles. PREP-01, PREP-02, PREP-03, PREP-04, PREP-06, SOLO-14"""
    state.first = next(seat for seat, player in enumerate(state.players) if player.order == 1)
    for player in state.players:
        player.glory = player.order = 0
        player.next_turn = player.buys_none = False
    state.round += 1
    now.reveal()
    now.emit(TilesRevealed(reveal(state)))
