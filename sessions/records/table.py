"""A table's row, the people who sit there, its posts and its messages. Times are milliseconds since 1970, UTC."""

from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.rules import OptionValue
from sessions.records.clock import Vote

Status: TypeAlias = Literal["lobby", "running", "over", "closed", "suspended"]
Ending: TypeAlias = Literal["finished", "conceded", "closed", "agreed", "moderated"]
"""The end of a table: played to the end; all but one left; closed without a game; ended early by all, or by a
moderator.
"""
Reason: TypeAlias = Literal["damaged", "rules", "channel", "server", "paused", "alone"]
"""Why a table is on hold. `server`: the bot was removed there. `alone`: everyone else has left, and the last person has
yet to decide."""
Left: TypeAlias = Literal["autopilot", "standard"]
"""The player for somebody who left: the autopilot, which makes only forced moves, or the game's standard policy."""

LIVE: tuple[Status, ...] = ("lobby", "running", "suspended")
"""The statuses that occupy a channel."""

NOBODY = 0
"""The user of a computer's seat."""


class Sitter(msgspec.Struct, frozen=True):
    """A person or computer on a seat. `has_left`: they conceded, and the autopilot answers for the seat.

    `level` is that of a computer, whose `user` is `NOBODY`; None for a person.
    """

    seat: Seat
    user: int
    name: str
    has_left: bool = False
    level: str | None = None

    @property
    def is_computer(self) -> bool:
        """Return whether this is a computer player."""
        return self.level is not None


class Proposal(msgspec.Struct, frozen=True):
    """A proposal that everyone must agree to: `undo` back to just before entry `number`, `end` the game now, `pause` or
    `resume` it, or begin a `rematch`, in its lobby. To `open` the seat `number` takes more than half of the others.

    `agreed` are the consenting seats, the proposer's first. `id` is the interaction that made it (0 in older tables):
    consent counts only for the proposal that was shown.
    """

    number: int
    agreed: tuple[Seat, ...]
    id: int = 0
    kind: Literal["undo", "end", "rematch", "open", "pause", "resume"] = "undo"


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rules about joining a table, and how its seats are played.

    `admits` says whether only `invited` users may sit down, or those with the `role` too, or anyone. A table that
    `starts_itself` begins when it is full and all users are `ready`. An idle lobby is closed at `lapses_at`.
    `left` plays for people who leave, unless `plays` has another choice for a seat.

    `level` is that of the table's computers, who agree to every undo at a table for `practice`. A rematch
    `misses_computers` if the host has turned them off since. With `hints` people may ask for one; `hinted` counts them
    by seat. `colours` are people's choices by seat: `UNCHOSEN` ones and missing seats at the end have yet to choose.
    """

    admits: Literal["anyone", "invited", "role"] = "anyone"
    role: int | None = None
    invited: tuple[int, ...] = ()
    starts_itself: bool = False
    ready: tuple[int, ...] = ()
    left: Left = "autopilot"
    lapses_at: int | None = None
    level: str = "standard"
    practice: bool = False
    colours: tuple[int, ...] = ()
    plays: tuple[tuple[Seat, Left], ...] = ()
    hints: bool = False
    hinted: tuple[int, ...] = ()
    misses_computers: bool = False

    def plays_on(self, seat: Seat) -> Left:
        """Return who plays for the person of this seat, who has left."""
        return dict(self.plays).get(seat, self.left)


class Table(msgspec.Struct, frozen=True):
    """A table's row. `version` is that of the game's rules. Controls with an older `epoch` no longer work.

    `ended` says how a table ended, `reason` why a suspended one is on hold. `commitment` is the SHA-256 of the seed in
    hex, published at the start. `rematch_of` is the table whose game is played again. `pace_of` reads the `pace`.
    `revision` counts the changes of the row and of the log.
    """

    id: int
    guild: int | None
    channel: int
    game: str
    version: int
    owner: int
    language: str
    created_at: int
    changed_at: int
    options: dict[str, OptionValue] = {}
    seats_wanted: int | None = None
    status: Status = "lobby"
    sitters: tuple[Sitter, ...] = ()
    epoch: int = 0
    commitment: str | None = None
    ended: Ending | None = None
    reason: Reason | None = None
    proposal: Proposal | None = None
    rematch_of: int | None = None
    seating: Seating = Seating()
    pace: str | None = None
    vote: Vote | None = None
    revision: int = 0

    @property
    def names(self) -> dict[Seat, str]:
        """The name of each seat's holder."""
        return {sitter.seat: sitter.name for sitter in self.sitters}

    def sitter_of(self, user: int) -> Sitter | None:
        """Return this user's sitter, unless they have left."""
        return next((sitter for sitter in self.people if sitter.user == user), None)

    @property
    def people(self) -> tuple[Sitter, ...]:
        """The people who sit here and have not left."""
        return tuple(sitter for sitter in self.sitters if not (sitter.has_left or sitter.is_computer))

    @property
    def computers(self) -> tuple[Sitter, ...]:
        """The computer players."""
        return tuple(sitter for sitter in self.sitters if sitter.is_computer)

    @property
    def is_alone(self) -> bool:
        """Return whether a single person plays: the others have left, or are computers."""
        return len(self.people) == 1

    @property
    def is_against_programs(self) -> bool:
        """Return whether one person plays against computers, or the seats of people who left."""
        return self.is_alone and len(self.sitters) > 1

    @property
    def has_company(self) -> bool:
        """Return whether more than one play, computers included."""
        return sum(not sitter.has_left for sitter in self.sitters) > 1

    @property
    def last_one(self) -> Sitter | None:
        """The winner because everyone else left (decision 007), if the game ended so."""
        return self.people[0] if self.ended == "conceded" and self.people else None

    @property
    def is_paused(self) -> bool:
        """Return whether the game is paused by consent of all."""
        return self.status == "suspended" and self.reason == "paused"

    @property
    def is_left_alone(self) -> bool:
        """Return whether everyone else has left, and the last person has yet to decide."""
        return self.status == "suspended" and self.reason == "alone"

    @property
    def is_under_way(self) -> bool:
        """Return whether the game is running, or on hold for as long as its people want."""
        return self.status == "running" or self.is_paused or self.is_left_alone

    @property
    def has_open_seat(self) -> bool:
        """Return whether somebody may take over a seat."""
        return self.is_under_way and any(sitter.has_left for sitter in self.sitters)

    @property
    def is_live(self) -> bool:
        """Return whether the table still occupies its channel."""
        return self.status in LIVE


PostKind: TypeAlias = Literal["board", "hand", "notice", "remind", "watch"]


class Post(msgspec.Struct, frozen=True):
    """Something to be posted, stored together with the change that it shows.

    It shows the entries `first` to `last` (0: none). `users` are pinged by a board or notice, or are the one recipient
    of a hand, watch or remind post. `notice` is a catalogue id. `nonce` stays the same over all attempts; several rows
    sent as one message use the nonce of the last.
    """

    id: int
    table: int
    channel: int
    kind: PostKind
    nonce: str
    due_at: int
    first: int = 0
    last: int = 0
    users: tuple[int, ...] = ()
    turn_passed: bool = False
    notice: str | None = None
    attempts: int = 0


class LiveMessage(msgspec.Struct, frozen=True):
    """A message of ours that is still needed, one of each kind (`control`, `start`, `hand:<user>`) per table.

    A `control` message shows all entries from `first` on (0: none, or unknown). `post` is the newest post it was sent
    for. `files` are its pictures, ids by name.
    """

    table: int
    kind: str
    channel: int
    message: int
    posted_at: int
    first: int = 0
    post: int = 0
    files: dict[str, int] = {}
