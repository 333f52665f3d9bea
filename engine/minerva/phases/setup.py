"""Laying out a new game. SETUP"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.rules import Settings
from engine.minerva.content.box import Box, the_box
from engine.minerva.content.terms import FORUM
from engine.minerva.phases.preparation import reveal
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
        culture=[list(pile) for pile in box.culture_piles(seats)],
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
    """Return all starting buildings, in pairs for one seat. SETUP-07, SOLO-04"""
    tiles = list(box.starting_buildings(seats))
    if seats > 1:
        return [(tile,) for tile in tiles]
    chance.shuffle("starting buildings", tiles)
    return [(tiles[place], tiles[place + 1]) for place in range(0, len(tiles), 2)]


def _deck(box: Box, seats: int, chance: Chance) -> list[str]:
    """Return six equal piles, each shuffled with its round tile, that of round 1 last. SETUP-08"""
    tiles, deck = list(box.normal_buildings(seats)), box.constants.normal_deck
    chance.shuffle("normal buildings", tiles)
    size = deck.pile_size[str(seats)]
    piles = []
    for number in range(1, deck.piles + 1):
        pile = [*tiles[(number - 1) * size : number * size], f"round-{number}"]
        chance.shuffle(f"pile {number}", pile)
        piles.append(pile)
    return [name for pile in reversed(piles) for name in pile]
