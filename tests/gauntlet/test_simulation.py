"""Tests of the simulated machine: a seed decides everything, waiting takes no time, and killed programs do nothing."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from gauntlet.family import ROOT
from gauntlet.simulation.machine import Machine, NothingHappens
from gauntlet.simulation.network import Network
from tests.conftest import YOUNG_OBJECTS

SEED = 4
SCRIPT = f"""
import gc
gc.set_threshold({YOUNG_OBJECTS})
from gauntlet.simulation.running import run_world
gc.freeze()
print(run_world({SEED}).digest)
"""
HOURS_S = 36_000.0


class Collector(asyncio.Protocol):
    """Keeps what arrives."""

    def __init__(self) -> None:
        self.arrived = b""
        self.is_lost = False

    def data_received(self, data: bytes) -> None:
        self.arrived += data

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True


def on_a_machine(play: Callable[[Machine], Awaitable[Any]]) -> Any:
    """Run a coroutine on a new machine."""
    machine = Machine(Random(1))
    try:
        return machine.run_until_complete(play(machine))
    finally:
        machine.close()


def run_world(hash_seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    command = (sys.executable, "-c", SCRIPT)
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout


def test_two_processes_send_the_same_bytes_from_one_seed() -> None:
    first = run_world(1)
    assert len(first.strip()) == 64
    assert first == run_world(2)


def test_waiting_for_hours_takes_no_time() -> None:
    async def play(machine: Machine) -> float:
        before_s = machine.time()
        await asyncio.sleep(HOURS_S)
        return machine.time() - before_s

    begun_s = time.perf_counter()
    assert on_a_machine(play) == pytest.approx(HOURS_S)
    assert time.perf_counter() - begun_s < HOURS_S / 100


def test_a_wait_that_nothing_can_end_is_an_error() -> None:
    async def play(machine: Machine) -> None:
        await machine.create_future()

    with pytest.raises(NothingHappens):
        on_a_machine(play)


def test_a_killed_program_does_not_even_clean_up() -> None:
    done: list[str] = []

    async def program(machine: Machine) -> None:
        machine.at_death(lambda: done.append("files closed"))
        try:
            await asyncio.to_thread(done.append, "worked")
            await asyncio.sleep(1)
        finally:
            done.append("cleaned up")

    async def play(machine: Machine) -> None:
        number, _ = machine.start_program(program(machine))
        await asyncio.sleep(0.5)
        machine.kill(number)
        await asyncio.sleep(5)

    on_a_machine(play)
    assert done == ["worked", "files closed"]


def test_data_arrives_in_order_and_a_reset_loses_the_rest() -> None:
    async def play(machine: Machine) -> tuple[Collector, Collector]:
        network, far = Network(machine, Random(1)), Collector()
        await network.create_server(lambda: far)
        wire, near = await network.create_connection(Collector)
        for number in range(9):
            wire.write(b"%d" % number)
        await asyncio.sleep(60)
        network.stalled_until = machine.time() + 60
        wire.write(b"lost")
        wire.abort()
        await asyncio.sleep(90)
        assert isinstance(near, Collector)
        return near, far

    near, far = on_a_machine(play)
    assert far.arrived == b"012345678"
    assert near.is_lost
    assert far.is_lost
