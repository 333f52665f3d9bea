"""A package's game that can't be loaded is left out at the start. One line in the log names it."""

import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest

import bot
import games
from engine.games import CONTENT, GAMES, unpack_content
from tests.architecture.sources import ROOT
from tests.packages import GAME, use_packages, write_metadata, write_package

NUMBERS = count()
PRICES = "from pathlib import Path\n\nSOURCE = read_all(Path(__file__).parent)\n"
TWO_FORMS = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "orchard.rotten"
msgid_plural "orchard.rotten"
msgstr[0] "{count} švestka"
msgstr[1] "{count} švestky"
"""
FAULTS: Mapping[str, tuple[Mapping[str, tuple[str, str]], str]] = {
    "the package raises": ({"__init__.py": ("INTERFACE = 1", "1 / 0")}, "ZeroDivisionError: division by zero"),
    "the package exits": ({"__init__.py": ("INTERFACE = 1", "raise SystemExit(7)")}, "SystemExit: 7"),
    "a module is missing": (
        {"game.py": ("from typing import ClassVar", "import never_written\nfrom typing import ClassVar")},
        "ModuleNotFoundError: No module named 'never_written'",
    ),
    "a part whose package lacks a module": (
        {"policies/__init__.py": ("", "import never_written\n")},
        "ModuleNotFoundError: No module named 'never_written'",
    ),
    "another interface": (
        {"__init__.py": ("INTERFACE = 1", "INTERFACE = 2")}, "it is made for interface 2, but this bot has 1",
    ),
    "no interface": (
        {"__init__.py": ("INTERFACE = 1", "")}, "it is made for interface None, but this bot has 1",
    ),
    "no game": ({"game.py": ("GAME = Game(OrchardRules())", "GAME = OrchardRules()")}, "isn't a Game with the key"),
    "another key": ({"game.py": ('key = "orchard"', 'key = "garden"')}, "isn't a Game with the key orchard"),
    "rules without steps": ({"game.py": ("] = (Pick, Wind)", "] = ()")}, "its rules lack seats, steps or a version"),
    "a state that can't be stored": ({"game.py": ("tree: int", "tree: list[int] | tuple[int, ...]")}, "TypeError"),
    "two steps with one tag": ({"game.py": ('tag="Wind"', 'tag="Pick"')}, "TypeError"),
    "content that can't be read": ({"content/__init__.py": ("", ""), "content/box.py": ("", PRICES)}, "NameError"),
    "no renderer": ({"renderer.py": ("RENDERER = ", "OTHER = ")}, "AttributeError"),
    "something else as renderer": ({"renderer.py": ("RENDERER = ", "RENDERER = None\nOTHER = ")}, "isn't a GameR"),
    "icons that raise": ({"icons.py": ("", "GAME_ICONS = {}['plum']\n")}, "KeyError"),
    "a UI that raises": ({"ui.py": ("", "raise RuntimeError('no UI')\n")}, "RuntimeError: no UI"),
    "something else as UI": ({"ui.py": ("", "UI = 3\n")}, "isn't a GameUI with the key orchard"),
    "commands under another name": (
        {"ui.py": ("", "from types import SimpleNamespace\nfrom cogs.ui.game_ui import GameEmoji, GameUI\n"
                       "UI = GameUI('orchard', GameEmoji('O'), SimpleNamespace(name='garden'))\n")},
        "are not called orchard",
    ),
    "no name in English": (
        {"locales/en/orchard.po": ("orchard.name", "orchard.nom")}, "there is no message orchard.name",
    ),
    "too few plural forms": ({"locales/cs/plums.po": ("", TWO_FORMS)}, "orchard.rotten has 2 plural forms, not 3"),
    "a catalogue that is none": ({"locales/fr/orchard.po": ("", "msgid orchard.name\n")}, "PoFileError"),
    "synonyms that can't be read": ({"rules/orchard.synonyms.toml": ("", "en = [")}, "TOMLDecodeError"),
}  # fmt: skip


def left_out(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Load the packages' games. Return what the log says about those that are left out."""
    with caplog.at_level(logging.WARNING):
        bot.load_packages()
    return [record.getMessage() for record in caplog.records]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_game_is_left_out_with_a_line_that_names_it(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    files, why = FAULTS[fault]
    package = f"faulty_{next(NUMBERS)}"
    write_package(tmp_path, package, faults=files)
    use_packages(tmp_path, monkeypatch)

    (line,) = left_out(caplog)

    assert line.startswith(f"game left out: game={GAME} package={package.replace('_', '-')} 1.0 why=")
    assert why in line
    assert tuple(GAMES) == games.KEYS


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("minerva", "knossos_orchard", "the bot has a game with this key"),
        ("table", "", "the bot's own messages or commands have this name"),
        ("Orchard", "", "a key has at most 24 lower-case letters, digits and single hyphens"),
        ("orchard", "knossos_orchard:GAME", "'knossos_orchard:GAME' isn't a package that can be imported"),
        ("orchard", "never_written", "'never_written' isn't a package that can be imported"),
    ],
)
def test_an_unfit_entry_point_is_left_out(
    key: str, value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if value:
        write_metadata(tmp_path, "unfit", key, value)
    else:
        write_package(tmp_path, "unfit", key)
    use_packages(tmp_path, monkeypatch)

    assert left_out(caplog) == [f"game left out: game={key} package=unfit 1.0 why={why}"]
    assert tuple(GAMES) == games.KEYS


def test_two_packages_with_one_key_are_both_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write_package(tmp_path, "first_orchard")
    write_package(tmp_path, "second_orchard")
    use_packages(tmp_path, monkeypatch)

    why = "why=several packages have a game with this key"
    assert left_out(caplog) == [
        f"game left out: game=orchard package=first-orchard 1.0 {why}",
        f"game left out: game=orchard package=second-orchard 1.0 {why}",
    ]


def test_a_good_game_is_kept_next_to_a_faulty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write_package(tmp_path, "good_orchard")
    write_package(tmp_path, "bad_orchard", "bad", {"game.py": ("import msgspec", "import msgspec_of_old")})
    use_packages(tmp_path, monkeypatch)

    assert len(left_out(caplog)) == 1
    assert tuple(GAMES) == (*games.KEYS, GAME)


def test_child_processes_leave_out_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write_package(tmp_path, "good_garden", "garden")
    write_package(tmp_path, "bad_icons", "bad", {"icons.py": ("", "GAME_ICONS = None.plum\n")})
    use_packages(tmp_path, monkeypatch)
    left_out(caplog)

    command = [sys.executable, "-c", "import games; print(*games.GAMES)"]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True)

    assert tuple(ran.stdout.split()) == (*games.KEYS, "garden")


def test_a_hosts_own_content_is_read_next_to_a_faulty_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "content").mkdir()
    write_package(tmp_path, "bad_package", faults={"__init__.py": ("INTERFACE = 1", "1 / 0")})
    use_packages(tmp_path, monkeypatch)

    assert set(CONTENT) >= set(games.KEYS)
    left_out(caplog)
    assert tuple(CONTENT) == games.KEYS
    with pytest.raises(ValueError, match="there is no folder"):
        unpack_content(tmp_path / "content")
