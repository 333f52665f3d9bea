"""The signs of Minos: Dawn as vectors: goods, pieces, and all symbols of its effect language."""

from collections.abc import Mapping
from functools import partial

from render import glyphs, theme
from render.drawing import Drawing, Part, Square, medal, path, shape, star
from render.glyphs import Glyph
from render.icons import ICONS

INK = theme.INK
BRONZE_DARK = "#5e3310"
FREE = "#2f7d4f"
DICE = {"red": "#b3262e", "yellow": "#e8b23a", "blue": "#1f5fa8", "gray": "#9aa3a6"}
DICE_DARK = {"red": "#6d1218", "yellow": "#7a5200", "blue": "#0f3766", "gray": "#4a5357"}
DICE_INK = {"red": theme.CREAM, "yellow": theme.NIGHT_EDGE, "blue": theme.CREAM, "gray": theme.NIGHT_EDGE}
TRACKS = {"influence": "red", "cultural": "yellow", "population": "blue"}


GOODS_GLYPHS: Mapping[str, Glyph] = {
    "silver": glyphs.silver, "stone": glyphs.stone, "copper": glyphs.copper, "wood": glyphs.wood, "grain": glyphs.grain,
    "herb": glyphs.herb, "choice": glyphs.star_glyph, "random": glyphs.unknown,
}  # fmt: skip


def _good(square: Square, style: str, kind: str) -> None:
    """Draw a good: a square tile."""
    paper, ink = glyphs.GOODS.get(kind, (theme.CREAM, INK))
    square.box(2, 2, 98, 98, ink, 16)
    square.box(10, 10, 90, 90, paper, 9)
    GOODS_GLYPHS[kind](Part(square, 19, 19, 62), ink)


def _temp(square: Square, style: str, kind: str) -> None:
    """Draw a temporary good: a round token with a broken ring."""
    paper, ink = glyphs.GOODS.get(kind, (theme.CREAM, INK))
    square.disc(50, 50, 49, paper)
    for turn in range(0, 360, 45):
        square.arc(50, 50, 44, turn, turn + 20, ink, 8)
    GOODS_GLYPHS[kind](Part(square, 23, 23, 54), ink)


def _weaponry(square: Square, style: str) -> None:
    square.disc(50, 50, 49, BRONZE_DARK)
    square.disc(50, 50, 42, "#f0c58f")
    glyphs.axe(Part(square, 16, 16, 68), BRONZE_DARK)


def _points_scoring(square: Square, style: str) -> None:
    """Draw points of the scoring rounds: an hourglass."""
    medal(square, theme.POINTS, theme.CREAM)
    square.area(path("28,22 72,22 50,50"), theme.GOLD)
    square.area(path("28,78 72,78 50,50"), theme.GOLD)


def _points_end(square: Square, style: str) -> None:
    """Draw points of the end: a flag."""
    medal(square, theme.POINTS, theme.CREAM)
    square.line([(34, 20), (34, 82)], theme.GOLD, 8)
    square.area(path("34,20 78,34 34,52"), theme.GOLD)


def _card_back(square: Square, paper: str, edge: str) -> None:
    square.box(16, 2, 84, 98, edge, 12)
    square.box(23, 9, 77, 91, paper, 7)


def _numeral(square: Square, age: int, ink: str, x: float = 50) -> None:
    places = (x,) if age == 1 else (x - 9, x + 9)
    for place in places:
        square.line([(place, 32), (place, 68)], ink, 9)
    for y in (30, 70):
        square.line([(places[0] - 8, y), (places[-1] + 8, y)], ink, 6)


def _draw(square: Square, style: str) -> None:
    """Draw a card of the offer and one of the deck: face and back."""
    square.box(6, 6, 62, 86, theme.NIGHT_EDGE, 10)
    square.box(12, 12, 56, 80, theme.CREAM, 6)
    square.box(38, 14, 94, 98, theme.NIGHT_EDGE, 10)
    square.box(44, 20, 88, 92, "#2f6f9f", 6)
    glyphs.plus(Part(square, 50, 40, 32), theme.CREAM)


def _draw_active(square: Square, style: str) -> None:
    _card_back(square, "#2f6f9f", theme.NIGHT_EDGE)
    glyphs.plus(Part(square, 30, 30, 40), theme.CREAM)


def _draw_age2(square: Square, style: str) -> None:
    _card_back(square, "#8c3f1d", theme.NIGHT_EDGE)
    _numeral(square, 2, theme.CREAM)


def _deck(square: Square, style: str) -> None:
    """Draw a face-down deck; `style` is its age."""
    paper = "#8c3f1d" if style == "2" else "#2f6f9f"
    for left, top in ((22, 14), (14, 7)):
        square.box(left, top, left + 62, top + 84, theme.NIGHT_EDGE, 10)
        square.box(left + 5, top + 5, left + 57, top + 79, theme.PAPYRUS_DIM, 6)
    square.box(6, 0, 68, 84, theme.NIGHT_EDGE, 10)
    square.box(12, 6, 62, 78, paper, 6)
    _numeral(Part(square, -6, -2, 86), int(style or 1), theme.CREAM)


def _discard(square: Square, style: str) -> None:
    _card_back(square, theme.PAPYRUS_DIM, theme.NIGHT_EDGE)
    for side in (-1, 1):
        square.line([(50 - side * 16, 30), (50 + side * 16, 70)], theme.TERRACOTTA, 9)


def _hand(square: Square, style: str) -> None:
    for left, fill in ((4, "#8c3f1d"), (22, "#2f6f9f"), (40, "#2f6f9f")):
        square.box(left, 10, left + 54, 92, theme.NIGHT_EDGE, 10)
        square.box(left + 6, 16, left + 48, 86, fill, 6)


def _solo_card(square: Square, style: str) -> None:
    """Draw the back of a solo card: three lines to try in order."""
    _card_back(square, theme.SEATS["azure"], theme.NIGHT_EDGE)
    for y in (28, 50, 72):
        square.disc(37, y, 7, theme.GOLD)
        square.line([(50, y), (68, y)], theme.CREAM, 8)


def _area(square: Square, style: str) -> None:
    """Draw a card in a play area."""
    _card_back(square, theme.CREAM, theme.NIGHT_EDGE)
    square.line([(34, 28), (66, 28)], theme.TERRACOTTA, 8)
    for y in (48, 64):
        square.line([(34, y), (66, y)], theme.INK, 5)


def _free(square: Square) -> None:
    """Draw "free": a struck coin at the lower right."""
    part = Part(square, 54, 54, 46)
    part.disc(50, 50, 50, theme.CREAM)
    part.disc(50, 50, 40, FREE)
    part.line([(26, 26), (74, 74)], theme.CREAM, 14)


def _plain(square: Square, style: str, glyph: Glyph, ink: str) -> None:
    glyph(Part(square, 6, 6, 88), style or ink)


def _play(square: Square, style: str) -> None:
    _area(Part(square, 0, 0, 100), "")
    part = Part(square, 34, 36, 62)
    part.disc(50, 50, 50, theme.CREAM)
    glyphs.arrow_right(Part(part, 14, 14, 72), theme.TERRACOTTA)


def _play_free(square: Square, style: str) -> None:
    _area(Part(square, 0, 0, 100), "")
    _free(square)


def _build(square: Square, style: str) -> None:
    glyphs.hammer(Part(square, 8, 4, 88), style or "#8c3f1d")


def _build_free(square: Square, style: str) -> None:
    _build(square, style)
    _free(square)


def _to_palace(square: Square, style: str) -> None:
    glyphs.palace(Part(square, 2, 2, 92), style or "#8c3f1d")


def _to_palace_free(square: Square, style: str) -> None:
    _to_palace(square, style)
    _free(square)


def _acting(square: Square, style: str, arrow: Glyph) -> None:
    glyphs.warrior(Part(square, 0, 6, 74), style or theme.SEA_INK)
    part = Part(square, 52, 46, 48)
    part.disc(50, 50, 54, theme.CREAM)
    arrow(Part(part, 8, 8, 84), theme.TERRACOTTA)


def _income(square: Square, style: str) -> None:
    for place, height in enumerate((22, 42, 62)):
        square.box(6 + place * 24, 94 - height, 26 + place * 24, 94, FREE)
    square.line([(10, 56), (76, 12)], FREE, 8)
    square.area(path("94,2 86,34 64,10"), FREE)


def _route(square: Square, style: str) -> None:
    glyphs.boat(Part(square, 0, 0, 90), style or theme.SEA_INK)
    part = Part(square, 52, 50, 50)
    part.disc(50, 50, 52, theme.CREAM)
    ICONS["coin"](part, "")


def _region(square: Square, style: str) -> None:
    ink = style or theme.COAST
    square.area(path("8,40 30,14 58,22 88,10 94,52 78,88 46,80 18,92"), ink)
    square.area(path("18,44 34,26 58,34 80,24 84,52 72,76 46,68 26,78"), theme.LAND)


def _repeat(square: Square, style: str) -> None:
    ink = style or theme.TERRACOTTA
    square.arc(50, 50, 34, -40, 230, ink, 12)
    square.area(path("66,4 96,34 58,44"), ink)


TRACK_GLYPHS: Mapping[str, Glyph] = {"influence": glyphs.crown, "cultural": glyphs.amphora, "population": glyphs.people}


def _track(square: Square, style: str, track: str) -> None:
    colour = TRACKS[track]
    square.disc(50, 50, 49, DICE_DARK[colour])
    square.disc(50, 50, 42, DICE[colour])
    TRACK_GLYPHS[track](Part(square, 24, 22, 52), DICE_INK[colour])


def _advance(square: Square, style: str, track: str) -> None:
    _track(Part(square, 0, 0, 82), style, track)
    part = Part(square, 52, 44, 50)
    part.disc(50, 50, 52, theme.CREAM)
    glyphs.arrow_up(Part(part, 8, 6, 84), FREE)


def _tracks(square: Square, style: str) -> None:
    for x, y, colour in ((50, 26, "red"), (26, 70, "yellow"), (74, 70, "blue")):
        square.disc(x, y, 25, DICE_DARK[colour])
        square.disc(x, y, 20, DICE[colour])


def _advance_any(square: Square, style: str) -> None:
    _tracks(Part(square, 0, 0, 84), "")
    part = Part(square, 52, 44, 50)
    part.disc(50, 50, 52, theme.CREAM)
    glyphs.arrow_up(Part(part, 8, 6, 84), FREE)


def _advance_lowest(square: Square, style: str) -> None:
    _advance_any(square, style)
    square.line([(8, 95), (92, 95)], FREE, 9)


def _pips(square: Square, style: str, low: int) -> None:
    """Draw a die with either of two values as pips, side by side."""
    square.box(2, 10, 98, 90, theme.NIGHT_EDGE, 14)
    square.box(8, 16, 92, 84, theme.CREAM, 9)
    square.line([(50, 18), (50, 82)], theme.NIGHT_EDGE, 4)
    for value, left in ((low, 12), (low + 1, 54)):
        for x, y in _PIPS[value]:
            square.disc(left + x * 17 + 17, 50 + y * 20, 6.5, theme.NIGHT_EDGE)


_PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-0.6, -1), (0.6, 1)),
    3: ((-0.6, -1), (0, 0), (0.6, 1)),
    4: ((-0.6, -1), (0.6, -1), (-0.6, 1), (0.6, 1)),
    5: ((-0.6, -1), (0.6, -1), (0, 0), (-0.6, 1), (0.6, 1)),
    6: ((-0.6, -1), (0.6, -1), (-0.6, 0), (0.6, 0), (-0.6, 1), (0.6, 1)),
}


ROW_GLYPHS: Mapping[str, tuple[Glyph, str]] = {
    "prepare": (glyphs.sack, "#4f6b1f"),
    "develop": (glyphs.scroll, "#7a2f6b"),
    "build": (glyphs.hammer, "#8c3f1d"),
    "expand": (glyphs.banner, "#123c4c"),
    "wild": (glyphs.star_glyph, "#8a5a08"),
}


def _row(square: Square, style: str, row: str) -> None:
    glyph, ink = ROW_GLYPHS[row]
    square.box(2, 2, 98, 98, ink, 22)
    square.box(10, 10, 90, 90, theme.CREAM, 15)
    glyph(Part(square, 20, 20, 60), ink)


def _piece(square: Square, seat: str, glyph: Glyph, at: tuple[float, float, float]) -> None:
    """Draw a seat's building in its colour, with its shape on it."""
    for margin, ink in ((0.0, theme.NIGHT_EDGE), (6.0, theme.CREAM), (11.0, theme.SEATS[seat])):
        glyph(Part(square, margin, margin, 100 - 2 * margin), ink)
    x, y, radius = at
    shape(square, seat, x, y, radius, theme.CREAM, 0)


def _holding(square: Square, seat: str) -> None:
    """Draw a site that a seat holds."""
    for turn in range(0, 360, 45):
        square.arc(50, 50, 44, turn, turn + 24, theme.SEATS_DARK[seat], 9)
    shape(square, seat, 50, 50, 24, theme.SEATS[seat])


def _first(square: Square, style: str) -> None:
    """Draw the First Player marker: a bull's head."""
    square.disc(50, 50, 49, theme.GOLD_DEEP)
    square.disc(50, 50, 43, theme.GOLD)
    square.area(path("34,40 66,40 62,66 56,84 44,84 38,66"), theme.NIGHT_EDGE)
    for side in (-1, 1):
        square.arc(50 + side * 14, 24, 20, 90 - side * 10, 90 - side * 100, theme.NIGHT_EDGE, 8)


def _bonus(square: Square, style: str) -> None:
    """Draw the Action Bonus: an axe on gold."""
    square.box(2, 2, 98, 98, theme.GOLD_DEEP, 22)
    square.box(10, 10, 90, 90, theme.GOLD, 15)
    square.area(star(50, 50, 36, 17, 8), theme.CREAM)
    square.disc(50, 50, 11, theme.GOLD_DEEP)


def _bonus_tile(square: Square, style: str) -> None:
    """Draw a blue and a red trade bonus tile."""
    square.box(2, 2, 70, 70, "#0f3766", 12)
    square.box(9, 9, 63, 63, "#1f5fa8", 8)
    square.box(28, 28, 98, 98, theme.CREAM, 14)
    square.box(32, 32, 96, 96, "#6d1218", 12)
    square.box(39, 39, 89, 89, "#b3262e", 8)


def _ability(square: Square, style: str) -> None:
    square.disc(50, 50, 49, theme.POINTS)
    square.disc(50, 50, 41, theme.CREAM)
    glyphs.crown_bearer(Part(square, 22, 20, 56), theme.POINTS)


def _vase(square: Square, style: str) -> None:
    paper = DICE.get(style, FREE)
    glyphs.amphora(square, theme.NIGHT_EDGE)
    glyphs.amphora(Part(square, 8, 9, 84), paper if style != "green" else FREE)


def _simple(glyph: Glyph, ink: str) -> Drawing:
    return partial(_plain, glyph=glyph, ink=ink)


GAME_ICONS: Mapping[str, Drawing] = {
    "dawn:coin": ICONS["coin"], "dawn:weapon": _weaponry, "dawn:vp": ICONS["vp"], "dawn:vp@rounds": _points_scoring,
    "dawn:vp@end": _points_end,
    **{f"dawn:good:{kind}": partial(_good, kind=kind) for kind in GOODS_GLYPHS},
    **{f"dawn:temp:{kind}": partial(_temp, kind=kind) for kind in GOODS_GLYPHS},
    "dawn:draw": _draw, "dawn:drawactive": _draw_active, "dawn:drawage2": _draw_age2, "dawn:deck": _deck,
    "dawn:discard": _discard, "dawn:hand": _hand, "dawn:area": _area, "dawn:solocard": _solo_card,
    "dawn:play": _play, "dawn:playfree": _play_free, "dawn:build": _build, "dawn:buildfree": _build_free,
    "dawn:palace": _to_palace, "dawn:palacefree": _to_palace_free,
    "dawn:wild": _simple(glyphs.star_glyph, "#8a5a08"),
    "dawn:warrior": partial(_acting, arrow=glyphs.plus), "dawn:place": partial(_acting, arrow=glyphs.arrow_down),
    "dawn:move": partial(_acting, arrow=glyphs.arrow_right),
    "dawn:warriors": _simple(glyphs.warrior, theme.SEA_INK),
    "dawn:cities": _simple(glyphs.city, "#8c3f1d"), "dawn:towers": _simple(glyphs.tower, "#5c4a26"),
    "dawn:farms": _simple(glyphs.farm, "#4f6b1f"), "dawn:ship": _simple(glyphs.boat, theme.SEA_INK),
    "dawn:income": _income, "dawn:route": _route, "dawn:regions": _region,
    "dawn:seapeoples": _simple(glyphs.raiders, "#5b2f7d"), "dawn:repeat": _repeat, "dawn:tracks": _tracks,
    **{f"dawn:track:{track}": partial(_track, track=track) for track in TRACKS},
    **{f"dawn:advance:{track}": partial(_advance, track=track) for track in TRACKS},
    "dawn:advance:any": _advance_any, "dawn:advance:lowest": _advance_lowest,
    **{f"dawn:sign:{track}": _simple(glyph, INK) for track, glyph in TRACK_GLYPHS.items()},
    **{f"dawn:trigger:{row}": partial(_row, row=row) for row in ROW_GLYPHS},
    **{f"dawn:trigger:die{low}{low + 1}": partial(_pips, low=low) for low in (1, 3, 5)},
    "dawn:city": partial(_piece, glyph=glyphs.city, at=(50, 66, 17)),
    "dawn:tower": partial(_piece, glyph=glyphs.tower, at=(50, 62, 12)),
    "dawn:farm": partial(_piece, glyph=glyphs.farm, at=(37, 66, 14)),
    "dawn:held": _holding, "dawn:first": _first, "dawn:vase": _vase,
    "dawn:bonus": _bonus, "dawn:bonustile": _bonus_tile, "dawn:ability": _ability,
    "dawn:crown": _simple(glyphs.crown, theme.GOLD_DEEP),
}  # fmt: skip
"""Every drawing of Minos: Dawn by its name in a scene."""

STYLES: Mapping[str, tuple[str, ...]] = {
    "dawn:deck": ("1", "2"),
    "dawn:vase": ("red", "yellow", "blue", "green"),
    **{f"dawn:{piece}": tuple(theme.SEATS) for piece in ("city", "tower", "farm", "held")},
}
"""The styles of drawings that have several."""
