"""The thinking process: answers orders from standard input. A thought stops early only if it uses too much CPU."""

import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from ai.orders import LENGTH, Order, Reply, read_order, to_bytes
from engine.kernel.codec import decode
from engine.kernel.game import Game
from engine.search.thinking import MOST_CPU_S, think

MOST_BYTES = 1 << 30
"""The memory limit of the process. A thought takes about 50 MB."""


class OlderRules(Exception):  # noqa: N818  (the bot receives this name)
    """This process and the bot have different versions of a game's rules."""


def think_about(games: Mapping[str, Game[Any]], order: Order, clock: Callable[[], float] = time.process_time) -> Reply:
    """Carry out an order. Report an error by its name."""
    try:
        game, began = games[order.game], clock()
        if order.version != game.rules.version:
            raise OlderRules
        world = decode(game, order.world)
        level = game.programs.levels[order.level]
        may_go_on = lambda: clock() - began < MOST_CPU_S  # noqa: E731
        return Reply(think(game, world, order.seat, level, order.secret, may_go_on, order.about, order.thorough))
    except Exception as error:  # The bot replaces this process when it receives the error.
        return Reply(fault=type(error).__name__)


def serve(orders: BinaryIO, answers: BinaryIO, games: Mapping[str, Game[Any]]) -> None:
    """Answer orders until the input ends. Each message is preceded by its length."""
    with contextlib.suppress(BrokenPipeError):  # The bot has ended.
        while length := int.from_bytes(orders.read(LENGTH), "big"):
            told = to_bytes(think_about(games, read_order(orders.read(length))))
            answers.write(len(told).to_bytes(LENGTH, "big") + told)
            answers.flush()
