"""A person's settings for all tables, and the list of tables that wait for them."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

import discord
from discord import app_commands

import discord_limits as limits
from cogs.delivery.hand_sender import HandSender
from cogs.delivery.messages import Reopening
from cogs.delivery.notices import notice_line, recent_notices
from cogs.delivery.reminders import asked_lines
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.slash import LANGUAGE_CHOICES, Choices, slash
from cogs.people import hours
from cogs.ui.layout import pages, text_panel
from cogs.ui.matching import Named, echo_typed, suggest_matches
from cogs.ui.typed.times import hours_of, quiet_to_type, quiets_of
from cogs.ui.typed.zones import zone_label, zones_like
from cogs.ui.wording import LANGUAGE_NAMES, Wording
from engine.kernel.decision import Message
from sessions.clocks.own_time import zone_of
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork

LIKE_DISCORD = "auto"
USUAL_QUIET = ("22:00-07:00", "23:00-08:00", "21:00-09:00", "00:00-08:00")


@dataclass(frozen=True)
class PersonalSettings:
    """The commands `/settings` and `/myturns`."""

    wording: Wording
    _sessions: Sessions
    _due_work: DueWork
    _hands: HandSender
    _reopening: Reopening

    async def _reminders(self, interaction: discord.Interaction, current: str) -> Choices:
        language = self.wording.speech.reader(interaction)
        named, count = hours.reminders_named(self.wording, language), str(hours_of(current, language))
        exact = [app_commands.Choice(name=each.name, value=each.thing) for each in named if each.thing == count]
        return echo_typed(current, exact or suggest_matches(current, named))

    async def _zones(self, interaction: discord.Interaction, current: str) -> Choices:
        """Suggest time zones that match the typed text, each with its current time."""
        now, language = self._sessions.context.clock(), self.wording.speech.reader(interaction)
        found: list[app_commands.Choice[str]] = []
        for zone, city in islice(zones_like(current, language), limits.AUTOCOMPLETE_CHOICES):
            label, there = zone_label(zone), datetime.fromtimestamp(now / 1000, zone_of(zone))
            name = f"{city} ({label})" if city else label
            found.append(app_commands.Choice(name=f"{name} · {there:%H:%M}", value=label))
        return echo_typed(current, found)

    async def _quiet(self, interaction: discord.Interaction, current: str) -> Choices:
        """Suggest common quiet hours, and every reading of the typed text."""
        reader = self.wording.speech.reader(interaction)
        own = [quiet_to_type(quiet, reader) for quiet in quiets_of(current, reader)]
        if own:
            return echo_typed(current, [app_commands.Choice(name=each, value=each) for each in own])
        none = Named(hours.NONE, self.wording.speech.translate(interaction, "settings.quiet_none"), (hours.NONE,))
        return echo_typed(current, suggest_matches(current, [*(Named(each, each) for each in USUAL_QUIET), none]))

    @slash(
        "settings",
        who=ANYONE_ANYWHERE,
        anywhere=True,
        choices={"language": [*LANGUAGE_CHOICES, app_commands.Choice(name="Discord", value=LIKE_DISCORD)]},
        words={"hand_by_dm": "command.settings.dm", "time_zone": "command.settings.zone"},
        suggests={"reminders": _reminders, "time_zone": _zones, "quiet": _quiet},
    )
    async def settings(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        hand_by_dm: bool | None = None,
        ladder: bool | None = None,
        reminders: str | None = None,
        time_zone: str | None = None,
        quiet: str | None = None,
        plain_text: bool | None = None,
    ) -> Reply:
        """Choose language, direct messages, plain text, public results, reminders and quiet hours."""
        typed = (reminders, time_zone, quiet)
        people, user, translate = (self._sessions.choices.people, interaction.user.id, self.wording.speech.translate)
        schedules = self._sessions.choices.schedules
        reader = self.wording.speech.reader(interaction)
        named = hours.reminders_named(self.wording, reader)
        schedule = hours.chosen_schedule(schedules.get(user), named, typed, reader)
        if schedule != schedules.get(user):
            await self._due_work.reschedule(schedule)
        if language is not None:
            await people.speak(user, None if language == LIKE_DISCORD else language)
        if ladder is not None:
            await people.leave_ladder(user, not ladder)
        if plain_text is not None:
            await people.read_plain_text(user, plain_text)
        if any(each is not None for each in (language, hand_by_dm, ladder, plain_text, *typed)):
            await people.try_dm(user)
        if hand_by_dm is not None:
            await people.send_hand(user, hand_by_dm)
        if hand_by_dm:
            if not await self._hands.send(user, translate(interaction, "settings.dm_hello")):
                return Reply(translate(interaction, "settings.dm_closed"))
            sessions = self._sessions
            for session in await sessions.all_of(await sessions.store.tables.of_user(user)):
                await self._hands.bring(session, user)
        person = people.get(user)
        speaks = LANGUAGE_NAMES.get(person.language or "", "Discord")
        by_dm = Message("settings.yes" if person.hand_by_dm else "settings.no")
        shown = translate(interaction, "settings.off_ladder" if person.off_ladder else "settings.on_ladder")
        speech, now = self.wording.speech, self._sessions.context.clock()
        times = [speech.say(line, reader) for line in hours.schedule_lines(schedules.get(user), now, reader)]
        lines = [translate(interaction, "settings.now", language=speaks, dm=by_dm), shown, *times]
        if person.plain_text:
            lines.append(translate(interaction, "settings.plain_text"))
        if people.is_dm_closed(user):
            lines.append(translate(interaction, "settings.dm_refused"))
        return Reply("\n".join(lines))

    @slash("myturns", who=ANYONE_ANYWHERE, anywhere=True)
    async def myturns(self, interaction: discord.Interaction) -> Reply:
        """List the tables that wait for this person, and the tables where this person waits for others."""
        language, user = self.wording.speech.reader(interaction), interaction.user.id
        asking: list[Session] = []
        waiting: list[str] = []
        tables = await self._sessions.store.tables.of_user(user)
        await asyncio.gather(*(self._reopening.reopen(table.channel) for table in tables))
        for session in await self._sessions.all_of(tables):
            table = session.table
            if session.reader.decision_of(user) is None:
                game = self.wording.say(self.wording.game_uis[table.game].name, language)
                waiting.append(f"• {game} · <#{table.channel}>")
            else:
                asking.append(session)
        told = await asked_lines(self.wording, self._sessions.store.posts, asking, user)
        asked = [self.wording.say(line, language, session.table) for session, line in told]
        translate = self.wording.speech.translate
        lines = [translate(interaction, "myturns.asked" if asked else "myturns.none", count=len(asked)), *asked]
        if waiting:
            lines += [translate(interaction, "myturns.waiting", count=len(waiting)), *waiting]
        news = await self._news(user, language)
        if news:
            lines += [translate(interaction, "myturns.news"), *news]
        first, *more = pages("\n".join(lines), limits.CONTENT)
        return Reply(view=text_panel(first), more=tuple(more))

    async def _news(self, user: int, language: str) -> list[str]:
        """Return what happened to this person's seats within a week, the newest first."""
        notices = await recent_notices(self._sessions, user)
        sessions = {notice.table: await self._sessions.by_id(notice.table) for notice in notices}
        lines = [
            Message("myturns.notice", {"news": notice_line(self.wording, sessions[notice.table], notice),
                                       "when": f"<t:{notice.at // 1000}:R>"})
            for notice in reversed(notices)
        ]  # fmt: skip
        return [self.wording.say(line, language) for line in lines]
