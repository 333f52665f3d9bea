"""R8 and R9: whole worlds in one process, in which a seed decides every delay and failure."""

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.simulation.running import Ran, prepare, run_soak, run_world

WORLDS = 10
"""The number of worlds of one attempt. A planted fault shows in about every third."""


def run_apart(run: Callable[[int], Ran], seed: int) -> Ran:
    """Run a world in a forked process, because a world uses its process up."""
    with tempfile.TemporaryDirectory(prefix="world-") as folder:
        file = Path(folder) / "ran.json"
        child = os.fork()
        if not child:
            try:
                file.write_bytes(msgspec.json.encode(run(seed)))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        if not file.exists():
            return Ran(Findings(0, [f"world {seed} ended without findings"]), "")
        return msgspec.json.decode(file.read_bytes(), type=Ran)


def attempt(seed: int) -> Findings:
    """Run some worlds. Run the first twice, to see that its seed decides everything."""
    prepare()
    findings = Findings()
    for number in range(seed * WORLDS, (seed + 1) * WORLDS):
        ran = run_apart(run_world, number)
        findings.tries += 1
        findings.failures += [f"world {number}: {failure}" for failure in ran.findings.failures]
        print(f"world {number}: {ran.digest} {ran.happened}", flush=True)
        if number == seed * WORLDS:
            findings.expect(
                run_apart(run_world, number).digest == ran.digest, f"world {number}: the second run was another"
            )
    return findings


def soak(moves: int, seed: int) -> Findings:
    """Let one bot serve this many moves."""
    prepare()
    return run_apart(partial(run_soak, moves=moves), seed).findings


SOAKED, SOAKED_LONG = 2_000, 50_000
R9 = "one bot that serves many games and is disconnected every few minutes: memory, tasks, files"
LEAKS = (Control("pictures-never-forgotten", "memory grew"), Control("task-for-each-connection", "tasks grew"))

FAMILIES = (
    Family(
        "R8",
        "worlds in one process, from a seed: kills, network, Discord, database and clocks fail while people play",
        "worlds",
        Doses(100, 10_000, 100_000),
        WORLDS,
        attempt,
        (
            Control("answers-confirmed-early", "was confirmed but is not in the log"),
            Control("posts-without-nonce", "posted once too often|messages ask the current question", seed=2),
            Control("clocks-stay-stopped", "the bot does not recover"),
            Control("nobody-pinged", "wasn't told of the turn", seed=2),
        ),
    ),
    Family("R9", R9, "moves", Doses(SOAKED, 4_000, 10_000), SOAKED, partial(soak, SOAKED), LEAKS),
    Family(
        "R9-long", f"the same for {SOAKED_LONG:,} moves", "moves", Doses(0, 100_000, 1_000_000), SOAKED_LONG,
        partial(soak, SOAKED_LONG), LEAKS, 8 * 3600,
    ),
)  # fmt: skip
