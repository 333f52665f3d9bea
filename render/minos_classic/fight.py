"""An open battle: both sides with their dice, and the worth of the faces in it."""

from collections.abc import Iterator

from engine.kernel.decision import Message
from engine.minos_classic.content.box import the_box
from engine.minos_classic.content.words import place
from engine.minos_classic.seen.view import BattleView, ClassicView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.marks import number_box
from render.minos_classic.situation import Names
from render.plate import LEAST, MARGIN, NEEDED, WIDTH, line
from render.renderer import Say
from render.scene import Box, Icon, Item
from render.seat_colours import COLOURS

SIDE = 262
"""Height of one side."""
TOPS = (106, 450)
"""Tops of the attacker's side and of the defender's."""
BETWEEN = 409
"""Middle of the line between them."""
LEGEND_TOP, LEGEND_HEIGHT = 730, 96
DIE = 148


def sides(view: ClassicView, names: Names) -> Iterator[Item]:
    """Yield the attacker above the defender. The asked side has a bright edge and numbered dice."""
    fight = view.battle
    assert fight is not None
    for top, stage in zip(TOPS, ("attacker", "defender"), strict=True):
        yield from _side(view, fight, stage, top, names)


def _side(view: ClassicView, fight: BattleView, stage: str, top: int, names: Names) -> Iterator[Item]:
    is_attacker, is_asked = stage == "attacker", fight.stage == stage
    seat = view.seats[fight.attacker if is_attacker else fight.defender]
    kind = fight.attacker_kind if is_attacker else fight.defender_kind
    rolled = fight.attacker_dice if is_attacker else fight.defender_dice
    value = fight.attacker_value if is_attacker else fight.defender_value
    left, width, colour = MARGIN, WIDTH - 2 * MARGIN, COLOURS[seat.seat]
    paper, edge, edge_width = theme.PAPYRUS_DIM, theme.SEATS[colour], 5
    if is_asked:
        paper, edge, edge_width = theme.SEATS_PALE[colour], theme.CREAM, 7
        yield Box(left - 6, top - 6, width + 12, SIDE + 12, theme.SEATS[colour], 24)
    yield Box(left, top, width, SIDE, paper, 20, edge, edge_width)
    yield Icon(kind, left + 66, top + 74, 104, colour)
    count = f"×{fight.defenders_left}" if not is_attacker and fight.defenders_left > 1 else ""
    if count:
        yield line(left + 122, top + 80, count, 60, theme.INK, 120)
    yield Icon("ring", left + 270, top + 76, 68)
    yield line(left + 312, top + 76, str(seat.rings), 56, theme.INK, 100)
    yield line(left + 24, top + 186, names[seat.seat], 54, theme.INK, 392, least=NEEDED)
    for number in range(6):
        x, y = left + 514 + number * 158, top + SIDE / 2 + 8
        if number >= len(rolled):
            yield Box(x - DIE / 2 + 6, y - DIE / 2 + 6, DIE - 12, DIE - 12, paper, 24, theme.INK_SOFT, 3)
            continue
        yield Icon(f"die:{rolled[number]}", x, y, DIE)
        if is_asked:
            yield from number_box(str(number + 1), (x - DIE / 2 - 4, round(y - DIE / 2 + 10)), 80, NEEDED)
    yield line(left + width - 26, top + SIDE / 2, str(value), 150, theme.INK, 180, anchor="rm")


def between(view: ClassicView, words: Say) -> Iterator[Item]:
    fight = view.battle
    assert fight is not None
    yield Icon("swords", MARGIN + 70, BETWEEN, 70)
    duel = words(Message("picture.duel", {"duel": fight.duel}))
    yield line(MARGIN + 124, BETWEEN, duel, 44, theme.CREAM, 420, least=NEEDED)
    yield line(WIDTH - MARGIN - 20, BETWEEN, words(place(fight.space)), 44, theme.CREAM, 980, anchor="rm", least=LEAST)


def legend(words: Say) -> Iterator[Item]:
    """Yield the worth of each face in a fight, and of a set of three."""
    fight = the_box().content.dice.fight
    together = tuple(Sign(f"sign:{face}") for face in fight.combination.faces)
    none = tuple(face for face, worth in fight.value.items() if not worth)
    chips: list[tuple[Token, ...]] = [
        *((Sign(f"sign:{face}"), Word(f" {worth}")) for face, worth in fight.value.items() if worth),
        (*together, Word(f" {fight.combination.value}")),
        (*(Sign(f"sign:{face}") for face in none), Word(" 0")),
    ]
    size, gap = 62, 12
    needed = [inline.width_of(chip, size) for chip in chips]
    spare = (WIDTH - 2 * MARGIN - gap * (len(chips) - 1) - sum(needed)) / len(chips)
    left = float(MARGIN)
    for chip, width in zip(chips, needed, strict=True):
        yield Box(round(left), LEGEND_TOP, round(width + spare), LEGEND_HEIGHT, theme.PAPYRUS_DIM, 14)
        yield from inline.line(chip, left + spare / 2, LEGEND_TOP + LEGEND_HEIGHT / 2, size)
        left += width + spare + gap
