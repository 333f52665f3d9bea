"""Every text about a whole game marks computers' seats and names their levels."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui.columns import WIDEST, width_of
from cogs.ui.game_ui import GAME_UIS
from cogs.ui.wording import Speech
from cogs.views.ending import score_sheet
from cogs.views.people import legend
from engine.kernel.rules import Placing
from locales.words import Words
from render import GEAR
from sessions.records.table import Sitter, Table

SPEECH = Speech(Words(), "en", lambda _: None)
WORDING: Any = SimpleNamespace(say=SPEECH.say, game_uis=GAME_UIS)
ARIADNE = Sitter(0, 200, "Ariadne")
NAMES = ("Daidalos", "Asterion", "Astraios")


def table(*computers: str) -> Table:
    sitters = [Sitter(seat, 0, f"{GEAR} {name}", level="strong") for seat, name in enumerate(computers, start=1)]
    return Table(7, 1, 2, "minos-dawn", 200, 3, "en", 0, 0, status="over", sitters=(ARIADNE, *sitters))


PARTS = {"play": 67, "farms": 10, "resources": 9, "board": 13}
SHEETS = [("en", 1), ("en", 3), ("fr", 2), ("fr", 3), ("cs", 1), ("cs", 3)]


@pytest.mark.parametrize(("language", "computers"), SHEETS)
def test_the_text_score_sheet_shows_full_names_and_marks_computers(language: str, computers: int) -> None:
    placings = [Placing(seat, seat + 1, 99 - seat, PARTS) for seat in range(computers + 1)]
    _, *lines, _ = score_sheet(WORDING, table(*NAMES[:computers]), placings, language)

    words = "\n".join(lines).split()
    for name in ("Ariadne", *(f"{GEAR}{name}" for name in NAMES[:computers])):
        assert words.count(name) == 1
    assert all(width_of(line) <= WIDEST for line in lines)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", f"-# {GEAR} Daidalos, computer, strong · {GEAR} Asterion, computer, strong"),
        ("fr", f"-# {GEAR} Daidalos, ordinateur, niveau fort · {GEAR} Asterion, ordinateur, niveau fort"),
        ("cs", f"-# {GEAR} Daidalos, počítač, úroveň: silná · {GEAR} Asterion, počítač, úroveň: silná"),
    ],
)
def test_the_legend_names_computer_seats_and_levels(language: str, line: str) -> None:
    assert legend(WORDING, table(*NAMES[:2]), language) == [line]
    assert legend(WORDING, table(), language) == []
