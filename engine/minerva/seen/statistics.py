"""What simulations count of this game: which tiles were built, and which culture and glory tiles were won."""

from engine.kernel.decision import Fact, Seat
from engine.minerva.content.box import the_box
from engine.minerva.state.facts import CultureTaken, GloryTaken, TileBuilt
from engine.minerva.state.state import MinervaState

USES: dict[type[Fact], tuple[str, str]] = {
    TileBuilt: ("tile", "tile"),
    CultureTaken: ("culture", "tile"),
    GloryTaken: ("glory", "tile"),
}
"""The fact that tells of each kind of component, and its field that names the component."""


def components() -> dict[str, tuple[str, ...]]:
    """All there are of each kind."""
    box = the_box()
    return {
        "tile": (*box.starting_buildings(4), *box.normal_buildings(4), *box.temples),
        "culture": tuple(box.culture_tiles),
        "glory": tuple(box.glory_tiles),
    }


def dealt(state: MinervaState, seat: Seat) -> dict[str, str]:
    """The place in the turn order of round 1, which counts from 1. SETUP-13"""
    return {"turn": str((seat - state.starter) % len(state.players) + 1)}
