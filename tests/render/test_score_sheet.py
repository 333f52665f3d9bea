"""Every part and side of the longest score sheet is legible in the frame."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.kernel.decision import Message
from locales.words import LANGUAGES
from render import score_sheet, theme
from render.paint import Painting
from render.scene import Stroke, Text
from render.score_sheet import ScoreSheet, Side
from tests.render import plates

Speaking = Callable[[str], Callable[[Message], str]]
PARTS = ("play", "farms", "regions", "battles", "resources", "area", "palace", "board", "cities", "tracks", "tops",
         "face_down", "face_up", "routes", "vases", "difficulty")  # fmt: skip
"""All parts of the longest sheet: a solo game with the rival's parts."""


def sheet(seats: int, parts: int, rounds: int = 0, scale: int = 1) -> ScoreSheet:
    sides = [
        Side(
            plates.LONG[seat],
            tuple(theme.SEATS)[seat],
            seat + 1,
            12345 * scale,
            tuple(None if part == seat else part * 1234 * scale for part in range(parts)),
            tuple((number + seat) * 700 for number in range(rounds)),
        )
        for seat in range(seats)
    ]
    names = tuple(Message(f"minos_dawn.sheet.{part}") for part in PARTS[:parts])
    return ScoreSheet(Message("minos_dawn.name"), names, tuple(sides))


@pytest.mark.parametrize(("seats", "parts", "rounds"), [(4, 8, 13), (4, 8, 0), (2, 16, 6), (1, 2, 2), (3, 5, 1)])
def test_the_longest_score_sheets_can_be_read(
    speaking: Speaking, painting: Painting, seats: int, parts: int, rounds: int
) -> None:
    for language in LANGUAGES:
        drawn = score_sheet.plate(sheet(seats, parts, rounds), speaking(language))
        assert plates.faults((drawn,)) == [], language
    assert plates.faint(drawn, painting) == []
    assert plates.filled_share(drawn.scene) >= plates.FILLED
    assert len(painting.png(drawn.scene)) <= plates.MOST_BYTES


def test_a_score_sheet_shows_a_dot_for_each_missing_value(speaking: Speaking) -> None:
    given = sheet(3, 4)
    drawn = score_sheet.plate(given, speaking("en"))
    told = [item.text for item in drawn.scene.items("sheet") if isinstance(item, Text)]
    assert told.count("·") == 3
    assert [told.count(str(cell)) for cell in (0, 1234, 2468, 3702)] == [2, 2, 2, 3]
    assert told.count("12345") == 3
    assert "Wilhelmine-Marguerite Wœstenraad wins" in drawn.alt
    assert "3702" in drawn.alt


def test_score_curves_are_drawn_only_if_the_rounds_are_known(speaking: Speaking) -> None:
    scene = score_sheet.plate(sheet(2, 4, rounds=5), speaking("en")).scene
    lines = [item for item in scene.items("growth") if isinstance(item, Stroke) and item.colour in theme.SEATS.values()]
    assert len(lines) == 2 * 4
    assert all(start[0] < end[0] and start[1] > end[1] for start, end in (line.points for line in lines))
    assert not list(score_sheet.plate(sheet(2, 4), speaking("en")).scene.items("growth"))


def test_the_rival_is_named_and_shown_as_winner(speaking: Speaking) -> None:
    given = sheet(1, 2, rounds=3)
    rival = Side("Rhadamanthus", "", 1, 90, (50, 40))
    drawn = score_sheet.plate(replace(given, sides=(rival, replace(given.sides[0], place=2))), speaking("en"))
    assert plates.faults((drawn,)) == []
    assert drawn.alt.startswith("Rhadamanthus wins")
