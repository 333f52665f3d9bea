"""Tables wait for a game that is missing or failed at the start, and continue when it is back. Nothing is lost."""

import shutil
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from tests.packages import GAME, find_again, use_packages, write_package
from tests.wire.evening import CHANNEL, Wired, WireTable, speaking, table_of, wired

NUMBERS = count()
HELD = "This table is on hold: its game isn’t installed here, or it has a fault."
UNREADABLE = {
    "a replay that raises": ("count = int(", "count = 1 / 0 * int("),
    "a state of another shape": ("    tree: int\n", "    tree: list[int]\n"),
    "another consequence": ("state.baskets[self.seat] += count", "state.baskets[self.seat] += 2 * count"),
    "a package that raises": ("import msgspec\n", "import msgspec\n1 / 0\n"),
    "another interface": ("INTERFACE = 1", "INTERFACE = 2"),
}
"""Changes to a package after which a running game can't be read or replayed."""


class Packages:
    """The installed packages of a bot, which change while it is stopped."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._monkeypatch = folder, monkeypatch
        self.home = folder / f"mended_{next(NUMBERS)}"
        write_package(folder, self.home.name)
        use_packages(folder, monkeypatch)

    def replace(self, old: str, new: str) -> None:
        """Change one text in the package."""
        changed = 0
        for file in (self.home / "game.py", self.home / "__init__.py"):
            text = file.read_text()
            changed += text.count(old)
            file.write_text(text.replace(old, new))
        # Python takes bytecode for current if the source has the same size and was changed in the same second.
        shutil.rmtree(self.home / "__pycache__", ignore_errors=True)
        assert changed == 1, old

    def uninstall(self) -> None:
        shutil.move(self.folder, self.folder.with_name("elsewhere"))
        self.folder.mkdir()

    def install(self) -> None:
        self.folder.rmdir()
        shutil.move(self.folder.with_name("elsewhere"), self.folder)

    async def restart(self, wired_bot: Wired) -> None:
        """Restart the bot, which then finds the packages that are installed now."""
        await wired_bot.stop_bot()
        find_again(self.folder, self._monkeypatch)
        await wired_bot.start_bot()
        wired_bot.errors.records.clear()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    return Packages(tmp_path / "packages", monkeypatch)


@pytest.fixture
async def table(packages: Packages, tmp_path: Path) -> AsyncIterator[WireTable]:
    async with wired(tmp_path) as wired_bot, table_of(wired_bot, GAME, 2) as table:
        await pick(table)
        yield table


async def pick(table: WireTable) -> None:
    await (await table.person_asked()).press(await table.board(), "2 plums")


async def state_of(table: WireTable) -> tuple[object, ...]:
    session = await table.session()
    held = HELD in (await table.board()).text
    return session.table.status, session.table.reason, held


ON_HOLD = ("suspended", "game", True)
RUNNING = ("running", None, False)


@pytest.mark.parametrize("change", UNREADABLE)
async def test_a_game_that_no_longer_replays_waits_until_it_does(
    change: str, table: WireTable, packages: Packages
) -> None:
    before = (await table.session()).reader.timeline.digest()
    old, new = UNREADABLE[change]
    packages.replace(old, new)
    await packages.restart(table.wired_bot)
    assert await state_of(table) == ON_HOLD

    packages.replace(new, old)
    await packages.restart(table.wired_bot)

    assert await state_of(table) == RUNNING
    assert (await table.session()).reader.timeline.digest() == before
    await pick(table)
    assert (await table.session()).number == 3


async def test_a_table_of_an_uninstalled_game_waits_for_it(table: WireTable, packages: Packages) -> None:
    packages.uninstall()
    await packages.restart(table.wired_bot)
    assert await state_of(table) == ON_HOLD

    ariadne = speaking(table.wired_bot, "Ariadne", "cs")
    for command in ("/table menu", "/myturns", "/stats me", "/stats server", "/help", "/table find"):
        reply = await ariadne.command(command, CHANNEL)
        assert "Na mé straně se něco pokazilo" not in reply.text, command

    packages.install()
    await packages.restart(table.wired_bot)
    assert await state_of(table) == RUNNING
    await pick(table)


async def test_a_lobby_of_an_uninstalled_game_waits_for_it(tmp_path: Path, packages: Packages) -> None:
    async with wired(tmp_path) as wired_bot:
        ariadne, theseus = people = [wired_bot.person(name) for name in ("Ariadne", "Theseus")]
        await ariadne.command("/table open", CHANNEL, game=GAME)
        table = WireTable(wired_bot, people, CHANNEL)
        await table.board()
        packages.uninstall()
        await packages.restart(wired_bot)
        on_hold = await state_of(table)
        packages.install()
        await packages.restart(wired_bot)
        await theseus.press(await table.board(), "Join")
        await ariadne.press(await table.board(), "Start")
        status = (await table.session()).table.status
    assert (on_hold, status) == (ON_HOLD, "running")


async def test_a_game_with_a_new_version_of_its_rules_plays_on(table: WireTable, packages: Packages) -> None:
    packages.replace('    key = "orchard"\n', '    key = "orchard"\n    version = 2\n')
    await packages.restart(table.wired_bot)

    assert await state_of(table) == RUNNING
    assert (await table.session()).table.version == 2
    await pick(table)
    assert (await table.session()).number == 4, "the board's controls are those of the new version"


async def test_a_held_table_is_upgraded_when_its_game_returns(table: WireTable, packages: Packages) -> None:
    packages.uninstall()
    await packages.restart(table.wired_bot)
    packages.install()
    packages.replace('    key = "orchard"\n', '    key = "orchard"\n    version = 2\n')
    await packages.restart(table.wired_bot)

    assert await state_of(table) == RUNNING
    assert (await table.session()).table.version == 2
