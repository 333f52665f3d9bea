"""Draw the current action, its outcome and the asked seat's holdings, in a panel next to a city or above the market."""

from collections.abc import Mapping, Sequence
from itertools import chain

from engine.kernel.decision import Argument, Message
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import LineView, MinervaView, SeatView, TurnView
from render import theme
from render.inline import Group, Sign, Token, Word, amount, count
from render.marks import measures, number_box, seat_mark, spell_numbers
from render.minerva import rows, symbols
from render.minerva.cities import STEPS, holdings, leading, points_of
from render.minerva.frames import asked_of, cells_of
from render.minerva.icons import CULTURES
from render.plate import HEAD, HEIGHT, MARGIN, NEEDED, WIDTH, head_line, line
from render.renderer import Mark, Names, Say
from render.scene import Box, Icon, Items, Layer
from render.seat_colours import COLOURS

ACTS = {"residence": "minerva:residence", "assistant": "minerva:assistant"}
LEFT = 1096
"""Left edge of the panel when it is next to a city."""
TOP = HEAD + 14
OWN = 80
"""Height of the asked seat's holdings when they are above the market."""


def head(view: MinervaView, people: Names, words: Say) -> Layer:
    blanks: dict[str, Argument] = {"round": view.round, "rounds": the_box().constants.rounds}
    seat = asked_of(view)
    aside = words(Message("picture_minerva.round", blanks))
    phase = Message(f"picture_minerva.phase.{view.phase}")
    if view.result:
        title, colour = words(outcome(view, people)), ""
    elif seat is None:
        title, colour = words(phase), ""
    else:
        doing = _doing(view.turn) if view.turn is not None and view.turn.act else phase
        title, colour = words(Message("picture.asked", {"name": people[seat], "phase": doing})), COLOURS[seat]
    return Layer("head", tuple(head_line(title, aside, colour)), is_needed=True)


def _doing(turn: TurnView) -> Message:
    return tile_name(turn.tile) if turn.act == "build" else Message(f"picture_minerva.act.{turn.act}")


def outcome(view: MinervaView, names: Names) -> Message:
    if view.title is not None:
        blanks: dict[str, Argument] = {"name": names[0], "title": Message(f"minerva.title.{view.title}")}
        return Message("picture_minerva.titled", blanks)
    first = [each.seat for each in view.result if each.place == 1 and each.seat is not None]
    return Message("picture_minerva.winner", {"name": names[first[0]]})


def own(view: MinervaView, seat: SeatView) -> Items:
    colour = COLOURS[seat.seat]
    yield Box(MARGIN, TOP, WIDTH - 2 * MARGIN, OWN - 8, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5)
    groups: list[Group] = [*holdings(seat), count("minerva:vp", points_of(seat))]
    if view.turn is not None and view.turn.fee:
        groups.insert(0, (Word(f"−{view.turn.fee}"), Sign("minerva:denarii"), Word("!")))
    yield from rows.spread(groups, MARGIN + 24, WIDTH - 2 * MARGIN - 48, TOP + OWN / 2 - 4, 56)


def beside(view: MinervaView, marks: Sequence[Mark], words: Say) -> Items:
    turn = view.turn
    assert turn is not None
    top: float = TOP
    width = WIDTH - MARGIN - LEFT
    has_more = turn.act == "build" or bool(turn.direction) or any(turn.points)
    tall = 204 if has_more else 124
    yield from _action(turn, top, width, tall, words)
    top += tall + 14
    for each in turn.lines:
        yield from _direction(turn, each, top, width, cells_of(marks))
        top += 118
    yield from _chances(view, top, width)


def _action(turn: TurnView, top: float, width: int, tall: int, words: Say) -> Items:
    colour = COLOURS[turn.seat]
    yield Box(LEFT, round(top), width, tall, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5)
    if turn.act == "build":
        yield Icon(f"minerva:category:{the_box().tiles[turn.tile].category}", LEFT + 60, top + 62, 80)
    else:
        yield Icon(ACTS[turn.act], LEFT + 60, top + 62, 84, colour)
    yield line(LEFT + 116, top + 62, words(_doing(turn)), 50, theme.INK, width - 130, least=NEEDED)
    tokens: list[Token] = [Sign(f"minerva:arrow:{turn.direction}")] if turn.direction else []
    if turn.act == "build":
        tokens += symbols.effect_line(turn.tile)
    for kind, points in zip(the_box().constants.culture_categories, turn.points, strict=True):
        if points:
            tokens += amount(f" {points}", f"minerva:{kind}")
    if tokens:
        each, size = rows.fitting(tokens, 64, width - 48, NEEDED) or (rows.short(tokens), NEEDED)
        yield from rows.row(each, LEFT + 26, top + 150, size)


def _direction(
    turn: TurnView, each: LineView, top: float, width: int, numbers: Mapping[tuple[int, int], list[int]]
) -> Items:
    (dx, dy), middle = STEPS[each.direction], round(top + 52)
    yield Box(LEFT, round(top), width, 104, theme.CREAM, 14, theme.GOLD_DEEP, 3)
    yield Icon(f"minerva:arrow:{each.direction}", LEFT + 50, middle, 72)
    start = LEFT + 98.0
    option = numbers.get((turn.x + dx, turn.y + dy))
    if option:
        text = spell_numbers(option)
        yield from number_box(text, (start, middle), 120, 44)
        start += measures(text, 44)[0] + 14
    room = LEFT + width - 14 - start
    yield from rows.in_lines(symbols.gains(each) or (Word("–"),), start + room / 2, top + 6, room, 92, 56, NEEDED)


def _chances(view: MinervaView, top: float, width: int) -> Items:
    room = HEIGHT - MARGIN - top
    lines = [(symbols.worth(kind, pile[0]), CULTURES[kind][0]) for kind, pile in symbols.piles(view) if pile]
    if room > 5 * 100:
        tiles = [the_box().glory_tiles[tile] for tile in view.glory]
        if glory := " · ".join(str(tile.vp) for tile in tiles if tile.round == view.round):
            lines.append((count("minerva:trophy", glory), theme.GOLD_DEEP))
        marks = [(seat_mark(seat.seat, leading(view), 0, 0, 1), points_of(seat)) for seat in view.seats]
        points = [count(mark.name, f"{number} ", mark.style) for mark, number in marks]
        lines.append(((Sign("minerva:vp"), Word(" "), *chain.from_iterable(points)), theme.POINTS))
    tall = int(min(140, (room + 10) // len(lines))) if lines else 0
    start = HEIGHT - MARGIN + 10 - tall * len(lines)
    for number, (tokens, colour) in enumerate(lines):
        y = start + number * tall
        yield Box(LEFT, y, width, tall - 10, theme.CREAM, 12, colour, 4)
        each, size = rows.fitting(tokens, min(72, tall - 22), width - 44, NEEDED) or (list(tokens), NEEDED)
        yield from rows.row(each, LEFT + 24, y + (tall - 10) / 2, size)
