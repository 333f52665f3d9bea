"""`/table start`, `pace` and `undo`, and *Nudge*: move a game forward or back."""

from dataclasses import dataclass

import discord
from discord import app_commands

from cogs.interactions.answering import Reply
from cogs.interactions.authority import ASKED, NOBODY_IN_WALK, OWNER_IN_LOBBY
from cogs.interactions.gate import PRIVATE_LOOK, press
from cogs.interactions.slash import Choices, slash
from cogs.play.agreeing import Agreements, private_button
from cogs.play.lobby_presses import start
from cogs.traffic import Rates
from cogs.ui.layout import text_panel
from cogs.ui.matching import Named, as_shown, echo_typed, find_meant, suggest_matches
from cogs.ui.refusals import UIRefusal
from cogs.ui.typed.times import pace_of_text
from cogs.ui.wording import Wording
from cogs.views.controls import CALL, RESUME
from cogs.views.menu import NUDGE, PAUSE
from cogs.views.pace import pace_message
from engine.kernel.decision import Message
from sessions.clocks.own_time import NAMED, NONE, parse_pace
from sessions.lobby.lobby import LobbyOptions
from sessions.records.table import Table
from sessions.refusals import NobodyToNudge
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.waiting.votes import silent


def paces_named(wording: Wording, language: str) -> list[Named[str]]:
    return [Named(key, wording.say(pace_message(key), language), (key,)) for key in (NONE, *NAMED)]


def pauses_named(wording: Wording, language: str) -> dict[str, Named[str]]:
    return {key: Named(key, wording.say(Message(f"pace.{key}"), language), (key,)) for key in (PAUSE, RESUME)}


def read_pace(wording: Wording, language: str, typed: str) -> str:
    """Return the typed pace in the form that is stored. Raises `UIRefusal`."""
    chosen = parse_pace(pace_of_text(typed, language) or "") or find_meant(typed, paces_named(wording, language))
    if chosen is None:
        raise UIRefusal("refused.pace", typed=as_shown(typed))
    return chosen


def suggest_paces(wording: Wording, language: str, typed: str, table: Table | None = None) -> Choices:
    if table is not None and table.status != "lobby":
        return suggest_matches(typed, [pauses_named(wording, language)[RESUME if table.is_paused else PAUSE]])
    own = parse_pace(pace_of_text(typed, language) or "")
    if own is not None:
        return echo_typed(typed, [app_commands.Choice(name=wording.say(pace_message(own), language), value=own)])
    return echo_typed(typed, suggest_matches(typed, paces_named(wording, language)))


@dataclass(frozen=True)
class Turns:
    wording: Wording
    _sessions: Sessions
    _rates: Rates
    _agreements: Agreements

    @slash("table start", who=OWNER_IN_LOBBY)
    async def start(self, interaction: discord.Interaction, session: Session) -> Reply:
        missing = await start(self.wording, interaction, session)
        return missing or Reply(self.wording.speech.translate(interaction, "table.started"))

    async def _paces(self, interaction: discord.Interaction, current: str) -> Choices:
        assert interaction.channel_id is not None
        session, language = (self._sessions.at_hand(interaction.channel_id), self.wording.speech.reader(interaction))
        return suggest_paces(self.wording, language, current, session.table if session else None)

    @slash("table pace", who=OWNER_IN_LOBBY, suggests={"pace": _paces})
    async def pace(self, interaction: discord.Interaction, session: Session, pace: str) -> Reply:
        """Choose how much time each seat has, or ask the others to pause or continue the game."""
        language = self.wording.speech.reader(interaction)
        match find_meant(pace, list(pauses_named(self.wording, language).values())):
            case "pause":
                return Reply(await self._agreements.propose_pause(interaction, session))
            case "resume":
                self._rates.admit_proposal(session.table, interaction.user.id)
                await session.proposals.propose_resume(interaction.user.id, interaction.id)
                key = "play.resume_proposed" if session.table.is_paused else "play.resumed"
                return Reply(self.wording.say(Message(key), language))
        chosen = read_pace(self.wording, language, pace)
        await session.lobby.configure(interaction.user.id, interaction.id, LobbyOptions(pace=chosen))
        return Reply(self.wording.say(Message("pace.chosen", {"pace": pace_message(chosen)}), language))

    @press(NUDGE, "*Nudge*, twelve hours after the question", at=PRIVATE_LOOK, who=NOBODY_IN_WALK)
    async def nudge(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Ping the people the table waits for, at most once in twelve hours. After a week, offer a vote."""
        user = interaction.user.id
        clock = silent(session.context, session.table, self._sessions.context.clock())
        may_call = clock is not None and clock.user != user and session.reader.seat_of(user) is not None
        words = self.wording.speech.translate(interaction, "table.nudged")
        try:
            await session.play.nudge(user, interaction.id)
        except NobodyToNudge:
            if not may_call:
                raise
            words = self.wording.speech.translate(interaction, "table.silent")
        button = private_button(self.wording, interaction, session, CALL, "plain")
        return Reply(view=text_panel(words, [(button,)] if may_call else []))

    @slash("table undo", who=ASKED)
    async def undo(self, interaction: discord.Interaction, session: Session) -> Reply:
        undone = Reply(self.wording.speech.translate(interaction, "table.undone"))
        return await self._agreements.take_back(interaction, session) or undone
