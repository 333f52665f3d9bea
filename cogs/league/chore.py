"""Carries out what leagues need on Discord: tables, posts, and announcements in channels."""

import asyncio
import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import discord
from msgspec.structs import replace

import discord_limits as limits
from cogs.delivery.messages import call, message_at
from cogs.delivery.permissions import may_look_back, missing_for_league
from cogs.delivery.reactions import FAILURES, code_of
from cogs.league.words import LeagueWords
from cogs.logs import log
from cogs.members import Members
from cogs.table.threads import Threads
from cogs.ui.layout import pages, panel
from cogs.ui.panel import Button
from cogs.ui.press import LeaguePress
from cogs.ui.wording import Wording
from engine.kernel.game import playable_options
from engine.kernel.refusals import Refusal
from engine.kernel.rules import Placing
from sessions.clocks.own_time import NONE
from sessions.leagues.absences import find_absent
from sessions.leagues.leagues import Leagues
from sessions.leagues.progress import CROWNED, Step, advance, next_steps, open_tables
from sessions.lobby.lobby import LobbyOptions
from sessions.records.departures import settle
from sessions.records.league import League, Play
from sessions.refusals import NoTable, StorageRefusal, TooManyTables, UnknownGame
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork

OPENED_AT_ONCE = 4
"""Maximum number of tables to open in one pass, because clocks and reminders wait for its end."""
LOOK_UP_S = 20.0
"""Longest time in seconds to look up who has left the server. Discord answers only a few look-ups a second."""
REQUEST_S = 10.0
"""Longest time in seconds for one request to Discord, because clocks and reminders wait for it."""
OLD_MS, APART_MS = 45 * 60_000, 13 * 60_000
"""A post older than 45 minutes is edited at most once in 13 minutes, unless someone corrects, withdraws or cancels.
Discord accepts few edits of messages older than an hour, and makes a bot wait for the rest of that hour."""
CLOCKS_DIFFER_MS, HISTORY = 10_000, 100
"""Milliseconds that the host's clock may be ahead of Discord's, and maximum number of messages to search."""
SIGN_UP, WITHDRAW, SHOW = "signup", "withdraw", "show"
"""The verbs of the buttons under a league's post."""


def number_of(league: int, what: str) -> int:
    """Return an id for this action of a league. The id is negative, unlike the ids of Discord's interactions."""
    return -1 - (int.from_bytes(sha256(f"{league}:{what}".encode()).digest()[:8]) >> 2)


@dataclass(frozen=True)
class LeagueChore:
    _client: discord.Client
    wording: Wording
    _sessions: Sessions
    leagues: Leagues
    _members: Members
    _threads: Threads
    _due_work: DueWork
    _shown: dict[int, tuple[tuple[int, int] | None, str]] = field(default_factory=dict, init=False)
    """Each league's post and its text, as last posted or edited."""
    _edited_at: dict[int, int] = field(default_factory=dict, init=False)
    """The time of the last try to edit each league's post."""

    async def tend(self, now: int) -> None:
        """Advance every league in this process's servers. The next pass retries whatever failed."""
        for league in await self.leagues.active():
            guild = self._client.get_guild(league.guild)
            if guild is None or guild.unavailable or league.game not in self.wording.games:
                continue
            try:
                await self._carry_on(league, now)
            except StorageRefusal:
                raise
            except FAILURES as error:
                log.info("league waits: league=%s why=%s", league.id, code_of(error))
            except Exception:  # the other leagues still advance
                log.exception("our mistake in a league: league=%s", league.id)

    def channel_of(self, league: League) -> discord.TextChannel | None:
        """Return the league's channel, or None if it is gone or the bot lacks a permission there."""
        channel = self._client.get_channel(league.post[0] if league.post else league.channel)
        return channel if isinstance(channel, discord.TextChannel) and not missing_for_league(channel) else None

    async def words(self, league: League, language: str) -> LeagueWords:
        sessions = await self._tables(match.table for each in league.rounds_played[-1:] for match in each.matches)
        channels = {table: session.table.channel for table, session in sessions.items()}
        return LeagueWords(self.wording, league, language, channels)

    def button(self, press: LeaguePress, words: LeagueWords, style: str = "plain") -> Button:
        return Button(press, words.say(f"button.league_{press.verb}"), "good" if press.verb == SIGN_UP else style)

    async def refresh(self, league: League) -> None:
        """Let the next pass edit the league's post, once for many changes. Edit the post of a finished league now."""
        self._due_work.passes.wake()
        if league.status != "signing_up":
            self._edited_at.pop(league.id, None)
        if league.is_finished:
            with contextlib.suppress(*FAILURES):
                await self._show(league)

    async def _show(self, league: League) -> None:
        """Edit the league's post, or post it in its channel. Raises Discord's errors."""
        channel, post, words = self.channel_of(league), league.post, await self.words(league, league.language)
        text = words.summarise()
        if channel is None or self._shown.get(league.id) == (post, text):
            return
        verbs = (SIGN_UP, WITHDRAW, SHOW) if league.status == "signing_up" else (SHOW,)
        view = panel(text, tuple(self.button(LeaguePress(verb, league.id), words) for verb in verbs))
        known = post if post and post[1] else None
        if known is not None:
            if self._must_wait(league.id, known[1]):
                return
            try:
                async with asyncio.timeout(REQUEST_S):
                    await message_at(self._client, *known).edit(view=view)
            except discord.NotFound:
                known = None
        if known is None:
            async with asyncio.timeout(REQUEST_S):
                posted = await channel.send(view=view, nonce=str(-number_of(league.id, f"post:{post}")))
            known = channel.id, posted.id
            await self.leagues.keep_post(league.id, known)
        self._shown[league.id] = known, text

    def _must_wait(self, league: int, post: int) -> bool:
        """Return whether an old post was edited less than `APART_MS` ago. Otherwise, note this edit."""
        now, posted = self._sessions.context.clock(), round(discord.utils.snowflake_time(post).timestamp() * 1000)
        is_old = now - posted > OLD_MS
        if is_old and now - self._edited_at.get(league, 0) < APART_MS:
            return True
        self._edited_at[league] = now
        return False

    async def _carry_on(self, league: League, now: int) -> None:
        plays: dict[int, Play] = {}
        tables = open_tables(league)
        for table, session in (await self._tables(tables)).items():
            plays[table] = replace(play_of(session, tables[table]), absent=await find_absent(session.reader))
        if len(advance(league, now, plays).rounds_played) > len(league.rounds_played):
            for user in await self._members.find_gone(
                league.guild, [each.user for each in league.present if each.user > 0], LOOK_UP_S
            ):
                await self.leagues.withdraw(league.id, user)
        league = await self.leagues.advance(league.id, plays)
        channel, steps = self.channel_of(league), next_steps(league, now)
        if channel is None:
            return
        to_open = [step for step in steps if step.kind == "open"]
        try:
            for step in to_open[:OPENED_AT_ONCE]:
                league = await self._open(channel, league, step)
        except TooManyTables:  # the others are opened in a later pass, as tables end
            full = Step(league.id, "limit", to_open[0].round)
            steps += [full] if full.key not in league.done else []
        else:
            if len(to_open) > OPENED_AT_ONCE:
                self._due_work.passes.wake()
                return
        await self._show(league)
        words = await self.words(league, league.language)
        for step in steps:
            if step.kind != "open":
                await self._post(channel, words, step)
                await self.leagues.finish(step)

    async def _open(self, channel: discord.TextChannel, league: League, step: Step) -> League:
        """Open and start a match's table in a thread, unless the table was opened before. Return the league. Raises
        `TooManyTables`."""
        number = number_of(league.id, step.key)
        try:
            done = await self._sessions.store.log.done_by(number)
            if done is None:
                session = await self._seat(channel, league, step, number)
            else:
                session = await self._sessions.by_id(done[0])
            if session.table.status == "lobby":
                await session.lobby.start(session.table.owner, number_of(league.id, f"start:{step.key}"))
        except (StorageRefusal, TooManyTables):
            raise
        except Refusal as refusal:
            log.info("table of a league waits: league=%s why=%s", league.id, type(refusal).__name__)
            return league
        return await self.leagues.finish(step, session.table.id)

    async def _seat(self, channel: discord.TextChannel, league: League, step: Step, number: int) -> Session:
        names = {each.user: each.name for each in league.entrants}
        people, tried = [(user, names[user]) for user in step.users], 1
        title = f"{league.name} {step.round}.{step.match + 1}"
        async with asyncio.timeout(REQUEST_S):
            thread = await self._threads.find_or_make(channel, title, league.id)
        game = self._sessions.context.games.get(league.game)
        if game is None:
            raise UnknownGame(league.game)
        options = playable_options(game, league.options)  # a release may have removed some since sign-up
        pace = league.pace or NONE  # not the server's
        chosen = LobbyOptions(options=options, seats_wanted=len(people), language=league.language, pace=pace)
        while True:
            owner, *others = people
            try:
                return await self._sessions.open(
                    league.guild, thread, *owner, league.game, number, chosen, others=others, invited=step.users,
                    is_posted=False,
                )  # fmt: skip
            except TooManyTables as refusal:
                if refusal.whose == "guild" or tried == len(people):
                    raise
                people, tried = [*others, owner], tried + 1  # someone else may still own a table

    async def _post(self, channel: discord.TextChannel, words: LeagueWords, step: Step) -> None:
        """Post a step's announcement, unless it is already in the channel: the bot may have been killed after posting
        it."""
        league = words.league
        users = {each.user for each in league.entrants} | {league.organiser}
        key = f"{step.key}:{len(league.corrections)}" if CROWNED in league.done else step.key
        shown = await self._read_texts(channel, league)
        for number, page in enumerate(pages(words.announce(step.kind), limits.CONTENT)):
            if page in shown:
                continue
            called = [user for user in users if f"<@{user}>" in page]
            async with asyncio.timeout(REQUEST_S):
                await call(channel, page, str(-number_of(league.id, f"{key}:{number}")), called)

    async def _read_texts(self, channel: discord.TextChannel, league: League) -> set[str]:
        """Return the bot's texts in the channel since the current round began or, if later, the last correction."""
        if not may_look_back(self._client, channel.id):
            return set()
        times = [each.begun_at for each in league.rounds_played] + [each.at for each in league.corrections]
        since = max(times, default=0) - CLOCKS_DIFFER_MS
        after = discord.Object(max(0, since - discord.utils.DISCORD_EPOCH) << 22)
        async with asyncio.timeout(REQUEST_S):
            found = [each async for each in channel.history(limit=HISTORY, after=after, oldest_first=False)]
        return {each.content for each in found if each.author == self._client.user}

    async def _tables(self, tables: Iterable[int | None]) -> Mapping[int, Session]:
        """Return the sessions of those tables that still exist."""
        found: dict[int, Session] = {}
        for table in tables:
            if table is not None:
                with contextlib.suppress(NoTable):
                    found[table] = await self._sessions.by_id(table)
        return found


def play_of(session: Session, players: Iterable[int]) -> Play:
    """Return the state of a match's table. A game ended by agreement is a tie between everyone who stayed."""
    table, result = session.table, session.reader.result()
    left = frozenset(players) - {sitter.user for sitter in table.people}
    if result is None and table.ended in ("conceded", "agreed") and table.people:
        result = settle(table, [Placing(sitter.seat, 1, 0) for sitter in table.sitters])
    users = {sitter.seat: sitter.user for sitter in table.sitters}
    return Play({users[each.seat]: each.place for each in result or () if each.seat is not None}, left)
