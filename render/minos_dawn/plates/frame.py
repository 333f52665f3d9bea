"""Parts that plates share: type sizes, the top line, panels, dice, and rows of large signs."""

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.decision import Argument, Message, Seat
from engine.minos_dawn.content.box import RIVAL, the_box
from engine.minos_dawn.seen.view import DawnView
from render import inline, theme
from render.inline import Group, Token, Word
from render.marks import by_target, leaders, seat_mark, spell_numbers
from render.minos_dawn.icons import DICE, DICE_DARK, DICE_INK, SIGN_OF
from render.minos_dawn.situation import asked_seats, points_of, turn_order
from render.plate import HEAD, HEIGHT, LEAST, NEEDED, WIDTH, columns, head_line, line
from render.renderer import Mark, Names, Say
from render.scene import Box, Icon, Items, Point, Text
from render.seat_colours import COLOURS

MARGIN = 15
"""Space at the edge of a plate and between its parts. It is 5 pixels on Discord."""
TOP = HEAD + 12
BOTTOM = HEIGHT - MARGIN

NUMBER, NAME, TEXT, NOTE = 60, 46, NEEDED, LEAST
"""Type sizes of the most important numbers, of names, of words that the question needs, and of details to look up."""
SIGNS, SMALL_SIGNS = 49, 42
"""Sizes of signs that go with text of size `TEXT` and `NOTE`."""
SPACING = 1.12
"""Line spacing, relative to the size of signs."""
MORE = Word("…")


def panel(left: float, top: float, width: float, height: float, seat: Seat | None = None) -> Box:
    left, top, width, height = map(round, (left, top, width, height))
    if seat is None:
        return Box(left, top, width, height, theme.PAPYRUS_DIM, 16)
    colour = COLOURS[seat]
    return Box(left, top, width, height, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5)


def sealed_panel(
    view: DawnView, seat: Seat, left: float, top: float, width: float, height: float, middle: float = 0
) -> Items:
    """Yield a seat's panel and mark. A winner, or before the end a seat with the most VP, has a laurel wreath."""
    yield panel(left, top, width, height, seat)
    places = {RIVAL if each.seat is None else each.seat: -each.place for each in view.result}
    first = leaders(places or {each: points_of(view, each) for each in turn_order(view)})
    yield seat_mark(seat, first, left + 48, top + (middle or height / 2), 58)


def named_panel(
    view: DawnView, seat: Seat, left: float, top: float, width: float, height: float, people: Names
) -> Items:
    """Yield a seat's panel with mark and name at the top."""
    yield from sealed_panel(view, seat, left, top, width, height, 46)
    yield line(left + 101, top + 46, people[seat], NAME, theme.INK, width - 110, least=TEXT)


def side_by_side(seats: Sequence[Seat]) -> Iterator[tuple[Seat, int, float]]:
    for seat, (left, width) in zip(seats, columns(len(seats), MARGIN, MARGIN), strict=True):
        yield seat, left, width


def head(view: DawnView, people: Names, doing: str, words: Say) -> Items:
    """Yield the asked seat, its question and the round. If several seats were asked, name those yet to answer."""
    asked = asked_seats(view)
    blanks: dict[str, Argument] = {"round": view.round, "rounds": the_box().board.rounds}
    aside = words(Message("picture_minos_dawn.round", blanks)) if view.round else ""
    if len(asked) == 1:
        name = theme.cut(people[asked[0]], "bold", 48, WIDTH * 0.4)
        title = words(Message("picture_minos_dawn.head", {"name": name, "doing": doing}))
        yield from head_line(title, aside, COLOURS[asked[0]])
        return
    yield from head_line(doing, aside)
    left = 36 + theme.text_width(doing, "bold", 48)
    for place, seat in enumerate(asked):
        yield Icon("mark", round(left + 30 + place * 62), HEAD / 2 - 2, 56, COLOURS[seat])
    left += 62 * len(asked) + 12
    if asked:
        room, told = WIDTH - 54 - theme.text_width(aside, "bold", 40) - left, Message("picture_minos_dawn.to_answer")
        yield line(left, HEAD / 2 - 2, words(told), TEXT, theme.CREAM, room, least=TEXT)


def die(text: str, x: float, y: float, side: float) -> Items:
    """Yield a die such as `red5`, centred on (`x`, `y`). The sign of its colour is next to the number."""
    colour, value = text[:-1], text[-1]
    half, sign = side / 2, max(NEEDED if side >= 76 else LEAST, round(side * 0.43))
    yield Box(round(x - half), round(y - half), side, side, DICE[colour], side * 0.18, DICE_DARK[colour], 4)
    ink, aside = DICE_INK[colour], side * 0.2 if colour in SIGN_OF else 0
    yield Text(round(x + aside), y + 1, value, "bold", round(side * 0.82), ink)
    if colour in SIGN_OF:
        yield Icon(f"dawn:sign:{SIGN_OF[colour]}", x - half + side * 0.29, y - half + side * 0.32, sign, ink)


def run(
    tokens: Sequence[Token], left: float, middle: float, width: float, size: int = SIGNS, least: int = SIGNS
) -> Items:
    """Yield tokens on a line of at most `width`. If they're too long, shrink to `least`, then cut with an ellipsis."""
    size = inline.fit_size(tokens, size, width, least)
    kept = list(tokens)
    if inline.width_of(kept, size) > width:
        while kept and inline.width_of([*kept, MORE], size) > width:
            kept.pop()
        kept.append(MORE)
    yield from inline.line(kept, left, middle, size)


def block(
    groups: Sequence[Group], left: float, top: float, width: float, height: float, size: int, least: int = SIGNS
) -> Items:
    """Yield groups on as many lines as fit. If necessary, shrink them down to `least`, then drop the last groups."""
    kept = list(groups)
    lines = inline.wrap(kept, size, width)
    while len(lines) * size * SPACING > height or max(inline.width_of(each, size) for each in lines) > width:
        if size > least:
            size -= 1
        elif len(kept) > 1:
            kept = [*kept[:-2], (MORE,)] if kept[-1] == (MORE,) else [*kept[:-1], (MORE,)]
        else:
            break
        lines = inline.wrap(kept, size, width)
    start = top + (height - len(lines) * size * SPACING) / 2
    for number, each in enumerate(lines):
        yield from run(each, left, round(start + (number + 0.5) * size * SPACING), width, size, size)


def chips(
    groups: Sequence[Group], left: float, top: float, width: float, height: float, size: int, least: int = SIGNS
) -> Items:
    """Yield one chip per group. To fit, shrink them down to `least`, then replace the last ones with a count."""
    shown = len(groups)
    while len(lines := _chip_lines(groups, shown, size, width)) * size * 1.1 > height and (size > least or shown):
        size, shown = (size - 1, shown) if size > least else (size, shown - 1)
    tall = min(size * 1.7, height / max(1, len(lines)))
    for number, found in enumerate(lines):
        x, middle = left, round(top + height / 2 + (number + 0.5 - len(lines) / 2) * tall)
        for tokens in found:
            wide = inline.width_of(tokens, size) + 24
            yield Box(round(x), round(middle - tall / 2 + 2), round(wide), round(tall - 4), theme.CREAM, 14,
                      theme.GOLD_DEEP, 3)  # fmt: skip
            yield from inline.line(tokens, x + 13, middle, size)
            x += wide + 12


def _chip_lines(groups: Sequence[Group], shown: int, size: int, width: float) -> list[list[Group]]:
    rest: list[Group] = [(Word(f"+{len(groups) - shown}"),)] if shown < len(groups) else []
    lines: list[list[Group]] = []
    left = width + 1.0
    for tokens in (*groups[:shown], *rest):
        wide = inline.width_of(tokens, size) + 24
        if left + wide > width:
            lines.append([])
            left = 0
        lines[-1].append(tokens)
        left += wide + 12
    return lines


def wrap_words(text: str, size: int, width: float, most: int, face: str = "bold") -> list[str]:
    """Break `text` into at most `most` lines of this width. If it is too long, end with an ellipsis."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):  # no-break spaces stay
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (theme.text_width(longer, face, size) <= width or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return [theme.cut(each, face, size, width) for each in lines]


def number_width(text: str) -> int:
    return round(max(46, theme.text_width(text, "bold", TEXT) + 20))


def number_box(text: str, right: float, middle: float, widest: float = 180) -> Items:
    """Yield option numbers on a dark box with this right edge. Yield nothing if they are wider than `widest`."""
    width = number_width(text)
    if width <= widest:
        left = max(MARGIN, round(right - width))
        yield Box(left, round(middle - 26), width, 52, theme.NIGHT, 10, theme.GOLD, 3)
        yield Text(round(left + width / 2), round(middle), text, "bold", TEXT, theme.GOLD)


def numbers(marks: Sequence[Mark], places: Mapping[str, Point]) -> Items:
    """Yield boxes of option numbers. `places` has the middle of the right edge of each target's box."""
    for target, found in by_target(marks).items():
        if target in places:
            yield from number_box(spell_numbers(found), *places[target])
