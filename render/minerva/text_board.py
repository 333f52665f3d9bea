"""The table in words: a short form for alt texts, and a long form with the whole position."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.kernel.decision import Argument, Message, Seat
from engine.minerva.content.box import the_box
from engine.minerva.content.words import amount, amounts, culture, culture_tile, effect_of, gains, glory_tile, tile
from engine.minerva.seen.view import LineView, MinervaView, SeatView, TurnView
from render.alt import as_alt, fit_alt, join_blocks
from render.minerva import symbols
from render.minerva.cities import points_of
from render.minerva.market import is_paired, stacks
from render.minerva.panels import outcome, phase_of
from render.names import text_names
from render.renderer import Names, Say
from render.seat_colours import COLOURS

Lines: TypeAlias = Iterator[Message]

NOTHING = Message("picture_minerva.text.nothing")


def alt_text(view: MinervaView, names: Names, words: Say) -> str:
    """Return round, turn, all holdings and, if there is room (1,024 characters), culture, temples and display."""
    who = text_names(len(view.seats), names, words)
    start = [*_situation(view, who), *(_seat_short(each, who) for each in view.seats)]
    more = [*_culture(view), _temples(view), *_display(view)] if not view.result else []
    return fit_alt(start, (more[:count] for count in range(len(more), -1, -1)), words)


def board_text(view: MinervaView, names: Names, words: Say) -> str:
    who = text_names(len(view.seats), names, words)
    supply = Message("picture_minerva.text.supply", {"deck": view.deck_size, "temples": view.temple_stack_size})
    blocks: tuple[Sequence[Message], ...] = (
        list(_situation(view, who)),
        *([*seat_lines(each, who)] for each in view.seats),
        [*_display(view), _temples(view), *_tiles_to_build(view)],
        [*_culture(view), *_glory(view), supply],
    )
    return join_blocks(blocks, words)


def market_alt(view: MinervaView, names: Names, words: Say) -> str:
    who = text_names(len(view.seats), names, words)
    lines = [*_situation(view, who), *_culture(view), _temples(view), *_glory(view), *_display(view)]
    return as_alt(map(words, lines), words)


def cities_alt(view: MinervaView, seats: Sequence[Seat], names: Names, words: Say) -> str:
    who = text_names(len(view.seats), names, words)
    lines = [*_situation(view, who), *(_seat_short(view.seats[seat], who) for seat in seats)]
    return as_alt(map(words, lines), words)


def seat_alt(view: MinervaView, seat: Seat, names: Names, words: Say) -> str:
    return as_alt(map(words, seat_lines(view.seats[seat], text_names(len(view.seats), names, words))), words)


def _situation(view: MinervaView, who: Names) -> Lines:
    blanks: dict[str, Argument] = {"round": view.round, "rounds": the_box().constants.rounds}
    yield Message("picture_minerva.alt.round", {**blanks, "phase": phase_of(view)})
    if view.has_ended:
        if view.result:
            yield outcome(view, who)
    elif view.turn is not None:
        yield from _turn(view.turn, view.seats[view.turn.seat], who)
    elif view.to_answer:
        yield Message("picture_minerva.alt.turn", {"name": who[view.to_answer[0]]})


def _turn(turn: TurnView, own: SeatView, who: Names) -> Lines:
    blanks: dict[str, Argument] = {"name": who[turn.seat]}
    match turn.act:
        case "build":
            yield Message("picture_minerva.alt.builds", {**blanks, "tile": tile(turn.tile)})
        case "residence" | "assistant":
            yield Message(f"picture_minerva.alt.{turn.act}", blanks)
        case _:
            yield Message("picture_minerva.alt.turn", blanks)
    if turn.fee:
        yield Message("picture_minerva.alt.fee", {"price": amount("denarii", turn.fee)})
    yield from (_line(line) for line in turn.lines)
    if turn.line:
        city = {(placed.x, placed.y): placed.tile for placed in own.city}
        yield Message("picture_minerva.alt.activating", {
            "direction": Message(f"minerva.direction.{turn.direction}"),
            "tiles": tuple(tile(city[cell]) for cell in turn.line),
            "step": turn.reached, "steps": len(turn.line),
        })  # fmt: skip


def _line(line: LineView) -> Message:
    blanks: dict[str, Argument] = {
        "direction": Message(f"minerva.direction.{line.direction}"),
        "tiles": tuple(tile(each) for each in line.tiles) or (NOTHING,),
    }
    found = (*gains(line.gains, line.points), *(culture_tile(each) for each in line.takes))
    if line.asks:
        found += (Message("picture_minerva.alt.choice", {"tiles": tuple(tile(each) for each in line.asks)}),)
    return Message("picture_minerva.alt.line", {**blanks, "gains": found or (NOTHING,)})


def _seat_short(each: SeatView, who: Names) -> Message:
    return Message("picture_minerva.alt.seat", {
        "name": who[each.seat], "colour": Message(f"picture.seat.{COLOURS[each.seat]}"),
        "vp": points_of(each),
        "things": tuple(_holdings(each, len(who) == 1)),
    })  # fmt: skip


def _holdings(each: SeatView, is_solo: bool) -> Lines:
    yield amount("denarii", each.denarii)
    held = dict(zip(the_box().constants.resources, each.resources, strict=True)) | {"glory": each.glory}
    yield from (amount(kind, count) for kind, count in held.items() if count)
    if each.assistants:
        yield Message("picture_minerva.alt.assistants", {"count": each.assistants})
    yield Message("picture_minerva.alt.residences", {"count": each.residences})
    if each.order and not is_solo:
        yield Message("picture_minerva.alt.order", {"number": each.order})


def seat_lines(each: SeatView, who: Names) -> Lines:
    yield _seat_short(each, who)
    for part, vp in each.scored.items():
        yield Message(f"picture_minerva.part.{part}", {"vp": vp})
    city = sorted(each.city, key=lambda placed: (placed.y, placed.x))
    listed = tuple(
        Message(f"picture_minerva.text.{'assisted' if placed.has_assistant else 'placed'}",
                {"tile": tile(placed.tile), "x": placed.x, "y": placed.y})
        for placed in city
    )  # fmt: skip
    yield Message("picture_minerva.text.city", {"count": len(listed), "tiles": listed})
    won = (*(culture_tile(found) for found in each.culture_tiles), *(glory_tile(found) for found in each.glory_tiles))
    if won:
        yield Message("picture_minerva.text.won", {"tiles": won})


def _display(view: MinervaView) -> Lines:
    if is_paired(view):
        listed = [
            Message("picture_minerva.text.pair", {"first": tile(lot.tiles[0]), "second": tile(lot.tiles[1])})
            for lot in view.lots
        ]
    else:
        several = [(tile(stack[0]), len(stack)) for stack in stacks(view)]
        listed = [
            Message("picture_minerva.text.several", {"tile": name, "amount": amount}) if amount > 1 else name
            for name, amount in several
        ]
    if listed:
        yield Message("picture_minerva.alt.display", {"tiles": tuple(listed)})


def _temples(view: MinervaView) -> Message:
    return Message("picture_minerva.alt.temples", {"tiles": tuple(tile(each) for each in view.temples) or (NOTHING,)})


def _tiles_to_build(view: MinervaView) -> Lines:
    """Yield the cost and effect of each kind of tile that can be built now."""
    named = (*(each for lot in view.lots for each in lot.tiles), *view.temples)
    found = [the_box().tiles[each] for each in named if each in the_box().tiles]  # a pair may include a round tile
    for each in {each.kind: each for each in found}.values():
        cost = amounts(each.cost) or (Message("tile.free"),)
        yield Message("picture_minerva.text.tile", {"tile": tile(each.id), "cost": cost, "effect": effect_of(each.id)})


def _culture(view: MinervaView) -> Lines:
    tops = [(kind, the_box().culture_tiles[pile[0]]) for kind, pile in symbols.piles(view)]
    if tops:
        piles = tuple(
            Message("picture_minerva.alt.pile", {"culture": culture(kind), "icons": top.icons, "vp": top.vp})
            for kind, top in tops
        )
        yield Message("picture_minerva.alt.culture", {"piles": piles})


def _glory(view: MinervaView) -> Lines:
    found = [the_box().glory_tiles[each] for each in view.glory]
    now = tuple(
        Message("picture_minerva.text.rank", {"rank": each.rank, "count": each.vp})
        for each in found
        if each.round == view.round
    )
    if now:
        yield Message("picture_minerva.text.glory", {"tiles": now})
