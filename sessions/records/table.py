"""A table as its row keeps it, with the people who sit there. Times are milliseconds since 1970, UTC."""

from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.rules import OptionValue
from sessions.records.clock import Vote

Status: TypeAlias = Literal["lobby", "running", "over", "closed", "suspended"]
Ending: TypeAlias = Literal["finished", "conceded", "closed", "agreed", "moderated"]
"""How a table came to its end: played out; all but one left; closed before or without a game; ended early because all
who played agreed, or by a moderator."""
Reason: TypeAlias = Literal["damaged", "rules", "channel", "server", "paused", "alone"]
"""Why a table stands still; `server`: the bot was removed from there; `alone`: everyone else has left, and the last one
is asked what is to become of it."""
Left: TypeAlias = Literal["autopilot", "standard"]
"""What plays on for somebody who leaves: the autopilot, which holds still, or the standard policy of the game."""

LIVE: tuple[Status, ...] = ("lobby", "running", "suspended")
"""The statuses that occupy a channel."""

NOBODY = 0
"""In place of the user of a seat that a computer has."""


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a seat. `has_left`: they conceded, and the autopilot answers for the seat.

    `level` is how well a computer plays that has the seat, which is `NOBODY`'s then; None where it is a person's.
    """

    seat: Seat
    user: int
    name: str
    has_left: bool = False
    level: str | None = None

    @property
    def is_computer(self) -> bool:
        """Whether a program has this seat from the beginning."""
        return self.level is not None


class Proposal(msgspec.Struct, frozen=True):
    """A wish that all must agree to: to go back to just before entry `number`, to `end` the game where it stands, or to
    begin a `rematch`, which is asked in its lobby. To `open` the seat `number`, whose person is gone, takes more than
    half of the others. To `pause` a running game and to `resume` it takes all.

    `agreed` are the seats that consent, the proposer's first. `id` is the interaction that made it (0 in tables stored
    before there were ids): a vote counts for the proposal that was shown alone.
    """

    number: int
    agreed: tuple[Seat, ...]
    id: int = 0
    kind: Literal["undo", "end", "rematch", "open", "pause", "resume"] = "undo"


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who may sit down at a table, and what becomes of its seats.

    A lobby in which nothing happens is closed at `lapses_at`, which its people are told a day before.
    `admits` whoever was `invited` alone, also whoever has the `role`, or anyone. If it `starts_itself`, it begins when
    it is full and everyone is `ready` (users). `left` says what plays on for somebody who leaves, `plays` where that
    was chosen for a seat when it was left.

    `level` is how well the computers of the table play. At one for `practice` they agree to every undo. A rematch
    `misses_computers` where those of the game before play no more, since the host had none.
    With `hints` whoever is asked may have one; `hinted` counts them by seat, as far as somebody has had one.
    `colours` are those that people chose, by seat; `UNCHOSEN` and seats beyond the last one have yet to choose.
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
        """What plays on for the person of this seat, who has left."""
        return dict(self.plays).get(seat, self.left)


class Table(msgspec.Struct, frozen=True):
    """A table as its row keeps it. `version` is that of the game's rules; `epoch` counts the undos.

    `ended` says how a table that is over or closed came to its end, `reason` why a suspended one stands still.
    `commitment` is the SHA-256 of the seed in hex, published at the start. `rematch_of` is the table whose game is
    played once more. `pace` is kept as `sessions.clocks.paces` reads it, `vote` is what the others are asked.
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
        """The sitter that is this user and has not left."""
        return next((sitter for sitter in self.people if sitter.user == user), None)

    @property
    def people(self) -> tuple[Sitter, ...]:
        """The persons who sit here and have not left."""
        return tuple(sitter for sitter in self.sitters if not (sitter.has_left or sitter.is_computer))

    @property
    def computers(self) -> tuple[Sitter, ...]:
        """The seats that programs have from the beginning."""
        return tuple(sitter for sitter in self.sitters if sitter.is_computer)

    @property
    def is_alone(self) -> bool:
        """Whether there is nobody at the table whom a player could ask for anything: others left, or are computers."""
        return len(self.people) == 1

    @property
    def is_against_programs(self) -> bool:
        """Whether one person plays and programs have all other seats: as computers, or for those who left."""
        return self.is_alone and len(self.sitters) > 1

    @property
    def has_company(self) -> bool:
        """Whether more than one plays, persons and computers."""
        return sum(not sitter.has_left for sitter in self.sitters) > 1

    @property
    def last_one(self) -> Sitter | None:
        """Who has won because everyone else left (decision 007); None where the game ended otherwise, or goes on."""
        return self.people[0] if self.ended == "conceded" and self.people else None

    @property
    def is_paused(self) -> bool:
        """Whether the game stands still because all who play wanted it to."""
        return self.status == "suspended" and self.reason == "paused"

    @property
    def is_left_alone(self) -> bool:
        """Whether the game stands still because everyone else has left, and the last one has yet to say what now."""
        return self.status == "suspended" and self.reason == "alone"

    @property
    def is_under_way(self) -> bool:
        """Whether the game is played, or stands still for as long as its people want it to."""
        return self.status == "running" or self.is_paused or self.is_left_alone

    @property
    def has_open_seat(self) -> bool:
        """Whether a seat of the game was left, so that somebody else may take it."""
        return self.is_under_way and any(sitter.has_left for sitter in self.sitters)

    @property
    def is_live(self) -> bool:
        """Whether the table still occupies its channel."""
        return self.status in LIVE
