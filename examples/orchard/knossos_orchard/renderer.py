"""The picture of the orchard: the plums on the tree, and a basket for each seat."""

from collections.abc import Sequence

from engine.kernel.decision import Fact, Message
from knossos_orchard.game import Orchard
from render import theme
from render.names import picture_names
from render.plate import HEAD, HEIGHT, LEAST, MARGIN, WIDTH, Plate, Plates, bare, columns, head_line, line
from render.renderer import PLAIN, GameRenderer, Mark, Names, Say
from render.scene import Box, Disc, Items, Layer

PLUM, LEAF = "#6d2f7a", "#4f7a3a"
ACROSS, APART, RADIUS = 10, 150, 52
BASKETS = 800
"""The upper edge of the baskets, in pixels."""


def plates(view: Orchard, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()) -> Plates:
    """Return a single plate that shows everything."""
    head = Layer("head", tuple(head_line(words(Message("orchard.on_tree", {"count": view.tree})))), is_needed=True)
    board = Layer("board", (*tree(view), *baskets(view, picture_names(len(view.baskets), names, words))))
    return (Plate("orchard", bare(board, head), PLAIN.alt_text(view, names, words)),)


def tree(view: Orchard) -> Items:
    """Yield the crown with its plums, in rows."""
    yield Box(0, HEAD, WIDTH, HEIGHT - HEAD, theme.PAPYRUS)
    yield Box(MARGIN, HEAD + MARGIN, WIDTH - 2 * MARGIN, BASKETS - HEAD - 3 * MARGIN, LEAF, 120)
    for plum in range(view.tree):
        row, place = divmod(plum, ACROSS)
        yield Disc(150 + place * APART, HEAD + 170 + row * 200, RADIUS, PLUM, theme.NIGHT_EDGE, 4)


def baskets(view: Orchard, people: Names) -> Items:
    """Yield each seat's name with its number of plums."""
    for seat, (left, width) in enumerate(columns(len(view.baskets), MARGIN)):
        yield Box(left, BASKETS, width, HEIGHT - BASKETS - MARGIN, theme.LAND_RIM[0], 24)
        yield line(left + MARGIN, BASKETS + 70, people[seat], 48, theme.INK, width - 2 * MARGIN)
        yield line(left + MARGIN, BASKETS + 160, str(view.baskets[seat]), 2 * LEAST, theme.INK, width - 2 * MARGIN)


RENDERER = GameRenderer(plates=plates, alt_text=PLAIN.alt_text, board_text=PLAIN.board_text)
