"""Draw tiles and piles of culture tiles as cards, or as small chips without names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.kernel.decision import Message
from engine.minerva.content.box import the_box
from engine.minerva.content.words import tile as tile_name
from engine.minerva.seen.view import MinervaView
from render import theme
from render.inline import Group, Sign, Token, Word, amount
from render.marks import measures, number_box
from render.minerva import rows, symbols
from render.minerva.icons import CATEGORIES, CULTURES
from render.plate import LEAST, MARGIN, NEEDED, WIDTH, line
from render.renderer import Say
from render.scene import Box, Items, Layer

GAP = 8
NAME = 40
"""Letter size of a name on one line. A name on two lines has letters of size `LEAST`."""
FOOT = 58
"""Height of the lowest part of a card: category, copies, cost, and the option's number."""
NUMBER = 42
LARGEST = 110
NAMED_FROM = 190
"""Minimum height of a card that shows its name."""
ROUND_TILE = "round-"
EDGE = 10

Place = tuple[int, int, int, int]
"""Left, top, width and height of a card."""
Stack = tuple[str, ...]
"""Identical buildings that are shown as one card."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card's content. `foot` is the row at the bottom. If there's no room, its last groups are left out."""

    name: str
    colour: str
    ink: str
    paper: str
    effect: Group
    foot: tuple[Group, ...]


def face_of(stack: Stack, words: Say, denarii: int = 0, held: tuple[int, ...] = symbols.PLENTY) -> Face:
    """Return the face of a round tile with its `denarii`, or of a stack of buildings, priced for a seat with the
    resources `held`."""
    tile = stack[0]
    if tile.startswith(ROUND_TILE):
        effect = (Sign("minerva:round"), Word("+"), *amount(denarii, "minerva:denarii"))
        return Face(words(tile_name(tile)), theme.GOLD, theme.NIGHT_EDGE, theme.CREAM, effect, ())
    category = the_box().tiles[tile].category
    copies = ((Word(f"({len(stack)}×)"),),) if len(stack) > 1 else ()
    foot = ((Sign(f"minerva:category:{category}"), Word(" ")), *copies, symbols.cost_of(tile, held))
    return Face(words(tile_name(tile)), *CATEGORIES[category], symbols.effect_line(tile), foot)


def piles(view: MinervaView, words: Say) -> Iterator[Face]:
    """Yield a face per pile of culture tiles: price and VP of the next tile, and the VP of the others."""
    for kind, pile in symbols.piles(view):
        rest = "·".join(str(the_box().culture_tiles[tile].vp) for tile in pile[1:])
        name = words(Message(f"picture_minerva.culture.{kind}"))
        yield Face(name, *CULTURES[kind], theme.CREAM, symbols.worth(kind, pile[0]), ((Word(rest or " "),),))


def name_lines(name: str, size: int, width: float) -> list[str]:
    if theme.text_width(name, "bold", size) <= width or " " not in name:
        return [name]
    gaps = [at for at, letter in enumerate(name) if letter == " "]
    gap = min(gaps, key=lambda at: abs(2 * at - len(name)))
    return [name[:gap], name[gap + 1 :]]


def _head(face: Face, place: Place) -> tuple[list[str], int]:
    lines = name_lines(face.name, NAME, place[2] - 2 * EDGE) if face.name else []
    return lines, (EDGE, 58, 90)[len(lines)]


def paper(face: Face, place: Place) -> Items:
    """Yield a card without its content."""
    left, top, width, height = place
    lines, head = _head(face, place)
    yield Box(left, top, width, height, face.colour, 14)
    yield Box(left + 4, top + head, width - 8, height - head - 4, face.paper, 10)
    for number, each in enumerate(lines):
        y = round(top + head / 2 + 1 + (number - (len(lines) - 1) / 2) * LEAST * 1.13)
        size = NAME if len(lines) == 1 else LEAST
        yield line(round(left + width / 2), y, each, size, face.ink, width - 2 * EDGE, anchor="mm", least=LEAST)


def content(face: Face, place: Place, number: str = "") -> Items:
    """Yield effect, category, cost, and the option's number."""
    left, top, width, height = place
    head = _head(face, place)[1]
    middle, room = top + height - 4 - FOOT / 2, width - 2 * EDGE
    yield from rows.in_lines(
        face.effect, left + width / 2, top + head + 4, room, height - head - FOOT - 10, LARGEST, NEEDED
    )
    if number:
        wide = measures(number, NUMBER)[0]
        room -= wide + EDGE
        yield from number_box(number, (left + width - wide - EDGE, middle), NUMBER)
    foot = list(face.foot)
    while foot:
        tokens = tuple(token for group in foot for token in group)
        if fits := rows.fitting(tokens, 46, room, NEEDED):
            yield from rows.row(fits[0], left + EDGE, middle, fits[1])
            break
        foot.pop()


def layers(faces: Sequence[Face], at: Sequence[Place], numbers: Sequence[str] = ()) -> Iterator[Layer]:
    """Yield the layers of cards of one size, each with its option's number. Omit all names unless every name fits."""
    room = at[0][2] - 2 * EDGE if at else 0
    names = [each for face in faces for each in name_lines(face.name, NAME, room)]
    if (at and at[0][3] < NAMED_FROM) or any(theme.text_width(each, "bold", LEAST) > room for each in names):
        faces = [replace(face, name="") for face in faces]
    papers = [item for face, place in zip(faces, at, strict=True) for item in paper(face, place)]
    each = zip(faces, at, numbers or [""] * len(faces), strict=True)
    yield Layer("cards", tuple(papers))
    yield Layer("effects", tuple(item for card in each for item in content(*card)), is_needed=True)


def chip(faces: Sequence[Face]) -> Face:
    """Return a small card without a name, for one card or a pair. It shows category, copies and effect of each."""
    tokens: list[Token] = []
    for face in faces:
        tokens += [Word("|")] * bool(tokens) + [token for group in face.foot[:-1] for token in group]
        tokens += rows.short(face.effect)
    colour, paper = (theme.SEA_OUTER, theme.CREAM) if len(faces) > 1 else (faces[0].colour, faces[0].paper)
    return Face("", colour, theme.INK, paper, tuple(tokens), ())


def plain_chip(tokens: Group) -> Face:
    return Face("", theme.GOLD_DEEP, theme.INK, theme.CREAM, tokens, ())


def chip_height(size: int) -> int:
    return size + 20


def chip_lines(chips: Sequence[Face], size: int) -> list[list[Face]]:
    """Return the chips in as few lines as possible, of about equal length."""
    groups, room = [chip.effect for chip in chips], WIDTH - 2 * MARGIN - 2 * EDGE
    lines = rows.wrap(groups, size, room)
    while len(even := rows.wrap(groups, size, room - 40)) == len(lines) > 1:
        lines, room = even, room - 40
    rest = iter(chips)
    return [[next(rest) for _ in each] for each in lines if each]


def draw_chips(lines: Sequence[Sequence[Face]], top: float, size: int) -> Items:
    """Yield lines of chips. The chips on each line share the spare width."""
    for number, chips in enumerate(lines):
        left, y, high = float(MARGIN), top + number * (chip_height(size) + GAP), chip_height(size)
        wide = [rows.width_of(chip.effect, size) for chip in chips]
        spare = (WIDTH - 2 * MARGIN - sum(wide) - GAP * (len(chips) - 1)) / len(chips)
        for chip, each in zip(chips, wide, strict=True):
            pad = min(spare, 240)
            yield Box(round(left), round(y), round(each + pad), high, chip.paper, 12, chip.colour, 4)
            yield from rows.row(chip.effect, left + pad / 2 + 2, y + high / 2, size)
            left += each + pad + GAP
