"""Claims on vases. Each seat that meets a vase's condition claims it, alone or together with others. VASE"""

from engine.kernel.decision import Seat
from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.state.facts import VaseWon
from engine.minos_dawn.state.measures import figure_of
from engine.minos_dawn.state.state import FREE, NONE, DawnState


def _best_free(places: list[int]) -> int:  # VASE-6
    return places.index(FREE) if FREE in places else NONE


def check_vases(state: DawnState, now: Now[DawnState], *measures: str) -> None:
    """Claim each vase for the seats that now meet its condition. Only `measures` have changed. VASE-7, SOLO-INCOME-7"""
    vases = the_box().vases
    for number, vase_id in enumerate(state.vases):
        vase = vases[vase_id]
        if vase.measure not in measures or state.phase == "setup":
            continue
        claimed = state.claimed[number]
        if len(claimed) == len(state.players):
            continue
        seats = [
            seat
            for seat in state.turn_order()
            if seat not in claimed and figure_of(state, seat, vase.measure) >= vase.at_least
        ]
        if seats:
            _claim(state, now, number, seats)


def _claim(state: DawnState, now: Now[DawnState], vase: int, seats: list[Seat]) -> None:
    """Give each of these seats the VP of the best free place, then place their markers. VASE-2, VASE-4, VASE-5"""
    is_open = bool(state.window)
    place = state.window[vase] if is_open else _best_free(state.places[vase])
    if place == NONE:
        return
    vp = the_box().board.vase_slots.vp[place]
    for seat in seats:
        state.claimed[vase] += (seat,)
        player = state.players[seat]
        player.vp += vp
        player.scored[state.category] += vp
        now.emit(VaseWon(seat, state.vases[vase], vp))
    state.claims[vase] += tuple(seats)
    if not is_open:
        _cover(state, vase)


def _cover(state: DawnState, vase: int) -> None:
    """Put markers on the highest free places in turn order. A seat that gets no place keeps its VP. VASE-5"""
    for seat in state.turn_order():
        if seat in state.claims[vase]:
            place = _best_free(state.places[vase])
            if place != NONE:
                state.places[vase][place] = seat
    state.claims[vase] = ()


class OpenWindow(Happening[DawnState], frozen=True, tag="OpenWindow"):
    """A simultaneous step begins. All vase claims during the step count as made now. VASE-5"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.window = [_best_free(places) for places in state.places]


class CloseWindow(Happening[DawnState], frozen=True, tag="CloseWindow"):
    """The simultaneous step is over, and its markers are placed. VASE-5"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.window = []
        for vase in range(len(state.vases)):
            _cover(state, vase)
