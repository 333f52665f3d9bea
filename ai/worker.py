"""The thinking process: thinks about what is ordered on its standard input until that ends.

Work is counted in worlds, so that a thought is the same wherever it is thought; only one that takes too much of a
processor is cut short, and says so.
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from ai.orders import LENGTH, Order, Told, read_order, written
from engine.kernel.codec import decode
from engine.kernel.game import Game
from engine.search.thinking import MOST_CPU_S, think

MOST_BYTES = 1 << 30
"""A thought takes some 50 MB: one that takes this much has gone astray."""


class OlderRules(Exception):  # noqa: N818  (what the bot is told by its name)
    """The bot and this process were started from different versions of a game."""


def thought_of(games: Mapping[str, Game[Any]], order: Order, clock: Callable[[], float] = time.process_time) -> Told:
    """What comes of an order. Whatever it meets is told by its name."""
    try:
        game, began = games[order.game], clock()
        if order.version != game.rules.version:
            raise OlderRules
        world = decode(game, order.world)
        level = game.programs.levels[order.level]
        may_go_on = lambda: clock() - began < MOST_CPU_S  # noqa: E731
        return Told(think(game, world, order.seat, level, order.secret, may_go_on, order.about, order.thorough))
    except Exception as error:  # told to the bot, which answers by itself; the process thinks on
        return Told(fault=type(error).__name__)


def serve(orders: BinaryIO, answers: BinaryIO, games: Mapping[str, Game[Any]]) -> None:
    """Answer one order after the other until they end. Before each order and answer stands its length."""
    with contextlib.suppress(BrokenPipeError):  # the bot is gone
        while length := int.from_bytes(orders.read(LENGTH), "big"):
            told = written(thought_of(games, read_order(orders.read(length))))
            answers.write(len(told).to_bytes(LENGTH, "big") + told)
            answers.flush()
