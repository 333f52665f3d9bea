"""The wheel has everything that a running bot reads, and its command works in any folder of an empty environment."""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from knossos import HOME_VARIABLE, __version__
from knossos.__main__ import MARKS, choose_home, read_arguments
from tests.architecture.sources import ROOT, tracked_files

UV = Path(sys.executable).with_name("uv")
PACKAGES = next(path for path in sys.path if path.endswith("site-packages"))
READ_BY_THE_BOT = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
PATIENCE_S = 60.0
"""Longest wait for something to happen, in seconds. Tests run on busy machines."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in a new environment into which the wheel was installed. Its dependencies come from this
    environment."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    options = ["--quiet", "--offline", "--no-deps", "--no-index", "--python", str(folder)]
    subprocess.run([UV, "pip", "install", *options, wheel], check=True)
    (installed,) = folder.glob("lib/python*/site-packages")
    (installed / "dependencies.pth").write_text(PACKAGES)
    return folder / "bin/knossos"


def is_read_by_the_bot(name: str) -> bool:
    return any(name == each or name.startswith(f"{each}/") for each in READ_BY_THE_BOT)


def test_the_wheel_has_the_files_of_the_image(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    code = {name for name in tracked_files() if is_read_by_the_bot(name) and name != "requirements.lock"}
    assert names == {name if name.startswith("knossos/") else f"knossos/app/{name}" for name in code}


class OpenPage:
    """The sandbox's page of one person, as a browser uses it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.messages: dict[str, dict[str, Any]] = {}

    async def hear(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads((await self._socket.receive(PATIENCE_S)).data)
        if frame["kind"] == "message":
            self.messages[frame["message"]["id"]] = frame["message"]
        return frame

    async def await_bot(self) -> str:
        """Wait until the bot is online and has commands. Return the first channel."""
        channel, has_commands, is_online = "", False, False
        while not (has_commands and is_online):
            frame = await self.hear()
            if frame["kind"] == "hello":
                channel = frame["channels"][0]["id"]
            if "commands" in frame:
                has_commands = any(frame["commands"].values())
            is_online = frame.get("bot", frame.get("person", {})).get("online", is_online)
        return str(channel)

    async def run(self, channel: str, path: str, until: str, **values: str) -> None:
        """Type a command until a message contains the text `until`. The bot may be too busy at first."""
        asked = {"kind": "run", "channel": channel, "path": path, "values": values}
        while not self.shows(until):
            await self._act(asked, until)

    async def press(self, label: str, until: str) -> None:
        """Wait for a button and press it until a message contains the text `until`. The bot may be too busy at
        first."""
        while not self.shows(until):
            if (found := self._find(label)) is None:
                await self.hear()
            else:
                await self._act({"kind": "use", **found}, until)

    async def _act(self, asked: dict[str, Any], until: str) -> None:
        """Act on the page. Return when a message contains the text `until`, or when the action has failed."""
        await self._socket.send_json({**asked, "ref": until})
        while not self.shows(until):
            if (await self.hear())["kind"] in ("failed", "not_offered"):
                return

    def _find(self, label: str) -> dict[str, Any] | None:
        """Return the ids of the enabled button with this label and of its message and channel, or None."""
        for message in self.messages.values():
            for part in parts_of(message["components"]):
                if part.get("label") == label and not part.get("disabled"):
                    at = {"channel": message["channel_id"], "message": message["id"]}
                    return {"custom_id": part["custom_id"], **at}
        return None

    def shows(self, text: str) -> bool:
        return any(text in json.dumps(message, ensure_ascii=False) for message in self.messages.values())


def parts_of(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return these components and all inside them."""
    inner = [part for each in components for part in parts_of(each.get("components", []))]
    return components + inner


@contextlib.asynccontextmanager
async def running(command: Path, folder: Path, **settings: object) -> AsyncIterator[tuple[list[str], str]]:
    """Run the installed command. Yield its first two lines and the address of its sandbox."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment |= {name.upper(): str(value) for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(
        command, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            lines = [(await process.stdout.readline()).decode().rstrip() for _ in range(2)]
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+", lines[1])
        yield lines, address
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()


async def test_the_installed_command_plays_a_move(command: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    home = tmp_path / "data/knossos"
    settings = {"xdg_data_home": tmp_path / "data", "sandbox_port": 0, "sandbox_seed": 1, "computer_workers": 0}
    async with (
        running(command, tmp_path / "empty", **settings) as (lines, address),
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}/page?as=Ariadne") as hers,
        session.ws_connect(f"{address}/page?as=Theseus") as his,
    ):
        assert lines[0].endswith(f" in {home}: settings are in .env, games in var/.")
        ariadne, theseus = OpenPage(hers), OpenPage(his)
        channel = await ariadne.await_bot()
        await ariadne.run(channel, "/table open", until="1. Ariadne", game="minos-classic")
        await theseus.press("Join", until="2. Theseus")
        await ariadne.press("Start", until="the game begins")
        await theseus.press("None", until="After 1 reroll: ")

    checking = await asyncio.create_subprocess_exec(command, "db", "check", cwd=home, stdout=asyncio.subprocess.PIPE)
    checked, _ = await checking.communicate()
    assert checked.decode().splitlines() == [
        f"{home}/var/knossos.db: 1 tables, 2 entries, 0 faults.",
        f"The last bot that started on it was Knossos {__version__}.",
    ]


@pytest.fixture
def orchard(command: Path, tmp_path: Path) -> str:
    """The key of a game that another package has brought into the command's environment."""
    folder = str(tmp_path / "wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=ROOT / "examples/orchard", check=True)
    options = ["--quiet", "--offline", "--no-cache", "--no-deps", "--no-index", "--python", str(command.parents[1])]
    subprocess.run([UV, "pip", "install", *options, *Path(folder).iterdir()], check=True)
    return "orchard"


async def test_a_game_installed_next_to_the_wheel_is_played(command: Path, orchard: str, tmp_path: Path) -> None:
    settings = {"knossos_home": tmp_path / "home", "sandbox_port": 0, "sandbox_seed": 1, "computer_workers": 0}
    async with (
        running(command, tmp_path, **settings) as (_, address),
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}/page?as=Ariadne") as hers,
        session.ws_connect(f"{address}/page?as=Theseus") as his,
    ):
        ariadne, theseus = OpenPage(hers), OpenPage(his)
        await ariadne.run(await ariadne.await_bot(), "/table open", until="1. Ariadne", game=orchard)
        await theseus.press("Join", until="2. Theseus")
        await ariadne.press("Start", until="20 plums are on the tree")
        await ariadne.press("3 plums", until="Picks 3 plums.")


def test_a_folder_with_a_bots_files_stays_its_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    elsewhere = choose_home(None)
    (tmp_path / MARKS[0]).touch()

    assert elsewhere == tmp_path / "data/knossos"
    assert choose_home(None) == tmp_path
    assert choose_home("~/games") == Path.home() / "games"


@pytest.mark.parametrize("tool", ["db", "engine"])
@pytest.mark.parametrize("module", ["knossos", None])
def test_help_names_the_command_that_was_typed(tool: str, module: str | None) -> None:
    words = [module, tool] if module else [tool]
    printed = subprocess.run(
        [sys.executable, "-m", *words, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    usage = f"knossos {tool}" if module else f"python -m {tool}"
    assert printed.stdout.startswith(f"usage: {usage} ")


def test_the_command_prints_the_folder_of_settings_and_games(tmp_path: Path) -> None:
    environment = {**os.environ, HOME_VARIABLE: str(tmp_path), "METRICS_PORT": "99999"}
    ran = subprocess.run(
        [sys.executable, "-m", "knossos"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.stdout == f"Knossos {__version__} in {tmp_path}: settings are in .env, games in var/.\n"
    assert ran.stderr == "METRICS_PORT: Input should be less than or equal to 65535\n"
    assert ran.returncode == 1


def test_only_words_after_a_tool_are_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_arguments([]) == (None, ())
    assert read_arguments(["db", "forget", "--help"]) == ("db", ["forget", "--help"])
    with pytest.raises(SystemExit) as ended:
        read_arguments(["forget", "db"])
    assert ended.value.code == 2
    assert "invalid choice: 'forget'" in capsys.readouterr().err
