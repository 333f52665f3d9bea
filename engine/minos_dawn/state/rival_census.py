"""The count of the rival's components after every answer. SOLO-INV, K6"""

from engine.minos_dawn.content.box import RIVAL, WILD, the_box
from engine.minos_dawn.content.language import GOODS
from engine.minos_dawn.state.action_rows import dice_of
from engine.minos_dawn.state.rival import Rival
from engine.minos_dawn.state.state import NONE, DawnState

TOP, LOW = 0, -1


def count_rival(state: DawnState, rival: Rival) -> None:
    """Raise AssertionError if a component is missing, doubled or out of place."""
    figures = the_box().rival
    assert rival.reserve + sum(rival.warriors) == figures.warriors, "SOLO-INV-1"
    assert min(rival.reserve, *rival.warriors) >= 0, "SOLO-INV-1"
    assert len(rival.cities) <= figures.cities, "SOLO-INV-2"
    assert len(rival.farms) <= figures.farms, "SOLO-INV-2"
    assert rival.farms[0] == rival.home, "SOLO-INV-2"
    assert state.farms[rival.home] == RIVAL, "SOLO-INV-2"
    assert state.cities[rival.home] < 0, "SOLO-INV-2"
    assert not state.sea[rival.home], "SOLO-INV-2"
    # Nobody is asked in the rival's turn, so what is counted is always outside it.
    assert rival.bag == list(range(len(GOODS))), "SOLO-INV-3"
    assert not rival.out, "SOLO-INV-3"
    _count_solo_cards(state, rival)
    _count_marks(state, rival)
    assert all(figures.ship_space <= space <= 5 for space in rival.ships), "SOLO-INV-7"
    assert rival.vp == sum(rival.scored), "SOLO-INV-10"
    assert min(rival.scored) >= 0, "SOLO-INV-7"


def _count_solo_cards(state: DawnState, rival: Rival) -> None:
    cards = rival.deck + rival.drawn + rival.used
    assert sorted(cards) == sorted(the_box().solo_cards), "SOLO-INV-4"
    placed = len(dice_of(state, RIVAL))
    four = the_box().board.dice_per_player
    if state.phase == "draft":
        assert len(rival.drawn) == placed, "SOLO-INV-4"
    elif state.phase in ("progress", "action", "income"):
        # The rows are cleared after his cards are used; what a round begins with is asked after that.
        assert len(rival.drawn) == (four if any(state.rows) else 0), "SOLO-INV-4"
    else:
        assert not rival.drawn, "SOLO-INV-4"
    assert placed <= four, "SOLO-INV-9"
    assert placed == four or state.phase != "progress", "SOLO-INV-9"
    assert not placed or state.phase in ("draft", "progress", "action"), "SOLO-INV-9"


def _count_marks(state: DawnState, rival: Rival) -> None:
    in_wild = [die for die in state.rows[WILD] if die and die.seat == RIVAL]
    marked = [die for row in state.rows for die in row if die and die.mark != NONE]
    assert marked == in_wild, "SOLO-INV-5"
    assert len(marked) <= 2, "SOLO-INV-5"
    for places, step in zip(state.places, rival.marks, strict=True):
        assert (places[TOP] == RIVAL) == (step == len(the_box().rival.vase_spaces)), "SOLO-INV-8"
        assert RIVAL not in places[TOP + 1 :], "SOLO-INV-8"
        assert places[LOW] != 0 or places[TOP] == RIVAL, "SOLO-INV-8"
