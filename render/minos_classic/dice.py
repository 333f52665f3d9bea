"""The dice plate: dice, their worth, and the points and pieces they bring."""

from collections.abc import Iterator, Sequence

from engine.kernel.decision import Fact, Message
from engine.minos_classic.content.box import KINDS, the_box
from engine.minos_classic.seen.view import ClassicView
from engine.minos_classic.state.facts import DiceRolled
from render import theme
from render.marks import number_box
from render.minos_classic.situation import BUILDINGS
from render.minos_classic.waters import wrap
from render.plate import LEAST, MARGIN, NEEDED, WIDTH, glow, line
from render.renderer import Say
from render.scene import Box, Disc, Icon, Item, Stroke, Text

TOP, HEIGHT = 104, 200
"""Place of the row of dice."""
LEGEND_TOP, LEGEND_HEIGHT = 322, 92
SUPPLY_TOP, SUPPLY_HEIGHT = 430, 88
GREY = "#2c4a58"
DIM = "#a9bbbd"
"""Paper and ink of things that can't be had now."""


def row(view: ClassicView, moves: Sequence[Fact]) -> Iterator[Item]:
    """Yield the six dice: large and numbered while rolling, then next to the points they brought."""
    is_rolling = view.phase == "roll"
    size, step = (196, 226) if is_rolling else (138, 152)
    middle = TOP + HEIGHT / 2
    fresh = _last_roll(moves) if is_rolling else ()
    for number, die in enumerate(view.dice):
        x = MARGIN + size / 2 + number * step
        if number in fresh:
            yield from glow(x - size / 2, middle - size / 2, size, size, 40)
        yield Icon(f"die:{die.face}", x, middle, size, "used" if die.is_used else "")
        if is_rolling:
            yield from number_box(str(number + 1), (round(x - size / 2), TOP + 26), 80, NEEDED)
    left = MARGIN + 6 * step
    if is_rolling:
        yield from _rolls(view.rolls_made, left, WIDTH - MARGIN - left)
        return
    width = (WIDTH - MARGIN - left - 24) / 3
    yield from _pool("gull", view.movement_points, left, width)
    yield from _pool("build", view.building_points, left + width + 12, width)
    yield from _income(view.is_income_open, left + 2 * width + 24, width)


def _last_roll(moves: Sequence[Fact]) -> tuple[int, ...]:
    return next((fact.rolled for fact in reversed(moves) if isinstance(fact, DiceRolled)), ())


def _rolls(made: int, left: float, width: float) -> Iterator[Item]:
    most = the_box().content.dice.set.rolls_max
    yield Box(left, TOP, width, HEIGHT, GREY, 18)
    for number in range(most):
        x = left + width * (number + 0.5) / most
        yield Disc(round(x), TOP + 66, 27, theme.GOLD if number < made else theme.NIGHT_EDGE, theme.GOLD, 4)
    yield Text(left + width / 2, TOP + 146, f"{made}/{most}", "bold", 64, theme.CREAM)


def _pool(face: str, points: int, left: float, width: float) -> Iterator[Item]:
    has_points = points > 0
    left, width = round(left), round(width)
    yield Box(left, TOP, width, HEIGHT, theme.CREAM if has_points else GREY, 18)
    yield Icon(f"sign:{face}", left + width / 2, TOP + 62, 84, "" if has_points else DIM)
    yield Text(left + width / 2, TOP + 148, str(points), "bold", 84, theme.INK if has_points else DIM)


def _income(is_open: bool, left: float, width: float) -> Iterator[Item]:
    left, width = round(left), round(width)
    yield Box(left, TOP, width, HEIGHT, theme.CREAM if is_open else GREY, 18)
    yield Icon("sign:scales", left + width / 2, TOP + HEIGHT / 2, 110, "" if is_open else DIM)
    if not is_open:
        yield Stroke(((left + 36, TOP + HEIGHT - 40), (left + width - 36, TOP + 40)), DIM, 8)


def legend(words: Say) -> Iterator[Item]:
    box = the_box()
    faces = [(face, KINDS[kind], box.kind_bases[kind]) for kind, face in enumerate(box.kind_faces)]
    chips = [*faces, ("joker", "joker", 1), ("star", "star", box.kind_stars[0])]
    width = (WIDTH - 2 * MARGIN + 10) / len(chips) - 10
    for number, (face, name, count) in enumerate(chips):
        left = round(MARGIN + number * (width + 10))
        yield Box(left, LEGEND_TOP, round(width), LEGEND_HEIGHT, theme.PAPYRUS_DIM, 14)
        yield Icon(f"sign:{face}", left + 46, LEGEND_TOP + LEGEND_HEIGHT / 2, 64)
        lines = wrap(words(Message(f"picture.legend.{name}", {"count": count})))
        for place, each in enumerate(lines):
            y = LEGEND_TOP + LEGEND_HEIGHT / 2 + (place - (len(lines) - 1) / 2) * 36
            yield line(left + 88, round(y), each, 32, theme.INK, width - 98, least=LEAST)


def supply(view: ClassicView, words: Say) -> Iterator[Item]:
    middle = SUPPLY_TOP + SUPPLY_HEIGHT / 2
    yield Box(MARGIN, SUPPLY_TOP, WIDTH - 2 * MARGIN, SUPPLY_HEIGHT, GREY, 14)
    yield line(MARGIN + 20, middle, words(Message("picture.supply")), 36, theme.CREAM, 330)
    for number, name in enumerate((*BUILDINGS, "ring")):
        left = 390 + number * 252
        amount = view.rings_in_supply if name == "ring" else view.buildings_in_supply.get(name, 0)
        yield Icon(name, left + 32, middle, 64)
        yield line(left + 76, middle, str(amount), 52, theme.CREAM, 165)
