"""A real PostgreSQL server (from Debian's package) in a temporary folder. It can be killed and restarted."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
WHY_NOT = "PostgreSQL is not installed here: apt-get install postgresql"
STARTS_S = 60


def is_installed() -> bool:
    return bool(PROGRAMS) or shutil.which("initdb") is not None


def program(name: str) -> str:
    return str(PROGRAMS[-1] / name) if PROGRAMS else str(shutil.which(name))


def _lesser_user() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    names = {each.pw_name for each in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class PostgresServer:
    """A PostgreSQL server in a temporary folder. `settings` are added to its configuration."""

    def __init__(self, settings: tuple[str, ...] = ()) -> None:
        self._lesser = _lesser_user()
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        # Sockets need a short path, but pytest's folders have long paths.
        self.folder = Path(tempfile.mkdtemp(prefix="knossos-pg-"))
        if self._lesser:
            os.chown(self.folder, self._lesser["user"], self._lesser["group"])
        made = [program("initdb"), "--no-sync", "--auth=trust", "--username=knossos", "--encoding=UTF8", "--locale=C"]
        subprocess.run([*made, str(self.folder / "data")], check=True, capture_output=True, cwd="/", **self._lesser)
        self.start()

    def start(self) -> None:
        chosen = ("listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=60", *self._settings)
        options = [option for setting in chosen for option in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [program("postgres"), "-D", str(self.folder / "data"), *options],
                stdout=log, stderr=log, cwd="/", **self._lesser,
            )  # fmt: skip
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        for _ in range(STARTS_S * 20):
            ready = subprocess.run(
                [program("pg_isready"), "-q", "-h", str(self.folder)], check=False, cwd="/", capture_output=True
            )
            if ready.returncode == 0:
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def kill(self) -> None:
        """Kill the server and all its processes together, like a power failure."""
        assert self._process is not None
        self.send_signal(signal.SIGKILL)
        self._process.wait()

    def send_signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        first = str(self._process.pid)
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", first], check=False, capture_output=True, text=True)
        for process in (first, *found.stdout.split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), number)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def has_rows(self, table: str) -> bool:
        connection = await asyncpg.connect(self.url())
        try:
            return bool(await connection.fetchval(f"SELECT EXISTS (SELECT FROM {table})"))  # noqa: S608
        finally:
            await connection.close()

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://knossos@/{name}?host={self.folder}"
