"""`python -m tests.ai.faulty FAULT`: a thinking process that fails in the middle of a thought."""

import os
import runpy
import signal
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec

from ai import worker
from engine.games import GAMES
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.play import Position
from engine.kernel.policy import Level, Thought
from engine.search.thinking import MOST_CPU_S, think

MIDDLE = 3
"""The fault happens when the search asks for the third time whether to continue."""


def at_a_trial(fault: Callable[[], object]) -> None:
    """Call `fault` in the middle of a thought, after the first trials."""

    def thinks(
        game: Game[Any], world: Position[Any], seat: Seat, level: Level, secret: bytes, may_go_on: Any, *more: Any
    ) -> Thought:
        looks = count(1)

        def goes_on() -> bool:
            if next(looks) == MIDDLE:
                fault()
            return bool(may_go_on())

        return think(game, world, seat, level, secret, goes_on, *more)

    vars(worker)["think"] = thinks


def answers_what_is_no_option() -> None:
    """Plant a fault: answer with a key that no game offers."""
    vars(worker)["think"] = lambda *of: msgspec.structs.replace(think(*of), keys=("teleport",))


def is_older() -> None:
    """Plant a fault: make the rules of every game one version older than the bot's."""
    for game in GAMES.values():
        type(game.rules).version -= 1


def is_slow() -> None:
    """Plant a fault: whenever the CPU clock is read, advance it by two fifths of a thought's limit."""
    worker.think_about.__defaults__ = (count(0, MOST_CPU_S * 2 / 5).__next__,)


FAULTS: dict[str, Callable[[], object]] = {
    "killed": lambda: at_a_trial(lambda: os.kill(os.getpid(), signal.SIGKILL)),
    "hung": lambda: at_a_trial(lambda: os.kill(os.getpid(), signal.SIGSTOP)),
    "out of memory": lambda: at_a_trial(lambda: bytearray(2 * worker.MOST_BYTES)),
    "no option": answers_what_is_no_option,
    "older": is_older,
    "slow": is_slow,
    "prints": lambda: at_a_trial(lambda: print("a plum", flush=True)),
}

if __name__ == "__main__":
    FAULTS[sys.argv.pop()]()
    runpy.run_module("ai", run_name="__main__")
