"""Run attempts in a few parallel processes. A control runs in a scratch copy of the code, with its fault planted."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from gauntlet.family import ROOT, Control, Dose, Family, Findings
from gauntlet.state import Failure, Progress, Store

CROOKED = "GAUNTLET_CROOKED"
"""Environment variable that names the faults of the crooked bot."""
KEPT_LINES = 12
LOG_KEPT = 200_000


class PatchFails(Exception):  # noqa: N818
    """A control's patch no longer applies to the code."""


@dataclass(frozen=True)
class AttemptResult:
    """The result of an attempt in another process. `findings` is None if it reported none."""

    findings: Findings | None
    log: str
    seconds: float


async def attempt(family: Family, seed: int, *, root: Path = ROOT, crooked: str = "") -> AttemptResult:
    """Make one attempt in its own process group. Kill the group at the end."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gauntlet-") as folder:
        file, log = Path(folder) / "findings.json", Path(folder) / "log"
        await asyncio.to_thread(os.chmod, folder, 0o711)  # a PostgreSQL server runs as another user
        environment = {**os.environ, "TMPDIR": folder, CROOKED: crooked}
        with log.open("wb") as out:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "gauntlet.attempt", family.key, str(seed), str(file),
                cwd=root, env=environment, stdout=out, stderr=out, start_new_session=True,
            )  # fmt: skip
        try:
            await asyncio.wait_for(process.wait(), family.limit_s)
        except TimeoutError:
            pass
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        findings = msgspec.json.decode(file.read_bytes(), type=Findings) if file.exists() else None
        told = log.read_bytes()[-LOG_KEPT:].decode(errors="replace")
    return AttemptResult(findings, told, time.monotonic() - begun)


@contextlib.asynccontextmanager
async def scratch_copy(patch: Path) -> AsyncIterator[Path]:
    """Make a copy of the files under version control and patch it. Delete it at the end. Raises `PatchFails`."""
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="gauntlet-control-"))
    try:
        await asyncio.to_thread(_copy_and_patch, folder, patch)
        yield folder
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _copy_and_patch(folder: Path, patch: Path) -> None:
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT, check=True, capture_output=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).exists():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    applied = subprocess.run(("git", "apply", str(patch)), cwd=folder, env=environment, capture_output=True, text=True)
    if applied.returncode:
        raise PatchFails(f"{patch.name} no longer applies: {applied.stderr.strip()}")


async def attempt_with(family: Family, controls: list[Control], seed: int) -> AttemptResult:
    """Make one attempt with these faults planted. They are one patch, or several faults of the crooked bot. Raises
    `PatchFails`.
    """
    if controls[0].crooked:
        return await attempt(family, seed, crooked=" ".join(control.name for control in controls))
    (control,) = controls
    async with scratch_copy(control.patch) as folder:
        return await attempt(family, seed, root=folder)


class Runner:
    """Runs families in parallel, in at most `jobs` processes. `say` prints progress."""

    def __init__(self, store: Store, dose: Dose, base: int, jobs: int, logs: Path, say: Callable[[str], None]) -> None:
        self._store, self._dose, self._base, self._logs, self._say = store, dose, base, logs, say
        self._slots = asyncio.Semaphore(jobs)
        self.broken: list[str] = []
        """Controls whose patch no longer applies, with the reason."""

    async def run(self, families: list[Family]) -> None:
        """Complete the dose of each family, and try each planted fault once."""
        await asyncio.gather(*(self._run_family(family) for family in families))

    async def _run_family(self, family: Family) -> None:
        progress = self._store.of(family.key)
        untried = [control for control in family.controls if not progress.controls.get(control.name)]
        together: dict[tuple[str, int], list[Control]] = {}
        for control in untried:
            together.setdefault((control.crooked or control.name, control.seed), []).append(control)
        tried = (self._plant(family, controls) for controls in together.values())
        await asyncio.gather(self._complete(family, progress), *tried)

    async def _complete(self, family: Family, progress: Progress) -> None:
        asked = getattr(family.doses, self._dose)
        while progress.tries < asked:
            before = progress.tries
            fresh = self._fresh_seeds(progress, -(-(asked - before) // family.tries))
            await asyncio.gather(*(self._attempt(family, progress, seed) for seed in fresh))
            if progress.tries == before:
                return

    def _fresh_seeds(self, progress: Progress, count: int) -> list[int]:
        made, seed = set(progress.seeds), self._base
        fresh: list[int] = []
        while len(fresh) < count:
            if seed not in made:
                fresh.append(seed)
            seed += 1
        return fresh

    async def _attempt(self, family: Family, progress: Progress, seed: int) -> None:
        async with self._slots:
            made = await attempt(family, seed)
        progress.seeds.append(seed)
        progress.seconds += made.seconds
        progress.date = datetime.now(UTC).date().isoformat()
        lines = made.findings.failures if made.findings else ["the attempt ended without findings", made.log[-2000:]]
        progress.tries += made.findings.tries if made.findings else 0
        if lines:
            progress.failures.append(Failure(seed, lines[:KEPT_LINES]))
            self._keep_log(f"{family.key}-{seed}", made, lines)
        self._store.save()
        self._say(f"{family.key} {seed}: {progress.tries} {family.unit}, {len(lines)} failures, {made.seconds:.0f} s")

    async def _plant(self, family: Family, controls: list[Control]) -> None:
        """Make one attempt with these faults planted, and record which were caught."""
        async with self._slots:
            try:
                made = await attempt_with(family, controls, controls[0].seed)
            except PatchFails as error:
                self.broken.append(str(error))
                self._say(str(error))
                return
        failures = made.findings.failures if made.findings else []
        for control in controls:
            is_caught = control.is_caught(failures)
            self._store.of(family.key).controls[control.name] = is_caught
            if not is_caught:
                self._keep_log(f"{family.key}-{control.name}", made, failures)
            said = "caught" if is_caught else "MISSED"
            self._say(f"{family.key} control {control.name}: {said}, {made.seconds:.0f} s")
        self._store.save()

    def _keep_log(self, name: str, made: AttemptResult, lines: list[str]) -> None:
        self._logs.mkdir(parents=True, exist_ok=True)
        (self._logs / f"{name}.log").write_text("\n".join([*lines, "", made.log]), encoding="utf-8")
