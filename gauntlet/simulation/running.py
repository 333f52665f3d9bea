"""Run a world from its seed, in a forked process, and judge it."""

import asyncio
import gc
import logging
import os
import shutil
import tempfile
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from gauntlet.family import Findings
from gauntlet.simulation.host import Database, simulate_host
from gauntlet.simulation.judge import judge, judge_log
from gauntlet.simulation.machine import Machine
from gauntlet.simulation.network import Network
from gauntlet.simulation.soak import Soak
from gauntlet.simulation.storm import Storm
from gauntlet.simulation.weather import Weather
from gauntlet.simulation.world import World
from locales.words import Words
from sandbox import interactions, parts
from sandbox.evening import table
from tests.wire.evening import Errors

Lived = TypeVar("Lived", bound=World)

MEMORY = Path("/dev/shm")
THINKING_S = 5.0
POLL_S = 0.5
KEPT = 500
"""The number of interactions that the sandbox remembers."""


class Ran(msgspec.Struct):
    """The findings of a world, and the digest of everything that was sent in it."""

    findings: Findings
    digest: str
    happened: dict[str, int] = {}


@cache
def words() -> Words:
    return Words()


def prepare() -> None:
    """Load what every world needs, before the processes of the worlds are forked."""
    words()
    gc.collect()
    gc.freeze()


def run_world(seed: int) -> Ran:
    """Run one world in this process and judge it. The process can't run another one."""
    gc.collect()
    gc.disable()  # A world is short, and collecting would take a tenth of its time.
    return _run(seed, Storm, judge)


def run_soak(seed: int, moves: int) -> Ran:
    """Run a soak of this many moves in this process."""

    def make(*args: Any) -> Soak:
        soak = Soak(*args)
        soak.moves = moves
        return soak

    return _run(seed, make, judge_log)


def _run(seed: int, make: Callable[..., Lived], judge: Callable[[Lived, Errors], None]) -> Ran:
    random = Random(seed)
    machine_random, network_random, weather_random, files_random, host_random = (
        Random(random.random()) for _ in range(5)
    )
    vars(table)["THINKING_S"], vars(parts)["POLL_S"], vars(interactions)["KEPT"] = THINKING_S, POLL_S, KEPT
    errors = Errors()
    logging.getLogger().addHandler(errors)
    folder = Path(tempfile.mkdtemp(prefix="world-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
    try:
        machine = Machine(machine_random)
        network, weather = Network(machine, network_random), Weather(weather_random)
        database = Database(machine, files_random)
        database.is_busy = weather.is_busy
        made = make(machine, network, weather, folder, random)
        with simulate_host(machine, network, database, host_random, words()):
            asyncio.set_event_loop(machine)
            try:
                machine.run_until_complete(made.live())
            except Exception as error:
                traceback.print_exc()
                made.findings.failures.append(f"the world ended with {error!r}")
        asyncio.set_event_loop(None)
        logging.getLogger().removeHandler(errors)
        judge(made, errors)
        return Ran(made.findings, network.digest, dict(made.happened + weather.met))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
