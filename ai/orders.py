"""The messages between the bot and a thinking process, as bytes."""

from typing import Any, Self

import msgspec

from engine.kernel.chance import SEED_BYTES, Chance
from engine.kernel.codec import encode
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.play import Position, world_of
from engine.kernel.policy import Keys, Thought

LENGTH = 8
"""Size of the length prefix of each message, in bytes."""


class Order(msgspec.Struct, frozen=True):
    """A question to a level."""

    game: str
    version: int
    """The version of the rules."""
    world: bytes
    """A position where everything hidden from `seat` is redealt."""
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
        assert len(secret) == SEED_BYTES
        world = world_of(game, position, seat, Chance(secret, {}))
        return cls(game.rules.key, game.rules.version, encode(world), seat, level, secret, about, thorough)


class Reply(msgspec.Struct, frozen=True):
    """A thought, or the name of an error."""

    thought: Thought | None = None
    fault: str = ""


read_order = msgspec.msgpack.Decoder(Order).decode
read_reply = msgspec.msgpack.Decoder(Reply).decode
to_bytes = msgspec.msgpack.encode
