"""Counts of simulations: the tiles built, and the culture and glory tiles won."""

from engine.kernel.decision import Fact, Seat
from engine.minerva.content.box import the_box
from engine.minerva.state.facts import CultureTaken, GloryTaken, TileBuilt
from engine.minerva.state.state import MinervaState

USES: dict[type[Fact], tuple[str, str]] = {
    TileBuilt: ("tile", "tile"),
    CultureTaken: ("culture", "tile"),
    GloryTaken: ("glory", "tile"),
}


def components() -> dict[str, tuple[str, ...]]:
    box = the_box()
    return {
        "tile": (*box.starting_buildings(4), *box.normal_buildings(4), *box.temples),
        "culture": tuple(box.culture_tiles),
        "glory": tuple(box.glory_tiles),
    }


def setup_of(state: MinervaState, seat: Seat) -> dict[str, str]:
    """The seat's place in the turn order of round 1, from 1. SETUP-13"""
    return {"turn": str((seat - state.starter) % len(state.players) + 1)}
