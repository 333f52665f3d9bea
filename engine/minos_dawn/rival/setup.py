"""The setup of the rival. SOLO-SETUP"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.state.facts import RivalArrived
from engine.minos_dawn.state.rival import RIVAL_CATEGORIES, Rival, earn
from engine.minos_dawn.state.state import DawnState


class PlaceRival(Happening[DawnState], frozen=True, tag="PlaceRival"):
    """The rival is set up. The seat's Starting card decides his home. SOLO-SETUP-4 to SOLO-SETUP-15"""

    mode: str

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        box = the_box()
        start = box.starting_cards[state.players[0].card].region
        home = box.solo.homes[start]
        state.rival = rival = _at_home(state, self.mode, home.bot_home)
        now.shuffle("solo deck", rival.deck)
        earn(rival, "difficulty", box.solo.modes[self.mode].start_vp)
        # SOLO-SETUP-11: his home keeps no tiles, so there will be no city and no fight there.
        moved_to = home.tiles_move_to
        state.foundations[moved_to], state.foundations[home.bot_home] = state.foundations[home.bot_home], ""
        state.sea[moved_to], state.sea[home.bot_home] = state.sea[home.bot_home], ()
        state.farms[home.bot_home] = RIVAL
        # SOLO-SETUP-15, SOLO-HUMAN-10: the tiles in the rival's bag are taken from the supply.
        state.temps = [count - 1 for count in state.temps]
        # SOLO-SETUP-4: the seat's Starting card takes effect next and may change this.
        state.first = RIVAL
        # SOLO-OFFER-4: the first card is in the rightmost place.
        state.offer.reverse()
        now.emit(RivalArrived(self.mode, home.bot_home, moved_to, rival.vp))


def _at_home(state: DawnState, mode: str, home: int) -> Rival:
    """Return the rival, with a farm and a warrior in his home (SOLO-SETUP-5, SOLO-SETUP-12, SOLO-SETUP-13), his markers
    and ships (SOLO-SETUP-6, SOLO-SETUP-8, SOLO-SETUP-9), and his cards (SOLO-SETUP-14)."""
    box = the_box()
    figures = box.solo.figures
    warriors = [0] * len(state.cities)
    warriors[home] = 1
    return Rival(
        mode=mode,
        home=home,
        vp=0,
        reserve=figures.warriors - 1,
        warriors=warriors,
        cities=[],
        farms=[home],
        ships=[figures.ship_space for _ in state.routes],
        population=box.solo.modes[mode].population[0],
        marks=[0 for _ in state.vases],
        deck=list(box.solo.cards),
        scored=[0] * len(RIVAL_CATEGORIES),
        bag=list(range(len(GOODS))),
    )
