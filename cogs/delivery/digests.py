"""Post each server's weekly digest to its results channel, once, unless nothing has happened. Nobody is pinged."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import discord

import discord_limits as limits
from cogs.delivery.messages import CLOCKS_DIFFER_MS, HISTORY
from cogs.delivery.permissions import may_look_back, may_post
from cogs.delivery.reactions import FAILURES, Reaction, code_of, reaction_to
from cogs.delivery.seeking import has_room
from cogs.logs import log
from cogs.members import Members
from cogs.ui.layout import pages
from cogs.ui.wording import Wording
from cogs.views.digests import Move, Week, digest_lines
from sessions.clocks.own_time import weekly_after
from sessions.records.clock import DAY_MS
from sessions.records.log import PastGame
from sessions.records.person import Server
from sessions.results.ladder import BEGIN, Standing, ladder
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork

POST_S = 10.0
POSTED_AT_ONCE = 4
"""Maximum number of digests to post in one pass, because clocks and reminders wait for its end."""
LATEST_MS = 8 * DAY_MS
"""A digest this late is skipped, because the next one is due."""
LOOKED_UP = 20
"""Maximum number of people of a ladder whose membership is looked up, best first. Each needs a request to Discord."""


@dataclass(frozen=True)
class Digests:
    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    _members: Members
    _due_work: DueWork
    _failed_at: dict[int, int] = field(default_factory=dict, init=False)
    """The time of the last failed try in each server."""

    async def tend(self, now: int) -> None:
        """Post digests that are due in the servers of this process. If there are many, or one fails, the next pass
        posts the rest."""
        posted = 0
        for guild in sorted(self._client.guilds, key=lambda guild: self._failed_at.get(guild.id, 0)):
            server = self._sessions.choices.servers.get(guild.id)
            if server.digest is None or server.results_in is None or server.lost_at is not None:
                continue
            clocks, next_after = self._sessions.store.clocks, partial(weekly_after, server.digest, server.zone)
            due = await clocks.mark(server.digest_mark)
            if due is None or abs(due - now) > LATEST_MS or next_after(due - 1) != due:
                # a new or changed digest, or one that was missed
                await clocks.keep_mark(server.digest_mark, next_after(now))
            elif due <= now and await self._post(guild, server, due, now):
                await clocks.keep_mark(server.digest_mark, next_after(due))
                self._failed_at.pop(guild.id, None)
                posted += 1
                if posted == POSTED_AT_ONCE:
                    self._due_work.passes.wake()
                    return
            elif self._failed_at.get(guild.id) == now:
                return  # in an outage, clocks would have to wait for a try in every server

    async def _post(self, guild: discord.Guild, server: Server, due: int, now: int) -> bool:
        """Post a digest, unless an earlier try has posted it. Return False to try again in the next pass."""
        channel = server.results_in or 0
        if not may_post(self._client.get_channel(channel)):
            return False
        week = await self._week(server, due)
        if not (week.ended or week.lobbies or any(table.created_at > due - 7 * DAY_MS for table in week.running)):
            return True
        language = self._wording.speech.guild(guild)
        text = "\n".join(self._wording.say(line, language) for line in digest_lines(self._wording, week))
        place = self._client.get_partial_messageable(channel)
        try:
            async with asyncio.timeout(POST_S):
                if not await self._is_posted(place, text.partition("\n")[0], due):
                    await place.send(
                        pages(text, limits.CONTENT)[0],
                        nonce=str(guild.id),
                        silent=True,
                        allowed_mentions=discord.AllowedMentions.none(),
                    )
        except FAILURES as error:
            log.info("digest not posted: server=%s why=%s", guild.id, code_of(error))
            is_late = reaction_to(error) in (Reaction.LATER, Reaction.STOP)
            if is_late:
                self._failed_at[guild.id] = now
            return not is_late
        return True

    async def _is_posted(self, place: discord.PartialMessageable, head: str, due: int) -> bool:
        """Return whether a digest with this first line is in the channel."""
        if not may_look_back(self._client, place.id):
            return False
        since = discord.Object(max(0, due - CLOCKS_DIFFER_MS - discord.utils.DISCORD_EPOCH) << 22)
        async for message in place.history(limit=HISTORY, after=since, oldest_first=False):
            if message.author == self._client.user and message.content.partition("\n")[0] == head:
                return True
        return False

    async def _week(self, server: Server, due: int) -> Week:
        """Collect a server's last week up to the time `due`."""
        assert server.digest is not None
        guild, store = server.guild, self._sessions.store
        since = weekly_after(server.digest, server.zone, due - 8 * DAY_MS)
        ended = [table for table in await store.tables.ended_in(guild, since) if table.status == "over"]
        live = await self._sessions.all_of(await store.tables.in_guild(guild))
        free = {session.table.id: _free_seats(session) for session in live if session.table.seating.admits != "invited"}
        tables, past = [session.table for session in live], await store.log.past_games(guild=guild)
        return Week(
            due,
            [table for table in ended if table.changed_at <= due],
            [table for table in tables if table.is_under_way],
            free,
            [table for table in tables if free.get(table.id)],
            past,
            await self._moves(guild, past, since, due),
        )

    async def _moves(self, guild: int, past: Sequence[PastGame], since: int, due: int) -> list[Move]:
        """Return the changes in all ladders. Leave out people who have left the ladder or the server."""
        moves: list[Move] = []
        for game in self._wording.game_uis:
            own = [side for side in past if side.game == game and side.ended_at <= due]
            earlier = [side for side in own if side.ended_at <= since]
            # In a thread, because 1,000 games take a tenth of a second.
            before, after = await asyncio.to_thread(ladder, earlier), await asyncio.to_thread(ladder, own)
            people, known = self._sessions.choices.people, {each.user: each for each in before}
            shown = [each for each in after if not people.get(each.user).off_ladder]
            gone = await self._members.find_probably_gone(guild, [each.user for each in shown[:LOOKED_UP]])
            shown = [each for each in shown if each.user not in gone]
            for place, each in enumerate(shown, 1):
                old = known.get(each.user, Standing(each.user, each.name, BEGIN, 0))
                if each.games != old.games:
                    moves.append(Move(game, place, each.user, each.name, each.rating, each.rating - old.rating))
        # also people further down the ladder
        gone = await self._members.find_probably_gone(guild, {move.user for move in moves})
        return [move for move in moves if move.user not in gone]


def _free_seats(session: Session) -> int:
    table = session.table
    if not has_room(session):
        return 0
    if table.status == "lobby":
        return session.reader.seats - len(table.sitters)
    return sum(sitter.has_left for sitter in table.sitters)
