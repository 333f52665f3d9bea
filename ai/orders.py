"""The messages between the bot and a thinking process, as bytes."""

from typing import Any, Self

import msgspec

from engine.kernel.chance import SEED_BYTES, Chance
from engine.kernel.codec import encode
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.levels import Keys, Thought
from engine.kernel.play import Position
from engine.kernel.proof.worlds import world_of

LENGTH = 8
"""Bytes in front of each message that hold its length."""


class Order(msgspec.Struct, frozen=True):
    """A question to think about, by `level` for `seat`, in a world redealt for it. `secret` is 16 bytes.

    It contains neither the seed nor anything the seat may not know. `version` is that of the game's rules. `about` is
    an answer whose worth is wanted too. `thorough` is set if a person asks.
    """

    game: str
    version: int
    world: bytes
    seat: Seat
    level: str
    secret: bytes
    about: Keys | None = None
    thorough: bool = False

    @classmethod
    def of(
        cls,
        game: Game[Any],
        position: Position[Any],
        seat: Seat,
        level: str,
        secret: bytes,
        about: Keys | None = None,
        thorough: bool = False,
    ) -> Self:
        """Return the order to think about what `seat` is asked in `position`."""
        assert len(secret) == SEED_BYTES
        world = world_of(game, position, seat, Chance(secret, {}))
        return cls(game.rules.key, game.rules.version, encode(world), seat, level, secret, about, thorough)


class Reply(msgspec.Struct, frozen=True):
    """The result of an order: a thought, or the name of the error."""

    thought: Thought | None = None
    fault: str = ""


read_order = msgspec.msgpack.Decoder(Order).decode
read_reply = msgspec.msgpack.Decoder(Reply).decode
to_bytes = msgspec.msgpack.encode
