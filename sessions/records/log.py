"""Records of a table's log: entries, snapshots, results of changes, and finished games for statistics."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Fact, Seat
from engine.kernel.rules import OptionValue, Settings
from sessions.records.departures import rank_of
from sessions.records.table import Left

# The log stores these classes by tag and field names, which must never change. If a field is renamed,
# keep the stored name with `msgspec.field(name=...)`.


class Started(msgspec.Struct, frozen=True, tag="Started"):
    """The game began. The seed reveals every hidden card, so nobody may see it before the game is over."""

    settings: Settings
    seed: bytes
    facts: bytes


class Answered(msgspec.Struct, frozen=True, tag="Answered"):
    decision: int
    keys: tuple[str, ...]
    facts: bytes
    """Encoded by the kernel."""
    revealed: bool
    by_autopilot: bool = msgspec.field(default=False, name="caretaken")
    """True if the autopilot or a policy answered in place of a player who left or ran out of time."""


class Ordered(msgspec.Struct, frozen=True, tag="Ordered"):
    rule: str
    keys: tuple[str, ...]


class Retracted(msgspec.Struct, frozen=True, tag="Retracted"):
    numbers: tuple[int, ...]


class Conceded(msgspec.Struct, frozen=True, tag="Conceded", omit_defaults=True):
    """The player left, timed out, or was removed."""

    user: int
    opened_by: int | None = None
    """The user who removed the player, if one did."""
    plays: Left | Literal["nobody"] = "autopilot"
    """The player for the seat from now on."""
    was_silent: bool = False
    agreed: tuple[Seat, ...] = ()
    """The seats that voted to remove the player."""


class Reseated(msgspec.Struct, frozen=True, tag="Reseated"):
    user: int
    former: int = 0
    """The previous user; 0 in entries of older versions."""
    former_name: str = ""


class Upgraded(msgspec.Struct, frozen=True, tag="Upgraded"):
    """The game continues under new rules."""

    old: int
    new: int
    differs: bool
    """True if answers since the last snapshot have other results under the new rules."""


class Ended(msgspec.Struct, frozen=True, tag="Ended"):
    """The game was ended early by consent or by a moderator."""

    user: int
    """The last user to agree, or the moderator."""
    is_by_moderator: bool = False


LoggedAction: TypeAlias = Started | Answered | Ordered | Retracted | Conceded | Reseated | Upgraded | Ended


class Entry(msgspec.Struct, frozen=True):
    number: int
    """Counts all entries of the table from 1."""
    seat: Seat | None
    action: LoggedAction
    digest: str
    """A hash of the position after this entry."""
    interaction: int
    part: int
    """Counts the entries of the interaction from 0."""
    at: int


def undone_numbers(entries: Iterable[Entry]) -> set[int]:
    return {number for entry in entries if isinstance(entry.action, Retracted) for number in entry.action.numbers}


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log as one listener may read it. Standing orders have no line."""

    number: int
    action: Literal["started", "answered", "retracted", "conceded", "reseated", "upgraded", "agreed", "moderated"]
    seat: Seat | None
    facts: tuple[Fact, ...] = ()
    numbers: tuple[int, ...] = ()
    """The answers that were undone."""
    seats: tuple[Seat, ...] = ()
    """After an undo, the seats whose answers were undone. After a vote, those that voted to replace a player."""
    undone: tuple[Fact, ...] = ()
    """The facts of the undone answers."""
    versions: tuple[int, int] | None = None
    """The rules before and after an upgrade."""
    user: int | None = None
    names: dict[Seat, str] = {}
    """The seats' holders at the time."""
    at: int = 0
    plays: Left | Literal["nobody"] = "autopilot"
    was_silent: bool = False
    former: str = ""
    """The seat's previous holder, if somebody took it over."""


class Snapshot(msgspec.Struct, frozen=True):
    """The position after the entry `number`, under rules `version`."""

    number: int
    version: int
    position: bytes
    is_anchor: bool = True
    """True if free undo never goes back past this position."""


class Moved(msgspec.Struct, frozen=True):
    """The result of a change."""

    first: int
    last: int
    facts: tuple[Fact, ...] = ()
    """Only facts that the seat may know."""
    revealed: bool = False
    digest: str = ""
    is_over: bool = False
    turn_passed: bool = False
    asked: tuple[Seat, ...] = ()
    """The seats that have a new question."""


class PastGame(msgspec.Struct, frozen=True):
    """One person's side of a finished game. People who left have the last places."""

    table: int
    seats: int
    options: dict[str, OptionValue]
    ended_at: int
    is_given_up: bool
    place: int | None = None
    score: int | None = None
    rival: int | None = None
    """The best score of the others; None without a result."""
    is_cut_short: bool = False
    is_last_one: bool = False
    """The person won because everyone else left."""
    game: str = ""
    guild: int | None = None
    user: int = 0
    name: str = ""
    dealt: dict[str, str] = {}
    """The person's part of the setup."""
    turns: int = 0
    waited_ms: int = 0
    has_changed: bool = False
    """Somebody left or took over the seat, or this is unknown."""
    computers: int = 0
    is_casual: bool = False
    is_substitute: bool = False
    """Someone else had the seat when the game began."""
    left_at: int | None = None
    """The number of the log entry in which the person left."""
    is_agreed: bool = False
    """The players agreed on the places."""

    @property
    def rank(self) -> tuple[bool, int]:
        """A sort key for the sides of a game with places."""
        return rank_of(self.place or 0, self.left_at)
