"""The emoji of Minos: Dawn: symbols of the legend, goods, tracks, rows, dice, vases."""

from collections.abc import Mapping

from engine.minos_dawn.content.box import COLOURS, ROWS
from engine.minos_dawn.content.language import GOODS, TRACKS
from render.minos_dawn.dice import die
from render.minos_dawn.legend import DICE, SINGLE
from render.paint import SIDE, on_paper
from render.scene import Item

VASES = ("red", "yellow", "blue", "green")
DICE_FACES = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 7))

ICONS: Mapping[str, str] = {
    **{name: sign.icon for name, sign in SINGLE.items()},
    **{f"good_{good}": f"dawn:good:{good}" for good in GOODS},
    **{f"temp_{good}": f"dawn:temp:{good}" for good in GOODS},
    **{f"track_{track}": f"dawn:track:{track}" for track in TRACKS},
    **{f"advance_{track}": f"dawn:advance:{track}" for track in TRACKS},
    **{f"row_{row}": f"dawn:trigger:{row}" for row in ROWS},
    **{values: f"dawn:trigger:{values}" for values in DICE},
    "city": "dawn:cities", "tower": "dawn:towers", "farm": "dawn:farms", "ship": "dawn:ship", "tracks": "dawn:tracks",
    "warriors": "dawn:warriors",
}  # fmt: skip
"""The sign on each emoji. Symbols of one sign have the same name as in the legend."""

NAMES: Mapping[str, str] = {icon: name for name, icon in ICONS.items()}


def drawings() -> Mapping[str, tuple[Item, ...]]:
    found = {name: on_paper(icon) for name, icon in ICONS.items()}
    found |= {f"vase_{colour}": on_paper("dawn:vase", colour) for colour in VASES}
    return found | {each: tuple(die(each, SIDE / 2, SIDE / 2, SIDE)) for each in DICE_FACES}
