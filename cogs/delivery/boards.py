"""Boards: one message is edited during a turn. Then it becomes a recap, and a new message pings the next player."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import discord
import msgspec

from cogs.delivery.hand_sender import ROTATE_MS
from cogs.delivery.live_messages import BoardLocks, Live, LiveMessages, attachments, files_of, is_shown_by
from cogs.delivery.messages import Reopening, Tries, call, in_place_nonce, message_at, post_silently, start_nonce
from cogs.delivery.permissions import may_look_back, may_post
from cogs.delivery.reactions import FAILURES, Reaction, code_of, reaction_to
from cogs.delivery.recaps import Recaps, read_events
from cogs.logs import log
from cogs.painter import Painter
from cogs.private_answers import PrivateAnswers
from cogs.traffic import Traffic
from cogs.ui.layout import upload
from cogs.ui.wording import Wording
from cogs.views.board import BoardMessage, compose
from cogs.views.chronicle import start_panel
from cogs.views.log_words import Happened
from cogs.views.push import push_line
from engine.kernel.refusals import Refusal
from sessions.play.state import asks_only_computers, public_decision, stage_of
from sessions.records.table import Post
from sessions.results.shares import shares_of
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.snapshot import awaited_of, snapshot_of, users_told_later, users_with_digest

GROWTH_S = 5.0
"""Longest time in seconds to compute the scores by round. After that the score sheet omits them."""
MOST_ROUNDS = 40
"""The score sheet shows the scores of at most this many rounds."""
EDIT_S = 15.0
"""Longest time in seconds for an edit; then a new message is sent."""
MENTIONED = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=True)
"""The mentions of an edited board. An edit notifies nobody, but it decides whom the message mentions from then on."""
PATIENCE_S = 0.1
"""Longest time in seconds that a board waits for answers under way, because answers come first."""
SCROLLED = 5
"""Once a board has this many messages below it, its next change is posted again at the bottom."""
LOOK_S = 20.0
"""Minimum seconds between checks of whether a board has scrolled away. In between, it counts as visible."""


@dataclass(eq=False, repr=False)
class MayNotPost(Exception):  # noqa: N818
    """According to cached permissions, the bot may not post here. `is_locked`: the thread is locked."""

    is_locked: bool


class TakenOver(Exception):  # noqa: N818
    """Another process may post in this channel now."""


@dataclass
class Boards:
    """Edits a table's message, or posts a new one."""

    _client: discord.Client
    _wording: Wording
    _painter: Painter
    _sessions: Sessions
    _private_answers: PrivateAnswers
    _traffic: Traffic
    messages: LiveMessages
    reopening: Reopening
    _channels: dict[int, int] = field(default_factory=dict, init=False)
    """The channel in which each table was last shown: the table may have moved since its posts were written."""
    _looked: dict[int, float] = field(default_factory=dict, init=False)
    """The time at which each table's board was last checked for having scrolled away."""

    def __post_init__(self) -> None:
        self.clock = self.reopening.clock
        self.tries = Tries(self._client, self._wording, self._sessions)
        self.locks = BoardLocks()
        """Presses that must be answered before a board is changed."""
        self._recaps = Recaps(self._client, self._wording, self._painter)
        self.look_s = LOOK_S

    def forget(self, table: int) -> None:
        self.messages.forget(table)
        self._looked.pop(table, None)
        self._channels.pop(table, None)

    async def show(self, session: Session, posts: list[Post], *, with_picture: bool) -> None:
        """Show the board, and all events since the last message. Raises errors of Discord and the store.

        Without `with_picture`, which is used after a failure, the message has no pictures and no log lines.
        """
        table = session.table
        self._channels[table.id] = posts[0].channel
        await _prepare(session)
        live = await self.messages.of(table.id)
        posts = _unsent_first(posts, live.post if live else 0)
        for channel in {table.channel, live.channel if live else table.channel}:
            await self.reopening.reopen(channel)
        begun = await self.messages.start_of(table.id)
        live = await self._make_start(session, live, posts)
        if live is not None and live.channel == table.channel:
            await self._delete_above(session, live, posts)
        is_new = live is None or _is_outdated(session, live, posts, self.messages.age_ms(live))
        if live is not None and not is_new and not live.is_deleting:
            is_new = await self._look_below(session, live) >= SCROLLED
        elif live is not None and self._is_missed(session, live, posts[0]):
            self._looked.pop(table.id, None)
            await self._look_below(session, live)
        elif live is None and begun is not None and not self.tries.is_repeated(posts[0].nonce, posts[0]):
            await self._count_below(session, table.channel, begun)  # a given-up post may have left its ping there
        first = _first_to_show(session, live, posts, was_begun=begun is not None)
        if live is not None and not is_new and not live.is_deleting:
            number = session.number
            if await self._update(session, live, first, with_picture):
                live.shown_number, live.recap_number = number, 0
                await self._check_hold(session)
                await self.messages.keep(table.id, live)
                return
            await self._recaps.delete(session, live)
        elif live is not None:
            self._check_place(table.channel)
            await self.locks.wait_for_answers(table.id)
            await self._check_hold(session)
            first = await self._recaps.close(session, live, first, tells=with_picture)
        await self._post(
            session, live, first, posts, self._users_to_ping(session, posts) if is_new else (), with_picture
        )
        if live is not None and live.is_archived:
            await self._recaps.delete(session, live)  # the new message has reopened the thread

    async def _check_hold(self, session: Session) -> None:
        if not await self._sessions.outbox.holds(self._channels[session.table.id]):
            raise TakenOver

    def _check_place(self, channel: int) -> None:
        """Raise `MayNotPost` if a new message would be refused. The old message then keeps its controls."""
        place = self._client.get_channel(channel)
        if not may_post(place):
            raise MayNotPost(isinstance(place, discord.Thread) and place.locked)

    def _is_missed(self, session: Session, live: Live, row: Post) -> bool:
        """Return whether a board was requested although the old one seems up to date, because somebody can't see that
        one. A board shown by another process counts as up to date. Always False on a retry."""
        return live.shown_number in (0, session.number) and not self.tries.is_repeated(row.nonce, row)

    async def _look_below(self, session: Session, live: Live) -> int:
        """Return how many messages are below the board, counted up to `SCROLLED`. In a solo game, private answers
        count, too."""
        table, now = session.table, self.clock()
        if table.status != "running" or now - self._looked.get(table.id, -self.look_s) < self.look_s:
            return 0
        self._looked[table.id] = now
        if table.is_alone and self._private_answers.below_board(table.channel) >= SCROLLED:
            return SCROLLED
        return await self._count_below(session, live.channel, live.message)

    async def _count_below(self, session: Session, channel: int, message: int) -> int:
        """Count the messages below this one, up to `SCROLLED`. Messages of forgotten tries are deleted instead."""
        number = session.table.id
        if not may_look_back(self._client, channel):
            log.info("not looked below: table=%s why=history is closed", number)
            return 0
        history = self._client.get_partial_messageable(channel).history(limit=SCROLLED, after=discord.Object(message))
        try:
            found = [each async for each in history]
        except FAILURES as error:
            log.info("not looked below: table=%s why=%s", number, code_of(error))
            return 0
        forgotten = [each for each in found if self.tries.is_try(each, session)]
        for each in forgotten:
            log.info("forgotten try deleted: table=%s message=%s", number, each.id)
            await self._recaps.delete(session, self.messages.new(each))
        return len(found) - len(forgotten)

    async def _delete_above(self, session: Session, live: Live, posts: Sequence[Post]) -> None:
        """Delete messages that an earlier process sent for these posts, if they are above the board. The board already
        shows their events."""
        tried = [post for post in posts if not self._sessions.is_shared and self._sessions.outbox.is_inherited(post)]
        found = await self.tries.find_posted(session, None, tried[0], is_start=False) if tried else []
        for message in found:
            if message.id < live.message:
                await self._recaps.delete(session, self.messages.new(message))

    def _users_to_ping(self, session: Session, posts: Sequence[Post]) -> tuple[int, ...]:
        users = dict.fromkeys(user for post in posts for user in post.users)
        reminded = {user for post in posts if post.kind == "remind" for user in post.users}
        asked = {sitter.user for sitter in session.table.sitters if session.reader.decision_of(sitter.user) is not None}
        asked -= users_with_digest(session) - reminded
        awaited = awaited_of(session.reader)
        asked.update({*awaited.must_agree, *awaited.may_vote} - (users_told_later(session) - reminded))
        if session.table.status == "lobby":
            asked.update((session.table.owner, *session.table.unready))
        if session.table.status == "lobby" or session.table.has_open_seat:
            asked.update(session.table.seating.invited)
        if session.table.status == "over":  # pings everyone, even people pinged before
            return tuple(user for user in users if user not in users_with_digest(session))
        return session.writer.pings.keep_allowed(user for user in users if user in asked)

    async def _compose(
        self, session: Session, first: int, with_picture: bool, known: Collection[str] = ()
    ) -> BoardMessage:
        """Return the message with everything since the entry `first`. Pictures named in `known` aren't drawn again."""
        await self._traffic.calm(PATIENCE_S)  # composing delays presses, too
        await _prepare(session)
        is_turn, tells = stage_of(session.reader) != "phase", with_picture and session.number > 0
        happened = await read_events(session, first, session.number, is_turn=is_turn) if tells else Happened()
        made = await compose(
            self._wording,
            self._painter,
            snapshot_of(session),
            happened,
            first=first,
            known=known,
            with_picture=with_picture,
            rounds=await views_by_round(self._wording, session) if with_picture else (),
            shares=await self._shares(session),
        )
        await self.locks.wait_for_answers(session.table.id)
        await self._traffic.calm(PATIENCE_S)  # the upload would delay the answers to presses
        await self._check_hold(session)
        return made

    async def _shares(self, session: Session) -> dict[int, tuple[int, int]]:
        table, sessions = session.table, self._sessions
        users = [sitter.user for sitter in table.people] if table.status == "lobby" else []
        return await shares_of(sessions.store.log, sessions.choices.people, table.guild, users)

    async def _update(self, session: Session, live: Live, first: int, with_picture: bool) -> bool:
        """Edit the live message. Return whether that worked. If Discord refuses to keep old files, send all
        pictures."""
        if live.files and with_picture:
            made = await self._compose(session, first, with_picture, live.files)
            try:
                return await self._edit(live, made)
            except discord.HTTPException as error:
                if reaction_to(error) is not Reaction.PLAIN:
                    raise
                log.info("pictures sent again: table=%s why=%s", session.table.id, code_of(error))
                live.show({})
        return await self._edit(live, await self._compose(session, first, with_picture))

    async def _edit(self, live: Live, made: BoardMessage) -> bool:
        """Edit the live message to show `made`. Return False if it is gone or can't be edited now."""
        message, files = message_at(self._client, live.channel, live.message), attachments(made.pictures, live.files)
        try:
            async with asyncio.timeout(EDIT_S):
                edited = await message.edit(content=None, view=made.view, attachments=files, allowed_mentions=MENTIONED)
        except (TimeoutError, discord.RateLimited):
            log.info("edit takes too long: message=%s", live.message)
            return False
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
        """Post the table as it is. Ping `users` in a text first, which is then edited into the board."""
        old = await self._make_start(session, old, posts)
        first = first or min(session.number, 1)  # the game may just have started
        # After a failed try, more rows may have joined, but the first row's nonce stays the same.
        table, row = session.table, posts[0]
        is_repeated = self.tries.is_repeated(row.nonce, row)
        called = self.tries.begin(row.nonce, users)
        found = await self.tries.find_posted(session, old, row, is_start=False) if is_repeated else []
        sent = found[0] if found else None
        for message in found[1:]:
            await self._recaps.delete(session, self.messages.new(message))
        if sent is None and users:
            sent = await self._call(session, row.nonce, users)
            self.tries.has_called(row.nonce, sent)
        number, stage = session.number, stage_of(session.reader)
        made = await self._compose(session, first, with_picture)
        if sent is None:
            files = [upload(picture) for picture in made.pictures]
            channel = self._client.get_partial_messageable(table.channel)
            sent = await channel.send(view=made.view, files=files, nonce=row.nonce, silent=table.seating.silent)
        live = self.messages.new(sent, files_of(sent, made.pictures))
        is_late = self.tries.has_begun(in_place_nonce(row))
        if sent.content or is_late or (is_repeated and not is_shown_by(sent, made.view)):
            # The message is a ping, or an outdated board of an earlier try. Edit it to show the board.
            already = set(sent.raw_mentions) if sent.content else called or {each.id for each in sent.mentions}
            is_new_to = tuple(user for user in users if user not in already)
            live = await self._make_board(session, row, live, made, is_new_to)
        for nonce in (row.nonce, in_place_nonce(row)):
            self.tries.end(nonce)
        self._looked[table.id] = self.clock()
        self._private_answers.board_posted(table.channel)
        live.first, live.post = first, max(post.id for post in posts)
        live.shown_number, live.stage = number, stage
        await self._check_hold(session)
        await self.messages.keep(table.id, live)

    async def _call(self, session: Session, nonce: str, users: tuple[int, ...]) -> discord.Message:
        """Ping these users in a message without a picture, so that they hear of their turn before the board is
        painted."""
        round_now = await session.reader.log.round_now()
        words = push_line(self._wording, snapshot_of(session), users, round_now)
        await self._check_hold(session)
        self._check_place(session.table.channel)
        channel = self._client.get_partial_messageable(session.table.channel)
        with session.writer.pings.calling(users):
            return await call(channel, words, nonce, users, silent=session.table.seating.silent)

    async def _make_board(
        self, session: Session, row: Post, earlier: Live, made: BoardMessage, is_new_to: tuple[int, ...]
    ) -> Live:
        """Edit an earlier message into the board, or post the board. First ping the users in `is_new_to`.

        A board whose post failed may still arrive. Posted again with the same nonce, it arrives only once.
        """
        if is_new_to:
            sent = await self._call(session, f"{row.nonce}.2", is_new_to)
            await self._recaps.delete(session, earlier)
            self.tries.has_called(row.nonce, sent)
            earlier = self.messages.new(sent)
        nonce = in_place_nonce(row)
        if not self.tries.has_begun(nonce) and await self._edit(earlier, made):
            return earlier
        self.tries.begin(nonce)
        channel = self._client.get_partial_messageable(earlier.channel)
        sent = await post_silently(channel, made.view, made.pictures, nonce)
        if sent.id != earlier.message:
            await self._recaps.delete(session, earlier)
        return self.messages.new(sent, files_of(sent, made.pictures))

    async def _make_start(self, session: Session, live: Live | None, posts: list[Post]) -> Live | None:
        """Turn the lobby's message into the start message, or post one. Return the live message afterwards."""
        table = session.table
        if not session.number or await self.messages.start_of(table.id) is not None:
            return live
        is_lobby = live is not None and not live.first and any(post.first == 1 for post in posts)
        if live is not None and is_lobby and await self._recaps.make_start(session, live):
            await self.messages.keep_start(table.id, live.channel, live.message)
            return None
        row = posts[0]
        nonce = start_nonce(row)
        is_repeated = self.tries.is_repeated(nonce, row)
        self.tries.begin(nonce)
        found = await self.tries.find_posted(session, live, row, is_start=True) if is_repeated else []
        if found:
            sent = found[0]
        else:
            channel = self._client.get_partial_messageable(table.channel)
            view = start_panel(self._wording, snapshot_of(session))
            sent = await channel.send(view=view, nonce=nonce, silent=table.seating.silent)
        self.tries.end(nonce)
        await self.messages.keep_start(table.id, table.channel, sent.id)
        return None if is_lobby else live


async def views_by_round(wording: Wording, session: Session) -> list[msgspec.Struct]:
    """Return the public view after each round of a finished game, or [] if its points can't be shown by round."""
    table, results = session.table, wording.game_uis[session.table.game].results
    if table.status != "over" or not session.reader.result() or results.points_so_far is None:
        return []
    try:
        async with asyncio.timeout(GROWTH_S):
            return await session.history.views_by_round(MOST_ROUNDS)
    except (Refusal, TimeoutError) as error:
        log.info("no growth of scores: table=%s why=%s", table.id, type(error).__name__)
        return []


async def _prepare(session: Session) -> None:
    """Work out the board's combined answers in a thread, so that the event loop doesn't have to."""
    decision = public_decision(session.reader)
    if decision is not None:
        await session.reader.offers.prepare(decision)


def _unsent_first(posts: Sequence[Post], sent: int) -> list[Post]:
    """Return the posts, with those after `sent` first. A new message gets the nonce of the first one. If an earlier
    message was sent for all of them, change that nonce, or Discord would return that message."""
    unsent = [post for post in posts if post.id > sent]
    if not unsent:
        return [msgspec.structs.replace(posts[0], nonce=posts[0].nonce[::-1]), *posts[1:]]
    return [*unsent, *(post for post in posts if post.id <= sent)]


def _is_outdated(session: Session, live: Live, posts: Sequence[Post], age_ms: int) -> bool:
    """Return whether a new message is due, because the turn has passed, the old board is too old, or someone asked for
    one."""
    table = session.table
    if live.channel != table.channel or age_ms >= ROTATE_MS:
        return True
    if table.status == "lobby":
        return any(post.turn_passed and post.users and post.id > live.post for post in posts)  # it invites somebody
    if session.number and not live.first:
        return True  # posted by an older version, or a lobby whose start was posted again
    if live.stage in ("phase", "computers") and asks_only_computers(table, session.reader.pending):
        return False  # nobody is pinged, so one message shows what all computers do
    return any(post.turn_passed and post.id > live.post for post in posts)


def _first_to_show(session: Session, live: Live | None, posts: Sequence[Post], *, was_begun: bool) -> int:
    """Return the first entry to show: 0 in a lobby, and 1 if the start wasn't shown yet. `was_begun`: the start message
    had already been sent."""
    if not session.number:
        return 0
    if live is not None and live.first:
        return live.first
    is_untold = live is None or not was_begun
    return min((post.first for post in posts if post.first), default=1 if is_untold else session.number + 1)
