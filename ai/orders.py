"""What the bot and a thinking process say to one another, as bytes."""

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
"""Bytes that tell how many follow."""


class Order(msgspec.Struct, frozen=True):
    """A question to think about: by `level`, for `seat`, over a world dealt anew for it. `secret` is 16 bytes.

    Neither the seed nor anything that the seat may not know is in it. `version` is that of the game's rules. `about` is
    an answer whose worth is wanted beside that of the others. `thorough`: a person asks for it.
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
        """The order to think about what `seat` is asked in `position`."""
        assert len(secret) == SEED_BYTES
        world = world_of(game, position, seat, Chance(secret, {}))
        return cls(game.rules.key, game.rules.version, encode(world), seat, level, secret, about, thorough)


class Told(msgspec.Struct, frozen=True):
    """What came of an order: a thought, or the name of what it met."""

    thought: Thought | None = None
    fault: str = ""


read_order = msgspec.msgpack.Decoder(Order).decode
read_told = msgspec.msgpack.Decoder(Told).decode
written = msgspec.msgpack.encode
