"""What a person settles for all tables, and the tables that wait for them."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

import discord_limits as limits
from cogs.delivery.board_sender import BoardSender
from cogs.delivery.turns import asked_lines
from cogs.interactions.answering import Reply, attend
from cogs.people.hours import (
    ChosenHours,
    chosen_schedule,
    quiet_suggested,
    reminders_named,
    reminders_suggested,
    schedule_lines,
    zones_suggested,
)
from cogs.services import Services
from cogs.ui.layout import pages, text_panel
from cogs.ui.speech import LANGUAGE_NAMES
from engine.kernel.decision import Message
from sessions.session import Session

LIKE_DISCORD = "auto"


class PersonalSettings(commands.Cog):
    """The commands `/settings` and `/myturns`."""

    def __init__(self, services: Services, board_sender: BoardSender) -> None:
        self.services = services
        self.board_sender = board_sender

    @app_commands.command(description="command.settings")
    @app_commands.describe(
        language="command.settings.language",
        hand_by_dm="command.settings.dm",
        ladder="command.settings.ladder",
        reminders="command.settings.reminders",
        time_zone="command.settings.zone",
        quiet="command.settings.quiet",
    )
    @app_commands.choices(
        language=[app_commands.Choice(name=name, value=key) for key, name in LANGUAGE_NAMES.items()]
        + [app_commands.Choice(name="Discord", value=LIKE_DISCORD)]
    )
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def settings(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        hand_by_dm: bool | None = None,
        ladder: bool | None = None,
        reminders: str | None = None,
        time_zone: str | None = None,
        quiet: str | None = None,
    ) -> None:
        """Choose a language, direct messages, whether others see one's results, and when one has time."""
        hours = (reminders, time_zone, quiet)
        await attend(self.services, interaction, self._settings(interaction, language, hand_by_dm, ladder, hours))

    @settings.autocomplete("reminders")
    async def _reminders(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return reminders_suggested(self.services.wording, current, self.services.wording.speech.reader(interaction))

    @settings.autocomplete("time_zone")
    async def _zones(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return zones_suggested(self.services, current, self.services.wording.speech.reader(interaction))

    @settings.autocomplete("quiet")
    async def _quiet(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return quiet_suggested(self.services.wording, interaction, current)

    async def _settings(
        self,
        interaction: discord.Interaction,
        language: str | None,
        hand_by_dm: bool | None,
        ladder: bool | None,
        hours: ChosenHours,
    ) -> Reply:
        people, user, translate = (
            self.services.sessions.people,
            interaction.user.id,
            self.services.wording.speech.translate,
        )
        schedules = self.services.sessions.schedules
        reader = self.services.wording.speech.reader(interaction)
        schedule = chosen_schedule(schedules.get(user), reminders_named(self.services.wording, reader), hours, reader)
        if schedule != schedules.get(user):
            await self.services.due_work.reschedule(schedule)
        if language is not None:
            await people.speak(user, None if language == LIKE_DISCORD else language)
        if ladder is not None:
            await people.leave_ladder(user, not ladder)
        if any(each is not None for each in (language, hand_by_dm, ladder, *hours)):
            await people.try_dm(user)
        if hand_by_dm is not None:
            await people.send_hand(user, hand_by_dm)
        if hand_by_dm:
            if not await self.board_sender.hands.send(user, translate(interaction, "settings.dm_hello")):
                return Reply(translate(interaction, "settings.dm_closed"))
            sessions = self.services.sessions
            for session in await sessions.all_of(await sessions.of_user(user)):
                await self.board_sender.hands.bring(session, user)
        person = people.get(user)
        speaks = LANGUAGE_NAMES.get(person.language or "", "Discord")
        by_dm = Message("settings.yes" if person.hand_by_dm else "settings.no")
        shown = translate(interaction, "settings.off_ladder" if person.off_ladder else "settings.on_ladder")
        speech, now = self.services.wording.speech, self.services.sessions.clock()
        times = [speech.say(line, reader) for line in schedule_lines(schedules.get(user), now, reader)]
        lines = [translate(interaction, "settings.now", language=speaks, dm=by_dm), shown, *times]
        if people.is_dm_closed(user):
            lines.append(translate(interaction, "settings.dm_refused"))
        return Reply("\n".join(lines))

    @app_commands.command(description="command.myturns")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def myturns(self, interaction: discord.Interaction) -> None:
        """The tables where one is asked, and those where one waits."""

        await attend(self.services, interaction, self._my_turns(interaction))

    async def _my_turns(self, interaction: discord.Interaction) -> Reply:
        language, user = self.services.wording.speech.reader(interaction), interaction.user.id
        asking: list[Session] = []
        waiting: list[str] = []
        tables = await self.services.sessions.of_user(user)
        await asyncio.gather(*(self.board_sender.reopening.reopen(table.channel) for table in tables))
        for session in await self.services.sessions.all_of(tables):
            table = session.table
            if session.decision_of(user) is None:
                game = self.services.wording.say(self.services.wording.game_uis[table.game].name, language)
                waiting.append(f"• {game} · <#{table.channel}>")
            else:
                asking.append(session)
        told = await asked_lines(self.services, asking, user)
        asked = [self.services.wording.say(line, language, session.table) for session, line in told]
        translate = self.services.wording.speech.translate
        lines = [translate(interaction, "myturns.asked" if asked else "myturns.none", count=len(asked)), *asked]
        if waiting:
            lines += [translate(interaction, "myturns.waiting", count=len(waiting)), *waiting]
        first, *more = pages("\n".join(lines), limits.CONTENT)
        return Reply(view=text_panel(first), more=tuple(more))
