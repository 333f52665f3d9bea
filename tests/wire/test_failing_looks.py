"""A package's pictures and words may fail: the table goes on without them, and other tables keep theirs."""

import logging
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from render import RenderClient
from sandbox.parts import PATIENCE_S
from tests.packages import GAME, use_packages, write_package
from tests.waiting import eventually
from tests.wire import evening
from tests.wire.evening import WireTable, table_of, wired

HARBOUR = "harbour"
NUMBERS = count()
ONLY_HERE = """import sys

if sys.argv[0].endswith("render/__main__.py"):
    1 / 0
"""
FAULTS = {
    "a picture that raises": {"renderer.py": ("    head = Layer(", "    1 / 0\n    head = Layer(")},
    "no words for the picture": {"renderer.py": ("alt_text=PLAIN.alt_text, board", "alt_text=None, board")},
    "a module that fails where pictures are drawn": {"game.py": ("import msgspec\n", f"import msgspec\n{ONLY_HERE}")},
    "a missing sentence": {"locales/en/orchard.po": ('msgid "orchard.picked"\n', 'msgid "orchard.taken"\n')},
    "a blank that nobody fills": {"locales/en/orchard.po": ("{seat} picks {count}", "{seat} picks {cuont}")},
}


COMMANDS = """from cogs.commands.game_commands import GameCommands
from cogs.commands.spec import AnswerPattern, CommandSpec
from cogs.ui.game_ui import GameEmoji, GameUI

SPECS = (CommandSpec("PATH", ((AnswerPattern("", argument="choice"),),), ("choice",)),)
UI = GameUI("orchard", GameEmoji("orchard"), GameCommands("orchard", SPECS))
"""
LONG = f"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "command.orchard.choose"
msgstr "{"x" * 101}"
"""
REFUSED = {
    "a name that no command may have": {"ui.py": ("", COMMANDS.replace("PATH", "No Name!"))},
    "a description that is too long": {
        "ui.py": ("", COMMANDS.replace("PATH", "choose")), "locales/en/commands.po": ("", LONG),
    },
}  # fmt: skip


@pytest.fixture
async def tables(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[WireTable, WireTable]]:
    """A table of a game with the fault that the test names, and one of another game."""
    folder = tmp_path / "packages"
    faults = (FAULTS | REFUSED)[request.param]
    write_package(folder, f"ugly_{next(NUMBERS)}", faults=faults)
    use_packages(folder, monkeypatch)
    client = shared = evening.render_client()
    if {"renderer.py", "game.py"} & faults.keys():
        client = RenderClient(order_s=PATIENCE_S, start_s=PATIENCE_S)  # a new process, which can find the package
        monkeypatch.setattr(evening, "render_client", lambda: client)
    async with (
        wired(tmp_path) as wired_bot,
        table_of(wired_bot, GAME, 2) as ugly,
        table_of(wired_bot, "minos-classic", 2, channel=HARBOUR) as other,
    ):
        yield ugly, other
    if client is not shared:
        painter = client.worker_pid
        client.close()
        await eventually(lambda: not Path(f"/proc/{painter}").exists(), "the drawing process has ended")


@pytest.mark.parametrize("tables", FAULTS, indirect=True)
async def test_a_game_with_faulty_looks_is_played_on(tables: tuple[WireTable, WireTable]) -> None:
    ugly, other = tables
    for _ in range(2):
        await (await ugly.person_asked()).press(await ugly.board(), "2 plums")

    session = await ugly.session()
    assert (session.table.status, session.number) == ("running", 3)
    assert (await ugly.board()).text
    assert (await other.board()).pictures


@pytest.mark.parametrize("tables", ["a missing sentence"], indirect=True)
async def test_a_sentence_without_words_is_shown_by_its_id(
    tables: tuple[WireTable, WireTable], caplog: pytest.LogCaptureFixture
) -> None:
    ugly, _ = tables
    with caplog.at_level(logging.WARNING):
        await (await ugly.person_asked()).press(await ugly.board(), "2 plums")
        shown = [seen.text for seen in ugly.wired_bot.public_messages() if await ugly.board()]

    assert any("orchard.picked" in text.lower() for text in shown)
    assert [record.getMessage() for record in caplog.records if "no words" in record.getMessage()] == [
        "no words: message=orchard.picked language=en"
    ]


@pytest.mark.sends_invalid
@pytest.mark.parametrize("tables", REFUSED, indirect=True)
async def test_commands_that_are_refused_are_left_out(tables: tuple[WireTable, WireTable]) -> None:
    ugly, _ = tables
    there = {command["name"] for command in ugly.sandbox.world.application.commands[0]}

    assert "orchard" not in there
    assert {"table", "minerva"} <= there
    await (await ugly.person_asked()).press(await ugly.board(), "2 plums")
    assert (await ugly.session()).number == 2
