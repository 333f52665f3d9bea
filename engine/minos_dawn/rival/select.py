"""The rival selects a die: a front chooses it, the back of the next card sends it to a row. SOLO-DICE"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import COLOURS, RIVAL, ROWS, WILD, the_box
from engine.minos_dawn.content.rival_records import SoloCard
from engine.minos_dawn.state.action_rows import has_space, place_die
from engine.minos_dawn.state.rival import Rival, Selection
from engine.minos_dawn.state.rival_facts import (
    RivalDieChosen,
    RivalDiePlaced,
    SoloCardDiscarded,
    SoloCardDrawn,
    SoloDeckReshuffled,
)
from engine.minos_dawn.state.state import NONE, DawnState, Die, rival_of


class SelectDie(Happening[DawnState], frozen=True, tag="SelectDie"):
    """SOLO-DICE-1 to SOLO-DICE-9: one card, one die, one row."""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        rival = rival_of(state)
        card = the_box().solo_cards[_draw(rival, now)]
        die = _choose(state, now, card)
        state.pool.remove(die)
        full = _full_rows(state, rival)
        while len(full) == len(_in_force(rival)):
            _discard(rival, now, full)
            full = _full_rows(state, rival)
        _place(state, now, rival, card.id, die, full)


def _draw(rival: Rival, now: Now[DawnState]) -> str:
    """SOLO-DICE-1: the top card, front up; the next one's back is in force. SOLO-INFO-6: a barrier for undo."""
    _refill(rival, now)
    card = rival.deck.pop()
    rival.drawn.append(card)
    _refill(rival, now)
    now.reveal()
    now.emit(SoloCardDrawn(card, _in_force(rival)))
    return card


def _refill(rival: Rival, now: Now[DawnState]) -> None:
    """SOLO-DICE-10: an empty deck is made anew of the used cards; those drawn this round stay out."""
    if rival.deck:
        return
    rival.deck, rival.used = rival.used, []
    now.shuffle("solo deck", rival.deck)
    now.emit(SoloDeckReshuffled(len(rival.deck)))


def _choose(state: DawnState, now: Now[DawnState], card: SoloCard) -> str:
    """SOLO-DICE-2 to SOLO-DICE-4: the colour, then its lowest or highest die."""
    values = {colour: [int(die[-1]) for die in state.pool if die[:-1] == colour] for colour in card.colours}
    present = [colour for colour in card.colours if values[colour]]
    measure = sum if card.criterion.startswith("total") else len
    figures = [measure(values[colour]) for colour in present]
    match card.criterion:
        case "lowest" | "highest":
            figures = []
            colour = present[0]
        case "total_highest":
            # Where several are equal, both take the one further left on the card.
            colour = present[figures.index(max(figures))]
        case _:
            colour = present[figures.index(min(figures))]
    pick = pick_of(card)
    die = f"{colour}{min(values[colour]) if pick == 'low' else max(values[colour])}"
    now.emit(RivalDieChosen(card.id, card.criterion, tuple(present), tuple(figures), pick, die))
    return die


def pick_of(card: SoloCard) -> str:
    """SOLO-DICE-4: the criterion says it for the lowest and the highest die, else the card. DATA-SOLO-4"""
    return {"lowest": "low", "highest": "high"}.get(card.criterion, card.pick)


def _in_force(rival: Rival) -> tuple[str, ...]:
    """SOLO-DICE-1: the actions on the back of the top card, which alone of it is seen. SOLO-INFO-2"""
    return the_box().solo_cards[rival.deck[-1]].actions


def _full_rows(state: DawnState, rival: Rival) -> tuple[str, ...]:
    """SOLO-DICE-5: of the back in force the rows that stand before the first with a free space; all, if none has."""
    actions = _in_force(rival)
    for place, action in enumerate(actions):
        if has_space(state, ROWS.index(action)):
            return actions[:place]
    return actions


def _discard(rival: Rival, now: Now[DawnState], full: tuple[str, ...]) -> None:
    """SOLO-DICE-9: the card is used without having been drawn, and the next back is in force."""
    card = rival.deck.pop()
    rival.used.append(card)
    _refill(rival, now)
    now.reveal()
    now.emit(SoloCardDiscarded(card, full, _in_force(rival)))


def _place(state: DawnState, now: Now[DawnState], rival: Rival, card: str, die: str, full: tuple[str, ...]) -> None:
    """Place the rival's die by the base rule.

    SOLO-DICE-6. SOLO-DICE-7, SOLO-DICE-8: a Wild die carries its mark with it.
    """
    actions = _in_force(rival)
    row = ROWS.index(actions[len(full)])
    mark = next(action for action in actions if action != ROWS[WILD]) if row == WILD else ""
    stands_for = ROWS.index(mark) if mark else NONE
    space = place_die(state, row, Die(RIVAL, COLOURS.index(die[:-1]), int(die[-1]), stands_for))
    rival.selection = Selection(card, die, actions, len(full), mark)
    now.emit(RivalDiePlaced(die, actions, full, ROWS[row], space + 1, mark))
