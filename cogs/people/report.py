"""`/report`: report trouble at a table to the host."""

import asyncio
from functools import partial

import discord

from cogs.delivery.permissions import may_post
from cogs.delivery.reactions import FAILURES, code_of
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.gate import table_here, text_of
from cogs.interactions.slash import message_command, slash
from cogs.logs import log
from cogs.traffic import Rates
from cogs.ui.layout import TEXT, text_form
from cogs.ui.names import clean_name
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message
from sessions.records.person import Report
from sessions.refusals import NoTable
from sessions.session import Session
from sessions.sessions import Sessions

REPORTED = "reported"
"""Verb of the form. Its id has the table (0: none) and, as `decision`, the newest log entry when it was opened."""
LONGEST_REPORT = 2000
TOLD_S = 5.0
"""Longest wait in seconds to announce a report in the server's channel. The report is saved first."""


class Reports:
    def __init__(self, wording: Wording, sessions: Sessions, rates: Rates) -> None:
        self.wording = wording
        self._sessions = sessions
        self._rates = rates

    @slash("report", who=ANYONE_ANYWHERE, anywhere=True)
    async def report(self, interaction: discord.Interaction) -> Reply:
        return await self._open_form(interaction)

    @message_command("apps.report", who=ANYONE_ANYWHERE, anywhere=True)
    async def report_message(self, interaction: discord.Interaction, message: discord.Message) -> Reply:
        return await self._open_form(interaction, f"{message.jump_url}\n")

    async def _open_form(self, interaction: discord.Interaction, text: str | None = None) -> Reply:
        session = await self._session(interaction)
        table, number = (session.table.id, session.number) if session is not None else (0, 0)
        press = Press(table, 0, REPORTED, decision=number, user=interaction.user.id)
        say = partial(self.wording.speech.translate, interaction)
        title, label, about = say("report.title"), say("report.label"), say("report.about")
        form = text_form(press, title, label, about, LONGEST_REPORT, text, is_required=True)
        return Reply(say("report.late"), form=form)

    async def _session(self, interaction: discord.Interaction) -> Session | None:
        try:
            return await table_here(self._sessions, interaction)
        except NoTable:
            return None

    async def keep(self, interaction: discord.Interaction, press: Press) -> Reply:
        """Save the report for the host. Raises `UIRefusal`."""
        if press.user != interaction.user.id:
            raise UIRefusal("refused.not_yours")
        text = text_of(interaction, TEXT)[:LONGEST_REPORT]
        if not text:
            raise UIRefusal("refused.report_empty")
        self._rates.take("report", interaction.user.id)
        session = await self._session(interaction)
        if session is not None and session.table.id != press.table:
            session = None
        table = session.table if session is not None else None
        report = await self._sessions.store.people.keep_report(
            Report(
                id=0,
                at=self._sessions.context.clock(),
                user=interaction.user.id,
                guild=interaction.guild_id,
                channel=interaction.channel_id,
                table=table.id if table else None,
                number=min(max(0, press.decision), session.number) if session else 0,
                game=table.game if table else None,
                version=table.version if table else None,
                text=text,
            ),
            interaction.id,
        )
        is_told = await self._tell(interaction, report)
        key = "report.told" if is_told else "report.kept"
        return Reply(self.wording.speech.translate(interaction, key, number=report.id))

    async def _tell(self, interaction: discord.Interaction, report: Report) -> bool:
        """Announce the report, without its text, in the server's channel for reports. Return whether that worked."""
        chosen = self._sessions.choices.servers.get(report.guild).reports
        channel = interaction.guild.get_channel(chosen) if interaction.guild is not None and chosen else None
        if not isinstance(channel, discord.TextChannel) or not may_post(channel):
            return False
        who: dict[str, Argument] = {"number": report.id, "name": clean_name(interaction.user.display_name)}
        message = Message("report.posted", {**who, "channel": f"<#{report.channel}>"})
        if report.game is not None:
            game = self.wording.game_uis[report.game].name
            at: dict[str, Argument] = {"channel": f"<#{report.channel}>", "game": game, "entry": report.number}
            message = Message("report.posted_table", {**who, **at})
        language = self._sessions.choices.servers.get(report.guild).language or self.wording.speech.place(interaction)
        try:
            async with asyncio.timeout(TOLD_S):
                await channel.send(self.wording.say(message, language), nonce=str(interaction.id))
        except FAILURES as error:
            log.info("report not told: report=%s why=%s", report.id, code_of(error))
            return False
        return True
