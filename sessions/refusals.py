"""Refusals by a table. Nothing has changed then. The catalogue has their words, whose blanks their values fill."""

from dataclasses import dataclass

from engine.kernel.decision import Seat
from engine.kernel.refusals import Refusal


class TableRefusal(Refusal):
    """Refused by the table, not by the rules of its game."""


class NoTable(TableRefusal):
    """There is no table in this channel, or with this id."""


@dataclass(eq=False, repr=False)
class TableExists(TableRefusal):
    """The channel already has a live table."""

    table: int


class NotPlayed(TableRefusal):
    """Only people who played to the end may ask for a rematch."""


class NotOver(TableRefusal):
    """The game is not over yet, or there was no game."""


@dataclass(eq=False, repr=False)
class NotAllIn(TableRefusal):
    """A rematch still waits for the consent of these users."""

    users: tuple[int, ...]


@dataclass(eq=False, repr=False)
class UnknownGame(TableRefusal):
    """No game has this key."""

    game: str


@dataclass(eq=False, repr=False)
class TooManyTables(TableRefusal):
    """The `user` or the `guild` has reached its limit of open tables, or the user this guild's own (`here`)."""

    whose: str
    limit: int


class NotSeated(TableRefusal):
    """This person has no seat at the table."""


class SeatIsOpen(NotSeated):
    """This person's seat is open, and they may take it again."""


class NeverPlayed(TableRefusal):
    """This person never sat at the game that is over."""


@dataclass(eq=False, repr=False)
class NotOwner(TableRefusal):
    """Only the table's owner may do this."""

    owner: int


class AlreadySeated(TableRefusal):
    """This person already has a seat."""


@dataclass(eq=False, repr=False)
class ColourTaken(TableRefusal):
    """Someone else at the table, called `name`, has this colour."""

    name: str


@dataclass(eq=False, repr=False)
class TableFull(TableRefusal):
    """All seats are taken."""

    seats: int


class NotStarted(TableRefusal):
    """The game has not been started yet."""


class AlreadyStarted(TableRefusal):
    """The game has started, so the lobby is closed."""


class TableOver(TableRefusal):
    """The game is over, or the table is closed."""


@dataclass(eq=False, repr=False)
class TooFewSeated(TableRefusal):
    """The game cannot start with `seated` people. `seats` are the numbers it can be played with."""

    seated: int
    seats: tuple[int, ...]


class AloneUnasked(TableRefusal):
    """One person sits at a table for several. They may play alone if they ask for a single seat."""


@dataclass(eq=False, repr=False)
class NotYourTurn(TableRefusal):
    """This person is not asked anything. `waiting` are the seats that are."""

    waiting: tuple[Seat, ...]


class StalePress(TableRefusal):
    """The control that was pressed belongs to an earlier position, or one that was taken back."""


class NothingDecided(TableRefusal):
    """The command was too incomplete to answer even the first decision."""


class NothingToUndo(TableRefusal):
    """This person has no answer to take back."""


@dataclass(eq=False, repr=False)
class UndoClosed(TableRefusal):
    """The last answer cannot be taken back alone: it `revealed` something, or was by another seat (`other`).

    Or not at all: `rules` or `seats` have changed since, or `computers` do not agree after something was revealed.
    """

    why: str


class NobodyToNudge(TableRefusal):
    """There is nobody here who may be pinged again now."""


class NotPaused(TableRefusal):
    """The game is not paused, so it cannot be resumed."""


class NotLeftAlone(TableRefusal):
    """The game does not wait for its last person: others play, or they have already decided."""


class NotSilent(TableRefusal):
    """Nobody here has kept the others waiting long enough for a vote."""


class VoteStands(TableRefusal):
    """There is a vote already."""


class NoVote(TableRefusal):
    """There is no vote here, or no longer."""


class NotAsVoted(TableRefusal):
    """Nobody votes on themselves. They can answer instead."""


class VoteWhileAway(TableRefusal):
    """People who are away cannot vote until they say they are back."""


class NoProposal(TableRefusal):
    """There is no proposal, or no longer."""


class ProposalRefused(TableRefusal):
    """The others have just refused this person. They may propose again after the next answer."""


class ProposalStands(TableRefusal):
    """There is a proposal already, which waits for consent."""


class EndNeedsConsent(TableRefusal):
    """A running game is ended early only by everyone together, or by a moderator."""


class NoComputers(TableRefusal):
    """The host has turned computer players off."""


class ComputersUnavailable(TableRefusal):
    """Computers sit in the lobby, but the host has turned them off since."""


class NoHints(TableRefusal):
    """This table plays without hints."""


class NoThinkers(TableRefusal):
    """The host runs no processes that could explain moves."""


class NoReasons(TableRefusal):
    """No process that could explain moves answers now."""


class ReasonsLater(TableRefusal):
    """Moves are explained once the game is over."""


class NoComputersMove(TableRefusal):
    """No computer moved there, or its move was taken back."""


class NobodyToRemove(TableRefusal):
    """There is no computer at this table."""


class NoFreeSeat(TableRefusal):
    """There is no open seat to take over."""


class NotInvited(TableRefusal):
    """This table is invite-only."""


@dataclass(eq=False, repr=False)
class LacksRole(TableRefusal):
    """This table is only for people with a role, or with an invitation."""

    role: int


@dataclass(eq=False, repr=False)
class StillThere(TableRefusal):
    """A seat is opened only if its user has left the server or has not answered for a week."""

    user: int


class HeldAnotherSeat(TableRefusal):
    """Someone who left this game may take only their own seat again: they know its hand."""


class OtherServer(TableRefusal):
    """The table belongs to another server."""


@dataclass(eq=False, repr=False)
class TableSuspended(TableRefusal):
    """The table is on hold: its stored game is `damaged` or does not fit the new `rules`, its `channel` is gone, it is
    `paused`, or its last person, who is `alone`, has yet to decide.
    """

    reason: str


class PastUnreadable(TableRefusal):
    """A past position cannot be restored: the rules have changed since, or it cannot be read."""


class StorageRefusal(TableRefusal):
    """The change could not be stored, so it was not made, except for `StorageUnsure`."""


class StorageFull(StorageRefusal):
    """The disk is full."""


class StorageUnavailable(StorageRefusal):
    """The database cannot be read or written now."""


class StorageReplaced(StorageUnavailable):
    """The database file was deleted, moved or replaced under the running bot. Writes to it would be lost."""


class StorageUnsure(StorageRefusal):
    """The database has not said whether the change was made. The table shows it once it has."""
