"""After a kill and a restart, play continues. If the bot is misconfigured, one sentence explains the problem."""

import asyncio
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from sandbox import Sandbox
from sandbox.interactions import Interaction
from sandbox.parts import PATIENCE_S
from sandbox.seen import Reply
from sessions.refusals import StorageUnavailable
from tests.senders import silence
from tests.wire.evening import ANSWER_S, CHANNEL, Wired, WireTable, table_of

HOME = Path(__file__).parents[2]


async def test_buttons_on_the_screen_still_work_after_a_restart(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked = await evening.person_asked()
        board = await evening.board()
        digest = (await evening.session()).reader.timeline.digest()

        await wired_bot.stop_bot()
        wired_bot.sandbox.interactions.patience_s = 0.3
        lost = await asked.press(board, "All")
        wired_bot.sandbox.interactions.patience_s = ANSWER_S
        await wired_bot.start_bot()
        assert (await evening.session()).reader.timeline.digest() == digest
        reply = await asked.press(board, "All")

        assert lost.kind is None
        assert reply.kind == "deferred_update"
        fresh = await evening.board()
        assert "What do you do? Unspent" in fresh.text
        assert board.is_gone or not board.buttons or board == fresh


async def _press_that_nobody_answers(wired_bot: Wired, evening: WireTable) -> Reply:
    """Press the button that keeps no die. The bot stores the answer, but dies before replying or posting."""
    wired_bot.sandbox.interactions.patience_s = 0.3
    wired_bot.sandbox.faults.drop("POST /interactions/*/callback", times=9)
    silence(wired_bot.parts.sessions.outbox)
    reply = await (await evening.person_asked()).press(await evening.board(), "None")
    wired_bot.sandbox.faults.clear()
    await wired_bot.stop_bot()
    wired_bot.sandbox.interactions.patience_s = ANSWER_S
    await wired_bot.start_bot()
    await wired_bot.quiet()
    return reply


async def test_the_board_shows_a_move_despite_a_kill_before_answering(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        board = await evening.board()

        reply = await _press_that_nobody_answers(wired_bot, evening)

        assert not reply.is_answered
        assert wired_bot.board() == board, "it continues to show the turn"
        assert "After 1 reroll: " in wired_bot.board().text


async def test_a_stopping_bot_finishes_requested_pictures(wired_bot: Wired) -> None:
    """No error is logged either: the teardown of every wire test checks that."""
    async with table_of(wired_bot, "minerva", 2) as evening:
        reply = await evening.command(evening.people[0], "/table show", what="seat:0")
        assert reply.message is not None
        assert not reply.message.pictures
        await wired_bot.stop_bot()

        assert reply.message.pictures
        await wired_bot.start_bot()


async def test_the_same_interaction_after_a_restart_counts_once(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        before = (await evening.session()).number
        reply = await _press_that_nobody_answers(wired_bot, evening)
        heard = len(wired_bot.sandbox.rest.refused)

        wired_bot.sandbox.interactions.deliver_again(reply.interaction)
        await wired_bot.sandbox.until(lambda: len(wired_bot.sandbox.rest.refused) > heard)

        assert (await evening.session()).number == before + 1


def fail_reads(monkeypatch: pytest.MonkeyPatch, wired_bot: Wired, times: int) -> None:
    """Fail the first `times` looks for what an earlier delivery has done."""
    log = wired_bot.parts.store.log
    done_by, left = log.done_by, [StorageUnavailable()] * times

    async def look(interaction: int) -> object:
        if left:
            raise left.pop()
        return await done_by(interaction)

    monkeypatch.setattr(log, "done_by", look)


@pytest.mark.parametrize("times", [0, 2], ids=["", "although the database is busy"])
@pytest.mark.parametrize("way", ["press", "command"])
async def test_a_repeated_press_after_a_crash_is_not_refused(
    wired_bot: Wired, way: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked, board, session = await evening.person_asked(), await evening.board(), await evening.session()
        before, sandbox, sent = session.number, wired_bot.sandbox, list[Interaction]()
        sandbox.interactions.listen(lambda interaction, event: sent.append(interaction))
        sandbox.interactions.patience_s = PATIENCE_S
        sandbox.faults.drop("POST /interactions/*/callback", times=9)
        act = asked.press(board, "None") if way == "press" else evening.command(asked, "/classic stop")
        acting = asyncio.create_task(act)
        await sandbox.until(lambda: session.number > before)
        await wired_bot.stop_bot()
        sandbox.faults.clear()
        await wired_bot.start_bot()
        fail_reads(monkeypatch, wired_bot, times)

        sandbox.interactions.deliver_again(sent[0])
        reply = await acting

        assert reply.kind in (("deferred_update",) if way == "press" else ("message", "deferred"))
        assert way == "press" or reply.text == "Done."
        assert (await evening.session()).number == before + 1


async def _run(folder: Path, *argv: str, **settings: object) -> asyncio.subprocess.Process:
    """Start the bot as a separate process. `argv` replaces `bot.py`."""
    environment = {**os.environ, **{key.upper(): str(value) for key, value in settings.items()}}
    environment.setdefault("DATABASE", str(folder / "knossos.db"))
    environment["SANDBOX_WORLD"] = str(folder / "world.json")
    return await asyncio.create_subprocess_exec(
        sys.executable, *(argv or (str(HOME / "bot.py"),)), cwd=folder, env={**environment, "PYTHONPATH": str(HOME)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def test_the_bot_process_survives_a_kill_and_stops_cleanly(tmp_path: Path) -> None:
    async with Sandbox.running() as sandbox:
        port = int(sandbox.address.rpartition(":")[2])
        first = await _run(tmp_path, sandbox_port=port)
        await sandbox.until(lambda: sandbox.gateway.is_connected)
        ariadne = sandbox.person("Ariadne")
        await ariadne.command("/table open", CHANNEL, game="minos-classic")
        second = await _run(tmp_path, sandbox_port=port)
        _, said = await second.communicate()
        first.kill()
        await first.wait()
        await sandbox.until(lambda: not sandbox.gateway.is_connected)

        third = await _run(tmp_path, sandbox_port=port)
        await sandbox.until(lambda: sandbox.gateway.is_connected)
        lobby = [seen for seen in sandbox.messages(CHANNEL) if seen.is_by_bot and seen.buttons][-1]
        joined = await sandbox.person("Theseus").press(lobby, "Join")
        third.send_signal(signal.SIGTERM)
        out, log = await asyncio.wait_for(third.communicate(), PATIENCE_S)

    assert second.returncode == 1
    assert b"Another process uses the database" in said
    assert b"Traceback" not in said
    assert joined.kind == "deferred_update"
    assert third.returncode == 0
    assert f"Play at {sandbox.address}/" in out.decode()
    assert b"ERROR" not in log
    assert b"commands synced" not in log, "they had not changed"


async def _last_words(folder: Path, **settings: object) -> tuple[int | None, str]:
    process = await _run(folder, **settings)
    _, said = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    return process.returncode, said.decode()


async def test_the_database_of_a_newer_version_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "knossos.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.execute("CREATE TABLE hashes (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        connection.execute("INSERT INTO hashes VALUES ('knossos', '99.1.0')")
    connection.close()

    code, said = await _last_words(tmp_path, sandbox_port=0)

    assert code == 1
    assert (
        "A newer version wrote the database (schema 9999). The last bot that started on it was Knossos 99.1.0." in said
    )
    assert "Traceback" not in said


async def test_a_damaged_database_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "knossos.db").write_bytes(b"not a database at all" * 400)

    code, said = await _last_words(tmp_path, sandbox_port=0)

    assert code == 1
    assert "is damaged" in said
    assert "python -m db restore" in said
    assert "Traceback" not in said


@asynccontextmanager
async def port_in_use() -> AsyncIterator[int]:
    async with await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


async def test_a_port_in_use_is_named_in_the_error(tmp_path: Path) -> None:
    async with port_in_use() as port:
        code, said = await _last_words(tmp_path, sandbox_port=port)

    assert code == 1
    assert f"the sandbox cannot open on port {port}" in said
    assert "address already in use" in said
    assert "Traceback" not in said


async def test_why_the_metrics_port_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    async with port_in_use() as port:
        code, said = await _last_words(tmp_path, sandbox_port=0, metrics_port=port)

    assert code == 1
    assert re.search(rf"METRICS_PORT: .*{port}\): address already in use\. Choose another port", said)
    assert "Traceback" not in said


@pytest.mark.parametrize("why", ["isn't a world of the sandbox", "unable to open database file"])
async def test_a_world_that_cannot_be_used_is_reported(tmp_path: Path, why: str) -> None:
    world = tmp_path / "world.json"
    if "world" in why:
        world.write_bytes(b"not a world at all" * 400)
    else:
        world.symlink_to("/proc/nowhere/world.json")

    code, said = await _last_words(tmp_path, sandbox_port=0)

    assert code == 1
    assert why in said
    assert "or change SANDBOX_PORT or SANDBOX_WORLD" in said
    assert "Traceback" not in said


async def test_a_bot_with_a_token_connects_to_discord(tmp_path: Path) -> None:
    """The only way to Discord is a proxy that doesn't exist."""
    code, said = await _last_words(tmp_path, discord_token="MTk4.Cl2F.ZnCj", proxy="http://127.0.0.1:9")

    assert code == 1
    assert "The proxy at 127.0.0.1:9 cannot be reached. Check PROXY" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("port", ["many", "70000"])
async def test_all_wrong_settings_are_reported_together(tmp_path: Path, port: str) -> None:
    code, said = await _last_words(tmp_path, sandbox_port=port, language="xx", discord_token_file=tmp_path / "none")

    assert code == 1
    assert "SANDBOX_PORT" in said
    assert "LANGUAGE" in said
    assert "Traceback" not in said
