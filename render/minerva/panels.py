"""Whose turn it is, what is under way or would come of it, and the result."""

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.decision import Argument, Message, Seat
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import LineView, MinervaView, TurnView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.marks import measures, number_box, spelled
from render.minerva import symbols
from render.minerva.board import BANNER, COLOURS, MARGIN, STRIP_HEIGHT, WIDTH
from render.minerva.cities import STEPS
from render.minerva.frames import asked_of, cells_of
from render.renderer import Mark, Say
from render.scene import Box, Icon, Item, Text

Names = Mapping[Seat, str]


def banner(view: MinervaView, names: Names, words: Say) -> Iterator[Item]:
    """Round, seats from the first player on, whose turn it is, phase."""
    middle = BANNER / 2 - 1
    rounds = the_box().constants.rounds
    number = words(Message("picture_minerva.round", {"round": view.round, "rounds": rounds}))
    phase = words(Message(f"picture_minerva.phase.{view.phase}"))
    yield Text(24, middle, number, "display", 36, theme.PAPYRUS, "lm")
    yield Text(WIDTH - 24, middle, phase, "bold", 38, theme.GOLD, "rm")
    left = 24 + theme.text_width(number, "display", 36) + 26
    for place in range(len(view.seats)):
        other = (view.first + place) % len(view.seats)
        yield Icon("mark", round(left + 20 + place * 44), middle, 40, COLOURS[other])
    left += 44 * len(view.seats) + 14
    right = WIDTH - 24 - theme.text_width(phase, "bold", 38) - 26
    seat = asked_of(view)
    if seat is None:
        return
    if view.turn is not None and view.turn.fee:
        tokens = (Word(f"−{view.turn.fee}"), Sign("minerva:denarii"))
        right -= inline.width_of(tokens, 38) + 10
        yield from inline.line(tokens, right, middle, 38, theme.CREAM)
    name = theme.cut(names[seat], "bold", 50, right - left - 130)
    width = round(theme.text_width(name, "bold", 50)) + 120
    start = round((left + right - width) / 2)
    colour = COLOURS[seat]
    yield Box(start, 6, width, BANNER - 15, theme.SEATS[colour], 20, theme.CREAM, 3)
    yield Icon("mark", start + 46, middle, 66, colour)
    yield Text(start + 92, middle, name, "bold", 50, theme.SEATS_INK[colour], "lm")


def strip(view: MinervaView, top: float, marks: Sequence[Mark], names: Names, words: Say) -> list[Item]:
    """What matters most just now: the result, what each direction would give, or the action under way."""
    if view.result:
        return list(_result(view, top, names, words))
    if view.turn is None or not view.turn.act:
        return []
    if view.turn.lines:
        return list(_directions(view.turn, top, marks))
    return list(_action(view.turn, top, words))


def _directions(turn: TurnView, top: float, marks: Sequence[Mark]) -> Iterator[Item]:
    """A panel a direction: the number of its option, and what is certain to come of it."""
    width = (WIDTH - MARGIN * (len(turn.lines) + 1)) / len(turn.lines)
    numbers = cells_of(marks)
    for place, line in enumerate(turn.lines):
        left = round(MARGIN + place * (width + MARGIN))
        (dx, dy), middle = STEPS[line.direction], top + STRIP_HEIGHT / 2 - 3
        yield Box(left, top + 2, round(width), STRIP_HEIGHT - 10, theme.CREAM, 14, theme.GOLD_DEEP, 3)
        yield Icon(f"minerva:arrow:{line.direction}", left + 42, middle, 60)
        start: float = left + 82
        option = numbers.get((turn.x + dx, turn.y + dy))
        if option:
            text = spelled(option)
            yield from number_box(text, (start, middle), 90, 38)
            start += measures(text, 38)[0] + 10
        yield from _promise(line, start, middle, left + width - 10 - start)


def _promise(line: LineView, left: float, middle: float, width: float) -> Iterator[Item]:
    tokens = symbols.gains(line) or (Word("–"),)
    yield from inline.line(tokens, left, middle, inline.fitted(tokens, 42, width, 14))


ACTS = {"residence": "minerva:residence", "assistant": "minerva:assistant"}


def _action(turn: TurnView, top: float, words: Say) -> Iterator[Item]:
    """What is being built or used, what it does, culture points so far."""
    colour, middle = COLOURS[turn.seat], top + STRIP_HEIGHT / 2 - 3
    width = WIDTH - 2 * MARGIN
    yield Box(MARGIN, top + 2, width, STRIP_HEIGHT - 10, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5)
    left: float = 32
    if turn.act == "build":
        yield Icon(f"minerva:category:{the_box().tiles[turn.tile].category}", left + 32, middle, 64)
        name = words(tile_name(turn.tile))
    else:
        yield Icon(ACTS[turn.act], left + 32, middle, 68, colour)
        name = words(Message(f"picture_minerva.act.{turn.act}"))
    name, size = theme.fitted(name, "bold", 42, 560, 24)
    yield Text(left + 82, middle, name, "bold", size, theme.INK, "lm")
    left += 82 + theme.text_width(name, "bold", size) + 30
    if turn.direction:
        yield Icon(f"minerva:arrow:{turn.direction}", left + 32, middle, 60)
        left += 84
    if turn.act == "build":
        yield from inline.line(symbols.effect_line(turn.tile), left, middle, 46)
    points: list[Token] = []
    for name, count in zip(the_box().constants.culture_categories, turn.points, strict=True):
        if count:
            points += [Word(str(count)), Sign(f"minerva:{name}")]
    yield from inline.line(points, WIDTH - 36 - inline.width_of(points, 52), middle, 52)


def _result(view: MinervaView, top: float, names: Names, words: Say) -> Iterator[Item]:
    """Who has won; in the solo game the title."""
    sentence = words(outcome(view, names))
    yield Box(MARGIN, top + 2, WIDTH - 2 * MARGIN, STRIP_HEIGHT - 10, theme.GOLD, 18, theme.CREAM, 4)
    sentence, size = theme.fitted(sentence, "bold", 60, WIDTH - 320, 30)
    half = theme.text_width(sentence, "bold", size) / 2 + 60
    middle = top + STRIP_HEIGHT / 2 - 3
    for side in (-1, 1):
        yield Icon("laurel", round(WIDTH / 2 + side * half), middle, 76, "dark")
    yield Text(WIDTH / 2, middle, sentence, "bold", size, theme.NIGHT_EDGE)


def outcome(view: MinervaView, names: Names) -> Message:
    """The sentence that tells who has won, or which title is earned."""
    if view.title is not None:
        blanks: dict[str, Argument] = {"name": names[0], "title": Message(f"minerva.title.{view.title}")}
        return Message("picture_minerva.titled", blanks)
    first = [each.seat for each in view.result if each.place == 1 and each.seat is not None]
    return Message("picture_minerva.winner", {"name": names[first[0]]})
