"""The rival drafts dice (SOLO-DICE) and retrieves them (SOLO-ROUND-6, SOLO-ORDER, SOLO-WILD)."""

from engine.kernel.steps import Happening, Now
from engine.minos_dawn.actions.cards import RefillOffer
from engine.minos_dawn.content.box import ALONE, BUILD, COLOURS, DEVELOP, EXPAND, PREPARE, RIVAL, ROWS, WILD, the_box
from engine.minos_dawn.content.language import Advance, parts_of
from engine.minos_dawn.content.records import SoloCard
from engine.minos_dawn.content.words import die_text
from engine.minos_dawn.rival.actions import BuildByTile, DevelopFaceUp, PrepareFaceDown, SpendExpandPoint, put_back
from engine.minos_dawn.state import facts as f
from engine.minos_dawn.state.facts import RivalDieRetrieved, RivalTrackScored
from engine.minos_dawn.state.rival import Rival, RivalTurn, Selection, earn
from engine.minos_dawn.state.state import NONE, DawnState, Die, dice_of, has_space, place_die, rival_of

ROWS_OF_EQUALS = (EXPAND, BUILD, DEVELOP, PREPARE, WILD)
"""If dice are equal, the rival retrieves them in this order of rows. SOLO-ORDER-2"""


class RetrieveHighest(Happening[DawnState], frozen=True, tag="RetrieveHighest"):
    """The rival retrieves his highest die. Ties are broken by row, then leftmost. SOLO-ORDER-1 to SOLO-ORDER-3"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Retrieve the die. Only its space's strength and track VP matter. SOLO-ORDER-4, SOLO-ORDER-6"""
        rival = rival_of(state)
        dice = sorted(dice_of(state, RIVAL), key=lambda each: (-each[2].value, ROWS_OF_EQUALS.index(each[0]), each[1]))
        row, space, die = dice[0]
        state.rows[row][space] = None
        acts_as = die.mark if row == WILD else row
        strength = strength_of(row, space)
        text = die_text(die.colour, die.value)
        rival.turn = RivalTurn(text, row, space, acts_as, strength)
        passed = tuple(ROWS[other] for other, _, each in dice[1:] if each.value == die.value)
        now.emit(RivalDieRetrieved(text, ROWS[row], space + 1, passed, ROWS[acts_as], strength))
        _score_track(state, now, row, space)
        now.then(*_action(acts_as, strength), EndRivalTurn())


def strength_of(row: int, space: int) -> int:
    """Return the points of the space, or half of them for Expand. SOLO-ORDER-7, SOLO-EXP-1, SOLO-WILD-2"""
    box = the_box()
    points = box.layouts[ALONE].rows[row][space].points
    return points // box.solo.figures.expand_divisor if row == EXPAND else points


def shows_advance(row: int, space: int) -> bool:
    """Return whether a space's gains include a track advance. SOLO-ORDER-5"""
    box = the_box()
    effects = box.effects.get(f"space:{ALONE}:{ROWS[row]}:{space + 1}", ())
    return any(isinstance(part.atom, Advance) for effect in effects for part in parts_of(effect))


def _score_track(state: DawnState, now: Now[DawnState], row: int, space: int) -> None:
    """Score VP before the action if the die's space shows an advance. No marker moves. SOLO-ORDER-5, SOLO-WILD-3"""
    rival = rival_of(state)
    vp = the_box().solo.modes[rival.mode].track_vp
    if vp and shows_advance(row, space):
        earn(rival, "tracks", vp)
        now.emit(RivalTrackScored(ROWS[row], space + 1, vp))


def _action(acts_as: int, strength: int) -> tuple[Happening[DawnState], ...]:
    """Return an action's steps. A Wild die's mark sets the action, and its space the strength. SOLO-WILD-1"""
    if acts_as == PREPARE:
        return (PrepareFaceDown(strength),)
    if acts_as == DEVELOP:
        return (DevelopFaceUp(strength),)
    if acts_as == BUILD:
        return (BuildByTile(strength),)
    return tuple(SpendExpandPoint() for _ in range(strength))


class EndRivalTurn(Happening[DawnState], frozen=True, tag="EndRivalTurn"):
    """The rival's turn ends, and the tiles return to his bag. SOLO-ROUND-6, SOLO-WILD-4, SOLO-OFFER-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        put_back(rival_of(state))
        now.then(RefillOffer())


class SelectDie(Happening[DawnState], frozen=True, tag="SelectDie"):
    """The rival draws a solo card and drafts the die that the card selects. SOLO-DICE-1 to SOLO-DICE-9"""

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
    """Draw the top card, which rules out undo. The next card's back is now in force. SOLO-DICE-1, SOLO-INFO-6"""
    _refill(rival, now)
    card = rival.deck.pop()
    rival.drawn.append(card)
    _refill(rival, now)
    now.reveal()
    now.emit(f.SoloCardDrawn(card, _in_force(rival)))
    return card


def _refill(rival: Rival, now: Now[DawnState]) -> None:
    """Shuffle the used cards into a new deck if the deck is empty. Cards drawn this round stay out. SOLO-DICE-10"""
    if rival.deck:
        return
    rival.deck, rival.used = rival.used, []
    now.shuffle("solo deck", rival.deck)
    now.emit(f.SoloDeckReshuffled(len(rival.deck)))


def _choose(state: DawnState, now: Now[DawnState], card: SoloCard) -> str:
    """Choose the colour, then the lowest or highest die of that colour. SOLO-DICE-2 to SOLO-DICE-4"""
    values = {colour: [int(die[-1]) for die in state.pool if die[:-1] == colour] for colour in card.colours}
    present = [colour for colour in card.colours if values[colour]]
    measure = sum if card.criterion.startswith("total") else len
    figures = [measure(values[colour]) for colour in present]
    match card.criterion:
        case "lowest" | "highest":
            figures = []
            colour = present[0]
        case "total_highest":
            # If figures are equal, `index` finds the leftmost of these colours on the card.
            colour = present[figures.index(max(figures))]
        case _:
            colour = present[figures.index(min(figures))]
    pick = pick_of(card)
    die = f"{colour}{min(values[colour]) if pick == 'low' else max(values[colour])}"
    now.emit(f.RivalDieChosen(card.id, card.criterion, tuple(present), tuple(figures), pick, die))
    return die


def pick_of(card: SoloCard) -> str:
    """Return `low` or `high`. The criterion may decide, otherwise the card's `pick` does. SOLO-DICE-4, DATA-SOLO-4"""
    return {"lowest": "low", "highest": "high"}.get(card.criterion, card.pick)


def _in_force(rival: Rival) -> tuple[str, ...]:  # SOLO-DICE-1, SOLO-INFO-2
    return the_box().solo.cards[rival.deck[-1]].actions


def _full_rows(state: DawnState, rival: Rival) -> tuple[str, ...]:
    """Return the rows on the back in force that come before the first row with a free space. SOLO-DICE-5"""
    actions = _in_force(rival)
    for place, action in enumerate(actions):
        if has_space(state, ROWS.index(action)):
            return actions[:place]
    return actions


def _discard(rival: Rival, now: Now[DawnState], full: tuple[str, ...]) -> None:
    """Move the top card to the used pile without drawing it. The next back is then in force. SOLO-DICE-9"""
    card = rival.deck.pop()
    rival.used.append(card)
    _refill(rival, now)
    now.reveal()
    now.emit(f.SoloCardDiscarded(card, full, _in_force(rival)))


def _place(state: DawnState, now: Now[DawnState], rival: Rival, card: str, die: str, full: tuple[str, ...]) -> None:
    """Place the die by the usual rule. If its row is Wild, store its mark. SOLO-DICE-6, SOLO-DICE-7, SOLO-DICE-8"""
    actions = _in_force(rival)
    row = ROWS.index(actions[len(full)])
    mark = next(action for action in actions if action != ROWS[WILD]) if row == WILD else ""
    stands_for = ROWS.index(mark) if mark else NONE
    space = place_die(state, row, Die(RIVAL, COLOURS.index(die[:-1]), int(die[-1]), stands_for))
    rival.selection = Selection(card, die, actions, len(full), mark)
    now.emit(f.RivalDiePlaced(die, actions, full, ROWS[row], space + 1, mark))
