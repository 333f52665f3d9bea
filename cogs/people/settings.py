"""A person's settings for all tables, one line each in `settings`, and the list of tables that wait for them."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import discord

import discord_limits as limits
from cogs.delivery.hand_sender import HandSender
from cogs.delivery.messages import Reopening
from cogs.delivery.notices import is_outdated, notice_line, recent_notices
from cogs.delivery.reminders import asked_lines
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE, ANYONE_CHANGES
from cogs.interactions.slash import slash
from cogs.people import hours
from cogs.people.away import Away
from cogs.people.panels import Options, Setting, one_of, show_panel, switch
from cogs.ui.layout import pages, text_panel
from cogs.ui.refusals import explain
from cogs.ui.wording import LANGUAGE_NAMES, Wording
from engine.kernel.decision import Message
from sessions.records.person import Person
from sessions.records.table import Table
from sessions.refusals import StorageRefusal, TableSuspended
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork

PERSONAL = Person.__struct_fields__
LANGUAGES: Options = {
    "discord": (Message("settings.like_discord"), None),
    **{key: (name, key) for key, name in LANGUAGE_NAMES.items()},
}


class PersonalSettings:
    name = command = "settings"
    who = ANYONE_CHANGES

    def __init__(
        self,
        wording: Wording,
        sessions: Sessions,
        due_work: DueWork,
        hands: HandSender,
        reopening: Reopening,
        away: Away,
    ) -> None:
        self.wording = wording
        self._sessions = sessions
        self._due_work = due_work
        self._hands = hands
        self._reopening = reopening
        self._away = away
        reader = wording.speech.reader
        self.settings: Mapping[str, Setting] = {
            "language": one_of("language", LANGUAGES),
            "hand_by_dm": switch("hand_by_dm"),
            "low_data": switch("low_data"),
            "plain_text": switch("plain_text"),
            "ladder": switch("off_ladder", on=False),
            "reminders": one_of("remind_h", hours.REMINDERS),
            "digest": one_of("digest_h", hours.DIGESTS),
            "quiet": Setting(
                "quiet",
                lambda _: hours.QUIET,
                lambda interaction, typed: hours.read_quiet(typed, reader(interaction)),
                lambda _, quiet: hours.quiet_label(quiet),
            ),
            "time_zone": Setting(
                "zone",
                read=lambda interaction, typed: hours.read_zone(typed, reader(interaction)),
                label=lambda _, zone: hours.zone_in_full(zone, sessions.context.clock()),
            ),
            "away": Setting("absences", away.options, away.read, away.label),
        }

    @slash("settings", who=ANYONE_ANYWHERE, anywhere=True)
    async def show(self, interaction: discord.Interaction) -> Reply:
        return show_panel(self, interaction)

    def head(self, interaction: discord.Interaction) -> list[Message]:
        is_closed = self._sessions.choices.people.is_dm_closed(interaction.user.id)
        return [Message("settings.title"), *([Message("settings.dm_refused")] if is_closed else [])]

    def value(self, interaction: discord.Interaction, field: str) -> Any:
        user, choices = interaction.user.id, self._sessions.choices
        if field == "absences":
            return self._away.next(user)
        return getattr(choices.people.get(user) if field in PERSONAL else choices.schedules.get(user), field)

    async def keep(self, interaction: discord.Interaction, field: str, value: Any) -> None:
        user, people = interaction.user.id, self._sessions.choices.people
        if field == "absences":
            await self._away.plan(user, value)
        elif field in PERSONAL:
            await people.choose(user, **{field: value})
        else:
            await self._due_work.reschedule(user, **{field: value})
        await people.try_dm(user)
        if field == "hand_by_dm" and value:
            with contextlib.suppress(StorageRefusal):  # the choice is kept
                await self._send_hands(interaction)

    async def _send_hands(self, interaction: discord.Interaction) -> None:
        """Send this person a greeting, then all their hands. If Discord refuses the greeting, the panel says so."""
        user, sessions = interaction.user.id, self._sessions
        if await self._hands.send(user, self.wording.speech.translate(interaction, "settings.dm_hello")):
            for session in await sessions.all_of(await sessions.store.tables.of_user(user)):
                await self._hands.bring(session, user)

    @slash("myturns", who=ANYONE_ANYWHERE, anywhere=True)
    async def myturns(self, interaction: discord.Interaction) -> Reply:
        """List this person's tables: first those that wait for them, then those on hold and the others."""
        language, user = self.wording.speech.reader(interaction), interaction.user.id
        tables = await self._sessions.store.tables.of_user(user)
        is_lost = self._sessions.choices.servers.is_lost
        await asyncio.gather(*(self._reopening.reopen(table.channel) for table in tables if not is_lost(table.guild)))
        sessions = await self._sessions.all_of(tables)
        told = await asked_lines(self.wording, self._sessions.store.posts, sessions, user)
        asked = [self.wording.say(line, language, session.table) for session, line in told]
        others = [session.table for session in sessions if session not in {session for session, _ in told}]
        held = [self._describe_hold(table, language) for table in others if table.status == "suspended"]
        waiting = [self._name(table, language) for table in others if table.status != "suspended"]
        translate = self.wording.speech.translate
        is_all_turns = all(session.reader.decision_of(user) is not None for session, _ in told)
        head = "myturns.none" if not asked else "myturns.asked" if is_all_turns else "remind.head"
        lines = [translate(interaction, head, count=len(asked)), *asked]
        if held:
            lines += [translate(interaction, "myturns.on_hold", count=len(held)), *held]
        if waiting:
            lines += [translate(interaction, "myturns.waiting", count=len(waiting)), *waiting]
        news = await self._news(user, language)
        if news:
            lines += [translate(interaction, "myturns.news"), *news]
        first, *more = pages("\n".join(lines), limits.CONTENT)
        return Reply(view=text_panel(first), more=tuple(more))

    def _name(self, table: Table, language: str) -> str:
        return f"• {self.wording.say(self.wording.game_uis[table.game].name, language)} · <#{table.channel}>"

    def _describe_hold(self, table: Table, language: str) -> str:
        """Return a line that says why the game is on hold, and what helps."""
        why = explain(TableSuspended(table.reason or "damaged"), table.names)
        return self.wording.say(Message("myturns.consent", {**self.wording.place_of(table), "asked": why}), language)

    async def _news(self, user: int, language: str) -> list[str]:
        """Return the news of this person's seats within a week, the newest first. Skip requests that are outdated."""
        notices = await recent_notices(self._sessions, user)
        sessions = {notice.table: await self._sessions.by_id(notice.table) for notice in notices}
        lines = [
            Message("myturns.notice", {"news": notice_line(self.wording, sessions[notice.table], notice),
                                       "when": f"<t:{notice.at // 1000}:R>"})
            for notice in reversed(notices)
            if not is_outdated(sessions[notice.table].table, notice)
        ]  # fmt: skip
        return [self.wording.say(line, language) for line in lines]
