"""A host monitors a running bot: metrics for Prometheus, and a page that names unhealthy parts."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from ai.thinker import Thinker
from cogs import monitoring
from cogs.monitoring import Monitoring, serve_monitoring
from engine.games import GAMES
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import Thought
from metrics import loop_lag
from metrics import server as metrics_server
from tests.wire.evening import CHANNEL, Wired, table_of
from tests.wire.test_reminders import in_its_time

GAME = GAMES["minos-classic"]
LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT max(i) FROM n"
"""A statement that keeps the database busy for some tenths of a second."""


@pytest.fixture
async def watched(wired_bot: Wired) -> AsyncIterator[tuple[Wired, str]]:
    """A bot on the sandbox's clock, and the address of its metrics."""
    await in_its_time(wired_bot)
    store = wired_bot.parts.store
    seen = Monitoring(wired_bot.parts.client, lambda: store.fault)
    await seen.server.start(0)
    seen.lag.start()
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.services.due_work.is_running)
    yield wired_bot, f"http://127.0.0.1:{seen.server.port}"
    await seen.lag.stop()
    await seen.server.stop()


async def read(address: str) -> dict[str, float]:
    """Return every sample of the metrics by name and labels."""
    async with aiohttp.ClientSession() as client, client.get(f"{address}/metrics") as answer:
        assert answer.status == 200
        families = text_string_to_metric_families(await answer.text())
        return {
            " ".join([sample.name, *sample.labels.values()]): sample.value
            for family in families
            for sample in family.samples
        }


async def unwell(address: str) -> dict[str, Any]:
    """Return the unhealthy parts with their faults."""
    async with aiohttp.ClientSession() as client, client.get(f"{address}/health") as answer:
        told = await answer.json()
        ill = {part: state for part, state in told["parts"].items() if state != "well"}
        assert told["parts"].keys() == {"gateway", "database", "outbox", "loop"}
        assert (answer.status, told["well"]) == ((503, False) if ill else (200, True))
        return ill


async def test_metrics_follow_what_happens_at_a_table(watched: tuple[Wired, str]) -> None:
    wired_bot, address = watched
    async with table_of(wired_bot, "minos-classic", 2) as table:
        await table.board()
        await (await table.others())[0].command("/classic roll", CHANNEL)
        await (await table.person_asked()).command("/classic stop", CHANNEL)
        await wired_bot.quiet()
        writer = wired_bot.parts.store.transactions.writer
        before = writer.commits
        numbers = await read(address)
        committed = range(before, writer.commits + 1)
    assert numbers["knossos_answer_seconds_count command"] == 5, "open, join, start, two moves"
    assert numbers["knossos_refusals_total not_your_turn"] == 1
    assert before > 3
    assert numbers["knossos_commit_seconds_count"] in committed
    assert numbers["knossos_picture_seconds_count"] > 0
    assert numbers["knossos_tables running"] == 1
    assert numbers["knossos_outbox_posts"] == 0
    assert numbers["knossos_gateway_connected"] == 1
    assert numbers["knossos_identifies_left"] > 0
    assert numbers["knossos_guilds"] == len(wired_bot.sandbox.world.guilds)
    assert not any(name.startswith("knossos_mistakes_total") and value for name, value in numbers.items())

    wired_bot.sandbox.faults.refuse("POST /channels/*/messages", 50013, times=1)
    await wired_bot.person("Ariadne").command("/classic end", CHANNEL)
    await wired_bot.sandbox.until(
        lambda: wired_bot.parts.client.services.meters.discord_refused.labels(403)._value.get()
    )
    assert (await read(address))["knossos_discord_refused_total 403"] == 1


async def test_waiting_computer_turns_are_counted(watched: tuple[Wired, str], monkeypatch: pytest.MonkeyPatch) -> None:
    wired_bot, address = watched
    let = threading.Event()
    monkeypatch.setattr(Thinker, "ask", lambda *_: let.wait() and Thought(()))
    position = start(GAME, complete_settings(GAME, 2, {}), bytes(16)).position
    seat = Play(GAME, position).pending[0].seat
    weigh = partial(wired_bot.thinkers.weigh, GAME, position, seat, "strong", bytes(16))
    reasons = [asyncio.create_task(weigh()) for _ in range(4)]
    assert (await read(address))["knossos_thoughts_waiting"] == len(reasons) - wired_bot.thinkers.workers
    reasons[-1].cancel()
    assert (await read(address))["knossos_thoughts_waiting"] == len(reasons) - wired_bot.thinkers.workers - 1
    let.set()
    await asyncio.gather(*reasons, return_exceptions=True)
    assert (await read(address))["knossos_thoughts_waiting"] == 0


async def test_health_names_the_failing_part(watched: tuple[Wired, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part fails separately, and is healthy again after its repair."""
    wired_bot, address = watched
    sandbox, writer = wired_bot.sandbox, wired_bot.parts.store.transactions.writer
    due_work = wired_bot.parts.client.services.due_work
    assert await unwell(address) == {}

    await writer.submit(lambda connection: connection.execute(text("PRAGMA query_only = 1")).close())
    assert await unwell(address) == {"database": "refuses to write: StorageUnavailable"}
    await writer.submit(lambda connection: connection.execute(text("PRAGMA query_only = 0")).close())
    assert await unwell(address) == {}

    with monkeypatch.context() as patch:
        patch.setattr(metrics_server, "LOOK_S", 0.05)
        busy = writer.submit(lambda connection: connection.execute(text(LONG)).scalar_one())
        assert await unwell(address) == {"database": "does not answer"}
        await busy
    assert await unwell(address) == {}

    with monkeypatch.context() as patch:
        patch.setattr(type(wired_bot.parts.store), "fault", "row 17 is missing from an index")
        assert await unwell(address) == {"database": "is damaged, see `python -m db check`"}
    assert await unwell(address) == {}

    async with table_of(wired_bot, "minos-classic", 2):
        await wired_bot.quiet()
        sandbox.faults.fail("POST /channels/*/messages", times=1000)
        sandbox.faults.fail("PATCH /channels/*/messages/*", times=1000)
        await wired_bot.person("Ariadne").command("/classic stop", CHANNEL)
        await sandbox.until(lambda: wired_bot.parts.sessions.outbox.depth)
        sandbox.world.clock.advance(monitoring.MOST_WAIT_S + 1)
        assert (await unwell(address)).keys() == {"outbox"}
        sandbox.faults.clear()
        wired_bot.parts.sessions.outbox.wake()
        await wired_bot.quiet()
    assert await unwell(address) == {}

    monkeypatch.setattr(monitoring, "MOST_LAG_S", 0.1)
    time.sleep(loop_lag.LOOK_S + 0.2)  # noqa: ASYNC251  (blocking the event loop is the planted fault)
    await asyncio.sleep(0.01)
    assert (await unwell(address)).keys() == {"loop"}
    monkeypatch.setattr(monitoring, "MOST_LAG_S", 60.0)

    await due_work.lose()  # as when Discord breaks the connection
    assert await unwell(address) == {"gateway": "not connected"}
    await due_work.regain()
    assert await unwell(address) == {}


async def test_a_missing_database_is_reported_to_players_and_host(watched: tuple[Wired, str]) -> None:
    wired_bot, address = watched
    file = wired_bot.folder / "knossos.db"
    async with table_of(wired_bot, "minos-classic", 2) as table:
        await wired_bot.quiet()
        before = (await table.session()).number
        file.rename(elsewhere := file.with_name("elsewhere.db"))
        assert await unwell(address) == {"database": "refuses to write: StorageReplaced"}

        refused = await (await table.person_asked()).command("/classic stop", CHANNEL)

        assert "The bot’s database was moved or replaced, so nothing was changed." in refused.text
        assert (await table.session()).number == before
        assert not file.exists()
        elsewhere.rename(file)
        assert await unwell(address) == {}
        await (await table.person_asked()).command("/classic stop", CHANNEL)
        assert (await table.session()).number > before


async def test_a_port_in_use_is_reported(wired_bot: Wired) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=str(port)):
            await serve_monitoring(wired_bot.parts.client, port, lambda: None).__aenter__()
