"""Why a table refuses. Nothing has changed then; words for each are in the catalogue, its values fill the blanks."""

from dataclasses import dataclass

from engine.kernel.decision import Seat
from engine.kernel.refusals import Refusal


class TableRefusal(Refusal):
    """Something the table, not the rules of its game, does not allow."""


class NoTable(TableRefusal):
    """No table is in this channel, or none has this id."""


@dataclass(eq=False, repr=False)
class TableExists(TableRefusal):
    """The channel already has a live table."""

    table: int


class NotPlayed(TableRefusal):
    """Only those who played to the end of a game may ask for its rematch."""


class NotOver(TableRefusal):
    """The game is not over yet, or there was none."""


@dataclass(eq=False, repr=False)
class NotAllIn(TableRefusal):
    """A rematch waits for some of these users, who have not said yes."""

    users: tuple[int, ...]


@dataclass(eq=False, repr=False)
class UnknownGame(TableRefusal):
    """No game has this key."""

    game: str


@dataclass(eq=False, repr=False)
class TooManyTables(TableRefusal):
    """The `user` or the `guild` has as many open tables as it may; `here`: the user as many as this guild allows."""

    whose: str
    limit: int


class NotSeated(TableRefusal):
    """This person does not sit at the table, or has left it."""


class SeatIsOpen(NotSeated):
    """This person's seat was left or opened, and nobody has taken it yet: they may."""


class NeverPlayed(TableRefusal):
    """This person never sat at the game that is over."""


@dataclass(eq=False, repr=False)
class NotOwner(TableRefusal):
    """Only the owner of the table may do this."""

    owner: int


class AlreadySeated(TableRefusal):
    """This person sits at the table already."""


@dataclass(eq=False, repr=False)
class ColourTaken(TableRefusal):
    """The refusal of a colour that somebody else at the table, called `name`, has chosen."""

    name: str


@dataclass(eq=False, repr=False)
class TableFull(TableRefusal):
    """The refusal of a table whose seats are all taken."""

    seats: int


class NotStarted(TableRefusal):
    """The game has not been started yet."""


class AlreadyStarted(TableRefusal):
    """The game has been started: the lobby is closed."""


class TableOver(TableRefusal):
    """The game is over or the table closed."""


@dataclass(eq=False, repr=False)
class TooFewSeated(TableRefusal):
    """The game cannot be started with `seated` people; `seats` are the numbers it can be played with."""

    seated: int
    seats: tuple[int, ...]


class AloneUnasked(TableRefusal):
    """One person sits at a table for several; the game can be played alone where just one seat is asked for."""


@dataclass(eq=False, repr=False)
class NotYourTurn(TableRefusal):
    """The person's seat is not asked anything; `waiting` are the seats that are."""

    waiting: tuple[Seat, ...]


class StalePress(TableRefusal):
    """What was pressed belongs to a position that was moved on from or taken back."""


class NothingDecided(TableRefusal):
    """A command did not say enough to answer even the first decision."""


class NothingToUndo(TableRefusal):
    """No answer of this person is there to be taken back."""


@dataclass(eq=False, repr=False)
class UndoClosed(TableRefusal):
    """The last answer cannot be taken back alone: it `revealed` something, or it was another seat's (`other`).

    Or not at all: since then `rules` or `seats` changed, or something was revealed that `computers` would not unsee.
    """

    why: str


class NobodyToNudge(TableRefusal):
    """Nobody here may be called once more now."""


class NotPaused(TableRefusal):
    """The game is not paused, so it cannot go on."""


class NotLeftAlone(TableRefusal):
    """The game does not stand still for a last person: others play, or it was said what becomes of it."""


class NotSilent(TableRefusal):
    """Nobody here has let the others wait for so long that they may vote on it."""


class VoteStands(TableRefusal):
    """Something is voted on already."""


class NoVote(TableRefusal):
    """Nothing is voted on here, or no longer."""


class NotAsVoted(TableRefusal):
    """Nobody votes on themselves: whoever is voted on answers instead."""


class VoteWhileAway(TableRefusal):
    """Whoever is away has no vote: they are back first."""


class NoProposal(TableRefusal):
    """Nobody proposes anything, or the table has moved on since."""


class ProposalRefused(TableRefusal):
    """The others have just refused what this person proposed; nothing is proposed again before the next answer."""


class ProposalStands(TableRefusal):
    """Something is proposed already and waits for votes."""


class EndNeedsConsent(TableRefusal):
    """A game under way is ended early by all who play, or by a moderator; nobody ends it alone."""


class NoComputers(TableRefusal):
    """The host of the bot offers no computer players."""


class ComputersUnavailable(TableRefusal):
    """Computers sit in the lobby, but the host of the bot offers none any more: no game begins with them."""


class NoHints(TableRefusal):
    """This table plays without hints."""


class NoThinkers(TableRefusal):
    """The host of the bot has no processes that think, so nobody can tell reasons."""


class NoReasons(TableRefusal):
    """No process answers now that could tell reasons."""


class ReasonsLater(TableRefusal):
    """Reasons of moves are told once the game is over."""


class NoComputersMove(TableRefusal):
    """No computer moved there, or not any more as the log counts."""


class NobodyToRemove(TableRefusal):
    """No computer sits at this table."""


class NoFreeSeat(TableRefusal):
    """No seat has been left that could be taken over."""


class NotInvited(TableRefusal):
    """Only those who were invited sit down at this table."""


@dataclass(eq=False, repr=False)
class LacksRole(TableRefusal):
    """Only those who have a role, or were invited, sit down at this table."""

    role: int


@dataclass(eq=False, repr=False)
class StillThere(TableRefusal):
    """A seat is opened for somebody else when its user has left the server, or has not answered for a week."""

    user: int


class HeldAnotherSeat(TableRefusal):
    """Someone who left this game takes their own seat again or none: they know what its hand held."""


class OtherServer(TableRefusal):
    """The table belongs to another server."""


@dataclass(eq=False, repr=False)
class TableSuspended(TableRefusal):
    """The table stands still: its stored game is `damaged`, cannot go on under new `rules`, lost its `channel`, is
    `paused`, or asks its last person, who is `alone`, what now.
    """

    reason: str


class PastUnreadable(TableRefusal):
    """A position of the past cannot be had again: the rules have changed since, or what was stored cannot be read."""


class StorageRefusal(TableRefusal):
    """The change could not be put on disk, so it was not made, but for `StorageUnsure`."""


class StorageFull(StorageRefusal):
    """The refusal of a change for which the disk has no room."""


class StorageUnavailable(StorageRefusal):
    """The disk cannot be written or read now."""


class StorageReplaced(StorageUnavailable):
    """The database was deleted, moved or replaced under the running bot: what is written to it now is lost."""


class StorageUnsure(StorageRefusal):
    """The database has not answered whether the change was made; the table tells once it does."""
