"""The dice plate: either the six dice and, during the roll, their meaning, or an open battle with fight values."""

from collections.abc import Sequence

from engine.kernel.decision import Fact, Message
from engine.minos_classic.content.box import KINDS, the_box
from engine.minos_classic.content.words import place as place_name
from engine.minos_classic.seen.view import BattleView, ClassicView
from engine.minos_classic.state.facts import DiceRolled
from render import inline, theme
from render.inline import Sign, Token, Word
from render.marks import number_box
from render.minos_classic.text_board import BUILDINGS
from render.plate import LEAST, MARGIN, NEEDED, WIDTH, columns, glow, line
from render.renderer import Names, Say
from render.scene import Box, Icon, Items
from render.seat_colours import COLOURS

TOP, HEIGHT = 106, 200
LEGEND_TOP, LEGEND_HEIGHT, ON_A_LINE = 326, 92, 3
SUPPLY_HEIGHT = 88


def row(view: ClassicView, moves: Sequence[Fact]) -> Items:
    """Yield the six dice, numbered during the roll."""
    is_rolling = view.phase == "roll"
    middle = TOP + HEIGHT / 2
    rolls = (fact.rolled for fact in reversed(moves) if isinstance(fact, DiceRolled))
    fresh = next(rolls, ()) if is_rolling else ()
    for number, (die, (left, width)) in enumerate(zip(view.dice, columns(len(view.dice), 0), strict=True)):
        x = round(left + width / 2)
        if number in fresh:
            yield from glow(x - HEIGHT / 2, middle - HEIGHT / 2, HEIGHT, HEIGHT, 40)
        yield Icon(f"die:{die.face}", x, middle, HEIGHT, "used" if die.is_used else "")
        if is_rolling:
            yield from number_box(str(number + 1), (round(x - HEIGHT / 2), TOP + 26), NEEDED)


def legend(words: Say) -> Items:
    box = the_box()
    faces = [(face, KINDS[kind], box.dice.kind_bases[kind]) for kind, face in enumerate(box.dice.kind_faces)]
    chips = [*faces, ("joker", "joker", 1), ("star", "star", box.dice.kind_stars[0])]
    for number, (face, name, count) in enumerate(chips):
        left, width = columns(ON_A_LINE, 10)[number % ON_A_LINE]
        top = LEGEND_TOP + number // ON_A_LINE * (LEGEND_HEIGHT + 10)
        yield Box(left, top, round(width), LEGEND_HEIGHT, theme.PAPYRUS_DIM, 14)
        yield Icon(f"sign:{face}", left + 56, top + LEGEND_HEIGHT / 2, 70)
        text = words(Message(f"picture.legend.{name}", {"count": count}))
        yield line(left + 110, round(top + LEGEND_HEIGHT / 2), text, 42, theme.INK, width - 124, least=LEAST)


def supply(view: ClassicView, words: Say, top: int) -> Items:
    middle = top + SUPPLY_HEIGHT / 2
    yield Box(MARGIN, top, WIDTH - 2 * MARGIN, SUPPLY_HEIGHT, "#2c4a58", 14)
    yield line(MARGIN + 20, middle, words(Message("picture.supply")), LEAST, theme.CREAM, 330, least=LEAST)
    for number, name in enumerate((*BUILDINGS, "ring")):
        left = 390 + number * 252
        amount = view.rings_in_supply if name == "ring" else view.buildings_in_supply.get(name, 0)
        yield Icon(name, left + 32, middle, 64)
        yield line(left + 76, middle, str(amount), 52, theme.CREAM, 165, least=LEAST)


SIDE_HEIGHT = 262
SIDE_TOPS = (106, 450)
BETWEEN = 409
WORTH_TOP, WORTH_HEIGHT = 730, 96
DIE = 148


def battle(view: ClassicView, names: Names) -> Items:
    """Yield an open battle, the attacker above the defender. The asked side has a bright edge and numbered dice."""
    fight = view.battle
    assert fight is not None
    for top, stage in zip(SIDE_TOPS, ("attacker", "defender"), strict=True):
        yield from _side(view, fight, stage, top, names)


def _side(view: ClassicView, fight: BattleView, stage: str, top: int, names: Names) -> Items:
    is_attacker, is_asked = stage == "attacker", fight.stage == stage
    seat = view.seats[fight.attacker if is_attacker else fight.defender]
    kind = fight.attacker_kind if is_attacker else fight.defender_kind
    rolled = fight.attacker_dice if is_attacker else fight.defender_dice
    value = fight.attacker_value if is_attacker else fight.defender_value
    left, width, colour = MARGIN, WIDTH - 2 * MARGIN, COLOURS[seat.seat]
    paper, edge, edge_width = theme.PAPYRUS_DIM, theme.SEATS[colour], 5
    if is_asked:
        paper, edge, edge_width = theme.SEATS_PALE[colour], theme.CREAM, 7
        yield Box(left - 6, top - 6, width + 12, SIDE_HEIGHT + 12, theme.SEATS[colour], 24)
    yield Box(left, top, width, SIDE_HEIGHT, paper, 20, edge, edge_width)
    yield Icon(kind, left + 66, top + 74, 104, colour)
    count = f"×{fight.defenders_left}" if not is_attacker and fight.defenders_left > 1 else ""
    if count:
        yield line(left + 122, top + 80, count, 60, theme.INK, 120, least=NEEDED)
    yield Icon("ring", left + 270, top + 76, 68)
    yield line(left + 312, top + 76, str(seat.rings), 56, theme.INK, 100, least=LEAST)
    yield line(left + 24, top + 186, names[seat.seat], 54, theme.INK, 392, least=NEEDED)
    for number in range(6):
        x, y = left + 514 + number * 158, top + SIDE_HEIGHT / 2 + 8
        if number >= len(rolled):
            yield Box(x - DIE / 2 + 6, y - DIE / 2 + 6, DIE - 12, DIE - 12, paper, 24, theme.INK_SOFT, 3)
            continue
        yield Icon(f"die:{rolled[number]}", x, y, DIE)
        if is_asked:
            yield from number_box(str(number + 1), (x - DIE / 2 - 4, round(y - DIE / 2 + 10)), NEEDED)
    yield line(left + width - 26, top + SIDE_HEIGHT / 2, str(value), 150, theme.INK, 180, anchor="rm")


def between(view: ClassicView, words: Say) -> Items:
    fight = view.battle
    assert fight is not None
    yield Icon("swords", MARGIN + 70, BETWEEN, 70)
    duel = words(Message("picture.duel", {"duel": fight.duel}))
    yield line(MARGIN + 124, BETWEEN, duel, 44, theme.CREAM, 420, least=NEEDED)
    yield line(
        WIDTH - MARGIN - 20, BETWEEN, words(place_name(fight.space)), 44, theme.CREAM, 980, anchor="rm", least=LEAST
    )


def fight_legend(words: Say) -> Items:
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
        yield Box(round(left), WORTH_TOP, round(width + spare), WORTH_HEIGHT, theme.PAPYRUS_DIM, 14)
        yield from inline.line(chip, left + spare / 2, WORTH_TOP + WORTH_HEIGHT / 2, size)
        left += width + spare + gap
