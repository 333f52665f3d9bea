"""A table's row, the people who sit there, its posts and its messages. Times are milliseconds since 1970, UTC."""

from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Seat
from engine.kernel.rules import OptionValue
from sessions.records.clock import Vote

Status: TypeAlias = Literal["lobby", "running", "over", "closed", "suspended"]
Ending: TypeAlias = Literal["finished", "conceded", "closed", "agreed", "moderated", "settled", "tied"]
"""The endings of a table. By consent: `agreed` (no places), `settled` (the places at that time) or `tied` (a draw)."""
Reason: TypeAlias = Literal["damaged", "rules", "channel", "server", "paused", "alone", "game"]
"""Why a table is on hold. `server`: the server removed the bot. `alone`: the last person has yet to decide. `game`: the
game failed or is missing."""
Left: TypeAlias = Literal["autopilot", "standard"]
"""The player for somebody who left: the autopilot makes only forced moves, `standard` is a policy."""

Kept: TypeAlias = Literal["turn", "round", "demand"]
"""The finished turns whose messages keep a picture: every one, the last of each round, or none."""

LIVE: tuple[Status, ...] = ("lobby", "running", "suspended")

NOBODY = 0


class Sitter(msgspec.Struct, frozen=True):
    """A person or computer in a seat. A computer has a `level`, and its `user` is `NOBODY`."""

    seat: Seat
    user: int
    name: str
    has_left: bool = False
    level: str | None = None

    @property
    def is_computer(self) -> bool:
        return self.level is not None


class Proposal(msgspec.Struct, frozen=True):
    """A proposal to all players. All of them must agree, but for opening a seat more than half are enough."""

    number: int
    """The first entry to undo, or the seat to open."""
    agreed: tuple[Seat, ...]
    """The seats that agree. The proposer's is first."""
    id: int = 0
    """The interaction that made the proposal, or 0."""
    kind: Literal["undo", "end", "rematch", "open", "pause", "resume", "settled", "tied"] = "undo"


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rules for joining a table, and how its seats are played."""

    admits: Literal["anyone", "invited", "role"] = "anyone"
    role: int | None = None
    invited: tuple[int, ...] = ()
    starts_itself: bool = False
    """If true, the game begins when the table is full and all users are in `ready`."""
    ready: tuple[int, ...] = ()
    left: Left = "autopilot"
    """The player for people who leave, unless `plays` names another for their seat."""
    lapses_at: int | None = None
    level: str = "standard"
    practice: bool = False
    """If true, computer players agree to every undo."""
    colours: tuple[int, ...] = ()
    """Chosen colours by seat. Missing seats have none."""
    plays: tuple[tuple[Seat, Left], ...] = ()
    hints: bool = False
    hinted: tuple[int, ...] = ()
    """The number of hints by seat. Missing seats have had none."""
    misses_computers: bool = False
    pictures: Kept = "turn"
    """The finished turns whose messages keep a picture."""
    casual: bool = False
    """If true, the game isn't rated."""
    silent: bool = False
    """If true, the table's messages make no sound."""
    given: tuple[tuple[Seat, int], ...] = ()
    """The questions that got more time, as seat and id. A question is listed once for each time."""
    fewer: tuple[int, ...] = ()
    """The users who would start without waiting for the last seats."""

    @property
    def is_casual(self) -> bool:
        """Return whether the game is unrated by choice. Hints always make it so, even if none is taken: otherwise
        someone about to lose could take one to save their rating."""
        return self.casual or self.hints

    def plays_on(self, seat: Seat) -> Left:
        return dict(self.plays).get(seat, self.left)


class Table(msgspec.Struct, frozen=True):
    """A table's row."""

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
    """Controls with an older epoch no longer work."""
    commitment: str | None = None
    """The seed's SHA-256 in hex."""
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
        return {sitter.seat: sitter.name for sitter in self.sitters}

    def sitter_of(self, user: int) -> Sitter | None:
        """Return this user's sitter, unless they have left."""
        return next((sitter for sitter in self.people if sitter.user == user), None)

    @property
    def people(self) -> tuple[Sitter, ...]:
        return tuple(sitter for sitter in self.sitters if not (sitter.has_left or sitter.is_computer))

    @property
    def computers(self) -> tuple[Sitter, ...]:
        return tuple(sitter for sitter in self.sitters if sitter.is_computer)

    @property
    def is_alone(self) -> bool:
        return len(self.people) == 1

    @property
    def has_company(self) -> bool:
        return sum(not sitter.has_left for sitter in self.sitters) > 1

    @property
    def is_paused(self) -> bool:
        return self.status == "suspended" and self.reason == "paused"

    @property
    def is_left_alone(self) -> bool:
        return self.status == "suspended" and self.reason == "alone"

    @property
    def is_under_way(self) -> bool:
        return self.status == "running" or self.is_paused or self.is_left_alone

    @property
    def is_cut_off(self) -> bool:
        """Return whether a game on hold could go on in another channel, or once its server is back."""
        return self.status == "suspended" and self.reason in ("channel", "server")

    @property
    def has_open_seat(self) -> bool:
        return self.is_under_way and any(sitter.has_left for sitter in self.sitters)

    @property
    def is_from_queue(self) -> bool:
        """Return whether the queue of `/play` has opened this lobby. Such a lobby starts once everyone is ready."""
        seating = self.seating
        is_own = seating.starts_itself and seating.admits == "anyone" and bool(seating.invited)
        return self.status == "lobby" and self.rematch_of is None and is_own

    @property
    def unready(self) -> tuple[int, ...]:
        """Return the users at a lobby who have not pressed Ready."""
        return tuple(sitter.user for sitter in self.people if sitter.user not in self.seating.ready)

    @property
    def is_live(self) -> bool:
        return self.status in LIVE


PostKind: TypeAlias = Literal["board", "hand", "notice", "remind", "watch", "result"]


class Post(msgspec.Struct, frozen=True):
    """A message to send about log entries. It is stored together with them."""

    id: int
    table: int
    channel: int
    kind: PostKind
    nonce: str
    """The same for all attempts. A message for several posts has the nonce of one of them."""
    due_at: int
    first: int = 0
    """The first entry, or 0 if the post isn't about entries. `last` is the last one."""
    last: int = 0
    users: tuple[int, ...] = ()
    """The users to ping. A hand, watch or remind post has one user, who receives it."""
    turn_passed: bool = False
    notice: str | None = None
    """The message id of a notice's text."""
    attempts: int = 0


class LiveMessage(msgspec.Struct, frozen=True):
    """A message that the bot may still edit or delete."""

    table: int
    kind: str
    """`control`, `start`, `seek`, `hand:<user>`, `remind:<user>:<message>` or `news:<user>:<message>`. A table has at
    most one of each."""
    channel: int
    message: int
    posted_at: int
    first: int = 0
    """The first log entry that a `control` shows; 0 if unknown."""
    post: int = 0
    """The newest post that a `control` shows."""
    files: dict[str, int] = {}
    """The ids of the attached files, by file name."""
