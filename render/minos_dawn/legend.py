"""Enlarged drawings to look up: a decree, a vase, a symbol, or the legend of all symbols."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import COLOURS, the_box
from engine.minos_dawn.content.language import GOODS, TRACKS
from engine.minos_dawn.content.words import vase as vase_name
from render import inline, plate, theme
from render.inline import Sign, Token, Word
from render.minos_dawn import icons
from render.minos_dawn.icons import DICE_DARK, DICE_INK, SIGN_OF
from render.minos_dawn.plates import court, vases
from render.minos_dawn.symbols import ASSETS, OPERATORS, read_group
from render.paint import SIDE, on_paper
from render.renderer import Say
from render.scene import Box, Icon, Item, Items, Layer, Scene, Text

MARGIN = 12
SIGN = SIGN_WIDTH, SIGN_HEIGHT = 825, 525
ACROSS, DOWN = 3, 9
BESIDE = 190
"""If a sign is wider than this, or its name is long, the name is below it instead of next to it."""

ROWS = ("prepare", "develop", "build", "expand", "wild")
DICE = ("die12", "die34", "die56")

_LISTED = {name: read_group(text) for name, text in ASSETS.symbols.items()}
SYMBOLS: Mapping[str, tuple[Token, ...]] = {
    **_LISTED,
    **{word: (Sign(icon),) for word, icon in OPERATORS.items() if (Sign(icon),) not in _LISTED.values()},
}
"""Every symbol in the pictures, by its name in look-ups. The order is that of the legend."""
SINGLE: Mapping[str, Sign] = {
    name: token
    for name, tokens in SYMBOLS.items()
    for token in tokens
    if len(tokens) == 1 and isinstance(token, Sign) and not token.style
}
"""Symbols that consist of a single sign and look the same for every seat."""


def card(key: str, words: Say) -> Scene:
    laid = court.card(key, None, MARGIN, MARGIN, plate.WIDTH - 2 * MARGIN, plate.HEIGHT - 2 * MARGIN, words)
    return plate.bare(Layer("entry", tuple(laid)))


def vase(key: str, words: Say) -> Scene:
    return plate.bare(Layer("entry", tuple(_vase(key, words))), size=SIGN)


def _vase(key: str, words: Say) -> Items:
    yield Box(MARGIN, MARGIN, SIGN_WIDTH - 2 * MARGIN, SIGN_HEIGHT - 2 * MARGIN, theme.PAPYRUS, 24, theme.COAST, 5)
    yield Icon("dawn:vase", 190, SIGN_HEIGHT / 2, 300, the_box().vases[key].colour)
    left, room = 370, SIGN_WIDTH - 370 - 3 * MARGIN
    yield plate.line(left, 120, words(vase_name(key)), 72, theme.INK, room)
    asked = vases.condition(key)
    yield from inline.line(asked, left, SIGN_HEIGHT / 2, inline.fit_size(asked, 120, room))
    worth: list[Token] = [Word(str(points)) for points in the_box().board.vase_slots.vp]
    tokens = [token for points in worth for token in (points, Sign("dawn:vp"), Word(" "))]
    yield from inline.line(tokens, left, SIGN_HEIGHT - 120, inline.fit_size(tokens, 90, room))


def symbol(key: str, words: Say) -> Scene:
    return plate.bare(Layer("symbol", tuple(_with_name(key, words))), size=SIGN)


def _with_name(key: str, words: Say) -> Items:
    tokens = SYMBOLS[key]
    yield Box(MARGIN, MARGIN, SIGN_WIDTH - 2 * MARGIN, SIGN_HEIGHT - 2 * MARGIN, theme.CREAM, 24, theme.GOLD_DEEP, 5)
    size = inline.fit_size(tokens, 260, SIGN_WIDTH - 6 * MARGIN)
    yield from inline.centre(tokens, SIGN_WIDTH / 2, SIGN_HEIGHT / 2 - 60, size)
    name, height = theme.fit(
        words(Message(f"minos_dawn.symbol.{key}")), "bold", 72, SIGN_WIDTH - 6 * MARGIN, plate.LEAST
    )
    yield Text(SIGN_WIDTH / 2, SIGN_HEIGHT - MARGIN - 72, name, "bold", height, theme.INK)


def legend(words: Say) -> Sequence[Scene]:
    keys = list(SYMBOLS)
    pages = [keys[first : first + ACROSS * DOWN] for first in range(0, len(keys), ACROSS * DOWN)]
    return [plate.bare(Layer("legend", tuple(_list(page, words)))) for page in pages]


def _list(keys: Sequence[str], words: Say) -> Items:
    width, height = plate.WIDTH / ACROSS, (plate.HEIGHT - MARGIN) / DOWN
    for number, key in enumerate(keys):
        row, column = divmod(number, ACROSS)
        left, top = round(column * width + MARGIN / 2), round(row * height + MARGIN)
        yield Box(left, top, round(width - MARGIN), round(height - MARGIN), theme.CREAM, 14)
        yield from _beside(key, left + MARGIN, top, width - 3 * MARGIN, height - MARGIN, words)


def _beside(key: str, left: float, top: float, width: float, height: float, words: Say) -> Items:
    tokens, name = SYMBOLS[key], words(Message(f"minos_dawn.symbol.{key}"))
    start = max(96, inline.width_of(tokens, 68) + MARGIN)
    is_short = theme.text_width(name, "bold", plate.LEAST) <= width - start
    if is_short and inline.width_of(tokens, 68) <= BESIDE:
        yield from inline.line(tokens, left, top + height / 2, 68)
        yield plate.line(left + start, top + height / 2, name, 40, theme.INK, width - start, least=plate.LEAST)
    else:
        yield from inline.line(tokens, left, top + height * 0.32, inline.fit_size(tokens, 50, width))
        yield plate.line(left, top + height * 0.77, name, 36, theme.INK, width + MARGIN, least=plate.LEAST)


VASES = ("red", "yellow", "blue", "green")
EMOJI: Mapping[str, str] = {
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
"""The sign on each emoji. A symbol of one sign has the same name here as in the legend."""
EMOJI_OF: Mapping[str, str] = {icon: name for name, icon in EMOJI.items()}


def drawings() -> Mapping[str, tuple[Item, ...]]:
    found = {name: on_paper(icon) for name, icon in EMOJI.items()}
    found |= {f"vase_{colour}": on_paper("dawn:vase", colour) for colour in VASES}
    return found | {f"{colour}{value}": tuple(_die(colour, str(value))) for colour in COLOURS for value in range(1, 7)}


def _die(colour: str, value: str) -> Items:
    half, ink = SIDE / 2, DICE_INK[colour]
    yield Box(0.0, 0.0, SIDE, SIDE, icons.DICE[colour], SIDE * 0.2, DICE_DARK[colour], max(2, SIDE // 18))
    aside = SIDE * 0.1 if colour in SIGN_OF else 0
    yield Text(half + aside, half + 1, value, "bold", round(SIDE * 0.82), ink)
    if colour in SIGN_OF:
        yield Icon(f"dawn:sign:{SIGN_OF[colour]}", SIDE * 0.21, SIDE * 0.22, SIDE * 0.3, ink)
