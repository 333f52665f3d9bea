"""If a package's game raises an error, its table is on hold until the game is mended. All other tables continue."""

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from tests.packages import GAME, find_again, use_packages, write_package
from tests.waiting import eventually
from tests.wire.evening import CHANNEL, Wired, WireTable, private_message, speaking, table_of, wired

HARBOUR = "harbour"
NUMBERS = count()
HELD = "This table is on hold: its game isn’t installed here, or it has a fault."
RULES, LOOK = "class OrchardRules(Rules[Orchard]):", "        return self.copy(state)\n"
PARTS = """
from engine.kernel.game import Narration, Offering, StandingOrders


class Telling(Narration[Orchard]):
    def describe(self, fact):
        1 / 0


class Rounds(Narration[Orchard]):
    def round_of(self, state):
        return 1 // max(0, state.tree - 19)


class Orders(StandingOrders[Orchard]):
    def offer(self, state, seat):
        return [] if state.tree == 20 else 1 / 0


class Joins(Offering[Orchard]):
    joins = property(lambda self: 1 / 0)


GAME = Game(OrchardRules(), """
END = "GAME = Game(OrchardRules())"
FAULTS = {
    "a step that raises": ("count = int(", "count = 1 / 0 * int("),
    "what follows raises": ("min(state.tree, now.roll", "min(1 / 0, now.roll"),
    "a question that raises": ("        most = min(3, state.tree)", "        most = 3 // max(0, state.tree - 19)"),
    "steps without an end": ("        if count:\n            now.emit(Blown(count))", "        now.then(self)"),
    "a view that raises": (LOOK, f"        1 // max(0, state.tree - 19)\n{LOOK}"),
    "a view that is none": (LOOK, "        return self.copy(state) if state.tree == 20 else None\n"),
    "hearing that raises": (RULES, f"{RULES}\n    def hear(self, fact, seat):\n        1 / 0\n"),
    "a state that can't be stored": ("state.baskets[self.seat] += count", "state.baskets[0] = object()"),
    "telling that raises": (END, f"{PARTS}narration=Telling())"),
    "rounds that raise": (END, f"{PARTS}narration=Rounds())"),
    "standing orders that raise": (END, f"{PARTS}orders=Orders())"),
}  # fmt: skip


AT_ONCE = {
    "a start that raises": ("        return Orchard(int(", "        return 1 / 0 * Orchard(int("),
    "a first view that raises": (LOOK, f"        1 / 0\n{LOOK}"),
    "offering that raises": (END, f"{PARTS}offering=Joins())"),
}
"""Faults that show as soon as the game begins."""


@pytest.fixture
def fault(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the example with the fault that the test names. Return the file of its rules."""
    folder, package = tmp_path / "packages", f"failing_{next(NUMBERS)}"
    write_package(folder, package, faults={"game.py": (FAULTS | AT_ONCE)[request.param]})
    use_packages(folder, monkeypatch)
    return folder / package / "game.py"


@pytest.fixture
async def tables(fault: Path, tmp_path: Path) -> AsyncIterator[tuple[WireTable, WireTable]]:
    """A table of the failing game, and one of another game."""
    async with (
        wired(tmp_path) as wired_bot,
        table_of(wired_bot, GAME, 2) as failing,
        table_of(wired_bot, "minos-classic", 2, channel=HARBOUR) as other,
    ):
        yield failing, other


@pytest.fixture
async def lobby(fault: Path, tmp_path: Path) -> AsyncIterator[WireTable]:
    """A table of the failing game that hasn't begun."""
    async with wired(tmp_path) as wired_bot:
        ariadne, theseus = people = [wired_bot.person(name) for name in ("Ariadne", "Theseus")]
        await ariadne.command("/table open", CHANNEL, game=GAME)
        await wired_bot.quiet()
        await theseus.press(wired_bot.board(), "Join")
        yield WireTable(wired_bot, people, CHANNEL)


async def is_held(table: WireTable) -> bool:
    held = (await table.session()).table
    return (held.status, held.reason) == ("suspended", "game") and HELD in (await table.board()).text


def expect_failures(wired_bot: Wired) -> None:
    """Check that the log names the table and the game, and forget these lines."""
    lines = [record.getMessage() for record in wired_bot.errors.records]
    assert set(lines) == {"game failed: table=1 game=orchard"}
    wired_bot.errors.records.clear()


def mend(rules: Path, fault: str) -> None:
    old, new = FAULTS[fault]
    rules.write_text(rules.read_text().replace(new, old))


async def pick(table: WireTable) -> None:
    """Let the person who is asked pick three plums, as far as the game lets them."""
    await (await table.person_asked()).press(await table.board(), "3 plums")


@pytest.mark.parametrize("fault", FAULTS, indirect=True)
async def test_a_game_that_raises_puts_only_its_table_on_hold(tables: tuple[WireTable, WireTable]) -> None:
    failing, other = tables
    board = await failing.board()
    pressed = board.buttons[0].custom_id or ""
    await pick(failing)
    await eventually(lambda: is_held(failing), "the table is on hold")
    expect_failures(failing.wired_bot)
    theseus = speaking(failing.wired_bot, "Theseus", "fr")
    assert (await theseus.forge(board, pressed)).text.startswith("✋ Cette table est à l’arrêt")

    number = (await other.session()).number
    await (await other.person_asked()).press(await other.board(), "None")
    assert (await other.session()).number > number


@pytest.mark.parametrize("fault", AT_ONCE, indirect=True)
async def test_a_game_that_cannot_begin_puts_its_table_on_hold(lobby: WireTable) -> None:
    wired_bot, (ariadne, _) = lobby.wired_bot, lobby.people
    await ariadne.press(await lobby.board(), "Start")
    await wired_bot.sandbox.until(lambda: any(HELD in seen.text for seen in wired_bot.public_messages()))

    assert await is_held(lobby)
    expect_failures(wired_bot)
    session = await lobby.session()
    await ariadne.press(private_message(await ariadne.command("/table close", CHANNEL)), "Close table")
    assert session.table.status == "closed"


@pytest.mark.parametrize("fault", ["a question that raises"], indirect=True)
async def test_a_held_table_continues_once_its_game_is_mended(
    fault: Path, tables: tuple[WireTable, WireTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing, _ = tables
    wired_bot = failing.wired_bot
    before = (await failing.session()).reader.timeline.digest()
    await pick(failing)
    assert await is_held(failing)
    expect_failures(wired_bot)

    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    assert await is_held(failing), "nothing has changed"

    await wired_bot.stop_bot()
    mend(fault, "a question that raises")
    find_again(fault.parents[1], monkeypatch)
    await wired_bot.start_bot()
    session = await failing.session()
    assert (session.table.status, session.table.reason) == ("running", None)
    assert session.reader.timeline.digest() == before
    assert (await failing.person_asked()).mention in (await failing.board()).text
    await pick(failing)
    assert (await failing.session()).number == 2
