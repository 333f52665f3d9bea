"""Changes in the lobby: joining and leaving, adding computers, choosing options."""

from collections.abc import Callable, Iterable, Sequence, Set
from typing import TypeAlias

from msgspec.structs import replace

from sessions import refusals
from sessions.lobby import colours, lobby
from sessions.lobby.seats import lay_out, take_over
from sessions.play.change import Change
from sessions.play.state import check_owner
from sessions.play.undo import still_asked
from sessions.play.writer import SessionPart
from sessions.records.log import Moved
from sessions.records.table import NOBODY, Sitter, Table

TellApart: TypeAlias = Callable[[str, Set[str]], str]
"""Changes a name if it looks like one that is taken."""


def as_given(name: str, _: Set[str]) -> str:
    return name


class Lobby(SessionPart):
    async def _put(
        self, interaction: int, edit: Callable[[Table], Table], epoch: int | None = None, is_new_message: bool = True
    ) -> Moved:
        def decide(change: Change) -> None:
            table = edit(change.table)
            change.put(table, lobby.asked_again(change.table, table, self._reader.game), is_new_message)

        return await self._writer.change(interaction, decide, epoch=epoch)

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
                return
            lobby.check_lobby(table)
            if table.sitter_of(user):
                raise refusals.AlreadySeated
            lobby.check_admitted(table, user, roles)
            lobby.check_room(table, self._reader.game)
            seat, proposal = len(table.sitters), table.proposal
            if proposal is not None:  # sitting down at a rematch means agreeing to it
                proposal = replace(proposal, agreed=(*proposal.agreed, seat))
            sitters, seating = (*table.sitters, Sitter(seat, user, free_name)), replace(table.seating, fewer=())
            table = replace(table, sitters=sitters, proposal=proposal, seating=seating)
            starters = lobby.starters(table, self._reader.game)
            change.put(table, tuple(each for each in starters if each != user))

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def seat(self, user: int, name: str, interaction: int, tell_apart: TellApart = as_given) -> Moved:
        """Seat and ping someone found by the queue. Raises `AlreadySeated`, `TableFull`, `AlreadyStarted`."""

        def decide(change: Change) -> None:
            table = change.table
            lobby.check_lobby(table)
            lobby.check_room(table, self._reader.game)
            if table.sitter_of(user):
                raise refusals.AlreadySeated
            sitter = Sitter(len(table.sitters), user, tell_apart(name, {each.name for each in table.sitters}))
            seating = replace(table.seating, invited=(*table.seating.invited, user), fewer=())
            change.put(replace(table, sitters=(*table.sitters, sitter), seating=seating), (user,))

        return await self._writer.change(interaction, decide)

    async def leave(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Leave the lobby. Raises `NotSeated`, `AlreadyStarted`."""
        return await self._put(interaction, lambda table: lobby.unseat_user(table, user), epoch)

    async def ready(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Toggle whether this user is ready to begin. Raises `NotSeated`, `ComputersUnavailable`."""

        def decide(change: Change) -> None:
            lobby.sitter_in_lobby(change.table, user)
            seating = change.table.seating
            others = tuple(each for each in seating.ready if each != user)
            ready = others if user in seating.ready else (*others, user)
            table = replace(change.table, seating=replace(seating, ready=ready, fewer=()))
            if lobby.begins_itself(table, self._reader.game):
                lay_out(change, table)
            else:
                change.put(table, is_new_message=False)

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def start_smaller(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Agree to start with the people who are here, and ping the others once. If all agree, start the game. Raises
        `NotSeated`, `StalePress`."""

        def decide(change: Change) -> None:
            table, seating = change.table, change.table.seating
            lobby.sitter_in_lobby(table, user)
            if not lobby.may_start_smaller(table, self._reader.game):
                raise refusals.StalePress
            fewer = tuple(dict.fromkeys((*seating.fewer, user)))
            others = tuple(sitter.user for sitter in table.people if sitter.user not in fewer)
            if others:
                asked, is_first = replace(table, seating=replace(seating, fewer=fewer)), not seating.fewer
                change.put(asked, others if is_first else (), is_new_message=is_first)
            else:
                lay_out(change, replace(table, seats_wanted=len(table.sitters), seating=replace(seating, fewer=())))

        return await self._writer.change(interaction, decide, epoch=epoch)

    async def choose_colour(self, user: int, colour: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose the colour of the user's seat. Raises `NotSeated`, `ColourTaken`."""

        def edit(table: Table) -> Table:
            chosen = colours.pick(table, lobby.sitter_in_lobby(table, user), colour)
            return replace(table, seating=replace(table.seating, colours=chosen))

        return await self._put(interaction, edit, epoch, is_new_message=False)

    async def kick(self, by: int, user: int, interaction: int) -> Moved:
        """Remove someone from the lobby. Raises `NotOwner`, `NotSeated`."""
        return await self._put(interaction, lambda table: lobby.unseat_user(lobby.own_lobby(table, by), user))

    async def invite(
        self, by: int, interaction: int, *, users: Iterable[int] = (), role: int | None = None, anyone: bool = False
    ) -> Moved:
        """Let users, a role or anyone sit down. The users are pinged once. Raises `NotOwner`."""
        called = tuple(users)

        def decide(change: Change) -> None:
            change.put(lobby.invite(change.table, by, called, role, anyone), called, is_new_message=bool(called))

        return await self._writer.change(interaction, decide)

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

        def edit(table: Table) -> Table:
            check_owner(table, by)
            return self._with_computer(table, names, tell_apart)

        return await self._put(interaction, edit, epoch)

    def _with_computer(self, table: Table, names: Sequence[str], tell_apart: TellApart) -> Table:
        if not self._context.offers_computers:
            raise refusals.NoComputers
        lobby.check_lobby(table)
        lobby.check_room(table, self._reader.game)
        taken = {sitter.name for sitter in table.sitters}
        free = (name for name in names if tell_apart(name, taken) == name)
        name = next(free, None) or tell_apart(names[0], taken)
        computer = Sitter(len(table.sitters), NOBODY, name, level=table.seating.level)
        return replace(table, sitters=(*table.sitters, computer), seating=replace(table.seating, ready=()))

    async def remove_computers(
        self, by: int, interaction: int, *, most: int | None = None, epoch: int | None = None
    ) -> Moved:
        """Remove the newest computers: at most `most`, or all if it is None. Raises `NotOwner`, `NobodyToRemove`."""

        def edit(table: Table) -> Table:
            computers = lobby.own_lobby(table, by).computers
            if not computers:
                raise refusals.NobodyToRemove
            gone = computers[-most:] if most else computers
            return lobby.move_up(table, [sitter for sitter in table.sitters if sitter not in gone])

        return await self._put(interaction, edit, epoch)

    async def configure(
        self, by: int, interaction: int, chosen: lobby.LobbyOptions = lobby.LobbyOptions(), *, epoch: int | None = None
    ) -> Moved:
        """Choose options for the game. Raises `NotOwner`, `AlreadyStarted`, `UnplayableSettings`, `TableFull`."""
        game = self._reader.game
        return await self._put(interaction, lambda table: lobby.configure(table, game, by, chosen), epoch)

    async def choose_boards(
        self, by: int, chosen: lobby.BoardOptions, interaction: int, *, epoch: int | None = None
    ) -> Moved:
        """Choose how boards are posted. Raises `NotOwner`, `TableOver`, `TableSuspended`."""
        return await self._put(interaction, lambda table: lobby.choose_boards(table, by, chosen), epoch, False)

    async def start(
        self,
        by: int,
        interaction: int,
        *,
        epoch: int | None = None,
        seats: int | None = None,
        names: Sequence[str] = (),
        tell_apart: TellApart = as_given,
    ) -> Moved:
        """Begin the game. If `seats` is given, computer players called `names` fill the free ones. Raises
        `TooFewSeated`, …"""

        def decide(change: Change) -> None:
            table, game = lobby.own_lobby(change.table, by), self._reader.game
            if table.proposal is not None:
                raise refusals.NotAllIn(tuple(sitter.user for sitter in still_asked(table, table.proposal)))
            if seats is not None:
                table = lobby.configure(table, game, by, lobby.LobbyOptions(seats_wanted=seats))
                while len(table.sitters) < seats:
                    table = self._with_computer(table, names, tell_apart)
            several = tuple(count for count in game.rules.seats if count > 1)
            playable = (table.seats_wanted,) if table.seats_wanted else several
            if len(table.sitters) not in playable:
                raise refusals.TooFewSeated(len(table.sitters), playable)
            lay_out(change, table)

        return await self._writer.change(interaction, decide, epoch=epoch)
