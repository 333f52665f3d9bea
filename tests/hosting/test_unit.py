"""A real systemd starts the unit of `docs/hosting.md` as documented, and the bot plays a game."""

import asyncio
import re
import socket
import stat
import urllib.request
from pathlib import Path
from random import Random

import pytest

from sandbox import Sandbox
from sandbox.evening.table import EveningTable
from sandbox.simulation.notes import Notes
from sandbox.simulation.visitor import Visitor
from tests.hosting.booted import BootedUnit, status_of, why_not
from tests.hosting.test_deployment import TEXT, UNIT
from tests.wire.evening import CHANNEL

STARTS_S = 60.0
PLAYED_S = 60.0
COMMANDS = re.search(r"```sh\n(useradd .*?)```", TEXT, re.DOTALL)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("evening"),
    pytest.mark.skipif(bool(why_not()), reason=f"systemd: {why_not()}"),
]


def free_port() -> int:
    """Return a port that no process uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def health(port: int) -> int:
    """Return the HTTP status of the bot's health page."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10) as answer:
        return int(answer.status)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "booted"
    made.mkdir()
    return made


async def play(sandbox: Sandbox, unit: BootedUnit) -> None:
    """Play against a computer player until it has answered and the processes that think and draw are running."""
    notes, is_up = Notes(), asyncio.Event()
    is_up.set()
    visitor = Visitor(sandbox.person("Ariadne"), Random(1), "classic")
    table = EveningTable(sandbox, sandbox.channel(CHANNEL), notes, [visitor], Random(1), is_up, 1, "strong")
    async with asyncio.timeout(PLAYED_S):
        await table.sit_down("minos-classic")
        await table.play(
            lambda: len(unit.processes()) >= 3 and any(press.fate == "confirmed" for press in notes.presses)
        )
    assert len(unit.processes()) >= 3
    assert any(seen.pictures for seen in sandbox.messages(CHANNEL))


async def test_the_unit_of_the_docs_starts_plays_and_stops(folder: Path) -> None:
    assert UNIT is not None
    assert COMMANDS is not None
    async with Sandbox.running() as sandbox:
        port = free_port()
        settings = {"SANDBOX_PORT": sandbox.address.rpartition(":")[2], "METRICS_PORT": port}
        with BootedUnit(folder, UNIT[1], COMMANDS[1], settings) as unit:
            try:
                await sandbox.until(lambda: sandbox.gateway.is_connected, STARTS_S)
                await play(sandbox, unit)
            except TimeoutError:
                pytest.fail(f"{unit.properties('Result', 'ExecMainStatus')}\n{unit.log()}")
            assert await asyncio.to_thread(health, port) == 200

            for each in map(status_of, unit.processes()):
                assert (each["NoNewPrivs"], each["Seccomp"], int(each["CapEff"], 16)) == ("1", "2", 0)
                assert "0" not in each["Uid"].split()
            kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (unit.home / "var").iterdir()}
            assert kept["knossos.db"] == kept["knossos.db.lock"] == 0o600
            assert set(kept.values()) == {0o600}

            await asyncio.to_thread(unit.control, "stop", "knossos.service")
            ended = unit.properties("Result", "ExecMainStatus", "ActiveState")
    assert ended == {"Result": "success", "ExecMainStatus": "0", "ActiveState": "inactive"}, unit.log()
