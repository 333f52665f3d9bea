"""What a table's channel is shown, as few messages as it takes.

Within a turn the live message is edited and tells all since it began. When the turn passes it becomes a recap and
stays, and a new one is posted that pings whoever is asked. Whatever waits for a channel becomes one message of the
newest state.
"""

import asyncio
import random
from collections.abc import Callable, Collection, Sequence

import discord

from cogs.delivery.attachments import attachments, files_of
from cogs.delivery.hand_sender import ROTATE_MS, HandSender
from cogs.delivery.invalid_requests import InvalidRequests
from cogs.delivery.live_messages import Live, LiveMessages
from cogs.delivery.permissions import may_post
from cogs.delivery.reactions import BAD_FORM, BLOCKED_S, FAILURES, LOCKED, RETRY_S, Reaction, pause_s, reaction_to
from cogs.delivery.recaps import Recaps, happened_in
from cogs.delivery.reminders import ReminderSender
from cogs.delivery.seeking import Seeking
from cogs.delivery.watch_sender import WatchSender
from cogs.logs import log
from cogs.services import Services
from cogs.ui.layout import is_shown_by, upload, verbs_of
from cogs.views.board import BoardMessage, compose, who_must_agree
from cogs.views.chronicle import HOWTO, LASTING, Happened, start_panel
from cogs.views.waiting import who_may_vote
from engine.kernel.decision import Message
from sessions.outbox import DONE, Delivery
from sessions.records import Post
from sessions.refusals import StorageRefusal
from sessions.session import Session

PATIENCE_S = 0.1
"""How long a board waits for answers that are under way: they come first."""
POST_S = 60.0
"""A post that is not made by then comes again later: a long rate limit holds up no worker for ever."""
REOPEN_S = 10.0
NONCE_KEPT_MS = 60_000
"""Discord knows a nonce again for "the past few minutes"; a younger one needs no search."""
CLOCKS_DIFFER_MS = 75 * 60_000
"""So far at most this machine's clock is taken to be from Discord's: an hour, where summer time was set by hand."""
SCROLLED = 5
"""With this many messages after it a board has scrolled away, and its next change is posted anew below them."""
LOOK_S = 20.0
"""A table's channel is looked through for that once in so long at most; a younger board is taken to be in sight."""
HISTORY = 50
"""How many messages of a channel are looked through."""


class MayNotPost(Exception):  # noqa: N818
    """The bot lacks a permission here, or the thread `is_locked`, as far as Discord has told."""

    def __init__(self, is_locked: bool) -> None:
        super().__init__(is_locked)
        self.is_locked = is_locked


class BoardSender:
    """Posts boards and hands. `stop` ends the process when Discord no longer knows the bot.

    `clock` counts seconds and never jumps; `dice` spreads what would otherwise come back all at once.
    """

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        stop: Callable[[], None],
        invalid: InvalidRequests,
        *,
        clock: Callable[[], float] | None = None,
        dice: random.Random | None = None,
    ) -> None:
        self._client = client
        self._services = services
        self._stop = stop
        self._invalid = invalid
        self.clock = clock or (lambda: services.steady() / 1000)
        self.now = services.sessions.clock
        self.dice = dice or random.Random()
        self.post_s = POST_S
        self.hands = HandSender(client, services)
        self.watches = WatchSender(client, services)
        self.reminders = ReminderSender(client, services, self.reopen)
        self.seeking = Seeking(client, services)
        sessions = services.sessions
        self.messages = LiveMessages(sessions.store, sessions.clock, is_shared=sessions.is_shared)
        self._recaps = Recaps(client, services)
        self._tried: dict[str, set[int]] = {}
        """Whom the tries of each post called that may have arrived, by its nonce."""
        self._retried: dict[int, float] = {}
        """When each blocked channel was tried again last."""
        self._looked: dict[int, float] = {}
        """When it was last seen whether a table's board has scrolled away."""
        self.look_s = LOOK_S
        self._reopened: dict[int, float] = {}
        """When channels were last asked whether they are archived threads."""

    async def deliver(self, table: int, posts: Sequence[Post]) -> Delivery:
        """Post what these rows tell of. Errors of Discord are met as prescribed; none of them loses a row."""
        pause_s = self._invalid.pause_s
        if pause_s:
            return Delivery(frozenset(post.id for post in posts), self.spread(pause_s))
        await self._services.traffic.calm(PATIENCE_S)
        session = await self._services.sessions.by_id(table)
        if self._services.sessions.is_shared:
            await self.messages.refresh(table)
            self.hands.forget(table)
        boards = [post for post in posts if post.kind == "board"]
        reminded = DONE
        for post in [post for post in posts if post.kind == "remind"]:
            outcome = await self.reminders.deliver(session, post)
            if outcome is None:
                boards.append(post)
            elif outcome.later:
                reminded = Delivery(reminded.later | outcome.later, outcome.retry_after_s)
        if self._is_overtaken(session, boards):
            return Delivery(frozenset(post.id for post in posts), 0.0)
        board = await self._deliver_board(session, boards) if boards else DONE
        await self.seeking.take_back(session)
        drawn = [post for post in posts if post.kind == "hand"]
        if drawn and not boards:
            await self.reopen(session.table.channel)  # a hand links there
        hands = await self.hands.deliver(session, drawn)
        watches = await self.watches.deliver(session, [post for post in posts if post.kind == "watch"])
        if not session.table.is_live:
            self._forget(table)
        told = (board, hands, watches, reminded)
        held_up = next((each for each in told if each.later), DONE)
        return Delivery(frozenset().union(*(each.later for each in told)), held_up.retry_after_s)

    def _forget(self, table: int) -> None:
        """Nothing more is told of this table but by its rows."""
        self.messages.forget(table)
        self._looked.pop(table, None)
        self.hands.forget(table)

    @property
    def known(self) -> int:
        """How many tables it remembers something of."""
        return len(self.messages.known | self.hands.known)

    def spread(self, pause_s: float) -> float:
        """Somewhat more than `pause_s`, so that not all channels come back in the same second."""
        return pause_s * self.dice.uniform(1.0, 1.25)

    def _is_overtaken(self, session: Session, posts: list[Post]) -> bool:
        """Whether the table has moved on meanwhile, so that newer rows are about to join these; asked once a row."""
        live = self.messages.at_hand(session.table.id)
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

    def _check_place(self, channel: int) -> None:
        """Raise `MayNotPost` where a new message would be refused: the old one keeps its controls then."""
        place = self._client.get_channel(channel)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread) and not may_post(place):
            raise MayNotPost(isinstance(place, discord.Thread) and place.locked)

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
                    self.messages.forget(session.table.id)
                    await session.lose_channel()
                case Reaction.STOP:
                    self._stop()
                    return Delivery(later)
                case Reaction.PLAIN:
                    if _code(error) == BAD_FORM and self._services.emoji.doubt():
                        return Delivery(later, 0.0)
                    return await self._plainly(session, posts)
        except MayNotPost as refusal:
            await self._block(session, "notice.locked" if refusal.is_locked else "notice.permission")
            return Delivery(later, self.spread(BLOCKED_S))
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
        """Send the post once more without picture and lines. Gives it up if it is refused even so."""
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
        for post in posts:
            self._tried.pop(post.nonce, None)
        return DONE

    # One board

    async def _board(self, session: Session, posts: list[Post], *, with_picture: bool) -> None:
        """Show the table as it stands, and everything that happened since the message before tells no more."""
        table = session.table
        live = await self.messages.of(table.id)
        for channel in {table.channel, live.channel if live else table.channel}:
            await self.reopen(channel)
        live = await self._begun(session, live, posts)
        is_new = (
            live is None
            or _is_outdated(session, live, posts, self.now())
            or await self._has_scrolled_away(session, live)
        )
        first = _first_told(session, live, posts)
        if live is not None and not is_new:
            number = session.number
            if await self._brought_up_to_date(session, live, first, with_picture):
                live.told, live.recapped = number, 0
                await self.messages.keep(table.id, live)
                return
            await self._recaps.delete(session, live)
        elif live is not None:
            self._check_place(table.channel)
            first = await self._recaps.close(session, live, first, tells=with_picture)
        await self._post(session, live, first, posts, self._pinged(session, posts) if is_new else (), with_picture)

    async def _has_scrolled_away(self, session: Session, live: Live) -> bool:
        """Whether much lies below the board: anyone's messages and, alone, what only the one who plays was told."""
        table, now = session.table, self.clock()
        if table.status != "running" or now - self._looked.get(table.id, -self.look_s) < self.look_s:
            return False
        self._looked[table.id] = now
        if table.is_alone and self._services.private_answers.below_board(table.channel) >= SCROLLED:
            return True
        channel = self._client.get_partial_messageable(live.channel)
        try:
            found = [each async for each in channel.history(limit=SCROLLED, after=discord.Object(live.message))]
        except FAILURES as error:
            log.info("not looked below: table=%s why=%s", table.id, _code(error))
            return False
        return len(found) >= SCROLLED

    def _pinged(self, session: Session, posts: Sequence[Post]) -> tuple[int, ...]:
        """Whom a new message calls: those who were to be called, as far as they are still asked."""
        users = dict.fromkeys(user for post in posts for user in post.users)
        asked = {sitter.user for sitter in session.table.sitters if session.decision_of(sitter.user) is not None}
        asked.update(who_must_agree(session))
        if session.table.status == "lobby":
            asked.update(session.table.seating.invited)
            asked.add(session.table.owner)
        asked.update(who_may_vote(session))
        if session.table.status == "over":
            return tuple(users)  # once, however often they were called before
        return session.writer.pings.allowed(user for user in users if user in asked)

    async def _composed(
        self,
        session: Session,
        first: int,
        users: tuple[int, ...],
        with_picture: bool,
        known: Collection[str] = (),
    ) -> BoardMessage:
        """The message that tells all from the entry `first` on. Without its pictures it tells nothing either.

        Of pictures whose file names are `known` the files may be missing.
        """
        services = self._services
        is_turn = session.reader.is_in_turn
        happened = await happened_in(session, first, session.number, is_turn=is_turn) if with_picture else Happened()
        made = await compose(services, session, happened, users, first=first, known=known, with_picture=with_picture)
        await services.traffic.calm(PATIENCE_S)  # the upload would hold up whoever pressed meanwhile
        return made

    async def _brought_up_to_date(self, session: Session, live: Live, first: int, with_picture: bool) -> bool:
        """Whether the live message shows the table as it stands: the pictures that it has already stay there.

        Where Discord does not take it with those, all are sent.
        """
        if live.files and with_picture:
            made = await self._composed(session, first, (), with_picture, live.files)
            try:
                return await self._edit(live, made)
            except discord.HTTPException as error:
                if reaction_to(error) is not Reaction.PLAIN:
                    raise
                log.info("pictures sent again: table=%s why=%s", session.table.id, _code(error))
                live.show({})
        return await self._edit(live, await self._composed(session, first, (), with_picture))

    async def _edit(self, live: Live, made: BoardMessage) -> bool:
        """Whether the live message now shows `made`; it does not when it is gone or may not be edited."""
        message = self._client.get_partial_messageable(live.channel).get_partial_message(live.message)
        try:
            edited = await message.edit(view=made.view, attachments=attachments(made.pictures, live.files))
        except discord.HTTPException as error:
            if reaction_to(error) is Reaction.FRESH:
                return False
            raise
        live.show(files_of(edited, made.pictures))
        return True

    async def _post(
        self,
        session: Session,
        old: Live | None,
        first: int,
        posts: list[Post],
        users: tuple[int, ...],
        with_picture: bool,
    ) -> None:
        old = await self._begun(session, old, posts)
        first = first or min(session.number, 1)  # the game may just have started
        table, number, is_phase = session.table, session.number, not session.reader.is_in_turn
        made = await self._composed(session, first, users, with_picture)
        # The first row's nonce stays the same however many rows have joined it since a try that failed.
        row = posts[0]
        is_repeated = self._is_repeated(row.nonce, row)
        called = frozenset(self._tried.get(row.nonce, ()))
        self._tried[row.nonce] = {*called, *made.users}
        sent = await self._posted_before(session, old, row, is_start=False) if is_repeated else None
        with session.writer.pings.calling(made.users):
            if sent is None:
                sent = await self._send(table.channel, made, row.nonce)
            files = files_of(sent, made.pictures)
            if is_repeated and not is_shown_by(sent, made.view):
                # An earlier try had arrived, with the state there was: it is brought up to date, or makes room. No edit
                # calls anybody who is asked only since.
                earlier = Live(table.channel, sent.id, self.now())
                is_new_to = set(made.users) - (called or {each.id for each in sent.mentions})
                if is_new_to or not await self._edit(earlier, made):
                    await self._recaps.delete(session, earlier)
                    sent = await self._send(table.channel, made, f"{row.nonce}.2")
                    earlier.show(files_of(sent, made.pictures))
                files = earlier.files
        self._tried.pop(row.nonce, None)
        self._looked[table.id] = self.clock()
        self._services.private_answers.board_posted(table.channel)
        newest = max(post.id for post in posts)
        live = Live(table.channel, sent.id, self.now(), first, newest, told=number, is_phase=is_phase, files=files)
        await self.messages.keep(table.id, live)

    async def _send(self, channel: int, made: BoardMessage, nonce: str) -> discord.Message:
        users = [discord.Object(user) for user in made.users]
        return await self._client.get_partial_messageable(channel).send(
            view=made.view,
            files=[upload(picture) for picture in made.pictures],
            nonce=nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
        )

    async def _begun(self, session: Session, live: Live | None, posts: list[Post]) -> Live | None:
        """What is live once the message of a started game is there: the lobby's becomes it, else it is posted."""
        table = session.table
        if not session.number or await self.messages.has_start(table.id):
            return live
        is_lobby = live is not None and not live.first and any(post.first == 1 for post in posts)
        if live is not None and is_lobby and await self._recaps.make_start(session, live):
            await self.messages.keep_start(table.id, live.channel, live.message)
            return None
        row = posts[0]
        nonce = f"s.{row.nonce}"
        is_repeated = self._is_repeated(nonce, row)
        self._tried.setdefault(nonce, set())
        sent = await self._posted_before(session, live, row, is_start=True) if is_repeated else None
        if sent is None:
            channel = self._client.get_partial_messageable(table.channel)
            sent = await channel.send(view=start_panel(self._services, session), nonce=nonce)
        self._tried.pop(nonce, None)
        await self.messages.keep_start(table.id, table.channel, sent.id)
        return None if is_lobby else live

    def _is_repeated(self, nonce: str, row: Post) -> bool:
        """Whether this may have been tried before: by this process, by an earlier one, or by another beside it."""
        return nonce in self._tried or self._is_inherited(row) or self._services.sessions.is_shared

    async def _posted_before(
        self, session: Session, old: Live | None, row: Post, *, is_start: bool
    ) -> discord.Message | None:
        """The message that an earlier try made, where Discord may have forgotten its nonce and would make another.

        It is younger than the board before it; without one, than the row, whose time is this machine's.
        """
        made_at = row.id // 1000
        if abs(self.now() - made_at) < NONCE_KEPT_MS and not self._is_inherited(row):
            return None
        after = snowflake_of(made_at - CLOCKS_DIFFER_MS)
        if old is not None and old.channel == session.table.channel:
            after = old.message
        channel = self._client.get_partial_messageable(session.table.channel)
        try:
            async for message in channel.history(limit=HISTORY, after=discord.Object(after), oldest_first=False):
                verbs = verbs_of(message, session.table.id)
                is_it = HOWTO in verbs if is_start else bool(verbs - LASTING)
                if message.author == self._client.user and is_it:
                    log.info("found again: table=%s message=%s", session.table.id, message.id)
                    return message
        except discord.Forbidden as error:
            log.info("not looked for: table=%s why=%s", session.table.id, error.code)
        return None

    def _is_inherited(self, row: Post) -> bool:
        """Whether an earlier process may have sent this."""
        return self._services.sessions.outbox.is_inherited(row)

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


def _is_outdated(session: Session, live: Live, posts: Sequence[Post], now: int) -> bool:
    """Whether a message of its own is due: a turn has passed, the board was asked for, or the old one is old."""
    table = session.table
    if live.channel != table.channel or now - live.posted_at >= ROTATE_MS:
        return True
    if table.status == "lobby":
        return any(post.turn_passed and post.users and post.id > live.post for post in posts)  # somebody is invited
    if session.number and not live.first:
        return True  # what an older version posted, or a lobby whose start was told anew
    return any(post.turn_passed and post.id > live.post for post in posts)


def _first_told(session: Session, live: Live | None, posts: Sequence[Post]) -> int:
    """The first entry that the live message tells; where that is not known, the first that the posts tell of.

    0 in a lobby.
    """
    if not session.number:
        return 0
    if live is not None and live.first:
        return live.first
    return min((post.first for post in posts if post.first), default=session.number + 1)


def snowflake_of(ms: int) -> int:
    """The least id that Discord gives in that millisecond since 1970."""
    return max(0, ms - discord.utils.DISCORD_EPOCH) << 22


def _code(error: Exception) -> object:
    return getattr(error, "code", None) or type(error).__name__
