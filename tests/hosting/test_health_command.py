"""`python -m metrics` reports the health of a running bot by its output and exit code."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knossos import HOME_VARIABLE
from metrics.__main__ import main
from metrics.meters import Meters
from metrics.server import Health, MetricsServer
from tests.architecture.sources import ROOT


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start commands in an empty folder without a port in the settings."""
    monkeypatch.chdir(tmp_path)
    for name in (HOME_VARIABLE, "METRICS_PORT"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def faults(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[dict[str, str]]:
    """Serve the health of a database. Its fault is whatever a test puts in."""
    faults: dict[str, str] = {}

    async def check() -> str | None:
        return faults.get("database")

    async def freshen() -> None:
        pass

    server = MetricsServer(Meters(), Health({"database": check}), freshen)
    await server.start(0)
    monkeypatch.setenv("METRICS_PORT", str(server.port))
    yield faults
    await server.stop()


async def test_the_exit_code_shows_whether_the_bot_is_healthy(
    faults: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(main) == 0
    assert capsys.readouterr().out == '{"well": true, "parts": {"database": "well"}}\n'

    faults["database"] = "does not answer"

    assert await asyncio.to_thread(main) == 1
    assert capsys.readouterr().out == '{"well": false, "parts": {"database": "does not answer"}}\n'


def test_any_free_port_cannot_be_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("METRICS_PORT", "0")
    assert main() == 2
    assert "METRICS_PORT is 0, so the bot takes any port" in capsys.readouterr().err


def test_a_bot_that_does_not_run_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as unused:  # Nobody listens, and nobody else can get the port.
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        monkeypatch.setenv("METRICS_PORT", str(port))

        assert main() == 1
    assert capsys.readouterr().err == f"Nothing answers on port {port}: the bot does not run, or hangs.\n"


def test_unusable_settings_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("METRICS_PORT", "99999")

    assert main() == 2
    assert "METRICS_PORT: Input should be less than or equal to 65535" in capsys.readouterr().err


def test_the_command_needs_a_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))

    ran = subprocess.run([sys.executable, "-m", "metrics"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "METRICS_PORT is not set, so the bot tells nothing.\n"
