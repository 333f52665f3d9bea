"""The part of `/table` that shows: the board, its text, the log, the game once more."""

import discord
from discord import app_commands

from cogs.delivery.outcomes import Outcomes
from cogs.delivery.watch_sender import WatchSender
from cogs.hands.notes import Notes
from cogs.history.looking_back import LookingBack
from cogs.interactions.answering import Reply, offer
from cogs.interactions.gate import table_here
from cogs.interactions.posting import check_may_post
from cogs.interactions.promises import promise
from cogs.play.advice import Advice
from cogs.play.reading import Reading
from cogs.replay.exporting import export_game
from cogs.replay.screening import Screen
from cogs.replay.viewer import Viewer
from cogs.table.group import TablePart
from cogs.table.watching import watch
from cogs.ui.matching import Named
from cogs.ui.suggestions import suggested
from engine.kernel.decision import Message


class LookCommands(TablePart):
    """Commands that change nothing in the game."""

    viewer: Viewer
    screen: Screen
    reading: Reading
    advice: Advice
    looking_back: LookingBack
    notes: Notes
    watches: WatchSender
    outcomes: Outcomes

    @app_commands.command(description="command.table.show")
    @app_commands.describe(player="command.table.show.player")
    async def show(self, interaction: discord.Interaction, player: discord.User | None = None) -> None:
        """Post the board anew, or look at all that is public of one player."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            if player is not None:
                return await self.reading.read_seat(interaction, session, player.id)
            await check_may_post(interaction)
            self.services.rates.admit_board(session.table, interaction.user.id)
            outbox = self.services.sessions.outbox
            since = outbox.next_id()
            await session.place.post_board()
            outbox.wake(session.table.channel)
            begun, done = Message("table.showing"), Message("table.shown")
            return promise(self.services.wording, self.outcomes, interaction, session, since, begun=begun, done=done)

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.read")
    async def read(self, interaction: discord.Interaction) -> None:
        """The whole position as text."""

        async def action() -> Reply:
            return await self.reading.read_board(interaction, await table_here(self.services.sessions, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.log")
    @app_commands.describe(player="command.table.log.player")
    async def log(self, interaction: discord.Interaction, player: str | None = None) -> None:
        """What happened, page by page, or what one player did."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await self.looking_back.read_log(interaction, session, player)

        await self._attend(interaction, action())

    @log.autocomplete("player")
    async def _players(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        async def choices() -> list[app_commands.Choice[str]]:
            session = await table_here(self.services.sessions, interaction)
            return suggested(current, [Named(name, name) for name in await session.reader.log.holders()])

        return await offer(choices())

    @app_commands.command(description="command.table.hint")
    async def hint(self, interaction: discord.Interaction) -> None:
        """What a strong computer player would answer to one's own question."""

        async def action() -> Reply:
            return await self.advice.hint(interaction, await table_here(self.services.sessions, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.since")
    async def since(self, interaction: discord.Interaction) -> None:
        """What happened since one's own last turn."""

        async def action() -> Reply:
            return await self.looking_back.read_since(
                interaction, await table_here(self.services.sessions, interaction)
            )

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.replay")
    async def replay(self, interaction: discord.Interaction) -> None:
        """The game once more, step by step."""

        async def action() -> Reply:
            return await self.viewer.open(interaction, await table_here(self.services.sessions, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.gif")
    async def gif(self, interaction: discord.Interaction) -> None:
        """A finished game as a moving picture."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await self.screen.show(interaction, session)

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.export")
    async def export(self, interaction: discord.Interaction) -> None:
        """Reply with the finished game as a file."""

        async def action() -> Reply:
            return await export_game(
                self.services.wording,
                self.services.rates,
                interaction,
                await table_here(self.services.sessions, interaction),
            )

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.note")
    async def note(self, interaction: discord.Interaction) -> None:
        """Write a note to oneself."""

        async def action() -> Reply:
            return await self.notes.open(interaction, await table_here(self.services.sessions, interaction))

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.watch")
    async def watch(self, interaction: discord.Interaction) -> None:
        """Be told of each round's end and the result; once more, to be told no longer."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await watch(self.services, self.watches, interaction, session)

        await self._attend(interaction, action())
