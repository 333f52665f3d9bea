"""Records of a table's log: entries, snapshots, results of changes, and finished games for statistics."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Fact, Seat
from engine.kernel.rules import OptionValue, Settings
from sessions.records.table import Left, rank_of

# The log stores these classes by tag and field names, which must never change. If a field is renamed,
# keep the stored name with `msgspec.field(name=...)`.


class Started(msgspec.Struct, frozen=True, tag="Started"):
    """The game began. The seed reveals every hidden card, so only positions may contain it."""

    settings: Settings
    seed: bytes
    facts: bytes


class Answered(msgspec.Struct, frozen=True, tag="Answered"):
    """`facts` are encoded by the kernel. `by_autopilot`: the player had left."""

    decision: int
    keys: tuple[str, ...]
    facts: bytes
    revealed: bool
    by_autopilot: bool = msgspec.field(default=False, name="caretaken")


class Ordered(msgspec.Struct, frozen=True, tag="Ordered"):
    rule: str
    keys: tuple[str, ...]


class Retracted(msgspec.Struct, frozen=True, tag="Retracted"):
    numbers: tuple[int, ...]


class Conceded(msgspec.Struct, frozen=True, tag="Conceded", omit_defaults=True):
    """The player left, timed out, or was removed: by the user `opened_by`, or by a vote of the seats in `agreed`.

    `plays` says who answers for the seat from now on.
    """

    user: int
    opened_by: int | None = None
    plays: Left | Literal["nobody"] = "autopilot"
    was_silent: bool = False
    agreed: tuple[Seat, ...] = ()


class Reseated(msgspec.Struct, frozen=True, tag="Reseated"):
    """`former` is 0 in entries of older versions."""

    user: int
    former: int = 0
    former_name: str = ""


class Upgraded(msgspec.Struct, frozen=True, tag="Upgraded"):
    """The game continues under new rules. `differs`: answers since the last snapshot now have another result."""

    old: int
    new: int
    differs: bool


class Ended(msgspec.Struct, frozen=True, tag="Ended"):
    """The game was ended early by consent or by a moderator. `user` was the last to agree, or the moderator."""

    user: int
    is_by_moderator: bool = False


LoggedAction: TypeAlias = Started | Answered | Ordered | Retracted | Conceded | Reseated | Upgraded | Ended


class Entry(msgspec.Struct, frozen=True):
    """`number` counts all entries from 1, `part` those of one interaction from 0. `digest` hashes the new position."""

    number: int
    seat: Seat | None
    action: LoggedAction
    digest: str
    interaction: int
    part: int
    at: int


def taken_back(entries: Iterable[Entry]) -> set[int]:
    return {number for entry in entries if isinstance(entry.action, Retracted) for number in entry.action.numbers}


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log as one listener may read it. Standing orders have no line.

    After an undo, `numbers` are the undone answers of `seats`, and `undone` has their facts. After a vote, `seats` are
    those that voted to replace a player. `versions` are the rules before and after an upgrade. `names` are the seats'
    holders at the time. `former` held the seat before it was taken over.
    """

    number: int
    action: Literal["started", "answered", "retracted", "conceded", "reseated", "upgraded", "agreed", "moderated"]
    seat: Seat | None
    facts: tuple[Fact, ...] = ()
    numbers: tuple[int, ...] = ()
    seats: tuple[Seat, ...] = ()
    undone: tuple[Fact, ...] = ()
    versions: tuple[int, int] | None = None
    user: int | None = None
    names: dict[Seat, str] = {}
    at: int = 0
    plays: Left | Literal["nobody"] = "autopilot"
    was_silent: bool = False
    former: str = ""


class Snapshot(msgspec.Struct, frozen=True):
    """The position after the entry `number`, under rules `version`. Free undo never goes back past an anchor."""

    number: int
    version: int
    position: bytes
    is_anchor: bool = True


class Moved(msgspec.Struct, frozen=True):
    """The result of a change: its entries, the `facts` that the seat may know, and the seats that are newly `asked`."""

    first: int
    last: int
    facts: tuple[Fact, ...] = ()
    revealed: bool = False
    digest: str = ""
    is_over: bool = False
    turn_passed: bool = False
    asked: tuple[Seat, ...] = ()


class PastGame(msgspec.Struct, frozen=True):
    """One person's side of a finished game. `rival` is the best other score; None without a result.

    People who left have the last places; `left_at` is the entry in which they left. `is_last_one`: they won because
    everyone else left. `dealt` is what the setup gave them. `has_changed`: the seat was left or taken over, or this is
    unknown. `is_substitute`: someone else began on their seat. `is_agreed`: the players agreed on the places.
    """

    table: int
    seats: int
    options: dict[str, OptionValue]
    ended_at: int
    is_given_up: bool
    place: int | None = None
    score: int | None = None
    rival: int | None = None
    is_cut_short: bool = False
    is_last_one: bool = False
    game: str = ""
    guild: int | None = None
    user: int = 0
    name: str = ""
    dealt: dict[str, str] = {}
    turns: int = 0
    waited_ms: int = 0
    has_changed: bool = False
    computers: int = 0
    is_casual: bool = False
    is_substitute: bool = False
    left_at: int | None = None
    is_agreed: bool = False

    @property
    def rank(self) -> tuple[bool, int]:
        """A sort key for the sides of a game with places."""
        return rank_of(self.place or 0, self.left_at)
