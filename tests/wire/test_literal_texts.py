"""Notes, names and reports that look like SQL, placeholders or paths are shown as they are (I10)."""

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from cogs.ui.names import clean_name
from tests.db.test_commands import run_on
from tests.db.test_literal_texts import attacks
from tests.wire.evening import WireTable
from tests.wire.test_notes import value_of, write_note
from tests.wire.test_report import send_report

TEXTS = 60
LOBBY = "labyrinth"


async def test_texts_are_shown_literally(
    evening: WireTable,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    wired_bot, ariadne = evening.wired_bot, evening.people[0]
    await ariadne.command("/table open", LOBBY, game="minos-classic")
    files = {each for each in wired_bot.folder.rglob("*") if not each.name.startswith("knossos.db")}
    texts = list(islice(attacks(Random(request.config.getoption("--seed"))), TEXTS))
    for attack in texts:
        kept = await write_note(evening, ariadne, attack)
        assert f"📝 {attack}" in kept.text
        assert value_of(await evening.from_menu(ariadne, "note")) == attack

        stranger = wired_bot.newcomer(attack)
        await stranger.command("/table join", LOBBY)
        lobby = await wired_bot.session(LOBBY)
        assert [sitter.name for sitter in lobby.table.sitters][1:] == [clean_name(attack)]
        await wired_bot.quiet()
        assert f"\n2. {clean_name(attack)}\n" in wired_bot.board(LOBBY).text
        reported = await send_report(stranger, LOBBY, attack)
        assert reported.text.startswith("Report ")
        await stranger.command("/table leave", LOBBY)

    path = wired_bot.folder / "knossos.db"
    assert await run_on(path, "reports") == 0
    printed = [line[4:] for line in capsys.readouterr().out.splitlines() if line.startswith("    ")]
    assert printed == texts
    assert {each for each in wired_bot.folder.rglob("*") if not each.name.startswith("knossos.db")} == files
    record_property("tries", TEXTS)
