"""The score sheet of any game: a column per seat, a row per part of the score, and a chart of the scores by round."""

from itertools import pairwise

import msgspec
from msgspec.structs import replace

from engine.kernel.decision import Message
from render import theme
from render.alt import as_alt, winners
from render.names import make_distinct, narrow, show_name
from render.plate import HEAD, HEIGHT, LEAST, MARGIN, NEEDED, WIDTH, Plate, bare, head_line, line
from render.renderer import Say
from render.scene import Box, Disc, Icon, Items, Layer, Point, Stroke

TOTAL = Message("ending.total")
GROWTH = Message("picture.growth")
NAMES, SUM = 118, 84
"""Height of the row with names, and of the row with sums."""
TALLEST_ROW = 84
PARTS, COLUMN = 330, 170
"""Width of the column that names the parts of the score, and least width of a seat's column."""
CHART_WIDTH = 600
RIVAL = theme.TERRACOTTA


class Side(msgspec.Struct, frozen=True):
    """One player's result."""

    name: str
    colour: str
    """Empty for an automated opponent."""
    place: int
    score: int
    cells: tuple[int | None, ...]
    """The score part by part. A part that doesn't apply to this player is None."""
    growth: tuple[int, ...] = ()
    """The score after each round; empty if unknown."""


class ScoreSheet(msgspec.Struct, frozen=True):
    game: Message
    parts: tuple[Message, ...]
    sides: tuple[Side, ...]


def plate(sheet: ScoreSheet, words: Say) -> Plate:
    names = make_distinct({number: show_name(side.name, str(side.place)) for number, side in enumerate(sheet.sides)})
    sheet = replace(sheet, sides=tuple(replace(side, name=names[number]) for number, side in enumerate(sheet.sides)))
    has_growth = any(len(side.growth) > 1 for side in sheet.sides)
    width = WIDTH - 2 * MARGIN - (CHART_WIDTH + MARGIN if has_growth else 0)
    winner = next((side.colour for side in sheet.sides if side.place == 1), "")
    top, height = HEAD + MARGIN, HEIGHT - HEAD - 2 * MARGIN
    papers = [Box(MARGIN, top, width, height, theme.CREAM, 18)]
    if has_growth:
        papers.append(Box(WIDTH - MARGIN - CHART_WIDTH, top, CHART_WIDTH, height, theme.CREAM, 18))
    layers = [
        Layer("head", tuple(head_line(_title(sheet, words), words(sheet.game), winner)), is_needed=True),
        Layer("papers", tuple(papers)),
        Layer("sheet", tuple(_table(sheet, width, words)), is_needed=True),
    ]
    if has_growth:
        layers.append(Layer("growth", tuple(_growth(sheet, WIDTH - MARGIN - CHART_WIDTH, words))))
    return Plate("score", bare(*layers), _describe(sheet, words))


def _table(sheet: ScoreSheet, width: float, words: Say) -> Items:
    top, left = HEAD + MARGIN, MARGIN
    column = max(COLUMN, (width - PARTS) / len(sheet.sides))
    parts = width - column * len(sheet.sides)
    rows = HEIGHT - HEAD - 2 * MARGIN - NAMES - SUM
    tall = min(TALLEST_ROW, rows / max(1, len(sheet.parts)))
    columns = [(left + parts + column * (place + 0.5), side) for place, side in enumerate(sheet.sides)]
    for x, side in columns:
        if side.colour:
            yield Icon("mark", x, top + 38, 52, side.colour)
        yield line(x, top + 88, narrow(side.name), NEEDED, theme.INK, column - 12, anchor="mm", least=NEEDED)
    for row, part in enumerate(sheet.parts):
        y = top + NAMES + tall * (row + 0.5)
        if row % 2 == 0:
            yield Box(left, round(y - tall / 2), width, round(tall), theme.PAPYRUS)
        yield line(left + MARGIN, y, words(part), 42, theme.INK, parts - MARGIN, face="text", least=NEEDED)
        for x, side in columns:
            cell = side.cells[row]
            yield line(x, y, "·" if cell is None else str(cell), 42, theme.INK, column - 12, anchor="mm", least=NEEDED)
    y = HEIGHT - MARGIN - SUM / 2
    yield Box(left, HEIGHT - MARGIN - SUM, width, SUM, theme.NIGHT, 18)
    yield line(left + MARGIN, y, words(TOTAL), 46, theme.CREAM, parts - MARGIN, least=NEEDED)
    for x, side in columns:
        colour = theme.GOLD if side.place == 1 else theme.CREAM
        yield line(x, y, str(side.score), 56, colour, column - 12, anchor="mm", least=NEEDED)


def _growth(sheet: ScoreSheet, left: float, words: Say) -> Items:
    top, foot = HEAD + MARGIN + 96, HEIGHT - MARGIN - 78
    rounds = max(len(side.growth) for side in sheet.sides) - 1
    lowest = min(0, *(score for side in sheet.sides for score in side.growth))
    most = max(1, *(score for side in sheet.sides for score in side.growth))
    from_x, to_x = left + 112, left + CHART_WIDTH - 60
    middle = left + CHART_WIDTH / 2
    yield line(middle, HEAD + MARGIN + 48, words(GROWTH), 36, theme.INK, CHART_WIDTH - 40, face="text", anchor="mm")

    def at(number: int, score: int) -> Point:
        share = (score - lowest) / (most - lowest)
        return from_x + (to_x - from_x) * number / rounds, foot - (foot - top) * share

    for score in sorted({lowest, (most + lowest) // 2, most}):
        _, y = at(0, score)
        yield Stroke(((from_x, y), (to_x, y)), theme.PAPYRUS_DIM, 3)
        yield line(from_x - 16, y, str(score), LEAST, theme.INK_SOFT, 94, anchor="rm")
    for number in range(0, rounds + 1, max(1, -(-rounds // 6))):
        yield line(at(number, 0)[0], foot + 40, str(number + 1), LEAST, theme.INK_SOFT, 60, anchor="mm")
    for side in reversed(sheet.sides):
        way = tuple(at(number, score) for number, score in enumerate(side.growth))
        ink = theme.SEATS[side.colour] if side.colour else RIVAL
        for start, end in pairwise(way):
            yield Stroke((start, end), ink, 8)
        for x, y in way:
            yield Disc(x, y, 8, ink, theme.CREAM, 2)
        if way and side.colour:
            yield Icon("mark", *way[-1], 46, side.colour)


def _describe(sheet: ScoreSheet, words: Say) -> str:
    lines = [_title(sheet, words)]
    for side in sheet.sides:
        cells = zip(sheet.parts, side.cells, strict=True)
        told = " · ".join(f"{words(part)} {cell}" for part, cell in cells if cell)
        lines.append(f"{side.place}. {side.name}: {side.score}" + (f" = {told}" if told else ""))
    return as_alt(lines, words)


def _title(sheet: ScoreSheet, words: Say) -> str:
    return words(winners([side.name for side in sheet.sides if side.place == 1]))
