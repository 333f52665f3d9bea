"""Reminders: one direct message about all tables that wait for a person, or else one ping; and `/myturns`."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import discord

import discord_limits as limits
from cogs.delivery.hand_sender import DIRECT_S
from cogs.delivery.live_messages import CONTROL
from cogs.delivery.messages import message_at, sent_before
from cogs.delivery.notices import NEWS, has_way_back
from cogs.delivery.reactions import FAILURES, OUTAGES, Reaction, code_of, pause_s, reaction_to
from cogs.logs import log
from cogs.members import Members
from cogs.ui.layout import buttons, pages
from cogs.ui.panel import Button
from cogs.ui.press import DAYS, AwayPress
from cogs.ui.wording import Wording
from cogs.views.waiting import nearest_hour
from engine.kernel.decision import Decision, Message
from sessions.clocks.own_time import empty_at, free_at
from sessions.delivery.outbox import DONE, Delivery
from sessions.play.change import new_post
from sessions.play.state import round_of
from sessions.records.clock import SeatClock
from sessions.records.table import LiveMessage, Post
from sessions.refusals import StorageRefusal
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.store import PostStore, Write
from sessions.time.due_work import DueWork

HEAD = "### \N{ALARM CLOCK}"
"""The beginning of every reminder, in any language."""
REMIND = "remind"
"""Stored reminders have the kind `remind:<user>:<message>`, because a question may have several."""


@dataclass(frozen=True)
class ReminderSender:
    """Reminds people of questions. `reopen` reopens an archived thread before the reminder links to it."""

    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    _members: Members
    _due_work: DueWork
    _reopen: Callable[[int], Awaitable[None]]
    _tried: set[str] = field(default_factory=set, init=False)
    _editing: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    """Locked while a message about several tables is edited, so that the last edit is the newest."""

    async def deliver(self, session: Session, post: Post) -> Delivery | None:
        """Send this reminder, or postpone it in quiet hours. Return None if the board pings the user instead."""
        (user,) = post.users
        sessions, now = self._sessions, self._sessions.context.clock()
        schedule = sessions.choices.schedules.get(user)
        clocks = await self._still_here(user)
        # A newer question has had no reminder yet: this row was made for an earlier question.
        if not schedule.is_reminded or not any(clock.reminded for clock in clocks):
            return DONE
        free = free_at(schedule, now)
        if free > now:
            return Delivery(frozenset({post.id}), (free - now) / 1000)
        if not sessions.choices.people.is_dm_closed(user):
            try:
                await self._send(user, clocks, post)
            except FAILURES as error:
                log.info("not reminded directly: why=%s", code_of(error))
                reaction = reaction_to(error)
                if reaction in (Reaction.LATER, Reaction.STOP):
                    return Delivery(frozenset({post.id}), pause_s(error))
                self._tried.discard(post.nonce)
                if reaction is not Reaction.SHUT:
                    return DONE
                await sessions.choices.people.close_dm(user)
            else:
                self._tried.discard(post.nonce)
                return DONE
        longest = next(clock for clock in clocks if clock.reminded)
        if longest.table == session.table.id:
            return None
        await self._hand_over(post, longest)
        return DONE

    async def _hand_over(self, post: Post, longest: SeatClock) -> None:
        """Pass the reminder to another table's channel: this table's question was answered meanwhile."""
        context = self._sessions.context
        table = (await self._sessions.by_id(longest.table)).table
        moved = new_post(context, table, "remind", users=post.users, turn_passed=True)
        await context.store.commit(Write(posts=(moved,)))
        context.outbox.add((moved,))

    async def _still_here(self, user: int) -> list[SeatClock]:
        """Return this person's open questions in servers that they haven't left, the longest wait first."""
        sessions = self._sessions
        here: list[SeatClock] = []
        known: dict[int, bool] = {}
        guilds = {table.id: table.guild for table in await sessions.store.tables.of_user(user)}
        for clock in sessions.context.seat_clocks.asking(user):
            guild = guilds.get(clock.table)
            if guild is None:
                continue
            if guild not in known:
                gone = await self._members.gone(guild, [user])
                known[guild] = user not in gone
            if known[guild]:
                here.append(clock)
            else:
                await self._due_work.reminders.leave(clock)
        return here

    async def _send(self, user: int, clocks: Sequence[SeatClock], post: Post) -> None:
        """Send a person one message about these questions. Raises Discord's refusals."""
        tables = {table.id: table for table in await self._sessions.store.tables.of_user(user)}
        asked = []
        for session in await self._sessions.all_of([tables[each.table] for each in clocks if each.table in tables]):
            if session.reader.decision_of(user) is not None:
                await self._reopen(session.table.channel)  # the link leads there
                asked.append(session)
        text = await self._text(asked, user)
        if text is None:
            return
        is_repeated = post.nonce in self._tried or self._sessions.outbox.is_inherited(post)
        self._tried.add(post.nonce)
        async with asyncio.timeout(DIRECT_S):
            channel = await self._client.create_dm(discord.Object(user))
            is_reminder = lambda text: text.startswith(HEAD)  # noqa: E731
            sent = await sent_before(self._sessions, channel, post, is_reminder) if is_repeated else None
            sent = sent or await channel.send(text, view=self._buttons(user), nonce=post.nonce)
        kind, now = f"{REMIND}:{user}:{sent.id}", self._sessions.context.clock()
        for session in asked:
            await self._sessions.store.posts.keep_message(LiveMessage(session.table.id, kind, channel.id, sent.id, now))

    async def _text(self, sessions: Sequence[Session], user: int) -> str | None:
        """Return the reminder of this person's questions at these tables, or None if they have none."""
        told = await asked_lines(self._wording, self._sessions.store.posts, sessions, user)
        if not told:
            return None
        language = self._wording.speech.user(user)
        head = self._wording.say(Message("remind.head", {"count": len(told)}), language)
        lines = [self._wording.say(line, language, session.table) for session, line in told]
        foot = self._wording.say(Message("remind.foot"), language)
        return pages("\n".join([f"{HEAD} {head}", *lines, foot]), limits.CONTENT)[0]

    def _buttons(self, user: int) -> discord.ui.View:
        language = self._wording.speech.user(user)
        labels = {day: self._wording.say(Message(f"button.away_{day}"), language) for day in DAYS}
        return buttons([Button(AwayPress(day, user), label) for day, label in labels.items()])

    async def settle(self, session: Session) -> None:
        """Edit direct messages that ask for something already done here. After an outage, the next call retries."""
        with contextlib.suppress(StorageRefusal):
            for row in await self._sessions.store.posts.live_messages(session.table.id):
                kind, _, rest = row.kind.partition(":")
                user = int(rest.partition(":")[0]) if kind in (REMIND, NEWS) else 0
                is_open = self._is_asked(session, user, row) or (kind == NEWS and has_way_back(session.table, user))
                if user and not is_open:
                    async with self._editing:
                        await self._settle(session, user, row)

    def _is_asked(self, session: Session, user: int, row: LiveMessage) -> bool:
        clocks = self._sessions.context.seat_clocks.asking(user)
        is_old = any(clock.table == row.table and clock.since <= row.posted_at for clock in clocks)
        return is_old and session.reader.decision_of(user) is not None

    async def _settle(self, session: Session, user: int, row: LiveMessage) -> None:
        """Remove this table's line from a message. If no line remains, say what became of the table instead."""
        posts, language = self._sessions.store.posts, self._wording.speech.user(user)
        tables = {each.id: each for each in await self._sessions.store.tables.of_user(user) if each.id != row.table}
        same = [each.table for each in await posts.live_messages(*tables) if each.kind == row.kind]
        text = await self._text(await self._sessions.all_of([tables[table] for table in same]), user)
        view = None if text is None else self._buttons(user)
        if text is None:
            news = {each.news for each in await self._sessions.store.people.notices(user, row.posted_at)
                    if each.table == row.table}  # fmt: skip
            key = _what_became(session, user, is_played="played" in news)
            text = self._wording.say(Message(key, self._wording.place_of(session.table)), language)
        try:
            async with asyncio.timeout(DIRECT_S):
                await message_at(self._client, row.channel, row.message).edit(content=text, view=view)
        except FAILURES as error:
            log.info("reminder stays: table=%s why=%s", row.table, code_of(error))
            if isinstance(error, OUTAGES):
                return
        await posts.forget_message(row.table, row.kind)


def _what_became(session: Session, user: int, *, is_played: bool) -> str:
    """Return the id of the message that replaces a request once nothing is left to do."""
    if not session.table.is_live:
        return "remind.over"
    if session.reader.seat_of(user) is None:
        return "remind.no_seat"
    if session.table.status == "suspended":
        return "remind.on_hold"
    return "remind.played" if is_played else "remind.done"


async def asked_lines(
    wording: Wording, posts: PostStore, sessions: Sequence[Session], user: int
) -> list[tuple[Session, Message]]:
    """Return this person's open questions at these tables, each with its table."""
    messages = await posts.live_messages(*(session.table.id for session in sessions))
    boards = {message.table: message for message in messages if message.kind == CONTROL}
    told = []
    for session in sessions:  # a question may be answered while other lines are made
        decision = session.reader.decision_of(user)
        if decision is not None:
            board = boards.get(session.table.id)
            told.append((session, await _asked_line(wording, session, decision, board, user)))
    return told


async def _asked_line(
    wording: Wording, session: Session, decision: Decision, board: LiveMessage | None, user: int
) -> Message:
    line = await _describe_question(wording, session, decision, board, user)
    clock = session.context.seat_clocks.of(session.table.id).get(session.reader.seat_of(user) or 0)
    if clock is None or clock.user != user or clock.left is None or clock.decision is None:
        return line
    at = empty_at(clock, session.context.choices.schedules.get(user))
    if at is None:
        return Message("myturns.bank_empty", {"line": line})
    return Message("myturns.bank", {"line": line, "when": f"<t:{nearest_hour(at)}:R>"})


async def _describe_question(
    wording: Wording, session: Session, decision: Decision, board: LiveMessage | None, user: int
) -> Message:
    table = session.table
    since = await session.reader.past.asked_since(user)
    blanks = wording.place_of(table) | {"prompt": decision.prompt, "when": f"<t:{since // 1000}:R>"}
    number = round_of(session.reader)
    if number is not None:
        blanks["round"] = number
    if board is None or table.guild is None:
        return Message("myturns.line" if number is None else "myturns.line_round", blanks)
    link = f"https://discord.com/channels/{table.guild}/{board.channel}/{board.message}"
    key = "myturns.line_linked" if number is None else "myturns.line_round_linked"
    return Message(key, {**blanks, "link": link})
