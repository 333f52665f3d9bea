"""What a table's channel is shown, as few messages as it takes.

Within a turn the live message is edited; when someone else is asked, a new one is posted that pings them, and the old
one loses its controls. Whatever waits for a channel becomes one message of the newest state.
"""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from cogs.delivery.hand_sender import ROTATE_MS, HandSender, now_ms
from cogs.delivery.invalid_requests import InvalidRequests
from cogs.delivery.permissions import may_post
from cogs.delivery.reactions import BAD_FORM, BLOCKED_S, FAILURES, LOCKED, RETRY_S, Reaction, pause_s, reaction_to
from cogs.delivery.watch_sender import WatchSender
from cogs.logs import log
from cogs.services import Services
from cogs.ui.layout import shows_table, without_controls
from cogs.views.board import BoardMessage, compose, describe_log, who_must_agree
from engine.kernel.decision import Message
from sessions.outbox import DONE, Delivery
from sessions.records import LiveMessage, Post
from sessions.refusals import StorageRefusal
from sessions.session import Session

CONTROL = "control"
PATIENCE_S = 0.1
"""How long a board waits for answers that are under way: they come first."""
POST_S = 60.0
"""A post that is not made by then comes again later: a long rate limit holds up no worker for ever."""
REOPEN_S = 10.0
STRIP_S = 10.0
"""Taking the controls off an old message is worth no longer wait."""
NONCE_KEPT_MS = 60_000
"""Discord knows a nonce again for "the past few minutes"; a younger one needs no search."""
CLOCKS_DIFFER_MS = 60_000
"""So far at most this machine's clock is trusted to be from Discord's."""
HISTORY = 50
"""So many messages of a channel are looked through."""
LONGEST_TURN = 60
"""So many entries are told again at most when a new message begins after a restart."""


@dataclass(slots=True)
class Live:
    """The message that a table's controls are on.

    `told` is the last entry its first lines tell, `seen` the message as Discord showed it last; 0 and None where an
    earlier process posted it.
    """

    channel: int
    message: int
    posted_at: int
    told: int = 0
    seen: discord.Message | None = None


class BoardSender:
    """Posts boards and hands. `stop` ends the process when Discord no longer knows the bot.

    `clock` counts seconds; `dice` spreads what would otherwise come back all at once.
    """

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        stop: Callable[[], None],
        invalid: InvalidRequests,
        *,
        clock: Callable[[], float] = time.monotonic,
        dice: random.Random | None = None,
    ) -> None:
        self._client = client
        self._services = services
        self._stop = stop
        self._invalid = invalid
        self.clock = clock
        self.dice = dice or random.Random()
        self.post_s = POST_S
        self.hands = HandSender(client, services)
        self.watches = WatchSender(client, services)
        self._live: dict[int, Live | None] = {}
        self._started_at = now_ms()
        self._tried: set[str] = set()
        self._retried: dict[int, float] = {}
        """When each blocked channel was tried again last."""
        self._reopened: dict[int, float] = {}
        """When channels were last asked whether they are archived threads."""

    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        """Post what these rows tell of. Errors of Discord are met as prescribed; none of them loses a row."""
        pause_s = self._invalid.pause_s
        if pause_s:
            return Delivery(frozenset(post.id for post in posts), self.spread(pause_s))
        await self._services.traffic.calm(PATIENCE_S)
        session = await self._services.sessions.by_id(table)
        boards = [post for post in posts if post.kind == "board"]
        if self._is_overtaken(session, boards):
            return Delivery(frozenset(post.id for post in posts), 0.0)
        board = await self._deliver_board(session, boards) if boards else DONE
        told = [post for post in posts if post.kind == "hand"]
        if told and not boards:
            await self.reopen(session.table.channel)  # a hand links there
        hands = await self.hands.deliver(session, told)
        watches = await self.watches.deliver(session, [post for post in posts if post.kind == "watch"])
        if not session.table.is_live:
            self._forget(table)
        held_up = next((each for each in (board, hands, watches) if each.later), DONE)
        return Delivery(board.later | hands.later | watches.later, held_up.retry_after_s)

    def _forget(self, table: int) -> None:
        """Nothing more is told of this table but by its rows."""
        self._live.pop(table, None)
        self.hands.forget(table)

    @property
    def known(self) -> int:
        """How many tables it remembers something of."""
        return len(self._live.keys() | self.hands.known)

    def spread(self, pause_s: float) -> float:
        """Somewhat more than `pause_s`, so that not all channels come back in the same second."""
        return pause_s * self.dice.uniform(1.0, 1.25)

    def _is_overtaken(self, session: Session, posts: list[Post]) -> bool:
        """Whether the table has moved on meanwhile, so that newer rows are about to join these; asked once a row."""
        live = self._live.get(session.table.id)
        known = max([live.told if live else 0, *(post.last for post in posts)])
        return bool(posts) and known < session.number and not any(post.attempts for post in posts)

    def _blocked_s(self, channel: int) -> float:
        """How long a blocked channel has still to wait; 0 where it may be tried, or is not there.

        Permissions are looked at first, which costs no request: each one refused counts against the bot.
        """
        if channel not in self._services.blocked_channels:
            self._retried.pop(channel, None)
            return 0.0
        place = self._client.get_channel(channel)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread) and not may_post(place):
            return self.spread(BLOCKED_S)
        now = self.clock()
        since_s = now - self._retried.get(channel, -RETRY_S)
        if since_s < RETRY_S:
            return self.spread(RETRY_S - since_s)
        self._retried[channel] = now
        return 0.0

    async def _deliver_board(self, session: Session, posts: list[Post]) -> Delivery:
        later = frozenset(post.id for post in posts)
        wait_s = self._blocked_s(session.table.channel)
        if wait_s:
            return Delivery(later, wait_s)
        try:
            async with asyncio.timeout(self.post_s):
                await self._board(session, posts, with_picture=True)
        except FAILURES as error:
            reaction = reaction_to(error)
            log.info("post failed: table=%s why=%s reaction=%s", session.table.id, _code(error), reaction.name)
            match reaction:
                case Reaction.LATER | Reaction.FRESH | Reaction.SHUT:
                    return Delivery(later, pause_s(error))
                case Reaction.BLOCKED:
                    await self._block(session, "notice.locked" if _code(error) == LOCKED else "notice.permission")
                    return Delivery(later, self.spread(BLOCKED_S))
                case Reaction.SUSPEND:
                    self._live.pop(session.table.id, None)
                    await session.lose_channel()
                case Reaction.STOP:
                    self._stop()
                    return Delivery(later)
                case Reaction.PLAIN:
                    if _code(error) == BAD_FORM and self._services.emoji.doubt():
                        return Delivery(later, 0.0)
                    return await self._plainly(session, posts)
        except StorageRefusal:
            return Delivery(later)
        except Exception:
            log.exception("our mistake: table=%s", session.table.id)
            return await self._plainly(session, posts)
        else:
            self._services.blocked_channels.discard(session.table.channel)
        return DONE

    async def _block(self, session: Session, notice: str) -> None:
        """Keep what waits for this channel; the table's owner is told once, if their direct messages are open."""
        table, services = session.table, self._services
        if table.channel in services.blocked_channels:
            return
        services.blocked_channels.add(table.channel)
        if not services.sessions.people.get(table.owner).dm_closed:
            message = Message(notice, {"game": services.game_uis[table.game].name, "channel": f"<#{table.channel}>"})
            await self.hands.send(table.owner, services.say(message, services.speech.user(table.owner)))

    async def _plainly(self, session: Session, posts: list[Post]) -> Delivery:
        """Once more without picture and lines; what is refused even so is given up."""
        try:
            async with asyncio.timeout(self.post_s):
                await self._board(session, posts, with_picture=False)
        except FAILURES as error:
            if reaction_to(error) is Reaction.LATER:
                return Delivery(frozenset(post.id for post in posts), pause_s(error))
            log.warning("post given up: table=%s why=%s", session.table.id, _code(error))
        except StorageRefusal:
            return Delivery(frozenset(post.id for post in posts))
        except Exception:
            log.exception("post given up: table=%s", session.table.id)
        self._tried.difference_update(post.nonce for post in posts)
        return DONE

    # One board

    async def _board(self, session: Session, posts: list[Post], *, with_picture: bool) -> None:
        await self.reopen(session.table.channel)
        live = await self._live_of(session)
        is_new = live is None or _is_outdated(session, live, posts)
        since = await self._since(session, live, posts)
        entries = await session.reader.log_lines(None, since + 1, session.number) if session.number > since else []
        lines = describe_log(self._services, session, entries, session.table.language) if with_picture else []
        users = tuple(dict.fromkeys(user for post in posts for user in post.users)) if is_new else ()
        asked = {sitter.user for sitter in session.table.sitters if session.decision_of(sitter.user) is not None}
        asked.update(who_must_agree(session))
        pinged = session.writer.pings.allowed(user for user in users if user in asked)
        if session.table.status == "over":
            pinged = users  # once, however often they were called before
        made = await compose(self._services, session, lines, pinged, with_picture=with_picture)
        await self._services.traffic.calm(PATIENCE_S)  # the upload would hold up whoever pressed meanwhile
        if live is not None and not is_new and await self._edit(live, made):
            return
        await self._post(session, live, made, posts)

    async def _since(self, session: Session, live: Live | None, posts: list[Post]) -> int:
        """The last entry already told in an older message. Where none is known: where the last seat's turn began.

        Alone no turn passes that would begin a new message: what is told begins with the last draw or roll.
        """
        firsts = [post.first for post in posts if post.first]
        if session.table.is_alone:
            return max(0, min([session.reader.barrier - 1, *(first - 1 for first in firsts)]))
        if live is not None and live.told:
            return min([live.told, *(first - 1 for first in firsts)])
        first = min(firsts, default=session.number)
        if first <= 1:
            return 0
        turn = await session.reader.log(None, LONGEST_TURN, before=first + 1)
        seat, begun = turn[-1].seat if turn else None, first
        for entry in reversed(turn):
            if entry.seat != seat:
                break
            begun = entry.number
        return begun - 1

    async def _edit(self, live: Live, made: BoardMessage) -> bool:
        """Whether the live message now shows `made`; it does not when it is gone or may not be edited."""
        message = self._client.get_partial_messageable(live.channel).get_partial_message(live.message)
        file = made.file()
        try:
            live.seen = await message.edit(view=made.view, attachments=[file] if file else [])
        except discord.HTTPException as error:
            if reaction_to(error) is Reaction.FRESH:
                return False
            raise
        return True

    async def _post(self, session: Session, old: Live | None, made: BoardMessage, posts: list[Post]) -> None:
        table = session.table
        number = session.number
        channel = self._client.get_partial_messageable(table.channel)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in made.users]
        )
        # The first row's nonce stays the same however many rows have joined it since a try that failed.
        first = posts[0]
        is_repeated = first.nonce in self._tried or first.id // 1000 < self._started_at
        self._tried.add(first.nonce)
        sent = await self._posted_before(session, old, first) if is_repeated else None
        if sent is None:
            file = made.file()
            sent = await channel.send(
                view=made.view,
                file=file or discord.utils.MISSING,
                nonce=first.nonce,
                allowed_mentions=mentions,
            )
        if is_repeated:
            # An earlier try may have arrived: then this is its message, with the state it had.
            again = made.file()
            sent = await sent.edit(view=made.view, attachments=[again] if again else [])
        self._tried.discard(first.nonce)
        session.writer.pings.note(made.users)
        live = Live(table.channel, sent.id, now_ms(), number, sent)
        self._live[table.id] = live
        try:
            await self._services.sessions.store.keep_message(
                LiveMessage(table.id, CONTROL, live.channel, live.message, live.posted_at)
            )
        except StorageRefusal as refusal:
            log.warning("live message not stored: table=%s why=%s", table.id, type(refusal).__name__)
        if old is not None and old.message != sent.id:
            await self._strip(old)

    async def _posted_before(self, session: Session, old: Live | None, first: Post) -> discord.Message | None:
        """The message that an earlier try made, where Discord may have forgotten its nonce and would make another."""
        made_at = first.id // 1000
        if now_ms() - made_at < NONCE_KEPT_MS:
            return None
        after = snowflake_of(made_at - CLOCKS_DIFFER_MS)
        if old is not None and old.channel == session.table.channel:
            after = max(after, old.message)
        channel = self._client.get_partial_messageable(session.table.channel)
        try:
            async for message in channel.history(limit=HISTORY, after=discord.Object(after)):
                if message.author == self._client.user and shows_table(message, session.table.id):
                    log.info("found again: table=%s message=%s", session.table.id, message.id)
                    return message
        except discord.Forbidden as error:
            log.info("not looked for: table=%s why=%s", session.table.id, error.code)
        return None

    async def reopen(self, channel: int) -> None:
        """Bring an archived thread back, as long as it is not locked: controls in it may be dead until then.

        A thread that is not archived is known, as every other channel is, so asking is rare; once a minute at most.
        """
        now = self.clock()
        if self._client.get_channel(channel) is not None or now - self._reopened.get(channel, -RETRY_S) < RETRY_S:
            return
        self._reopened = {known: at for known, at in self._reopened.items() if now - at < RETRY_S} | {channel: now}
        try:
            async with asyncio.timeout(REOPEN_S):
                place = await self._client.fetch_channel(channel)
                if isinstance(place, discord.Thread) and place.archived and not place.locked:
                    await place.edit(archived=False)
        except (*FAILURES, discord.InvalidData) as error:
            log.info("not reopened: channel=%s why=%s", channel, _code(error))  # whatever is posted there meets it too

    async def _strip(self, old: Live) -> None:
        """Take the controls off an old message. They are harmless even where this fails."""
        channel = self._client.get_partial_messageable(old.channel)
        try:
            async with asyncio.timeout(STRIP_S):
                message = old.seen or await channel.fetch_message(old.message)
                left = without_controls(message)
                if left is None:
                    await message.delete()
                else:
                    view, files = left
                    await message.edit(view=view, attachments=files)  # type: ignore[arg-type]  # takes any `to_dict`
        except FAILURES as error:
            log.info("old controls stay: message=%s why=%s", old.message, _code(error))

    async def _live_of(self, session: Session) -> Live | None:
        table = session.table.id
        if table not in self._live:
            known = await self._services.sessions.store.live_messages(table)
            found = next((message for message in known if message.kind == CONTROL), None)
            self._live[table] = Live(found.channel, found.message, found.posted_at) if found else None
        return self._live[table]


def _is_outdated(session: Session, live: Live, posts: Sequence[Post]) -> bool:
    """Whether a message of its own is due: someone else is asked, the board was asked for, or the old one is old.

    One answer of several that are waited for at once passes no turn.
    """
    table = session.table
    if live.channel != table.channel or now_ms() - live.posted_at >= ROTATE_MS:
        return True
    if table.status == "lobby":
        return False
    if not live.told:
        return True
    return any(post.turn_passed and (post.users or not post.last or table.status != "running") for post in posts)


def snowflake_of(ms: int) -> int:
    """The least id that Discord gives in that millisecond since 1970."""
    return max(0, ms - discord.utils.DISCORD_EPOCH) << 22


def _code(error: Exception) -> object:
    return getattr(error, "code", None) or type(error).__name__
