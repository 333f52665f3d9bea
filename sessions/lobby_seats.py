"""The seats of a lobby: people leave, are sent away and invited, computers come and go."""

from collections.abc import Iterable, Sequence, Set

from sessions import lobby
from sessions.change import Change
from sessions.context import SessionContext
from sessions.lobby import TellApart
from sessions.reader import TableReader
from sessions.records import Moved
from sessions.refusals import NoComputers
from sessions.writer import TableWriter


def as_given(name: str, _: Set[str]) -> str:
    """The name unchanged, whatever others are called."""
    return name


class LobbySeats:
    """The part of a session by which the seats of its lobby change, but for `Session.join`."""

    _context: SessionContext
    reader: TableReader
    writer: TableWriter

    async def leave(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Get up in the lobby. Raises `NotSeated`, `AlreadyStarted`: a running game is conceded."""

        def decide(change: Change) -> None:
            change.put(lobby.unseated(change.table, user))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def kick(self, by: int, user: int, interaction: int) -> Moved:
        """Send someone away from the lobby. Raises `NotOwner`, `NotSeated`."""

        def decide(change: Change) -> None:
            change.put(lobby.kicked(change.table, by, user))

        return await self.writer.change(interaction, decide)

    async def invite(
        self, by: int, interaction: int, *, users: Iterable[int] = (), role: int | None = None, anyone: bool = False
    ) -> Moved:
        """Let these users sit down, those with that role, or anyone; the users are called once. Raises `NotOwner`."""
        called = tuple(users)

        def decide(change: Change) -> None:
            change.put(lobby.invited(change.table, by, called, role, anyone), called, is_shown_anew=bool(called))

        return await self.writer.change(interaction, decide)

    async def add_computer(
        self,
        by: int,
        names: Sequence[str],
        interaction: int,
        *,
        epoch: int | None = None,
        tell_apart: TellApart = as_given,
    ) -> Moved:
        """Give a free seat to a computer, called by the first free name. Raises `NotOwner`, `TableFull`, `NoComputers`.

        `tell_apart` is that of `join`.
        """

        def decide(change: Change) -> None:
            lobby.check_owner(change.table, by)
            if not self._context.offers_computers:
                raise NoComputers
            change.put(lobby.with_computer(change.table, self.reader.game, by, names, tell_apart))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def remove_computers(
        self, by: int, interaction: int, *, most: int | None = None, epoch: int | None = None
    ) -> Moved:
        """Let all computers get up, or the `most` that sat down last. Raises `NotOwner`, `NobodyToRemove`."""

        def decide(change: Change) -> None:
            change.put(lobby.without_computers(change.table, by, most))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def choose_level(self, by: int, level: str, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose how well the computers play. Raises `NotOwner`, `UnplayableSettings`."""

        def decide(change: Change) -> None:
            change.put(lobby.at_level(change.table, self.reader.game, by, level), is_shown_anew=False)

        return await self.writer.change(interaction, decide, epoch=epoch)
