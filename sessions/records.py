"""What is kept of a table: its row, its people, its log, its snapshots, and what still has to be posted.

All times are milliseconds since 1970, UTC.
"""

from typing import Literal, TypeAlias

import msgspec

from engine.kernel.decision import Fact, Seat
from engine.kernel.rules import OptionValue, Settings
from sessions.clock_records import Vote

Status: TypeAlias = Literal["lobby", "running", "over", "closed", "suspended"]
Ending: TypeAlias = Literal["finished", "conceded", "closed", "agreed", "moderated"]
"""How a table came to its end: played out; all but one left; closed before or without a game; ended early because all
who played agreed, or by a moderator."""
Reason: TypeAlias = Literal["damaged", "rules", "channel", "server", "paused", "alone"]
"""Why a table stands still; `server`: the bot was removed from there; `alone`: everyone else has left, and the last one
is asked what is to become of it."""
Left: TypeAlias = Literal["autopilot", "standard"]
"""What plays on for somebody who leaves: the autopilot, which holds still, or the standard policy of the game."""
PostKind: TypeAlias = Literal["board", "hand", "notice", "remind", "watch"]

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


class Post(msgspec.Struct, frozen=True):
    """Something that a channel or a person has yet to be shown, written with the change it tells of.

    `first` to `last` are the entries it tells of (0 to 0: none). `users` are to be pinged by a board or notice post, or
    are the one person of a hand, watch or remind post. `notice` is the catalogue id of a notice. `nonce` stays the same
    over all attempts: who posts several rows as one message uses the nonce of the last.
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


class Person(msgspec.Struct, frozen=True):
    """What someone chose for themselves.

    `dm_closed_at`: when Discord last refused a direct message to them, in ms since 1970, UTC. `off_ladder`: nobody else
    is shown their results.
    """

    user: int
    language: str | None = None
    hand_by_dm: bool = False
    dm_closed_at: int | None = None
    off_ladder: bool = False


class Report(msgspec.Struct, frozen=True):
    """What somebody told the host of trouble: where, at which entry of which table's log (0: none), in their words."""

    id: int
    at: int
    user: int
    guild: int | None
    channel: int | None
    table: int | None
    number: int
    game: str | None
    version: int | None
    text: str


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who waits in a server since `at` for company at a game with that number of seats, at that pace."""

    guild: int
    user: int
    name: str
    game: str
    seats: int
    at: int
    pace: str | None = None


class Server(msgspec.Struct, frozen=True):
    """What those who manage a server chose for it; None, or none at all, where they chose nothing.

    Tables open in `channels` and their threads alone, by whoever has `opener_role`. `seeking` is the channel where
    players are looked for, `reports` the one that is told of reports. `pace` is that of its tables unless they choose
    another. `per_person` of its tables may be open at once, `per_server` in all. `results_public`: statistics are told
    to everyone there, not only to whoever asks. `lost_at` is when the server removed the bot, if it did.
    """

    guild: int
    language: str | None = None
    channels: tuple[int, ...] = ()
    opener_role: int | None = None
    seeking: int | None = None
    reports: int | None = None
    pace: str | None = None
    per_person: int | None = None
    per_server: int | None = None
    results_public: bool = False
    lost_at: int | None = None


class Watcher(msgspec.Struct, frozen=True):
    """Someone who is told how a table's game goes; the last round that they were told the end of is `told`."""

    table: int
    user: int
    told: int = 0


class LiveMessage(msgspec.Struct, frozen=True):
    """A message of ours that is still needed: one of a kind (`control`, `start`, `hand:<user>`) per table.

    `first` is the first entry that a `control` message tells: it tells all from there on. 0: none, as a lobby, or not
    known. `post` is the newest post that it was sent for. `files` are the pictures that it shows, their ids by name.
    """

    table: int
    kind: str
    channel: int
    message: int
    posted_at: int
    first: int = 0
    post: int = 0
    files: dict[str, int] = {}


class PastGame(msgspec.Struct, frozen=True):
    """One person's side of a finished game, with how many seats and which options.

    `place` and `score` are theirs, `rival` is the best score of any other side; None where no result was kept.
    `is_given_up`: they left before its end. `is_cut_short`: it was ended early, by all or by a moderator.
    `is_last_one`: they won because everyone else left. `dealt` is what the setup gave them, `turns` how many they had,
    which waited `waited_ms` in all. `has_changed`: the seat was left or taken over, or nobody kept whether it was.
    `computers` is how many seats computers had, whose own sides are nobody's.
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
