"""Storage of positions and facts: MessagePack with sorted keys, so equal positions give equal bytes everywhere."""

from functools import cache, reduce
from hashlib import sha256
from operator import or_
from sys import intern
from typing import Any, TypeVar

import msgspec

from engine.kernel.conversion import LEARNING
from engine.kernel.decision import Fact
from engine.kernel.game import Game
from engine.kernel.play import Position
from engine.kernel.refusals import UnreadablePosition
from engine.kernel.rules import Settings

S = TypeVar("S")

LARGEST_POSITION_BYTES = 32 * 1024

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, TypeError)
"""Errors that msgspec's decoders raise for damaged bytes, for damaged text, and for values that aren't bytes."""

_encoder = msgspec.msgpack.Encoder(order="deterministic")


@cache
def _position_decoder(state: type, steps: tuple[type, ...]) -> msgspec.msgpack.Decoder[Any]:
    types = {
        **Position.__annotations__,
        "settings": Settings,
        "state": state,
        "agenda": list[reduce(or_, steps)],  # type: ignore[misc]
    }
    with LEARNING:
        return msgspec.msgpack.Decoder(msgspec.defstruct("StoredPosition", list(types.items())))


@cache
def _fact_decoder(facts: tuple[type, ...]) -> msgspec.msgpack.Decoder[Any]:
    with LEARNING:
        return msgspec.msgpack.Decoder(list[reduce(or_, facts)] if facts else list[None])  # type: ignore[misc]


def encode(position: Position[S]) -> bytes:
    """Return the position as bytes, the same on every machine. K1, K3"""
    return _encoder.encode(position)


def decode(game: Game[S], stored: bytes) -> Position[S]:
    """Read a position. Raises `UnreadablePosition`."""
    decoder = _position_decoder(game.rules.state_type, game.rules.steps)  # `TypeError` if msgspec can't decode these
    try:
        read = decoder.decode(stored)
    except UNREADABLE as error:
        raise UnreadablePosition(str(error)) from error
    return Position(read.settings, read.seed, read.state, read.agenda, read.answered, read.draws, read.number)


def share_texts(value: Any) -> Any:
    """Intern all strings in this value, so that equal strings share memory. Change the value in place and return it."""
    if isinstance(value, str):
        return intern(value)
    if isinstance(value, list):
        value[:] = map(share_texts, value)
    elif isinstance(value, tuple):
        shared = map(share_texts, value)
        return value._make(shared) if hasattr(value, "_make") else tuple(shared)  # a named tuple keeps its names
    elif isinstance(value, dict):
        entries = [(share_texts(key), share_texts(each)) for key, each in value.items()]
        value.clear()
        value.update(entries)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            msgspec.structs.force_setattr(value, name, share_texts(getattr(value, name)))
    return value


def digest(position: Position[Any]) -> str:
    """Return the SHA-256 of the encoded position in hex."""
    return sha256(encode(position)).hexdigest()


def encode_facts(facts: tuple[Fact, ...]) -> bytes:
    return _encoder.encode(facts)


def decode_facts(game: Game[Any], stored: bytes) -> tuple[Fact, ...]:
    decoder = _fact_decoder(game.rules.facts)
    try:
        return tuple(decoder.decode(stored))
    except UNREADABLE as error:
        raise UnreadablePosition(str(error)) from error
