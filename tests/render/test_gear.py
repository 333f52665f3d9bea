"""Pictures show a gear before the names of computer players, and never cut it off."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from engine.kernel.decision import Message
from locales.words import LANGUAGES
from render import score_sheet, theme
from render.names import show_name
from render.paint import Painting
from render.renderer import RENDERERS
from render.scene import Layer, Scene, Text
from render.score_sheet import ScoreSheet, Side
from tests.render import plates

Speaking = Callable[[str], Callable[[Message], str]]
GEAR = "\N{GEAR}"
COMPUTERS = {seat: f"{GEAR} {name}" for seat, name in plates.LONG.items()}
CREAM = (255, 248, 230)


def paint_text(painting: Painting, text: Text) -> list[tuple[int, int]]:
    """Return the pixels that have the full colour of the words. Pixels of blurred edges are left out."""
    image = painting.paint(Scene(800, 100, Layer("bare", ()), 1, (Layer("words", (text,)),)))
    pixels = [(x, y) for x in range(800) for y in range(100)]
    return [at for at in pixels if image.getpixel(at) == CREAM]


@pytest.mark.parametrize("anchor", ["lm", "mm", "rm", "ms"])
@pytest.mark.parametrize("words", [f"{GEAR} Numa", f"Numa {GEAR}", f"{GEAR}Numa · {GEAR}Europa"])
def test_a_gear_fits_into_its_line(painting: Painting, words: str, anchor: str) -> None:
    text = Text(400, 50, words, "bold", 40, theme.CREAM, anchor)
    left, top, right, bottom = theme.text_box(text.text, text.face, text.size, text.anchor)
    ink = paint_text(painting, text)

    assert all(400 + left - 2 <= x <= 400 + right + 2 and 50 + top - 2 <= y <= 50 + bottom + 2 for x, y in ink)
    columns = sorted({x for x, _ in ink})
    assert columns[0] <= 400 + left + 8
    assert columns[-1] >= 400 + right - 8
    assert max(after - before for before, after in pairwise(columns)) < 20, "no gap in place of a gear"


@pytest.mark.parametrize("anchor", ["lm", "ms"])
def test_a_gear_is_centred_on_the_height_of_capitals(painting: Painting, anchor: str) -> None:
    middles = []
    for words in (GEAR, "N"):
        rows = [y for _, y in paint_text(painting, Text(400, 50, words, "bold", 40, theme.CREAM, anchor))]
        middles.append((min(rows) + max(rows)) / 2)

    assert abs(middles[0] - middles[1]) <= 2


def test_a_gear_widens_its_line() -> None:
    wide = theme.text_width(f"{GEAR} Numa", "bold", 40) - theme.text_width(" Numa", "bold", 40)

    assert 28 <= wide <= 36


def test_a_name_keeps_its_gear_and_drops_unknown_glyphs() -> None:
    assert show_name(f"{GEAR} Numa\N{DEVANAGARI LETTER KA}", "1") == f"{GEAR} Numa"
    assert show_name(GEAR, "1") == "1"


@pytest.mark.parametrize("game", RENDERERS)
def test_boards_show_the_gear_in_names_of_computers(speaking: Speaking, game: str) -> None:
    """If there is little room, the name after the gear may be cut."""
    begun = [name[:4] for name in plates.LONG.values()]
    words: list[str] = []
    for name, given in plates.boards(game).items():
        drawn = given.draw(COMPUTERS, speaking("en"))
        assert plates.faults(drawn) == [], name
        words += [text.text for each in drawn for text in plates.texts(each.scene)]
    named = [text for text in words if any(name in text for name in begun)]
    assert len(named) > 10
    assert [text for text in named if GEAR not in text] == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_score_sheet_shows_the_gear_in_names_of_computers(speaking: Speaking, seats: int) -> None:
    sides = [
        Side(COMPUTERS[seat], tuple(theme.SEATS)[seat], seat + 1, 12345, (12345, 0), (1, 2, 3)) for seat in range(seats)
    ]
    parts = tuple(Message(f"minos_dawn.sheet.{part}") for part in ("play", "farms"))
    for language in LANGUAGES:
        drawn = score_sheet.plate(ScoreSheet(Message("minos_dawn.name"), parts, tuple(sides)), speaking(language))
        assert plates.faults((drawn,)) == [], language
        words = [text.text for text in plates.texts(drawn.scene)]
        for seat in range(seats):
            assert [text for text in words if text.startswith(f"{GEAR}{plates.LONG[seat][:2]}")], language
        assert sum(GEAR in text for text in words) == seats + 1, "one more in the title"
        assert drawn.alt.count(GEAR) == seats + 1
