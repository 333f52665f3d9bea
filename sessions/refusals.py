"""Errors raised when a table refuses an action. Nothing has changed. Each error has a message in the catalogue."""

from dataclasses import dataclass

from engine.kernel.decision import Seat
from engine.kernel.refusals import Refusal


class TableRefusal(Refusal):
    """A refusal by the table, not by the rules of its game."""


class NoTable(TableRefusal):
    """There is no table in this channel, or with this id."""


@dataclass(eq=False, repr=False)
class TableExists(TableRefusal):
    table: int


class NotPlayed(TableRefusal):
    """Only people who played to the end may ask for a rematch."""


class NotOver(TableRefusal):
    """The game is not over yet, or there was no game."""


@dataclass(eq=False, repr=False)
class NotAllIn(TableRefusal):
    """These users have not yet agreed to the rematch."""

    users: tuple[int, ...]


@dataclass(eq=False, repr=False)
class UnknownGame(TableRefusal):
    game: str


@dataclass(eq=False, repr=False)
class TooManyTables(TableRefusal):
    """A limit on live tables is reached: the `user`'s, the `guild`'s, or the user's limit set by the guild (`here`)."""

    whose: str
    limit: int


class TooManyInvited(TableRefusal): ...


class NotSeated(TableRefusal): ...


class NotPlaying(NotSeated):
    """This person doesn't play in the game, which has begun."""


class SeatIsFree(NotSeated):
    """This person doesn't play in the game, but somebody else's seat is open."""


class SeatIsOpen(NotSeated):
    """This person's seat is open, and they may take it again."""


class NeverPlayed(TableRefusal): ...


@dataclass(eq=False, repr=False)
class NotOwner(TableRefusal):
    owner: int


class AlreadySeated(TableRefusal): ...


@dataclass(eq=False, repr=False)
class ColourTaken(TableRefusal):
    name: str


@dataclass(eq=False, repr=False)
class TableFull(TableRefusal):
    seats: int


class NotStarted(TableRefusal): ...


class AlreadyStarted(TableRefusal):
    """The game has started, so the lobby is closed."""


class TableOver(TableRefusal):
    """The game is over, or the table is closed."""


@dataclass(eq=False, repr=False)
class TooFewSeated(TableRefusal):
    """`seats` are the possible numbers of players. A solo game must be requested by asking for a single seat."""

    seated: int
    seats: tuple[int, ...]


@dataclass(eq=False, repr=False)
class NotYourTurn(TableRefusal):
    """This person has no pending question. `waiting` are the seats that have one."""

    waiting: tuple[Seat, ...]


class StalePress(TableRefusal):
    """The pressed control belongs to an earlier position, or to one that was undone."""


class NothingDecided(TableRefusal):
    """The command was too incomplete to answer even the first decision."""


class NothingToUndo(TableRefusal):
    """This person has no answer to undo."""


@dataclass(eq=False, repr=False)
class UndoClosed(TableRefusal):
    """`why` names the obstacle: `revealed`, `other`, `rules`, `seats` or `computers`."""

    why: str


class NobodyToNudge(TableRefusal):
    """Nobody at this table may be pinged again yet."""


class NotPaused(TableRefusal): ...


class NotLeftAlone(TableRefusal):
    """The game is not waiting for its last person: others still play, or that person has already decided."""


class EnoughTime(TableRefusal):
    """More time can be given only to somebody else, only shortly before their time is up, and only a few times."""


class NotSilent(TableRefusal):
    """No player has been silent long enough for a vote."""


class VoteStands(TableRefusal): ...


class NoVote(TableRefusal): ...


class NotAsVoted(TableRefusal):
    """The player being voted on cannot vote, but can answer the question."""


class VoteWhileAway(TableRefusal):
    """People who are away cannot vote until they say they are back."""


class NoProposal(TableRefusal): ...


class ProposalRefused(TableRefusal):
    """The others just refused this person's proposal. A new proposal is possible after the next answer."""


class ProposalStands(TableRefusal): ...


class EndNeedsConsent(TableRefusal):
    """A running game is ended early only by everyone's consent or by a moderator."""


class NoComputers(TableRefusal):
    """The host has turned computer players off."""


class ComputersUnavailable(TableRefusal):
    """Computer players have seats in this lobby, but the host has since turned them off."""


class NoHints(TableRefusal): ...


class NoThinkers(TableRefusal):
    """The host runs no processes that could explain moves."""


class NoReasons(TableRefusal):
    """The processes for explaining moves don't respond."""


class ReasonsLater(TableRefusal):
    """Moves are explained once the game is over."""


class NoComputersMove(TableRefusal):
    """The entry is not a computer's move, or the move was undone."""


class NobodyToRemove(TableRefusal): ...


class NoFreeSeat(TableRefusal): ...


class NotInvited(TableRefusal): ...


@dataclass(eq=False, repr=False)
class LacksRole(TableRefusal):
    """This table is only for people with a role, or with an invitation."""

    role: int


@dataclass(eq=False, repr=False)
class StillThere(TableRefusal):
    """A seat is opened only if its user has left the server or has not answered for a week."""

    user: int


class HeldAnotherSeat(TableRefusal):
    """Someone who left this game may return only to their own seat, since they have seen a hand."""


class OtherServer(TableRefusal): ...


@dataclass(eq=False, repr=False)
class TableSuspended(TableRefusal):
    """The `reason` is `damaged`, `rules`, `channel`, `server`, `paused`, `alone` or `game`."""

    reason: str


class PastUnreadable(TableRefusal):
    """A past position cannot be restored: the rules have changed since, or it cannot be read."""


class NoLeague(TableRefusal): ...


class SignUpClosed(TableRefusal):
    """The league has begun or was cancelled, so nobody can sign up any more."""


@dataclass(eq=False, repr=False)
class LeagueFull(TableRefusal):
    most: int


class LeagueOver(TableRefusal): ...


class NotInLeague(TableRefusal):
    """This person did not sign up, or has left the league."""


class NotSuchPlaces(TableRefusal):
    """There is no such match, or these places don't fit the match's players."""


class StorageRefusal(TableRefusal):
    """The change could not be stored, so it was not made. After a `StorageUnsure` it may have been made."""


class StorageFull(StorageRefusal): ...


class StorageUnavailable(StorageRefusal):
    """The database cannot be read or written now."""


class StorageReplaced(StorageUnavailable):
    """The database file was deleted, moved or replaced while the bot was running. Writes to it would be lost."""


class StorageUnsure(StorageRefusal):
    """It is unknown whether the database made the change. If it did, the table will show it."""
