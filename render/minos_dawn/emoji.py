"""The emoji of Minos: Dawn: the symbols of the legend, goods, tracks, rows, dice, vases."""

from collections.abc import Mapping

from engine.minos_dawn.content.box import COLOURS, ROWS
from engine.minos_dawn.content.language import GOODS, TRACKS
from render.emoji import SIDE, on_paper
from render.minos_dawn.dice import die
from render.minos_dawn.legend import DICE, SINGLE
from render.scene import Item

VASES = ("red", "yellow", "blue", "green")


def drawings() -> Mapping[str, tuple[Item, ...]]:
    """All of them by name; a symbol of one sign is called as in the legend."""
    found = {name: on_paper(sign.icon) for name, sign in SINGLE.items()}
    found |= {f"good_{good}": on_paper(f"dawn:good:{good}") for good in GOODS}
    found |= {f"temp_{good}": on_paper(f"dawn:temp:{good}") for good in GOODS}
    found |= {f"track_{track}": on_paper(f"dawn:track:{track}") for track in TRACKS}
    found |= {f"advance_{track}": on_paper(f"dawn:advance:{track}") for track in TRACKS}
    found |= {f"row_{row}": on_paper(f"dawn:trigger:{row}") for row in ROWS}
    found |= {values: on_paper(f"dawn:trigger:{values}") for values in DICE}
    found |= {f"vase_{colour}": on_paper("dawn:vase", colour) for colour in VASES}
    found |= {piece: on_paper(f"dawn:{icon}") for piece, icon in _PIECES.items()}
    found |= {each: tuple(die(each, SIDE / 2, SIDE / 2, SIDE)) for each in _DICE}
    return found


_DICE = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 7))
_PIECES = {
    "city": "cities", "tower": "towers", "farm": "farms", "ship": "ship", "tracks": "tracks", "warriors": "warriors",
}  # fmt: skip
