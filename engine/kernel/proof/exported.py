"""Exported games, written by *Download* and read by `python -m engine verify`. See `docs/export-format.md`.

A finished game has its whole log and the seed. A running game has what one listener heard: no seed, keys or digests.
Its entries are numbered without gaps, because gaps would reveal others' standing orders.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.rules import OptionValue

FORMAT = "knossos-game"
FORMAT_VERSION = 1
"""Increase it when old readers would misread new files."""
LARGEST_BYTES = 32 * 1024 * 1024
MOST_ENTRIES = 20_000


class UnreadableExport(Exception):  # noqa: N818
    """The file is not an export, is damaged, or is too new. The text says which, in one sentence."""


class _Entry(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, kw_only=True):
    number: int
    at_ms: int


class Started(_Entry, frozen=True, tag="started", kw_only=True):
    digest: str
    round: int | None = None
    facts: tuple[Any, ...] = ()


class Answer(_Entry, frozen=True, tag="answered", kw_only=True):
    """A seat answered its `decision`th question, counted from 0, with these option keys."""

    seat: Seat
    decision: int
    keys: tuple[str, ...]
    digest: str
    by_autopilot: bool = False
    round: int | None = None
    facts: tuple[Any, ...] = ()


class Order(_Entry, frozen=True, tag="ordered", kw_only=True):
    seat: Seat
    rule: str
    keys: tuple[str, ...]
    digest: str


class TakenBack(_Entry, frozen=True, tag="taken_back", kw_only=True):
    numbers: tuple[int, ...]
    digest: str


class _AtSeat(_Entry, frozen=True, kw_only=True):
    seat: Seat
    digest: str
    name: str = ""


class Left(_AtSeat, frozen=True, tag="left", kw_only=True):
    """The player called `name` left the game."""


class TakenOver(_AtSeat, frozen=True, tag="taken_over", kw_only=True):
    """A player called `name` took over an abandoned seat."""


class NewRules(_Entry, frozen=True, tag="new_rules", kw_only=True):
    old: int
    new: int
    digest: str


class EndedEarly(_Entry, frozen=True, tag="ended", kw_only=True):
    digest: str
    by_moderator: bool = False


ExportedEntry: TypeAlias = Started | Answer | Order | TakenBack | Left | TakenOver | NewRules | EndedEarly


class Place(msgspec.Struct, frozen=True, kw_only=True):
    seat: Seat | None
    place: int
    score: int


class _Head(msgspec.Struct, frozen=True, kw_only=True):
    """The fields needed to choose how to read the rest."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    state: str


class _Game(_Head, frozen=True, kw_only=True):
    game: str
    rules: int
    """The version of the rules. If the game is over, the version at its end."""
    seats: int
    options: dict[str, OptionValue]
    names: tuple[str, ...]
    """The players' names by seat. If the game is over, the names at its end."""


class FinishedGame(_Game, frozen=True, kw_only=True):
    """A finished game with its whole log."""

    state: Literal["finished"] = "finished"
    ended: str
    sha256: str
    """The seed's hash."""
    seed: str
    """Determines every draw."""
    result: tuple[Place, ...]
    """Empty if the game has no places."""
    entries: tuple[ExportedEntry, ...]


class HeardEntry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An event as the listener heard it."""

    number: int
    """Counts the entries of this file."""
    at_ms: int
    kind: str
    seat: Seat | None = None
    name: str = ""
    round: int | None = None
    taken_back: bool = False
    """True if the entry was undone."""
    facts: tuple[Any, ...] = ()


class RunningGame(_Game, frozen=True, kw_only=True):
    """A running game as the seat `seen_by` knows it. If `seen_by` is None, as everyone at the table knows it."""

    state: Literal["running"] = "running"
    sha256: str
    seen_by: Seat | None
    heard: tuple[HeardEntry, ...]


def encode_export(game: FinishedGame | RunningGame) -> bytes:
    key, listed = ("entries", game.entries) if isinstance(game, FinishedGame) else ("heard", game.heard)
    head = msgspec.to_builtins(msgspec.structs.replace(game, **{key: ()}))
    del head[key]
    fields = [f"{_text(name)}: {_text(value)}" for name, value in head.items()]
    lines = ",\n  ".join(map(_text, listed))
    return ("{\n" + "".join(f" {field},\n" for field in fields) + f' "{key}": [\n  {lines}\n ]\n}}\n').encode()


def without_facts(game: FinishedGame) -> FinishedGame:
    shorter = (
        msgspec.structs.replace(entry, facts=()) if isinstance(entry, Started | Answer) else entry
        for entry in game.entries
    )
    return msgspec.structs.replace(game, entries=tuple(shorter))


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def decode_export(stored: bytes) -> FinishedGame | RunningGame:
    """Read an exported game. Raises `UnreadableExport`."""
    if len(stored) > LARGEST_BYTES:
        raise UnreadableExport(f"it is larger than {LARGEST_BYTES // 1024 // 1024} MiB; no game is that large")
    try:
        head = msgspec.json.decode(stored, type=_Head)
        if head.format != FORMAT:
            raise UnreadableExport("it is not a game of Knossos")
        if head.format_version != FORMAT_VERSION:
            raise UnreadableExport(
                f"it is of version {head.format_version} of the format, and this program reads version {FORMAT_VERSION}"
            )
        kind: type[FinishedGame | RunningGame] = RunningGame if head.state == "running" else FinishedGame
        read: FinishedGame | RunningGame = msgspec.json.decode(stored, type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        what = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise UnreadableExport(f"it is damaged or cut short ({what})") from error
    if isinstance(read, FinishedGame) and len(read.entries) > MOST_ENTRIES:
        raise UnreadableExport(f"it has more than {MOST_ENTRIES} entries; no game has that many")
    return read
