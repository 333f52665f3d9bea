"""A bot as its own process: started, killed without warning, measured, its log read."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from sandbox.server import Sandbox

ERROR = re.compile(r"\b(ERROR|CRITICAL)\b|Traceback \(most recent call last\)")
READY_S = 240.0


class BotProcess:
    """`argv` run by this Python in the empty folder `home`, with `environment` added to ours; its log is a file.

    It is there when its `shard` is connected.
    """

    def __init__(
        self, sandbox: Sandbox, argv: Sequence[str], home: Path, environment: dict[str, str], shard: int = 0
    ) -> None:
        self._shard = shard
        self._sandbox = sandbox
        self._argv = argv
        self._home = home
        self._environment = {**os.environ, **environment}
        self.log = home / "bot.log"
        self.rss_mb = 0.0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._argv, cwd=self._home, env=self._environment, stdout=log, stderr=log
            )
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(self._is_here, READY_S)
        if self._process.returncode is not None or not self._is_here():
            raise RuntimeError(f"the bot did not come up; the end of its log:\n{self.tail()}")

    def _is_here(self) -> bool:
        """Whether its shard is connected."""
        return any(session.shard[0] == self._shard for session in self._sandbox.gateway.connected)

    def tail(self) -> str:
        """The last fifteen lines of the log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-15:])

    def kill_now(self) -> None:
        """SIGKILL at this very moment; `kill` waits for what comes of it."""
        assert self._process is not None
        self.measure()
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot's own process."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def kill(self) -> None:
        """SIGKILL, and wait until it is gone from the gateway."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Stop the bot by SIGTERM, and return its exit code."""
        return await self._end(signal.SIGTERM)

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def give_up(self) -> None:
        """SIGKILL if it still runs: an evening that fails leaves no bot behind."""
        if self._process is not None and self.is_running:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self.measure()
        self.send_signal(number)
        code = await self._process.wait()
        with contextlib.suppress(TimeoutError):
            await self._sandbox.until(lambda: not self._is_here(), READY_S)
        return code

    def measure(self) -> None:
        """Note the memory it holds, if that is more than ever before."""
        assert self._process is not None
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    self.rss_mb = max(self.rss_mb, int(line.split()[1]) / 1024)

    def errors(self) -> list[str]:
        """Lines of the log that report an error."""
        return [line for line in self.log.read_text(errors="replace").splitlines() if ERROR.search(line)]
