"""A game in a package of its own is found, and played at a table with its pictures, words and rulebook."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import games
from render import RenderClient
from sandbox.parts import PATIENCE_S
from tests.packages import GAME, install_example, use_packages
from tests.waiting import eventually
from tests.wire import evening
from tests.wire.evening import CHANNEL, WireTable, speaking, table_of, wired


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    install_example(folder)
    return folder


@pytest.fixture
async def orchard(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WireTable]:
    use_packages(installed, monkeypatch)
    client = RenderClient(order_s=PATIENCE_S, start_s=PATIENCE_S)
    monkeypatch.setattr(evening, "render_client", lambda: client)
    async with wired(tmp_path) as wired_bot, table_of(wired_bot, GAME, 2) as table:
        yield table
    painter = client.worker_pid
    client.close()
    await eventually(lambda: not Path(f"/proc/{painter}").exists(), "the drawing process has ended")


async def test_a_packaged_game_is_played_from_lobby_to_result(orchard: WireTable, installed: Path) -> None:
    assert games.GAMES[GAME].source == "knossos-orchard 1.0.0"
    assert games.GAMES[GAME].folder == installed / "knossos_orchard"
    while (session := await orchard.session()).pending:
        person, most = await orchard.person_asked(), len(session.pending[0].options)
        await person.press(await orchard.board(), "1 plum" if most == 1 else f"{most} plums")
        await orchard.wired_bot.quiet()

    placings = session.reader.result()
    assert placings is not None
    assert f"{placings[0].score} plums" in (await orchard.board()).text


async def test_a_packaged_renderer_draws_the_board(orchard: WireTable) -> None:
    (picture,) = (await orchard.board()).pictures

    assert picture.filename.startswith("orchard-")
    assert picture.content


async def test_a_packaged_rulebook_is_read_in_the_readers_language(orchard: WireTable) -> None:
    theseus = speaking(orchard.wired_bot, "Theseus", "fr")

    reply = await theseus.command("/rules", CHANNEL, topic="WIND-1", game=GAME)

    assert "le vent emporte zéro, une ou deux prunes" in reply.text


async def test_packaged_words_are_shown_in_the_readers_language(orchard: WireTable) -> None:
    theseus = speaking(orchard.wired_bot, "Theseus", "cs")

    reply = await theseus.command("/help", CHANNEL)

    assert "Sad" in reply.text
