"""Rolling the dice and drafting them into the rows. DRAFT"""

from engine.kernel.decision import Answer, Decision, Message, Seat
from engine.kernel.game import Choice, Happening, Now
from engine.minos_dawn.box import COLOURS, ROWS, the_box
from engine.minos_dawn.facts import DiceRolled, DieDrafted
from engine.minos_dawn.progress import begin_declaring, declaration, declare, declaring
from engine.minos_dawn.state import Die, Sealed, Table
from engine.minos_dawn.words import draft_option


class RollDice(Happening[Table], frozen=True):
    """DRAFT-1: all dice, again while six or more show the same value. DRAFT-2: the pool is public."""

    def happen(self, state: Table, now: Now[Table]) -> None:
        """Then the draft."""
        board = the_box().board
        colours = the_box().dice[len(state.players)]
        rolls = 0
        while True:
            values = now.roll("dice", len(colours))
            rolls += 1
            if max(map(values.count, values)) < board.reroll_if_same_value:
                break
        dice = sorted(zip((value + 1 for value in values), colours, strict=True), key=_by_value)
        state.pool = [f"{colour}{value}" for value, colour in dice]
        state.rows = [[] for _ in ROWS]
        state.sealed = [Sealed() for _ in state.players]
        state.phase = "draft"
        now.tell(DiceRolled(tuple(state.pool), rolls))
        now.then(DraftDice())


def _by_value(each: tuple[int, str]) -> tuple[int, int]:
    return each[0], COLOURS.index(each[1])


def placed(state: Table) -> int:
    """How many dice stand in the rows."""
    return sum(map(len, state.rows))


class DraftDice(Choice[Table], frozen=True):
    """DRAFT-3: in turn order each seat takes a die, four times; PROG-6: whoever has four may declare meanwhile."""

    def decisions(self, state: Table) -> list[Decision]:
        """The seat that drafts, and those that have their four dice and have not declared."""
        decisions = []
        drafting = self._drafting(state)
        if drafting is not None:
            decisions.append(self._draft(state, drafting))
        return decisions + [declaration(state, seat) for seat in declaring(state)]

    def _drafting(self, state: Table) -> Seat | None:
        """DRAFT-8: the draft ends when every seat has placed its dice."""
        count, seats = placed(state), len(state.players)
        if count == seats * the_box().board.dice_per_player:
            return None
        return (state.first + count) % seats

    def _draft(self, state: Table, seat: Seat) -> Decision:
        """DRAFT-4: any die of the pool, any row with a free space. DRAFT-9: there always is one."""
        rows = [row for row in range(len(ROWS)) if has_space(state, row)]
        options = tuple(draft_option(die, row) for die in dict.fromkeys(state.pool) for row in rows)
        return Decision(seat, "DRAFT-3", Message("dawn.prompt.draft"), options)

    def chosen(self, state: Table, now: Now[Table], answer: Answer) -> None:
        """A die placed, or a part of a declaration."""
        now.then(self)
        if not answer.keys[0].startswith("draft:"):
            declare(state, answer)
            return
        _, text, row_id = answer.keys[0].split(":")
        row = ROWS.index(row_id)
        state.pool.remove(text)
        space = place_die(state, row, Die(answer.seat, COLOURS.index(text[:-1]), int(text[-1])))
        now.tell(DieDrafted(answer.seat, text, row_id, space + 1))
        if count_of(state, answer.seat) == the_box().board.dice_per_player:
            begin_declaring(state, answer.seat)


def has_space(state: Table, row: int) -> bool:
    """DRAFT-5: as many spaces as INV-8 says."""
    return len(state.rows[row]) < len(the_box().rows[len(state.players)][row])


def count_of(state: Table, seat: Seat) -> int:
    """Dice of a seat in the rows."""
    return sum(die is not None and die.seat == seat for row in state.rows for die in row)


def place_die(state: Table, row: int, die: Die) -> int:
    """DRAFT-6: right of every lower or equal value, left of every higher one. Gives the space, counted from 0."""
    dice = state.rows[row]
    space = sum(other is not None and other.value <= die.value for other in dice)
    dice.insert(space, die)
    return space
