"""The rival selects a die: a front chooses it, and the back of the next card sends it to a row. SOLO-DICE"""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import COLOURS, RIVAL, ROWS, WILD, the_box
from engine.minos_dawn.content.records import SoloCard
from engine.minos_dawn.state import rival_facts as f
from engine.minos_dawn.state.action_rows import has_space, place_die
from engine.minos_dawn.state.rival import Rival, Selection
from engine.minos_dawn.state.state import NONE, DawnState, Die, rival_of


class SelectDie(Happening[DawnState], frozen=True, tag="SelectDie"):
    """One card, one die, one row. SOLO-DICE-1 to SOLO-DICE-9"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        rival = rival_of(state)
        card = the_box().solo.cards[_draw(rival, now)]
        die = _choose(state, now, card)
        state.pool.remove(die)
        full = _full_rows(state, rival)
        while len(full) == len(_in_force(rival)):
            _discard(rival, now, full)
            full = _full_rows(state, rival)
        _place(state, now, rival, card.id, die, full)


def _draw(rival: Rival, now: Now[DawnState]) -> str:
    """Draw the top card. The next one's back is in force. A barrier for undo. SOLO-DICE-1, SOLO-INFO-6"""
    _refill(rival, now)
    card = rival.deck.pop()
    rival.drawn.append(card)
    _refill(rival, now)
    now.reveal()
    now.emit(f.SoloCardDrawn(card, _in_force(rival)))
    return card


def _refill(rival: Rival, now: Now[DawnState]) -> None:
    """Make an empty deck of the used cards. Those drawn this round stay out. SOLO-DICE-10"""
    if rival.deck:
        return
    rival.deck, rival.used = rival.used, []
    now.shuffle("solo deck", rival.deck)
    now.emit(f.SoloDeckReshuffled(len(rival.deck)))


def _choose(state: DawnState, now: Now[DawnState], card: SoloCard) -> str:
    """Choose the colour, then its lowest or highest die. SOLO-DICE-2 to SOLO-DICE-4"""
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
    now.emit(f.RivalDieChosen(card.id, card.criterion, tuple(present), tuple(figures), pick, die))
    return die


def pick_of(card: SoloCard) -> str:
    """Return `low` or `high`, by the criterion if it says which, else by the card. SOLO-DICE-4, DATA-SOLO-4"""
    return {"lowest": "low", "highest": "high"}.get(card.criterion, card.pick)


def _in_force(rival: Rival) -> tuple[str, ...]:  # SOLO-DICE-1, SOLO-INFO-2
    return the_box().solo.cards[rival.deck[-1]].actions


def _full_rows(state: DawnState, rival: Rival) -> tuple[str, ...]:
    """Return the rows of the back in force before the first with a free space, or all if none has one. SOLO-DICE-5"""
    actions = _in_force(rival)
    for place, action in enumerate(actions):
        if has_space(state, ROWS.index(action)):
            return actions[:place]
    return actions


def _discard(rival: Rival, now: Now[DawnState], full: tuple[str, ...]) -> None:
    """Use up the card without drawing it, so that the next back is in force. SOLO-DICE-9"""
    card = rival.deck.pop()
    rival.used.append(card)
    _refill(rival, now)
    now.reveal()
    now.emit(f.SoloCardDiscarded(card, full, _in_force(rival)))


def _place(state: DawnState, now: Now[DawnState], rival: Rival, card: str, die: str, full: tuple[str, ...]) -> None:
    """Place the die by the base rule. A Wild die keeps its mark. SOLO-DICE-6, SOLO-DICE-7, SOLO-DICE-8"""
    actions = _in_force(rival)
    row = ROWS.index(actions[len(full)])
    mark = next(action for action in actions if action != ROWS[WILD]) if row == WILD else ""
    stands_for = ROWS.index(mark) if mark else NONE
    space = place_die(state, row, Die(RIVAL, COLOURS.index(die[:-1]), int(die[-1]), stands_for))
    rival.selection = Selection(card, die, actions, len(full), mark)
    now.emit(f.RivalDiePlaced(die, actions, full, ROWS[row], space + 1, mark))
