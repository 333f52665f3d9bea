"""A bot in a separate process, which can be killed without warning."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from sandbox.server import Sandbox

ERROR = re.compile(r"\b(ERROR|CRITICAL)\b|Traceback \(most recent call last\)")
READY_S = 240.0


class BotProcess:
    """Runs Python with `argv` in the folder `home`, with `environment` added. The bot connects as `shard`."""

    def __init__(
        self, sandbox: Sandbox, argv: Sequence[str], home: Path, environment: Mapping[str, str], shard: int = 0
    ) -> None:
        self._shard = shard
        self._sandbox = sandbox
        self._argv = argv
        self._home = home
        home.mkdir(exist_ok=True)
        self._environment = {**os.environ, **environment}
        self.log = home / "bot.log"
        self.rss_mb = 0.0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the bot and wait until it is connected. Raise `RuntimeError` if it doesn't connect."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._argv, cwd=self._home, env=self._environment, stdout=log, stderr=log
            )
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(self._is_connected, READY_S)
        if self._process.returncode is not None or not self._is_connected():
            raise RuntimeError(f"the bot did not come up; the end of its log:\n{self.tail()}")

    def _is_connected(self) -> bool:
        return any(session.shard[0] == self._shard for session in self._sandbox.gateway.connected)

    def tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-15:])

    def errors(self) -> list[str]:
        return [line for line in self.log.read_text(errors="replace").splitlines() if ERROR.search(line)]

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def measure(self) -> None:
        assert self._process is not None
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    self.rss_mb = max(self.rss_mb, int(line.split()[1]) / 1024)

    def send_signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """End the process with a signal, wait until it has left the gateway, and return its exit code."""
        assert self._process is not None
        self.measure()
        self.send_signal(number)
        code = await self._process.wait()
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(lambda: not self._is_connected(), READY_S)
        return code

    async def give_up(self) -> None:
        if self._process is not None and self.is_running:
            self.send_signal(signal.SIGKILL)
            await self._process.wait()
