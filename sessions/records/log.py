"""The log of a table, the positions kept with it, and the result of a change."""

from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Fact, Seat
from engine.kernel.rules import Settings
from sessions.records.table import Left

# The log stores what follows under these tags and the names of these fields. Both stay as they are, whatever the
# classes come to be called: a field that is renamed keeps its stored name by `msgspec.field(name=...)`.


class Started(msgspec.Struct, frozen=True, tag="Started"):
    """The game was laid out. The seed tells every hidden card: it leaves the store only in positions."""

    settings: Settings
    seed: bytes
    facts: bytes


class Answered(msgspec.Struct, frozen=True, tag="Answered"):
    """A seat answered the decision with that id; `by_autopilot` if its player had left.

    `facts` are encoded by the kernel.
    """

    decision: int
    keys: tuple[str, ...]
    facts: bytes
    revealed: bool
    by_autopilot: bool = msgspec.field(default=False, name="caretaken")


class Ordered(msgspec.Struct, frozen=True, tag="Ordered"):
    """A seat left a standing order."""

    rule: str
    keys: tuple[str, ...]


class Retracted(msgspec.Struct, frozen=True, tag="Retracted"):
    """The entries with these numbers no longer count."""

    numbers: tuple[int, ...]


class Conceded(msgspec.Struct, frozen=True, tag="Conceded", omit_defaults=True):
    """The player of the seat left the game; or was gone, and `opened_by` another opened the seat for somebody else.

    Or the player `was_silent` too often in a row, and the seat is open without anybody's word. `plays` says what plays
    on there; nothing did where the last one was asked first.
    """

    user: int
    opened_by: int | None = None
    plays: Left | Literal["nobody"] = "autopilot"
    was_silent: bool = False


class Reseated(msgspec.Struct, frozen=True, tag="Reseated"):
    """Someone took over the seat of a player who had left: of `former`, as they were called at the table.

    Entries of older versions have neither (0 and no name).
    """

    user: int
    former: int = 0
    former_name: str = ""


class Upgraded(msgspec.Struct, frozen=True, tag="Upgraded"):
    """The game goes on under other rules. `differs`: the answers since the last snapshot now lead elsewhere."""

    old: int
    new: int
    differs: bool


class Ended(msgspec.Struct, frozen=True, tag="Ended"):
    """The game was ended early, by a moderator or because all agreed; `user` said the last word."""

    user: int
    is_by_moderator: bool = False


LoggedAction: TypeAlias = Started | Answered | Ordered | Retracted | Conceded | Reseated | Upgraded | Ended


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log, never changed once written.

    `number` counts a table's entries from 1. `part` counts from 0 the entries that one interaction caused. `digest` is
    that of the position reached, in hex.
    """

    number: int
    seat: Seat | None
    action: LoggedAction
    digest: str
    interaction: int
    part: int
    at: int


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log as one listener hears it. `action` says what kind of entry it is.

    `seat` is whose action it was, `facts` are heard ones. `numbers` are the answers taken back, `seats` those that gave
    them and `undone` what was heard of them; `versions` are the rules before and after an upgrade, `user` is the
    moderator who ended the game, or who opened the seat of somebody gone. `plays` is what plays on for who left;
    `was_silent`: they left by not answering too often in a row. `names` are those of who held the seats then, `at` is
    when it was. Standing orders have no line.
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


class Snapshot(msgspec.Struct, frozen=True):
    """The position after the entry `number`, encoded by the kernel under rules `version`.

    `is_anchor`: free undo can never go back behind it, so a timeline resumed from it offers the same undo as before.
    """

    number: int
    version: int
    position: bytes
    is_anchor: bool = True


class Moved(msgspec.Struct, frozen=True):
    """What a change of a table led to.

    `first` to `last` are its entries; `facts` are what the seat that made the change hears of it.
    `asked` are the seats that wait now and did not before. `repeated`: the same interaction had done this already, and
    nothing was changed now.
    """

    first: int
    last: int
    facts: tuple[Fact, ...] = ()
    revealed: bool = False
    digest: str = ""
    is_over: bool = False
    turn_passed: bool = False
    asked: tuple[Seat, ...] = ()
    repeated: bool = False
