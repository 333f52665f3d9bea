"""The five action rows with their dice, and the dice left to draft."""

from collections.abc import Generator, Iterator
from itertools import groupby

from engine.minos_dawn.content.box import ROWS, the_box
from engine.minos_dawn.content.language import parse
from engine.minos_dawn.content.records import ActionSpace
from engine.minos_dawn.content.words import row as row_name
from engine.minos_dawn.seen.view import DawnView, DieView, RowView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn import symbols
from render.minos_dawn.board import COLOURS, MARGIN, ROWS_HEIGHT, ROWS_WIDTH, STRIP_HEIGHT, WIDTH
from render.minos_dawn.icons import DICE, DICE_DARK, DICE_INK
from render.renderer import Say
from render.scene import Box, Icon, Item, Text

LABEL = 132
"""Width of what stands left of the spaces of a row."""
SIGN_OF = {"red": "influence", "yellow": "cultural", "blue": "population"}
"""The sign on a die beside its colour; gray has none."""


def die(text: str, x: float, y: float, side: float) -> Iterator[Item]:
    """A die as in `red5` around (`x`, `y`), its colour told by a sign too."""
    colour, value = text[:-1], text[-1]
    half = side / 2
    yield Box(x - half, y - half, side, side, DICE[colour], side * 0.2, DICE_DARK[colour], max(2, side // 18))
    if colour in SIGN_OF:
        yield Text(x + side * 0.1, y + 1, value, "bold", round(side * 0.82), DICE_INK[colour])
        yield Icon(
            f"dawn:sign:{SIGN_OF[colour]}", x - half + side * 0.21, y - half + side * 0.22, side * 0.3, DICE_INK[colour]
        )
    else:
        yield Text(x, y + 1, value, "bold", round(side * 0.82), DICE_INK[colour])


def rows(view: DawnView, top: float, words: Say) -> Iterator[Item]:
    """The five rows below one another."""
    height = ROWS_HEIGHT / len(view.rows)
    spaces = the_box().rows[len(view.seats)]
    for number, row in enumerate(view.rows):
        yield from _row(view, row, number, spaces[number], top + number * height, height - 6, words)


def _row(
    view: DawnView, row: RowView, number: int, spaces: tuple[ActionSpace, ...], top: float, height: float, words: Say
) -> Iterator[Item]:
    is_acting = view.turn is not None and view.turn.row == row.row
    paper = theme.CREAM if is_acting else theme.PAPYRUS_DIM
    yield Box(MARGIN, top, ROWS_WIDTH, height, paper, 14, theme.GOLD if is_acting else None, 4 if is_acting else 0)
    middle = top + height / 2
    yield Icon(f"dawn:trigger:{row.row}", MARGIN + 42, middle - 8, 58)
    name = theme.cut(words(row_name(number)), "bold", 21, LABEL - 8)
    yield Text(MARGIN + 10, top + height - 13, name, "bold", 21, theme.INK, "lm")
    width = (ROWS_WIDTH - LABEL - 8) / len(spaces)
    for place, space in enumerate(spaces):
        left = MARGIN + LABEL + place * width
        is_turn = is_acting and view.turn is not None and view.turn.space == place + 1
        standing = row.dice[place] if place < len(row.dice) else None
        yield from _space(space, standing, left, top + 6, width - 6, height - 12, is_turn)


def _space(
    space: ActionSpace, standing: DieView | None, left: float, top: float, width: float, height: float, is_turn: bool
) -> Iterator[Item]:
    edge = theme.TERRACOTTA if is_turn else theme.HILL_SHADE
    yield Box(left, top, width, height, theme.LAND, 12, edge, 5 if is_turn else 2)
    yield Text(left + 9, top + 17, str(space.points), "bold", 26, theme.INK, "lm")
    tokens = gain_of(space)
    size = inline.fitted(tokens, 24, width - 34)
    yield from inline.line(tokens, left + width - 6 - inline.width_of(tokens, size), top + 17, size)
    if standing is not None:
        side = height - 32
        middle = top + 30 + (height - 34) / 2
        x = left + width / 2
        yield from die(standing.die, x + side * 0.36, middle, side)
        yield Icon("mark", x - side * 0.46, middle, side * 0.86, COLOURS[standing.seat])
        if standing.mark:
            yield Icon(f"dawn:trigger:{standing.mark}", x + side * 1.2, middle, side * 0.66)


def gain_of(space: ActionSpace) -> tuple[Token, ...]:
    """What comes with the points of a space."""
    tokens: list[Token] = []
    if space.gain:
        for effect in parse(space.gain):
            tokens += [token for group in symbols.groups_of(effect) for token in group]
    if space.action_bonus:
        tokens.append(Sign("dawn:bonus"))
    if space.age2_draw:
        tokens.append(Sign("dawn:drawage2"))
    return tuple(tokens)


def pool(view: DawnView, top: float) -> Iterator[Item]:
    """The dice left to draft, by value."""
    yield Box(MARGIN, top + 2, WIDTH - 2 * MARGIN, STRIP_HEIGHT - 10, theme.SEA_INK, 16)
    groups = [tuple(dice) for _, dice in groupby(view.pool, key=lambda text: text[-1])]
    side, gap = 72, 24
    width = len(view.pool) * (side + 6) + (len(groups) - 1) * gap
    x = (WIDTH - width) / 2
    for group in groups:
        for text in group:
            yield from die(text, round(x + side / 2), top + STRIP_HEIGHT / 2 - 3, side)
            x += side + 6
        x += gap


def turn(view: DawnView, top: float, words: Say) -> Iterator[Item]:
    """The action turn: its die, the points left, the traits that are due."""
    now = view.turn
    assert now is not None
    colour = COLOURS[now.seat]
    middle = top + STRIP_HEIGHT / 2 - 3
    yield Box(
        MARGIN, top + 2, WIDTH - 2 * MARGIN, STRIP_HEIGHT - 10, theme.SEATS_PALE[colour], 16, theme.SEATS[colour], 5
    )
    yield Icon("mark", 64, middle, 62, colour)
    yield from die(now.die, 140, middle, 66)
    acting = now.acts_as or now.row
    yield Icon(f"dawn:trigger:{acting}", 222, middle, 66)
    points: tuple[Token, ...] = (Word(f"{now.points}"),)
    yield from inline.line(points, 268, middle, 72, theme.INK)
    yield Text(312, middle + 4, words(row_name(ROWS.index(acting))), "bold", 30, theme.INK, "lm")
    left: float = 470
    if now.has_benefit:
        tokens: tuple[Token, ...] = gain_of(the_box().rows[len(view.seats)][ROWS.index(now.row)][now.space - 1])
        left = yield from _due(tokens, left, middle)
    for card in now.due:
        trigger = the_box().decrees[card].trait.trigger
        tokens = (Sign(f"dawn:trigger:{trigger}"), Word(":"), *symbols.effect_line(f"trait:{card}"))
        if left + inline.width_of(tokens, 36) + 24 > WIDTH - 70:
            yield Text(left + 14, middle, "…", "bold", 44, theme.INK, "lm")
            break
        left = yield from _due(tokens, left, middle)


def _due(tokens: tuple[Token, ...], left: float, middle: float) -> Generator[Item, None, float]:
    """Something still to be had this turn; returns where the next may begin."""
    width = inline.width_of(tokens, 36) + 24
    yield Box(left, middle - 31, width, 62, theme.CREAM, 12, theme.GOLD_DEEP, 3)
    yield from inline.line(tokens, left + 13, middle, 36)
    return left + width + 10
