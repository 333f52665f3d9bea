"""`/server overview`: a server's tables, the longest wait first, and their controls for managers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import discord

import discord_limits as limits
from cogs.delivery.permissions import manages_server, missing_in
from cogs.interactions.answering import Reply
from cogs.interactions.authority import MANAGERS, MANAGERS_CLOSE, MANAGERS_LOOK, NOBODY_IN_WALK
from cogs.interactions.gate import PRIVATE, PRIVATE_LOOK, check_server, press
from cogs.interactions.slash import slash
from cogs.ui.layout import Part, panel, text_panel
from cogs.ui.panel import Button, Row
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.people import mentions, players
from cogs.views.results import outcome
from engine.kernel.decision import Argument, Message
from sessions.records.clock import DAY_MS, SeatClock
from sessions.records.table import Table
from sessions.refusals import TableOver
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.waiting.votes import silent

MOST_LISTED, MOST_LACKING = 25, 5
"""Maximum number of tables in the list, and of channels where the bot lacks permissions."""
MOST_TEXT = limits.TEXT_DISPLAY_TOTAL - 100
"""Maximum number of characters in the list. The rest is for the line that counts the tables left out."""
IN_A_ROW = 5
MONTH_MS, LATELY_MS = 30 * DAY_MS, 7 * DAY_MS
MOST_ENDED = 10
"""Maximum number of ended tables in the list."""
MANAGE, REMIND, CALL_VOTE, CLOSE, CLOSE_NOW = "manage", "remind", "callvote", "shut", "shutnow"
LABELS = {REMIND: "button.nudge", CALL_VOTE: "button.call", CLOSE: "button.close", CLOSE_NOW: "button.close"}


@dataclass(frozen=True)
class Overview:
    wording: Wording
    _sessions: Sessions

    @slash("server overview", who=MANAGERS, needs={"manage_guild": True})
    async def show(self, interaction: discord.Interaction) -> Reply:
        """List a server's tables: the people each waits for and since when, how the last ones ended, and where the bot
        lacks permissions."""
        guild = check_server(interaction)
        _check_manages(interaction)
        tables = sorted(await self._sessions.store.tables.in_guild(guild), key=self._waits_since)
        say = partial(self.wording.say, language=self.wording.speech.reader(interaction))
        title = say(Message("overview.title", {"count": len(tables)}) if tables else Message("overview.none"))
        results_in = self._sessions.choices.servers.get(guild).results_in
        posted_in = [table.channel for table in tables] + ([results_in] if results_in else [])
        notes = [*await self._describe_ended(guild), *islice(_lacking(interaction, posted_in), MOST_LACKING)]
        below = [say(note) for note in notes]
        room, shown = MOST_TEXT - sum(len(line) + 1 for line in (title, *below)), list[str]()
        for number, table in enumerate(tables[:MOST_LISTED], 1):
            line = say(Message("overview.line", {"number": number, "table": self._describe(table)}))
            room -= len(line) + 1
            if room < 0:
                break
            shown.append(line)
        if len(tables) > len(shown):
            below.insert(0, say(Message("overview.more", {"count": len(tables) - len(shown)})))
        parts: list[Part] = ["\n".join([title, *shown, *below])]
        buttons = [
            Button(_press(interaction, table, MANAGE), str(number))
            for number, table in enumerate(tables[: len(shown)], 1)
        ]
        parts += [tuple(buttons[at : at + IN_A_ROW]) for at in range(0, len(buttons), IN_A_ROW)]
        return Reply(view=panel(*parts))

    @press(MANAGE, "a table’s number in `/server overview`", at=PRIVATE_LOOK, who=MANAGERS_LOOK)
    async def manage(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show one table, with buttons for everything that a manager can do about it now."""
        table = _check_live(interaction, session)
        is_silent = silent(session.context, table, self._sessions.context.clock()) is not None
        verbs = {REMIND: bool(self._waiting_clocks(table)), CALL_VOTE: is_silent, CLOSE: True}
        row = tuple(self._button(interaction, table, verb) for verb, is_there in verbs.items() if is_there)
        label = self.wording.speech.translate(interaction, "button.open_channel")
        url = f"https://discord.com/channels/{table.guild}/{table.channel}"
        row = (Button(_press(interaction, table, MANAGE), label, url=url), *row)
        words = self.wording.say(self._describe(table), self.wording.speech.reader(interaction))
        return Reply(view=text_panel(words, [row]))

    @press(REMIND, "*Nudge* in `/server overview`", at=PRIVATE, who=NOBODY_IN_WALK)
    async def remind(self, interaction: discord.Interaction, session: Session) -> Reply:
        _check_manages(interaction)
        await session.play.nudge(interaction.user.id, interaction.id, is_manager=True)
        return self._confirm(interaction, "table.nudged")

    @press(CALL_VOTE, "*Start a vote* in `/server overview`", at=PRIVATE, who=NOBODY_IN_WALK)
    async def call_vote(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        _check_manages(interaction)
        await session.votes.call(interaction.user.id, interaction.id, epoch=press.epoch, is_manager=True)
        return self._confirm(interaction, "table.vote_called")

    @press(CLOSE, "*Close table* in `/server overview`", at=PRIVATE_LOOK, who=MANAGERS_LOOK)
    async def ask_to_close(self, interaction: discord.Interaction, session: Session) -> Reply:
        table = _check_live(interaction, session)
        key = "confirm.moderate" if table.is_under_way or table.is_cut_off else "confirm.close"
        row: Row = (self._button(interaction, table, CLOSE_NOW),)
        return Reply(view=text_panel(self.wording.speech.translate(interaction, key), [row]), replaces=True)

    @press(CLOSE_NOW, "*Close table*, confirmed, in `/server overview`", at=PRIVATE, who=MANAGERS_CLOSE)
    async def close(self, interaction: discord.Interaction, session: Session, press: Press) -> Reply:
        _check_manages(interaction)
        await session.leaving.close(interaction.user.id, interaction.id, is_moderator=True, epoch=press.epoch)
        return self._confirm(interaction, "table.closed")

    def _waiting_clocks(self, table: Table) -> list[SeatClock]:
        clocks = self._sessions.context.seat_clocks.of(table.id).values() if table.status == "running" else ()
        return sorted((clock for clock in clocks if clock.decision is not None), key=lambda clock: clock.since)

    def _waits_since(self, table: Table) -> tuple[int, int]:
        """Return a sort key. First come tables without a channel, then tables that wait for people, then the rest, each
        oldest first."""
        asked = self._waiting_clocks(table)
        rank = 0 if table.status == "suspended" and not table.is_under_way else 1 if asked else 2
        return rank, asked[0].since if asked else table.changed_at

    def _describe(self, table: Table) -> Message:
        """Return a line about a table: its game, its channel, and what it waits for."""
        asked = self._waiting_clocks(table)
        if table.status == "lobby":
            state = Message("overview.lobby", {"players": players(len(table.people))})
        elif asked:
            when = f"<t:{asked[0].since // 1000}:R>"
            key = "overview.votes" if table.vote is not None else "overview.waits"
            state = Message(key, {"people": mentions(clock.user for clock in asked), "when": when})
        else:
            state = Message("overview.paused" if table.is_paused else f"overview.{table.status}")
        return Message("overview.table", {**self.wording.place_of(table), "state": state})

    async def _describe_ended(self, guild: int) -> list[Message]:
        """Return lines about tables that ended recently, with their results, and how many ended within a month."""
        store, now = self._sessions.store, self._sessions.context.clock()
        games, lately = await store.log.past_games(guild=guild), await store.tables.ended_in(guild, now - LATELY_MS)
        lines = [Message("overview.lately")] if lately else []
        for table in lately[:MOST_ENDED]:
            blanks: dict[str, Argument] = {"state": outcome(table, games), "when": f"<t:{table.changed_at // 1000}:R>"}
            lines.append(Message("overview.ended", {**self.wording.place_of(table), **blanks}))
        if len(lately) > MOST_ENDED:
            lines.append(Message("overview.more", {"count": len(lately) - MOST_ENDED}))
        ended = {game.table: game.is_cut_short for game in games if game.ended_at >= now - MONTH_MS}
        if ended:
            lines.append(Message("overview.month", {"count": len(ended), "early": sum(ended.values())}))
        return lines

    def _button(self, interaction: discord.Interaction, table: Table, verb: str) -> Button:
        style = "danger" if verb == CLOSE_NOW else "plain"
        label = self.wording.speech.translate(interaction, LABELS[verb])
        return Button(_press(interaction, table, verb), label, style)

    def _confirm(self, interaction: discord.Interaction, key: str) -> Reply:
        return Reply(view=text_panel(self.wording.speech.translate(interaction, key)), replaces=True)


def _press(interaction: discord.Interaction, table: Table, verb: str) -> Press:
    return Press(table.id, table.epoch, verb, user=interaction.user.id)


def _check_manages(interaction: discord.Interaction) -> None:
    if not manages_server(interaction):
        raise UIRefusal("refused.not_manager")


def _check_live(interaction: discord.Interaction, session: Session) -> Table:
    _check_manages(interaction)
    if not session.table.is_live:
        raise TableOver
    return session.table


def _lacking(interaction: discord.Interaction, channels: Sequence[int]) -> Iterator[Message]:
    """Yield a line for each of these channels where the bot lacks a permission."""
    if interaction.guild is None:  # the server has not arrived yet
        return
    for channel in dict.fromkeys(channels):
        if lacking := missing_in(interaction.guild.get_channel_or_thread(channel)):
            yield Message("overview.lacks", {"channel": f"<#{channel}>", "permissions": lacking})
