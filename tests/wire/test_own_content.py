"""The bot uses a host's own content instead of the bundled content."""

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bot
from ai.client import Thinkers
from engine.games import CONTENT, GAMES
from engine.kernel.decision import Answer
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from render import USUAL, RenderClient
from sandbox.parts import PATIENCE_S
from settings import Settings

FITTED = "computer players were fitted on other content than that in CONTENT"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Path]:
    """A host folder with copies of two games' content. The bundled content is restored afterwards."""
    for key in ("minos-classic", "minerva"):
        shutil.copytree(CONTENT[key].folder, tmp_path / "own" / key)
    yield tmp_path / "own"
    for source in CONTENT.values():
        source.use(source.unpack(source.folder))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the bot's own drawing process time on a busy machine."""
    defaults: Any = RenderClient.__init__.__kwdefaults__
    for name in ("order_s", "start_s"):
        monkeypatch.setitem(defaults, name, PATIENCE_S)


def dearer_rings(host: Path) -> None:
    file = host / "minos-classic" / "costs.toml"
    text = file.read_text(encoding="utf-8")
    assert "talents = 10" in text
    file.write_text(text.replace("talents = 10", "talents = 11", 1), encoding="utf-8")


async def run_bot(content: Path | None, folder: Path) -> None:
    """Build a bot, make its processes think and draw once, and stop the bot."""
    settings = Settings(_env_file=None, database=str(folder / "knossos.db"), content=content)
    thinkers = Thinkers(1, content, order_s=PATIENCE_S, start_s=PATIENCE_S)
    async with bot.build(settings, thinkers=thinkers) as parts:
        game = GAMES["minos-classic"]
        position = start(game, complete_settings(game, 2, {}), bytes(16)).position
        play = Play(game, position)
        while (decision := play.pending[0]).rule != "TURN-2":
            play.answer(Answer(decision.seat, decision.id, game.autopilot.answer(play.position.state, decision)))
        assert (await thinkers.think(game, play.position, decision.seat, "strong", bytes(16))).trials
        view = game.rules.look(play.position.state, None)
        names = {0: "Ariadne", 1: "Theseus"}
        assert await parts.render_client.board(game.rules.key, view, (), names, "en", colours=USUAL)


async def test_computers_with_custom_content_are_logged_once(
    host: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    dearer_rings(host)
    with caplog.at_level(logging.INFO, "knossos"):
        await run_bot(host, tmp_path)
    assert [line for line in caplog.messages if "fitted" in line] == [f"{FITTED}: games=minos-classic"]
    assert "fitted" not in capfd.readouterr().err


@pytest.mark.parametrize("is_own", [True, False], ids=["as ours", "no content of its own"])
async def test_content_equal_to_the_bundled_content_is_not_logged(
    host: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, is_own: bool
) -> None:
    with caplog.at_level(logging.INFO, "knossos"):
        await run_bot(host if is_own else None, tmp_path)
    assert any("database open" in line for line in caplog.messages)
    assert not any("fitted" in line for line in caplog.messages)
