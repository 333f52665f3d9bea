"""Records of games (settings, seed and answers), and how to replay them."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from engine.kernel.chance import SEED_BYTES
from engine.kernel.codec import digest
from engine.kernel.decision import Answer, Fact, Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, start
from engine.kernel.refusals import NotAsked, UnreadablePosition
from engine.kernel.rules import Settings

S = TypeVar("S")


class Answered(msgspec.Struct, frozen=True, tag="answer"):
    seat: Seat
    keys: tuple[str, ...]


class Ordered(msgspec.Struct, frozen=True, tag="order"):
    seat: Seat
    rule: str
    keys: tuple[str, ...]


Entry: TypeAlias = "Answered | Ordered"


class Record(msgspec.Struct, frozen=True):
    """A game from its start to any point."""

    game: str
    version: int
    settings: Settings
    seed: Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{2 * SEED_BYTES}}}$")]
    """The seed in hex."""
    entries: tuple[Entry, ...]
    digest: str = ""
    note: str = ""
    """Says why the game was recorded."""

    @classmethod
    def of(cls, play: Play[Any], entries: Iterable[Entry], note: str = "") -> "Record":
        rules, position = play.game.rules, play.position
        seed, reached = position.seed.hex(), digest(position)
        return cls(rules.key, rules.version, position.settings, seed, tuple(entries), reached, note)


def replay(game: Game[S], record: Record) -> Iterator[tuple[Play[S], tuple[Fact, ...]]]:
    """Yield the game, changed in place, at its start and after each entry, with the facts. Raises a `Refusal`."""
    outcome = start(game, record.settings, bytes.fromhex(record.seed))
    play = Play(game, outcome.position)
    yield play, outcome.facts
    for entry in record.entries:
        yield play, apply_entry(play, entry)


def apply_entry(play: Play[Any], entry: Entry) -> tuple[Fact, ...]:
    """Carry out `entry` and return the facts. Raises a `Refusal`."""
    if isinstance(entry, Ordered):
        play.order(entry.seat, entry.rule, entry.keys)
        return ()
    if not 0 <= entry.seat < len(play.position.answered):
        raise NotAsked(entry.seat)
    return tuple(play.answer(Answer(entry.seat, play.position.answered[entry.seat], entry.keys)).facts)


def replay_to_end(game: Game[S], record: Record) -> Play[S]:
    *_, (play, _facts) = replay(game, record)
    return play


def encode_record(record: Record) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def decode_record(stored: bytes) -> Record:
    try:
        return msgspec.json.decode(stored, type=Record)
    except msgspec.MsgspecError as error:
        raise UnreadablePosition(str(error)) from error


def same_version(game: Game[Any], record: Record) -> bool:
    return (record.game, record.version) == (game.rules.key, game.rules.version)
