"""Rolling the dice and drafting them into the rows. DRAFT"""

from functools import lru_cache, partial

from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.steps import Choice, Happening, Now
from engine.minos_dawn.content.box import COLOURS, ROWS, the_box
from engine.minos_dawn.content.words import die_text, draft_option, landing
from engine.minos_dawn.phases.progress import begin_declaring, declaration, declare, declaring
from engine.minos_dawn.rival.turn import SelectDie
from engine.minos_dawn.state.facts import DiceRolled, DieDrafted
from engine.minos_dawn.state.state import DawnState, Die, Sealed, dice_of, has_space, place_die, space_for


class RollDice(Happening[DawnState], frozen=True, tag="RollDice"):
    """Roll the dice. Reroll them while six or more show the same value. DRAFT-1, DRAFT-2, SOLO-ROUND-2"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        board = the_box().board
        colours = dice_in_play(state)
        rolls = 0
        while True:
            values = now.roll("dice", len(colours))
            rolls += 1
            if max(map(values.count, values)) < board.reroll_if_same_value:
                break
        dice = sorted((value + 1, COLOURS.index(colour)) for value, colour in zip(values, colours, strict=True))
        state.pool = [die_text(colour, value) for value, colour in dice]
        state.rows = [[] for _ in ROWS]
        state.sealed = [Sealed() for _ in state.players]
        state.phase = "draft"
        now.emit(DiceRolled(tuple(state.pool), rolls))
        now.then(DraftDice())
        if state.is_rival(drafting(state)):
            now.then(SelectDie())


def dice_in_play(state: DawnState) -> tuple[str, ...]:
    """Return the colour of each die in play. SOLO-EASY-3 uses all 17 dice. SETUP-2, SOLO-SETUP-2"""
    box = the_box()
    has_all = state.rival is not None and box.solo.modes[state.rival.mode].all_dice
    return box.layouts[max(box.layouts) if has_all else len(state.players)].dice


def drafting(state: DawnState) -> Seat | None:
    """Return the seat that drafts next, or RIVAL. Return None if the draft is over. DRAFT-8, SOLO-ROUND-3"""
    count, sides = sum(map(len, state.rows)), state.sides
    if count == sides * the_box().board.dice_per_player:
        return None
    return (state.first + count) % sides


_PROMPT = Message("minos_dawn.prompt.draft")


class DraftDice(Choice[DawnState], frozen=True, tag="DraftDice"):
    """Each seat takes four dice, one at a time in turn order. Then it may declare its advances. DRAFT-3, PROG-6"""

    def decisions(self, state: DawnState) -> list[Decision]:
        """Ask the seat that drafts, and seats with four dice that haven't declared their advances."""
        decisions = []
        seat = drafting(state)
        if seat is not None:
            decisions.append(self._draft(state, seat))
        return decisions + [declaration(state, seat) for seat in declaring(state)]

    def _draft(self, state: DawnState, seat: Seat) -> Decision:
        """Offer every die of the pool for every row with a free space. There always is such a row. DRAFT-4, DRAFT-9"""
        seats, is_age1 = len(state.players), state.age == 0
        rows = [
            _row_options(seats, row, _owners_in(state, row), state.action_bonus, is_age1)
            for row in range(len(ROWS))
            if has_space(state, row)
        ]
        options = tuple([row[die] for die in dict.fromkeys(state.pool) for row in rows])
        return Decision(seat, "DRAFT-3", _PROMPT, options)

    def apply(self, state: DawnState, now: Now[DawnState], answer: Answer) -> None:
        """Place a die, or store the next part of a declaration."""
        now.then(self)
        if not answer.keys[0].startswith("draft:"):
            declare(state, answer)
            return
        _, text, row_id = answer.keys[0].split(":")
        draft_die(state, now, answer.seat, text, row_id)
        # SOLO-HUMAN-11: the rival drafts as part of the seat's answer.
        now.then(SelectDie() if state.is_rival(drafting(state)) else TakeWish())


def draft_die(state: DawnState, now: Now[DawnState], seat: Seat, text: str, row_id: str) -> None:
    state.pool.remove(text)
    space = place_die(state, ROWS.index(row_id), Die(seat, COLOURS.index(text[:-1]), int(text[-1])))
    now.emit(DieDrafted(seat, text, row_id, space + 1))
    if len(dice_of(state, seat)) == the_box().board.dice_per_player:
        begin_declaring(state, seat)


ENDED = "ended:"
"""Stored in place of a seat's wishes once they have ended, followed by the wish that became impossible, if any."""


def wishes_of(state: DawnState, seat: Seat) -> tuple[str, ...]:
    """Return the seat's wishes for the draft, best first: a die, a row, and the last space (from 1) that it accepts."""
    chosen = state.sealed[seat].chosen
    return () if chosen[:1] and chosen[0].startswith(ENDED) else chosen


class TakeWish(Happening[DawnState], frozen=True, tag="TakeWish"):
    """Draft the seat's first wish that is still possible. If its die would now land further right than the seat
    accepted, the wishes end and the seat is asked. DRAFT-3, DRAFT-6"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        seat = drafting(state)
        if seat is None or not (wishes := wishes_of(state, seat)):
            return
        state.sealed[seat].chosen = (ENDED,)
        for number, wish in enumerate(wishes, start=1):
            text, row_id, space = wish.split(":")
            row = ROWS.index(row_id)
            if text not in state.pool or not has_space(state, row):
                continue
            if space_for(state.rows[row], int(text[-1])) >= int(space):
                state.sealed[seat].chosen = (ENDED + wish,)
                return
            state.sealed[seat].chosen = wishes[number:]
            now.reveal()  # The previous seat now knows the wish, so it must not be able to undo.
            draft_die(state, now, seat, text, row_id)
            now.then(TakeWish())
            return


def _owners_in(state: DawnState, row: int) -> tuple[tuple[int, Seat | None], ...]:
    return tuple([(die.value, None if state.is_rival(die.seat) else die.seat) for die in state.rows[row] if die])


class RowOptions(dict[str, Option]):
    """The options to draft each die into one row, made when needed. `owners` are the dice in the row, from left to
    right: each one's value, and its seat (None: the rival). DRAFT-6"""

    def __init__(
        self, seats: int, row: int, owners: tuple[tuple[int, Seat | None], ...], action_bonus: str, is_age1: bool
    ) -> None:
        super().__init__()
        self._row, self._owners = row, owners
        self._describe = partial(landing, seats, row, action_bonus=action_bonus, is_age1=is_age1)

    def __missing__(self, die: str) -> Option:
        """Say which space the die would take, and which dice it would push right."""
        slid = tuple([owner for value, owner in self._owners if value > int(die[-1])])
        plain = draft_option(die, self._row)
        hint = self._describe(space=len(self._owners) - len(slid), slid=slid)
        self[die] = option = Option(plain.key, plain.label, None, hint)
        return option


_row_options = lru_cache(maxsize=1 << 12)(RowOptions)
