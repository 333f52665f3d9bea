"""Changes in the lobby: joining and leaving, adding computers, choosing options."""

from collections.abc import Callable, Iterable, Sequence, Set

from sessions.lobby import lobby
from sessions.lobby.lobby import LobbyOptions, TellApart
from sessions.lobby.seats import lay_out, take_over
from sessions.play.change import Change
from sessions.play.state import check_owner
from sessions.play.writer import SessionPart
from sessions.records.log import Moved
from sessions.records.table import Table
from sessions.refusals import NoComputers


def as_given(name: str, _: Set[str]) -> str:
    return name


class Lobby(SessionPart):
    async def _put(
        self, interaction: int, changed: Callable[[Table], Table], epoch: int | None = None, is_shown_anew: bool = True
    ) -> Moved:
        return await self.writer.change(
            interaction, lambda change: change.put(changed(change.table), is_shown_anew=is_shown_anew), epoch=epoch
        )

    async def join(
        self,
        user: int,
        name: str,
        interaction: int,
        *,
        epoch: int | None = None,
        tell_apart: TellApart = as_given,
        roles: Set[int] = frozenset(),
    ) -> Moved:
        """Take a seat in the lobby, or an abandoned seat of a running game. Raises `TableFull`, `NoFreeSeat`, …"""

        async def decide(change: Change) -> None:
            table = change.table
            free_name = tell_apart(name, {sitter.name for sitter in table.sitters if sitter.user != user})
            if table.is_under_way:
                await take_over(change, user, free_name, roles)
            else:
                change.put(lobby.seat_user(table, self.reader.game, user, free_name, roles))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def leave(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Leave the lobby. Raises `NotSeated`, `AlreadyStarted`."""
        return await self._put(interaction, lambda table: lobby.unseat_user(table, user), epoch)

    async def ready(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Toggle whether this user is ready to begin. Raises `NotSeated`, `ComputersUnavailable`."""

        def decide(change: Change) -> None:
            table = lobby.made_ready(change.table, user)
            if lobby.begins_itself(table, self.reader.game):
                lay_out(change, table)
            else:
                change.put(table, is_shown_anew=False)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def choose_colour(self, user: int, colour: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose the colour of the user's seat. Raises `NotSeated`, `ColourTaken`."""
        return await self._put(interaction, lambda table: lobby.choose_colour(table, user, colour), epoch, False)

    async def kick(self, by: int, user: int, interaction: int) -> Moved:
        """Remove someone from the lobby. Raises `NotOwner`, `NotSeated`."""
        return await self._put(interaction, lambda table: lobby.kick(table, by, user))

    async def invite(
        self, by: int, interaction: int, *, users: Iterable[int] = (), role: int | None = None, anyone: bool = False
    ) -> Moved:
        """Let users, a role or anyone sit down. The users are pinged once. Raises `NotOwner`."""
        called = tuple(users)

        def decide(change: Change) -> None:
            change.put(lobby.invite(change.table, by, called, role, anyone), called, is_shown_anew=bool(called))

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
        """Seat a computer with the first free name. Raises `NotOwner`, `TableFull`, `NoComputers`."""

        def decide(change: Change) -> None:
            check_owner(change.table, by)
            if not self.context.offers_computers:
                raise NoComputers
            change.put(lobby.with_computer(change.table, self.reader.game, by, names, tell_apart))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def remove_computers(
        self, by: int, interaction: int, *, most: int | None = None, epoch: int | None = None
    ) -> Moved:
        """Remove all computers, or the last `most`. Raises `NotOwner`, `NobodyToRemove`."""
        return await self._put(interaction, lambda table: lobby.without_computers(table, by, most), epoch)

    async def choose_level(self, by: int, level: str, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose the level of the computers. Raises `NotOwner`, `UnplayableSettings`."""
        game = self.reader.game
        return await self._put(interaction, lambda table: lobby.at_level(table, game, by, level), epoch, False)

    async def configure(
        self, by: int, interaction: int, chosen: LobbyOptions = LobbyOptions(), *, epoch: int | None = None
    ) -> Moved:
        """Choose options for the game. Raises `NotOwner`, `AlreadyStarted`, `UnplayableSettings`, `TableFull`."""
        game = self.reader.game
        return await self._put(interaction, lambda table: lobby.configure(table, game, by, chosen), epoch)

    async def start(self, by: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Begin the game. Raises `NotOwner`, `TooFewSeated`, `ComputersUnavailable`, …"""

        def decide(change: Change) -> None:
            lobby.check_start(change.table, self.reader.game, by)
            lay_out(change, change.table)

        return await self.writer.change(interaction, decide, epoch=epoch)
