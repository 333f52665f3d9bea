"""Standing orders for the draft: a ranked list of dice and rows, entered while other seats think. DRAFT-3"""

from engine.kernel.decision import Decision, Message, Option, Seat
from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.words import die, row
from engine.minos_dawn.phases.draft import ENDED, drafting, wishes_of
from engine.minos_dawn.state.state import DawnState, dice_of, has_space, space_for

WISHES = "DRAFT-3"
MOST_WISHES = 12


def offer(state: DawnState, seat: Seat) -> list[Decision]:
    """Offer to add a wish, if the seat will still draft after the present question. The prompt lists its wishes."""
    if state.phase != "draft" or len(state.players) == 1:
        return []
    placed = len(dice_of(state, seat)) + (drafting(state) == seat)
    if placed >= the_box().board.dice_per_player:
        return []
    options = [Option("wish:none", Message("minos_dawn.option.no_wishes"))]
    if len(wishes_of(state, seat)) < MOST_WISHES:
        rows = [number for number in range(len(ROWS)) if has_space(state, number)]
        wishes = [_wish(state, seat, text, number) for text in dict.fromkeys(state.pool) for number in rows]
        options[:0] = [Option("wish:" + wish.rpartition(":")[0], _words(wish)) for wish in wishes]
    return [Decision(seat, WISHES, _prompt(state, seat), tuple(options), private=True)]


def take(state: DawnState, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
    """Add a wish at the end of the list, or drop all wishes."""
    _, text, *rows = keys[0].split(":")
    if not rows:
        state.sealed[seat].chosen = ()
        return
    wish = _wish(state, seat, text, ROWS.index(rows[0]))
    state.sealed[seat].chosen = (*_others(state, seat, f"{text}:{rows[0]}:"), wish)


def _wish(state: DawnState, seat: Seat, text: str, number: int) -> str:
    """Return a wish with the space that its die would take after the seat's other wishes. DRAFT-6"""
    begin, value = f"{text}:{ROWS[number]}:", int(text[-1])
    others = [each.split(":") for each in _others(state, seat, begin)]
    before = sum(row_id == ROWS[number] and int(other[-1]) <= value for other, row_id, _ in others)
    return f"{begin}{space_for(state.rows[number], value) + before + 1}"


def _others(state: DawnState, seat: Seat, begin: str) -> list[str]:
    return [each for each in wishes_of(state, seat) if not each.startswith(begin)]


def _words(wish: str, message: str = "minos_dawn.option.wish") -> Message:
    text, row_id, space = wish.split(":")
    return Message(message, {"die": die(text), "row": row(ROWS.index(row_id)), "space": int(space)})


def _prompt(state: DawnState, seat: Seat) -> Message:
    """List the seat's wishes, or say what ended them."""
    chosen = state.sealed[seat].chosen
    if not chosen:
        return Message("minos_dawn.prompt.wish")
    if chosen[0].startswith(ENDED):
        lost = chosen[0].removeprefix(ENDED)
        return _words(lost, "minos_dawn.prompt.wish_moved") if lost else Message("minos_dawn.prompt.wishes_gone")
    ranked = [
        Message("minos_dawn.wish.ranked", {"number": number, "wish": _words(wish)})
        for number, wish in enumerate(chosen, start=1)
    ]
    return Message("minos_dawn.prompt.wishes", {"wishes": tuple(ranked)})
