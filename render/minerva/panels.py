"""Draw the current action, its outcome and the asked seat's holdings, in a panel next to a city or above the market."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Argument, Message
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import LineView, MinervaView, SeatView, TurnView
from render import theme
from render.alt import winners
from render.inline import Group, Sign, Token, Word, amount, count
from render.marks import by_target, measures, number_box, seat_mark, spell_numbers
from render.minerva import rows, symbols
from render.minerva.cities import STEPS, holdings, leading, points_of
from render.minerva.frames import asked_seat, cells_of
from render.minerva.icons import CULTURES
from render.plate import HEAD, HEIGHT, MARGIN, NEEDED, WIDTH, head_line
from render.renderer import Mark, Names, Say
from render.scene import Box, Icon, Items, Layer
from render.seat_colours import COLOURS

LEFT = 1096
"""Left edge of the panel when it is next to a city."""
PANEL = WIDTH - MARGIN - LEFT
TOP = HEAD + 14
ROW, GAP = 124, 10
"""Height of a row of the panel, and the gap between two."""
NUMBER = 48
POINTS = 56
OWN = 80
"""Height of the asked seat's holdings when they are above the market."""


def head(view: MinervaView, people: Names, words: Say) -> Layer:
    blanks: dict[str, Argument] = {"round": view.round, "rounds": the_box().constants.rounds}
    seat = asked_seat(view)
    aside = words(Message("picture_minerva.round", blanks))
    phase = phase_of(view)
    if view.result:
        title, colour = words(outcome(view, people)), ""
    elif seat is None:
        title, colour = words(phase), ""
    else:
        doing = _doing(view.turn) if view.turn is not None and view.turn.act else phase
        title, colour = words(Message("picture.asked", {"name": people[seat], "phase": doing})), COLOURS[seat]
    return Layer("head", tuple(head_line(title, aside, colour)), is_needed=True)


def phase_of(view: MinervaView) -> Message:
    return Message(f"picture_minerva.phase.{'over' if view.has_ended else view.phase}")


def _doing(turn: TurnView) -> Message:
    return tile_name(turn.tile) if turn.act == "build" else Message(f"picture_minerva.act.{turn.act}")


def outcome(view: MinervaView, names: Names) -> Message:
    if view.title is not None:
        blanks: dict[str, Argument] = {"name": names[0], "title": Message(f"minerva.title.{view.title}")}
        return Message("picture_minerva.titled", blanks)
    return winners([names[each.seat] for each in view.result if each.place == 1 and each.seat is not None])


def own(view: MinervaView, seat: SeatView) -> Items:
    """Yield a line with the seat's holdings and, if there is room, everyone's points."""
    colour, first = COLOURS[seat.seat], leading(view)
    yield Box(MARGIN, TOP, WIDTH - 2 * MARGIN, OWN - 8, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5)
    groups: list[Group] = [*holdings(seat)]
    if view.turn is not None and view.turn.fee:
        groups.insert(0, (Word(f"−{view.turn.fee}"), Sign("minerva:denarii"), Word("!")))
    marks = [(seat_mark(each.seat, first, 0, 0, 1), points_of(each)) for each in view.seats]
    points: list[Group] = [count(mark.name, number, mark.style) for mark, number in marks]
    middle, right = TOP + OWN / 2 - 4, WIDTH - MARGIN - 24.0
    taken = rows.length(points, POINTS)
    if rows.length(groups, NEEDED) + taken <= right - MARGIN - 24:
        right -= taken
        yield from rows.spread(points, right + rows.APART, taken, middle, POINTS)
    yield from rows.spread(groups, MARGIN + 24, right - MARGIN - 24, middle, 56)


def beside(view: MinervaView, marks: Sequence[Mark], words: Say) -> Items:
    turn = view.turn
    assert turn is not None
    tokens, chances, colour = _action(view, turn), _chances(view, turn), COLOURS[turn.seat]
    number = bool(tokens) + len(turn.lines) + len(chances)
    high = min(ROW, (HEIGHT - MARGIN - TOP + GAP) // max(1, number) - GAP)
    top = TOP
    if tokens:
        tall = HEIGHT - MARGIN - TOP - (number - 1) * (high + GAP)
        yield Box(LEFT, top, PANEL, tall, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5)
        yield from rows.in_lines(tuple(tokens), LEFT + PANEL / 2, top + 8, PANEL - 40, tall - 16, 110, NEEDED)
        top += tall + GAP
    for each in turn.lines:
        yield from _direction(turn, each, top, high, cells_of(marks))
        top += high + GAP
    for kind, group, edge in chances:
        yield Box(LEFT, top, PANEL, high, theme.CREAM, 12, edge, 4)
        fits, size = rows.fitting(group, min(72, high - 20), PANEL - 150, NEEDED) or (group, NEEDED)
        yield from rows.row(fits, LEFT + 24, top + high / 2, size)
        if option := by_target(marks).get(f"culture:{kind}"):
            yield from number_box(spell_numbers(option), (LEFT + PANEL - 110, top + high / 2), NUMBER)
        top += high + GAP


def _action(view: MinervaView, turn: TurnView) -> list[Token]:
    """Return the direction and the tile reached, or the tile being built, and the culture points so far."""
    city = {(placed.x, placed.y): placed.tile for placed in view.seats[turn.seat].city}
    tokens: list[Token] = [Sign(f"minerva:arrow:{turn.direction}")] if turn.direction else []
    if 0 < turn.reached <= len(turn.line):
        tokens += Word(f"{turn.reached}:"), *symbols.effect_line(city[turn.line[turn.reached - 1]])
    if turn.act == "build":
        tokens += Sign(f"minerva:category:{the_box().tiles[turn.tile].category}"), *symbols.effect_line(turn.tile)
    for kind, points in zip(the_box().constants.culture_categories, turn.points, strict=True):
        if points:
            tokens += amount(f" {points}", f"minerva:{kind}")
    return tokens


def _direction(
    turn: TurnView, each: LineView, top: float, high: int, numbers: Mapping[tuple[int, int], list[int]]
) -> Items:
    (dx, dy), middle = STEPS[each.direction], top + high / 2
    yield Box(LEFT, top, PANEL, high, theme.CREAM, 14, theme.GOLD_DEEP, 3)
    yield Icon(f"minerva:arrow:{each.direction}", LEFT + 56, middle, 80)
    start = LEFT + 108.0
    if option := numbers.get((turn.x + dx, turn.y + dy)):
        text = spell_numbers(option)
        yield from number_box(text, (start, middle), NUMBER)
        start += measures(text, NUMBER)[0] + 14
    room = LEFT + PANEL - 14 - start
    yield from rows.in_lines(
        symbols.gains(each) or (Word("–"),), start + room / 2, top + 6, room, high - 12, 60, NEEDED
    )


def _chances(view: MinervaView, turn: TurnView) -> list[tuple[str, Group, str]]:
    """Return the next culture tiles and, unless directions need the space, this round's glory tiles."""
    found = [(kind, symbols.worth(kind, pile[0]), CULTURES[kind][0]) for kind, pile in symbols.piles(view)]
    glory = [str(tile.vp) for tile in map(the_box().glory_tiles.__getitem__, view.glory) if tile.round == view.round]
    if glory and not turn.lines:
        found.append(("", count("minerva:trophy", " · ".join(glory)), theme.GOLD_DEEP))
    return found
