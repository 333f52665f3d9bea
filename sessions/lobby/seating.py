"""The lobby of a table: people sit down and get up, computers come and go, options are chosen."""

from collections.abc import Iterable, Mapping, Sequence, Set

from engine.kernel.rules import OptionValue
from sessions.lobby import lobby
from sessions.lobby.lobby import TellApart
from sessions.lobby.seats import take_over
from sessions.lobby.starting import lay_out
from sessions.play.change import Change
from sessions.play.ownership import check_owner
from sessions.play.part import SessionPart
from sessions.records.log import Moved
from sessions.records.table import Left
from sessions.refusals import (
    NoComputers,
)


def as_given(name: str, _: Set[str]) -> str:
    """Return the name unchanged, whatever others are called."""
    return name


class Lobby(SessionPart):
    """The lobby of a table: people sit down and get up, computers come and go, options are chosen."""

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
        """Sit down in the lobby, or on a seat that was left in a game under way. Raises `TableFull`, `NoFreeSeat`, …

        `roles` are those that this person has in the server. `tell_apart` makes the name unlike those of the others, as
        they are once it is this person's turn to sit down.
        """

        async def decide(change: Change) -> None:
            table = change.table
            told_apart = tell_apart(name, {sitter.name for sitter in table.sitters if sitter.user != user})
            if table.is_under_way:
                await take_over(change, user, told_apart, roles)
            else:
                change.put(lobby.seated(table, self.reader.game, user, told_apart, roles))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def leave(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Get up in the lobby. Raises `NotSeated`, `AlreadyStarted`: a running game is conceded."""

        def decide(change: Change) -> None:
            change.put(lobby.unseated(change.table, user))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def ready(self, user: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Be ready to begin, or no longer; the last one begins the game where it starts itself.

        Raises `NotSeated`, `ComputersUnavailable`.
        """

        def decide(change: Change) -> None:
            table = lobby.made_ready(change.table, user)
            if lobby.begins_itself(table, self.reader.game):
                lay_out(change, table)
            else:
                change.put(table, is_shown_anew=False)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def choose_colour(self, user: int, colour: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose the colour of one's seat, in the lobby. Raises `NotSeated`, `ColourTaken`."""

        def decide(change: Change) -> None:
            change.put(lobby.coloured(change.table, user, colour), is_shown_anew=False)

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
            check_owner(change.table, by)
            if not self.context.offers_computers:
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

    async def configure(
        self,
        by: int,
        interaction: int,
        *,
        options: Mapping[str, OptionValue] | None = None,
        seats_wanted: int | None = None,
        language: str | None = None,
        starts_itself: bool | None = None,
        left: Left | None = None,
        practice: bool | None = None,
        hints: bool | None = None,
        epoch: int | None = None,
    ) -> Moved:
        """Choose other options; those not named stay. Raises `NotOwner`, `UnplayableSettings`."""

        def decide(change: Change) -> None:
            table, game = change.table, self.reader.game
            chosen = lobby.configured(
                table, game, by, options or {}, seats_wanted, language, starts_itself, left, practice, hints
            )
            change.put(chosen)

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def choose_pace(self, by: int, pace: str, interaction: int, *, epoch: int | None = None) -> Moved:
        """Choose how much time each seat has, in the lobby. Raises `NotOwner`, `AlreadyStarted`."""

        def decide(change: Change) -> None:
            change.put(lobby.paced(change.table, self.reader.game, by, pace))

        return await self.writer.change(interaction, decide, epoch=epoch)

    async def start(self, by: int, interaction: int, *, epoch: int | None = None) -> Moved:
        """Lay out the game. Raises `NotOwner`, `TooFewSeated`, `ComputersUnavailable`, …"""

        def decide(change: Change) -> None:
            lobby.check_start(change.table, self.reader.game, by)
            lay_out(change, change.table)

        return await self.writer.change(interaction, decide, epoch=epoch)
