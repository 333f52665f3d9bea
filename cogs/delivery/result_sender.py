"""Post each finished game to its server's channel for results, once. Nobody is pinged."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import discord
from msgspec.structs import replace

from cogs.delivery.board_sender import BLOCKED_S, GIVE_UP_S, MOST_BLOCKED_S, POST_S
from cogs.delivery.boards import views_by_round
from cogs.delivery.live_messages import verbs_of
from cogs.delivery.messages import HISTORY, oldest_of
from cogs.delivery.permissions import may_look_back, may_post
from cogs.delivery.reactions import FAILURES, Reaction, code_of, pause_s, reaction_to
from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.layout import picture_panel, upload
from cogs.ui.wording import Wording
from cogs.views.pictures import draw_board
from cogs.views.results import RESULT, result_rows, result_text
from sessions.delivery.outbox import DONE, BlockedChannels, Delivery
from sessions.records.table import Post
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.snapshot import TableSnapshot, snapshot_of


@dataclass(frozen=True)
class ResultSender:
    _client: discord.Client
    _wording: Wording
    _painter: Painter
    _sessions: Sessions
    _blocked_channels: BlockedChannels

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Delivery:
        """Post the result. Return the row to retry. If the server has turned results off, drop it."""
        channel = self._sessions.choices.servers.get(session.table.guild).results_in
        if not posts or channel is None:
            return DONE
        post = posts[0]  # a game ends only once
        later = frozenset({post.id})
        if not may_post(self._client.get_channel(channel)):
            return self._wait(post, channel)
        for with_picture in (True, False):
            try:
                async with asyncio.timeout(POST_S):
                    await self._publish(session, post, channel, with_picture=with_picture)
            except FAILURES as error:
                log.info("result not posted: table=%s why=%s", session.table.id, code_of(error))
                match reaction_to(error):
                    case Reaction.BLOCKED:
                        return self._wait(post, channel)
                    case Reaction.LATER | Reaction.STOP:
                        return Delivery(later, pause_s(error))
                    case Reaction.PLAIN:
                        continue
            break
        self._blocked_channels.discard(channel)
        return DONE

    def _wait(self, post: Post, channel: int) -> Delivery:
        """Keep the result while the bot lacks permissions in the channel, for a week at most."""
        self._blocked_channels.add(channel)
        waited_s = self._sessions.outbox.age_ms(post) / 1000
        if waited_s >= GIVE_UP_S:
            return DONE
        return Delivery(frozenset({post.id}), min(max(waited_s, BLOCKED_S), MOST_BLOCKED_S))

    async def _publish(self, session: Session, post: Post, channel: int, *, with_picture: bool) -> None:
        place = self._client.get_partial_messageable(channel)
        is_repeated = post.attempts or self._sessions.outbox.is_inherited(post)
        if is_repeated and may_look_back(self._client, channel):
            since = discord.Object(oldest_of(self._sessions, post))
            async for message in place.history(limit=HISTORY, after=since, oldest_first=False):
                verbs = verbs_of(message, session.table.id)
                if message.author == self._client.user and verbs and verbs <= RESULT:
                    return
        seen = self._snapshot(session)
        text = result_text(self._wording, seen, await views_by_round(self._wording, session))
        drawn = None
        if with_picture and seen.view is not None:
            drawn = await draw_board(self._painter, seen, seen.view, is_past=True)
        pictures, accent = drawn or (), self._wording.game_uis[seen.table.game].accent
        await place.send(
            view=picture_panel(text, pictures, "", result_rows(self._wording, seen), accent),
            files=[upload(picture) for picture in pictures],
            nonce=post.nonce,
            silent=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    def _snapshot(self, session: Session) -> TableSnapshot:
        """Return the table as everyone may see it, in the server's language."""
        seen = snapshot_of(session)
        guild = self._client.get_guild(seen.table.guild or 0)
        if guild is None:
            return seen
        return replace(seen, table=replace(seen.table, language=self._wording.speech.guild(guild)))
