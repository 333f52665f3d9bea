"""Exported games: what `/table export` writes and `python -m engine verify` reads, as `docs/export-format.md` tells.

A finished game is its whole log with the seed, so that anyone can play it again. A running one is what one listener
heard: no seed, no keys, no digests, and no gaps in the numbers that would tell of other people's standing orders.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.rules import OptionValue

FORMAT = "knossos-game"
FORMAT_VERSION = 1
"""Counts up when a reader of the older version would misread the newer one; new fields alone do not count."""
LARGEST_BYTES = 32 * 1024 * 1024
MOST_ENTRIES = 20_000


class UnreadableExport(Exception):  # noqa: N818
    """A file that is no export, is damaged, or is of a newer format; the text says which, as one sentence."""


class Started(msgspec.Struct, frozen=True, tag_field="kind", tag="started", omit_defaults=True, kw_only=True):
    """The game was laid out."""

    number: int
    at_ms: int
    digest: str
    round: int | None = None
    facts: tuple[Any, ...] = ()


class Answer(msgspec.Struct, frozen=True, tag_field="kind", tag="answered", omit_defaults=True, kw_only=True):
    """A seat answered what it was asked: its `decision`th question, counted from 0, by the keys of options."""

    number: int
    at_ms: int
    seat: Seat
    decision: int
    keys: tuple[str, ...]
    digest: str
    by_autopilot: bool = False
    round: int | None = None
    facts: tuple[Any, ...] = ()


class Order(msgspec.Struct, frozen=True, tag_field="kind", tag="ordered", omit_defaults=True, kw_only=True):
    """A seat left the standing order with that rule id."""

    number: int
    at_ms: int
    seat: Seat
    rule: str
    keys: tuple[str, ...]
    digest: str


class TakenBack(msgspec.Struct, frozen=True, tag_field="kind", tag="taken_back", omit_defaults=True, kw_only=True):
    """The entries with these numbers count no more."""

    number: int
    at_ms: int
    numbers: tuple[int, ...]
    digest: str


class Left(msgspec.Struct, frozen=True, tag_field="kind", tag="left", omit_defaults=True, kw_only=True):
    """Whoever held the seat left the game."""

    number: int
    at_ms: int
    seat: Seat
    digest: str
    name: str = ""


class TakenOver(msgspec.Struct, frozen=True, tag_field="kind", tag="taken_over", omit_defaults=True, kw_only=True):
    """Somebody took over a seat that had been left; `name` is theirs."""

    number: int
    at_ms: int
    seat: Seat
    digest: str
    name: str = ""


class NewRules(msgspec.Struct, frozen=True, tag_field="kind", tag="new_rules", omit_defaults=True, kw_only=True):
    """The game went on under other rules."""

    number: int
    at_ms: int
    old: int
    new: int
    digest: str


class EndedEarly(msgspec.Struct, frozen=True, tag_field="kind", tag="ended", omit_defaults=True, kw_only=True):
    """The game was ended early."""

    number: int
    at_ms: int
    digest: str
    by_moderator: bool = False


ExportedEntry: TypeAlias = Started | Answer | Order | TakenBack | Left | TakenOver | NewRules | EndedEarly


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """The final place and score of one side; `seat` is None for an opponent whom the rules play."""

    seat: Seat | None
    place: int
    score: int


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over: all of its log, and the seed that gives every draw.

    `rules` is the version of the game's rules at its end. `names` are those who held the seats at the end, by seat.
    `ended` says how it ended, `result` is empty unless it was played to its end. `sha256` was published at the start.
    """

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    state: Literal["finished"] = "finished"
    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]
    names: tuple[str, ...]
    ended: str
    sha256: str
    seed: str
    result: tuple[Place, ...]
    entries: tuple[ExportedEntry, ...]


class HeardEntry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that happened, as the listener heard it. `number` counts from 1 what is in this file.

    `taken_back`: it counts no more. `name` is that of who left or sat down.
    """

    number: int
    at_ms: int
    kind: str
    seat: Seat | None = None
    name: str = ""
    round: int | None = None
    taken_back: bool = False
    facts: tuple[Any, ...] = ()


class RunningGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game under way as `seen_by` (a seat; None: everybody at the table) knows it."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    state: Literal["running"] = "running"
    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]
    names: tuple[str, ...]
    sha256: str
    seen_by: Seat | None
    heard: tuple[HeardEntry, ...]


class _Head(msgspec.Struct, frozen=True):
    format: str
    format_version: int
    state: str


def encode_export(game: FinishedGame | RunningGame) -> bytes:
    """The game as JSON, an entry a line."""
    encoder = msgspec.json.Encoder()
    key, listed = ("entries", game.entries) if isinstance(game, FinishedGame) else ("heard", game.heard)
    head = msgspec.to_builtins(msgspec.structs.replace(game, **{key: ()}))
    del head[key]
    fields = [f"{_text(encoder, name)}: {_text(encoder, value)}" for name, value in head.items()]
    lines = ",\n  ".join(encoder.encode(entry).decode() for entry in listed)
    return ("{\n" + "".join(f" {field},\n" for field in fields) + f' "{key}": [\n  {lines}\n ]\n}}\n').encode()


def without_facts(game: FinishedGame) -> FinishedGame:
    """The same game without what happened, which playing it again gives."""
    shorter = (
        msgspec.structs.replace(entry, facts=()) if isinstance(entry, Started | Answer) else entry
        for entry in game.entries
    )
    return msgspec.structs.replace(game, entries=tuple(shorter))


def _text(encoder: msgspec.json.Encoder, value: object) -> str:
    return encoder.encode(value).decode()


def decode_export(stored: bytes) -> FinishedGame | RunningGame:
    """The game that those bytes hold. Raises `UnreadableExport`."""
    if len(stored) > LARGEST_BYTES:
        raise UnreadableExport(f"it is larger than {LARGEST_BYTES // 1024 // 1024} MiB, which no game is")
    try:
        head = msgspec.json.decode(stored, type=_Head)
        if head.format != FORMAT:
            raise UnreadableExport("it holds something else than a game of Knossos")
        if head.format_version != FORMAT_VERSION:
            raise UnreadableExport(
                f"it is of version {head.format_version} of the format, and this program reads version {FORMAT_VERSION}"
            )
        kind: type[FinishedGame | RunningGame] = RunningGame if head.state == "running" else FinishedGame
        read: FinishedGame | RunningGame = msgspec.json.decode(stored, type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise UnreadableExport(f"it is damaged or cut short ({_first_line(error)})") from error
    if isinstance(read, FinishedGame) and len(read.entries) > MOST_ENTRIES:
        raise UnreadableExport(f"it has more than {MOST_ENTRIES} entries, which no game has")
    return read


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
