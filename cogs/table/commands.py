"""`/table`: opening, sitting down, starting, looking, taking back, leaving and closing, for every game alike."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.board_sender import BoardSender
from cogs.hands.notes import Notes
from cogs.history.looking_back import LookingBack
from cogs.interactions.answering import Reply
from cogs.interactions.gate import table_here
from cogs.play.advice import Advice
from cogs.play.agreeing import Agreements
from cogs.play.reading import Reading
from cogs.replay.screening import Screen
from cogs.replay.viewer import Viewer
from cogs.services import Services
from cogs.table.end_commands import EndCommands
from cogs.table.look_commands import LookCommands
from cogs.table.move_command import MoveCommand
from cogs.table.open_command import OpenCommand
from cogs.table.pacing import choose_pace, paces_suggested
from cogs.table.seat_commands import SeatCommands
from cogs.table.threads import Threads
from cogs.ui.layout import text_panel
from cogs.views.controls import CALL
from sessions.refusals import NobodyToNudge
from sessions.session import Session
from sessions.waiting.votes import silent


@app_commands.guild_only()
class TableCommands(  # Discord lists the commands of the last base first
    MoveCommand,
    EndCommands,
    LookCommands,
    SeatCommands,
    OpenCommand,
    commands.GroupCog,
    group_name="table",
    group_description="command.table",
):
    """`/table` and what it can do: its parts, and what moves a game on."""

    def __init__(
        self,
        services: Services,
        board_sender: BoardSender,
        viewer: Viewer,
        screen: Screen,
        reading: Reading,
        advice: Advice,
        looking_back: LookingBack,
        notes: Notes,
        agreements: Agreements,
    ) -> None:
        self.services = services
        self.viewer = viewer
        self.screen = screen
        self.reading = reading
        self.advice = advice
        self.looking_back = looking_back
        self.notes = notes
        self.agreements = agreements
        self.watches = board_sender.watches
        self.seeking = board_sender.seeking
        self.threads = Threads(services)
        self.outcomes = board_sender.outcomes

    @app_commands.command(description="command.table.start")
    async def start(self, interaction: discord.Interaction) -> None:
        """Start the game of the table in this channel."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            await session.lobby.start(interaction.user.id, interaction.id)
            return self._reply(interaction, "table.started")

        await self._attend(interaction, action())

    @app_commands.command(description="command.table.pace")
    @app_commands.describe(pace="command.table.pace.pace")
    async def pace(self, interaction: discord.Interaction, pace: str) -> None:
        """Choose how much time each seat has."""

        async def action() -> Reply:
            return await choose_pace(
                self.services.wording,
                self.services.rates,
                self.agreements,
                interaction,
                await table_here(self.services.sessions, interaction),
                pace,
            )

        await self._attend(interaction, action())

    @pace.autocomplete("pace")
    async def _paces(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        assert interaction.channel_id is not None
        session, language = (
            self.services.sessions.at_hand(interaction.channel_id),
            self.services.wording.speech.reader(interaction),
        )
        return paces_suggested(self.services.wording, language, current, session.table if session else None)

    @app_commands.command(description="command.table.nudge")
    async def nudge(self, interaction: discord.Interaction) -> None:
        """Call whoever the table waits for, once in twelve hours."""

        async def action() -> Reply:
            return await self._nudge(interaction, await table_here(self.services.sessions, interaction))

        await self._attend(interaction, action())

    async def _nudge(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Call whoever is asked. Where somebody has been silent for a week, the others may be asked to vote as well."""
        user, sessions = interaction.user.id, self.services.sessions
        clock = silent(sessions.context, session.table, sessions.clock())
        may_call = clock is not None and clock.user != user and session.seat_of(user) is not None
        words = self.services.wording.speech.translate(interaction, "table.nudged")
        try:
            await session.play.nudge(user, interaction.id)
        except NobodyToNudge:
            if not may_call:
                raise
            words = self.services.wording.speech.translate(interaction, "table.silent")
        button = self._button(interaction, session, CALL, "plain")
        return Reply(view=text_panel(words, [(button,)] if may_call else []))

    @app_commands.command(description="command.table.undo")
    async def undo(self, interaction: discord.Interaction) -> None:
        """Take back one's own last answers."""

        async def action() -> Reply:
            session = await table_here(self.services.sessions, interaction)
            return await self.agreements.take_back(interaction, session) or self._reply(interaction, "table.undone")

        await self._attend(interaction, action())
