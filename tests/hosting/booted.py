"""Run the systemd unit from `docs/hosting.md` under a separate systemd, in namespaces that vanish when it exits."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]
SYSTEMD = Path("/lib/systemd/systemd")
CGROUPS = Path("/sys/fs/cgroup/unified")
PYTHON = Path(f"/usr/bin/python3.{sys.version_info.minor}")
"""A Python interpreter visible to the unit. The unit can't see interpreters in a home folder."""
LEFT_OUT = (".git", ".venv", "var", "__pycache__", ".*_cache", "tests")
"""Files that aren't copied: the tests, and everything that isn't in a fresh clone."""
STUBS = ("sysinit", "basic", "shutdown")
BOOT = """
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /run
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir /run/etc && cp -a /etc/. /run/etc && mount --bind /run/etc /etc
mount --bind {folder}/srv /srv
mkdir -p /srv/knossos/.venv/lib/python3.{minor}/site-packages
mount --bind {packages} /srv/knossos/.venv/lib/python3.{minor}/site-packages
mount --bind {folder}/log /mnt
{prepared}
export container=other SYSTEMD_UNIT_PATH={folder}/units
exec {systemd} --system --unit=knossos.service --log-target=console --show-status=no
"""


def why_not() -> str:
    """Return the reason why no systemd can be started here, or ""."""
    if os.geteuid() != 0:
        return "only root may start a systemd of its own"
    for needed in (SYSTEMD, CGROUPS / "cgroup.procs", PYTHON):
        if not needed.exists():
            return f"there is no {needed}"
    found = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--cgroup", "true"], check=False, timeout=20)
    return "" if found.returncode == 0 else "no namespaces can be made here"


class BootedUnit:
    """A fresh clone in `folder`, set up by the commands of the docs. Its `.env` contains `settings`."""

    def __init__(self, folder: Path, unit: str, commands: str, settings: dict[str, object]) -> None:
        self._folder = folder
        self._cgroup = CGROUPS / f"knossos-test-{os.getpid()}"
        self.home = folder / "srv/knossos"
        shutil.copytree(ROOT, self.home, ignore=shutil.ignore_patterns(*LEFT_OUT))
        (self.home / ".env").write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
        python = self.home / ".venv/bin/python"
        python.parent.mkdir(parents=True)
        python.symlink_to(PYTHON)
        (self.home / ".venv/pyvenv.cfg").write_text(f"home = {PYTHON.parent}\n")
        for path in (folder / "srv", self.home):
            path.chmod(0o755)
        units = folder / "units"
        (units / "knossos.service.d").mkdir(parents=True)
        (units / "knossos.service").write_text(unit)
        (units / "knossos.service.d/log.conf").write_text("[Service]\nStandardOutput=append:/mnt/bot\n")
        for stub in STUBS:
            (units / f"{stub}.target").write_text("[Unit]\nDefaultDependencies=no\n")
        (folder / "log").mkdir()
        self._script = BOOT.format(
            folder=folder,
            minor=sys.version_info.minor,
            packages=next(Path(each) for each in sys.path if each.endswith("site-packages")),
            prepared=commands,
            systemd=SYSTEMD,
        )

    def __enter__(self) -> Self:
        self._cgroup.mkdir()
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--cgroup", "--ipc", "--uts", "--mount-proc"]
        entered = f'echo $$ > {self._cgroup}/cgroup.procs; exec {" ".join(apart)} sh -c "$BOOT"'
        with (self._folder / "log/systemd").open("wb") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", entered], env={**os.environ, "BOOT": self._script}, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log,
            )  # fmt: skip
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the unit's first process. All others end with it."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=20)
        deadline = time.monotonic() + 20
        while self._cgroup.exists() and time.monotonic() < deadline:
            for group in sorted((path for path in self._cgroup.rglob("*") if path.is_dir()), reverse=True):
                with contextlib.suppress(OSError):
                    group.rmdir()
            with contextlib.suppress(OSError):
                self._cgroup.rmdir()
            time.sleep(0.05)

    def log(self) -> str:
        """The output of systemd and the bot."""
        return "".join(path.read_text(errors="replace") for path in sorted((self._folder / "log").iterdir()))

    def processes(self) -> list[int]:
        """Return the bot's processes, main process first, by their ids outside the namespace."""
        found = self._cgroup / "system.slice/knossos.service/cgroup.procs"
        return sorted(map(int, found.read_text().split())) if found.exists() else []

    def control(self, *arguments: str) -> str:
        """Run `systemctl` inside the namespaces and return its output."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        command = ["nsenter", "-t", children[0], "-m", "-p", "-C", "systemctl", *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60).stdout

    def properties(self, *names: str) -> dict[str, str]:
        """Return these properties of the unit by name."""
        return dict(re.findall(r"^(\w+)=(.*)$", self.control("show", "knossos.service", "-p", ",".join(names)), re.M))


def status_of(process: int) -> dict[str, str]:
    """Return the fields of `/proc/PID/status`."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
