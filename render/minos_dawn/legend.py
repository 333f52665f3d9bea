"""What people look up, drawn large: a decree, a vase, a symbol; and the legend of all symbols."""

from collections.abc import Iterator, Mapping

from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.language import GOODS, TRACKS
from engine.minos_dawn.seen.view import VaseView
from render import inline, theme
from render.inline import Sign, Token, Word
from render.minos_dawn import cards, tracks
from render.minos_dawn.board import MARGIN
from render.renderer import Say
from render.scene import Box, Item, Layer, Scene, Text, grown

TIMES = 3
"""How much larger than on the table a thing is drawn."""
CARD_WIDTH = 306
SIGN_WIDTH, SIGN_HEIGHT = 900, 240
LEGEND_WIDTH, LEGEND_COLUMNS, LEGEND_ROW = 1000, 2, 76
_BARE = Layer("bare", ())

ROWS = ("prepare", "develop", "build", "expand", "wild")
DICE = ("die12", "die34", "die56")

SYMBOLS: Mapping[str, tuple[Token, ...]] = {
    "coin": (Sign("dawn:coin"),), "weaponry": (Sign("dawn:weapon"),), "vp": (Sign("dawn:vp"),),
    "vp_scoring": (Sign("dawn:vp@rounds"),), "vp_end": (Sign("dawn:vp@end"),),
    "good": (Sign("dawn:good:choice"),), "temp": (Sign("dawn:temp:choice"),),
    "random_good": (Sign("dawn:good:random"),),
    "goods": tuple(Sign(f"dawn:good:{good}") for good in GOODS),
    "temps": tuple(Sign(f"dawn:temp:{good}") for good in GOODS),
    "income": (Sign("dawn:income"),), "draw": (Sign("dawn:draw"),), "draw_deck": (Sign("dawn:drawactive"),),
    "draw_age2": (Sign("dawn:drawage2"),), "play": (Sign("dawn:play"),), "play_free": (Sign("dawn:playfree"),),
    "build": (Sign("dawn:build"),), "build_free": (Sign("dawn:buildfree"),), "wild": (Sign("dawn:wild"),),
    "warrior": (Sign("dawn:warrior"),), "place": (Sign("dawn:place"),), "move": (Sign("dawn:move"),),
    "palace": (Sign("dawn:palace"),), "palace_free": (Sign("dawn:palacefree"),), "route": (Sign("dawn:route"),),
    "advance": tuple(Sign(f"dawn:advance:{track}") for track in TRACKS), "advance_any": (Sign("dawn:advance:any"),),
    "advance_lowest": (Sign("dawn:advance:lowest"),),
    "trait": tuple(Sign(f"dawn:trigger:{row}") for row in ROWS),
    "trait_die": tuple(Sign(f"dawn:trigger:{die}") for die in DICE),
    "discount": (Word("4"), Sign("dawn:coin"), Sign("dawn:good:wood")),
    "convert": (Word("1"), Sign("dawn:coin"), Word("→")),
    "repeat": (Sign("dawn:repeat"),), "per": (Word("×"), Sign("dawn:cities")), "otherwise": (Word("»"),),
    "tracks": (*(Sign(f"dawn:track:{track}") for track in TRACKS), Sign("dawn:tracks")),
    "buildings": (Sign("dawn:cities"), Sign("dawn:towers"), Sign("dawn:farms"), Sign("dawn:ship")),
    "reserved": (Sign("dawn:held", "azure"),),
    "warriors": (Sign("dawn:warriors"), Sign("guard", "azure")),
    "region": (Sign("dawn:regions"),),
    "dominance": (Sign("dawn:regions"), Sign("dawn:crown")), "seapeoples": (Sign("dawn:seapeoples"),),
    "hand": (Sign("dawn:hand"),), "area": (Sign("dawn:area"),),
    "deck": (Sign("dawn:deck", "1"), Sign("dawn:deck", "2")),
    "discard": (Sign("dawn:discard"),), "bonus_tile": (Sign("dawn:bonustile"),), "bonus": (Sign("dawn:bonus"),),
    "ability": (Sign("dawn:ability"),), "first": (Sign("dawn:first"),),
}  # fmt: skip
"""Every symbol of the pictures, as the legend shows it, by the name under which it is looked up."""

SINGLE: Mapping[str, Sign] = {
    name: token
    for name, tokens in SYMBOLS.items()
    for token in tokens
    if len(tokens) == 1 and isinstance(token, Sign) and not token.style
}
"""Symbols that are one sign, the same for every seat."""


def card(key: str, words: Say) -> Scene:
    """One decree as a picture of the legend."""
    laid = cards.card(key, MARGIN / 2, MARGIN / 2, CARD_WIDTH, words)
    return _large(laid, CARD_WIDTH + MARGIN, cards.CARD_HEIGHT + MARGIN)


def vase(key: str, words: Say) -> Scene:
    """A vase with all its places free."""
    free = VaseView(key, (None,) * len(the_box().board.vase_slots.vp), (), ())
    laid = tracks.vase(free, MARGIN / 2, MARGIN / 2, words)
    return _large(laid, tracks.VASE_WIDTH + MARGIN, tracks.VASE_HEIGHT + MARGIN)


def symbol(key: str, words: Say) -> Scene:
    """A symbol with its name."""
    return Scene(SIGN_WIDTH, SIGN_HEIGHT, _BARE, 1, (Layer("symbol", tuple(_named(key, words))),))


def _named(key: str, words: Say) -> Iterator[Item]:
    tokens = SYMBOLS[key]
    yield Box(MARGIN, MARGIN, SIGN_WIDTH - 2 * MARGIN, SIGN_HEIGHT - 2 * MARGIN, theme.CREAM, 24, theme.GOLD_DEEP, 5)
    size = inline.fitted(tokens, 130, SIGN_WIDTH - 6 * MARGIN)
    yield from inline.centred(tokens, SIGN_WIDTH / 2, MARGIN + 84, size)
    name, height = theme.fitted(words(Message(f"minos_dawn.symbol.{key}")), "bold", 54, SIGN_WIDTH - 6 * MARGIN, 30)
    yield Text(SIGN_WIDTH / 2, SIGN_HEIGHT - MARGIN - 36, name, "bold", height, theme.INK)


def legend(words: Say) -> Scene:
    """All symbols with their names, down the first column and then the second."""
    rows = -(-len(SYMBOLS) // LEGEND_COLUMNS)
    width = (LEGEND_WIDTH - MARGIN) / LEGEND_COLUMNS
    laid: list[Item] = []
    for number, (key, tokens) in enumerate(SYMBOLS.items()):
        column, row = divmod(number, rows)
        left, top = round(MARGIN + column * width), MARGIN + row * LEGEND_ROW
        laid.append(Box(left, top, width - MARGIN, LEGEND_ROW - 8, theme.CREAM, 12))
        room = max(64, min(width * 0.48, inline.width_of(tokens, 54)))
        size = inline.fitted(tokens, 54, room)
        laid += inline.line(tokens, left + 10, top + LEGEND_ROW / 2 - 4, size)
        start = 18 + max(64, inline.width_of(tokens, size))
        name, height = theme.fitted(
            words(Message(f"minos_dawn.symbol.{key}")), "bold", 32, width - start - 2 * MARGIN, 22
        )
        laid.append(Text(left + start, top + LEGEND_ROW / 2 - 4, name, "bold", height, theme.INK, "lm"))
    height = rows * LEGEND_ROW + 2 * MARGIN - 8
    return Scene(LEGEND_WIDTH, height, _BARE, 1, (Layer("legend", tuple(laid)),))


def _large(items: Iterator[Item], width: float, height: float) -> Scene:
    return Scene(round(width * TIMES), round(height * TIMES), _BARE, 1, (Layer("entry", tuple(grown(items, TIMES))),))
