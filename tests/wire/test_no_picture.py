"""If a renderer hangs or fails, moves are still confirmed, boards are posted, and the bot stops on request."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

import render.client
from cogs.views.menu import READ
from render import USUAL, RenderClient
from render.child import Child
from render.client import REST_S
from sandbox import Sandbox
from tests.clocks import Clock
from tests.wire import evening as evenings
from tests.wire.evening import CHANNEL, Wired, table_of, wired
from tests.wire.test_restart import _run

QUICK_S = 1.0
TIMEOUT_STOP_S = 20
"""Seconds between SIGTERM and SIGKILL, as in the systemd unit of docs/hosting.md."""


class Stopped(Child):
    """A process that hangs from the start."""

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        os.kill(self.pid, signal.SIGSTOP)

    def ask(self, order: bytes, within_s: float) -> bytes:
        return super().ask(order, min(within_s, 0.02))


@pytest.fixture
def now() -> Clock[float]:
    return Clock(1000.0)


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: Clock[float]) -> AsyncIterator[Wired]:
    """A bot whose render process has little time for each job, but plenty for starting."""
    made = RenderClient(order_s=QUICK_S, start_s=60.0, clock=now)
    monkeypatch.setattr(evenings, "render_client", lambda: made)
    try:
        async with wired(tmp_path) as wired_bot:
            yield wired_bot
    finally:
        made.close()


async def test_a_hanging_painter_is_replaced_without_delaying_tables(wired_bot: Wired) -> None:
    async with (
        table_of(wired_bot, "minos-classic", 2) as here,
        table_of(wired_bot, "minos-classic", 2, channel="harbour") as there,
    ):
        stopped = wired_bot.parts.render_client.worker_pid
        os.kill(stopped, signal.SIGSTOP)
        for evening in (here, there):
            await evening.command(await evening.person_asked(), "/classic stop")

        for evening in (here, there):
            board = await evening.board()
            assert "What do you do? Unspent" in board.text
            assert board.pictures[0].content
        assert wired_bot.parts.render_client.worker_pid not in (0, stopped)


async def test_text_is_sent_if_the_painter_cannot_be_replaced(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, now: Clock[float]
) -> None:
    async with table_of(wired_bot, "minos-classic", 2, language="cs") as evening:
        os.kill(wired_bot.parts.render_client.worker_pid, signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr(render.client, "Child", Stopped)
            asked = await evening.person_asked()
            await evening.command(asked, "/classic stop")
            board = await evening.board()
            shown = await evening.from_menu(asked, READ)

        assert not board.pictures
        assert "Obrázek se nepodařilo nakreslit." in board.text
        session = await evening.session()
        alt = wired_bot.parts.render_client.alt(
            "minos-classic", session.reader.view(None), {0: "Ariadne", 1: "Theseus"}, "cs", colours=USUAL
        )
        assert alt in board.text
        assert board.text.index("Obrázek") < board.text.index(alt) < board.text.index(asked.mention)
        assert board.buttons
        assert shown.is_ephemeral

        now.now += REST_S
        await evening.command(asked, "/classic end")
        assert (await evening.board()).pictures[0].content


async def test_a_drawing_error_is_answered_with_text_and_not_retried(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    async def mistaken(*order: object, **told: object) -> None:
        nonlocal tries
        tries += 1
        raise KeyError("z_fish")

    monkeypatch.setattr(wired_bot.parts.render_client, "board", mistaken)

    async with table_of(wired_bot, "minos-classic", 2) as evening:
        board = await evening.board()

    assert tries == 1
    assert "Which dice do you keep?" in board.text
    assert "The picture could not be drawn." in board.text
    assert board.selects
    assert "drawing it met a mistake of ours" in caplog.text


async def test_sigterm_stops_the_bot_in_time_despite_a_hanging_painter(tmp_path: Path) -> None:
    async with Sandbox.running() as sandbox:
        port = int(sandbox.address.rpartition(":")[2])
        # This bot has fixed seeds and gives each picture up to a minute. A host would kill the bot sooner.
        process = await _run(tmp_path, "-m", "tests.sandbox.crooked_bot", "patient", sandbox_port=port)
        await sandbox.until(lambda: sandbox.gateway.is_connected)
        ariadne, theseus = sandbox.person("Ariadne"), sandbox.person("Theseus")
        await ariadne.command("/table open", CHANNEL, game="minos-classic", options="first_seat=first")
        await theseus.command("/table join", CHANNEL)
        await ariadne.command("/table start", CHANNEL)
        await sandbox.until(lambda: any(seen.pictures for seen in sandbox.messages(CHANNEL)))
        os.kill(render_client_of(process.pid), signal.SIGSTOP)
        moved = await ariadne.command("/classic stop", CHANNEL)

        process.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(process.communicate(), TIMEOUT_STOP_S)

    assert moved.is_ephemeral
    assert process.returncode == 0
    assert b"ERROR" not in log


def render_client_of(parent: int) -> int:
    """Return the id of the bot's render process."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(FileNotFoundError, ProcessLookupError):  # other processes may end meanwhile
                status = (folder / "stat").read_text().rpartition(") ")[2].split()
                if int(status[1]) == parent and b"render" in (folder / "cmdline").read_bytes():
                    return int(folder.name)
    raise AssertionError("no renderer")
