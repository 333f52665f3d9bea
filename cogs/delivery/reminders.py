"""Reminders, and the lines of `/myturns`. A reminder is one direct message about all tables that wait for a person.

If a person accepts no direct messages, it is a ping. A daily digest also has votes, consents and recent results.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

import discord

import discord_limits as limits
from cogs.delivery.direct_requests import NEWS, REMIND, VOTED_ON, DirectRequests
from cogs.delivery.hand_sender import DIRECT_S
from cogs.delivery.live_messages import CONTROL
from cogs.delivery.messages import delete, find_sent, message_at
from cogs.delivery.notices import has_way_back, notice_line, recent_notices
from cogs.delivery.reactions import FAILURES, OUTAGES, Reaction, code_of, pause_s, reaction_to
from cogs.logs import log
from cogs.members import Members
from cogs.ui.layout import buttons, pages
from cogs.ui.panel import Button
from cogs.ui.press import DAYS, AwayPress
from cogs.ui.wording import Wording
from cogs.views.push import consent_asked
from cogs.views.waiting import nearest_hour
from engine.kernel.decision import Argument, Decision, Message
from sessions.clocks.own_time import empty_at, free_at
from sessions.delivery.outbox import DONE, Delivery
from sessions.play.context import new_post
from sessions.play.state import round_of
from sessions.records.clock import SeatClock
from sessions.records.person import Notice
from sessions.records.table import LiveMessage, Post, Table
from sessions.refusals import StorageRefusal
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.snapshot import decided_by, is_asked_to_agree, snapshot_of
from sessions.store import PostStore, Write
from sessions.time.due_work import DueWork

HEAD = "### \N{ALARM CLOCK}"
"""The beginning of every reminder, in any language."""
RESULTS = "### \N{CHEQUERED FLAG}"
"""The beginning of the results in a digest. They stay when the lines above are edited."""
MOST_RESULTS = 800
"""Maximum number of characters in the results."""


@dataclass(frozen=True)
class ReminderSender:
    """Reminds people of questions. `reopen` reopens an archived thread before the reminder links to it, and returns
    False if the thread is gone."""

    _client: discord.Client
    _wording: Wording
    _sessions: Sessions
    _members: Members
    _due_work: DueWork
    _reopen: Callable[[int], Awaitable[bool]]
    _requests: DirectRequests
    _tried: set[str] = field(default_factory=set, init=False)
    _editing: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)
    """By person: locked while a message about several tables is edited. Otherwise an older edit could come last."""

    async def deliver(self, session: Session, post: Post) -> Delivery | None:
        """Send this reminder, or postpone it in quiet hours. Return None if the board pings the user instead."""
        (user,) = post.users
        sessions, now = self._sessions, self._sessions.context.clock()
        schedule = sessions.choices.schedules.get(user)
        clocks = await self._still_here(user)
        asking = await self._asking_to_agree(user) if schedule.has_digest else []
        ended = await self._find_ended(user) if schedule.has_digest else []
        # Don't count questions asked after this row was written: they get their own reminder.
        reminded = [clock.table for clock in clocks if clock.reminded] + [each.table.id for each in asking]
        if not schedule.is_reminded or not (reminded or ended):
            return DONE
        free = free_at(schedule, now)
        if free > now:
            return Delivery(frozenset({post.id}), (free - now) / 1000)
        if not sessions.choices.people.is_dm_closed(user):
            try:
                await self._send(user, [*(clock.table for clock in clocks), *reminded], ended, post)
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
        if session.table.id in reminded[:1]:
            return None
        if reminded:  # results alone ping nobody
            await self._hand_over(post, reminded[0])
        return DONE

    async def _hand_over(self, post: Post, longest: int) -> None:
        """Pass the reminder to the channel of the table that has waited `longest`: this one's question was answered."""
        context = self._sessions.context
        table = (await self._sessions.by_id(longest)).table
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
                gone = await self._members.find_gone(guild, [user])
                known[guild] = user not in gone
            await self._due_work.reminders.note_presence(clock, is_gone=not known[guild])
            if known[guild]:
                here.append(clock)
        return here

    async def _asking_to_agree(self, user: int) -> list[Session]:
        """Return the tables where a vote or a consent waits for this person, in servers that they haven't left."""
        tables = await self._sessions.store.tables.of_user(user)
        asking = [each for each in await self._sessions.all_of(tables) if is_asked_to_agree(each, user)]
        gone = {
            guild for guild in {each.table.guild for each in asking} if await self._members.find_gone(guild, [user])
        }
        return [each for each in asking if each.table.guild not in gone]

    async def _find_ended(self, user: int) -> list[Notice]:
        return [each for each in await recent_notices(self._sessions, user) if each.news == "ended"]

    async def _send(self, user: int, waiting: Sequence[int], ended: Sequence[Notice], post: Post) -> None:
        """Send a person one message about these tables and results. Raises Discord's refusals."""
        tables = {table.id: table for table in await self._sessions.store.tables.of_user(user)}
        asked = []
        for session in await self._sessions.all_of([tables[each] for each in dict.fromkeys(waiting) if each in tables]):
            if session.reader.decision_of(user) is not None or is_asked_to_agree(session, user):
                place = session.table.channel
                if await self._reopen(place):  # the link leads there
                    asked.append(session)
                else:
                    await session.place.lose_channel(place)
        told = [*asked, *[await self._sessions.by_id(notice.table) for notice in ended]]
        if not told:
            return
        language = self._wording.speech.user(user, told[0].table.language)
        results = await self._results(ended, language)
        text = await self._text(asked, user, language, len(results))
        if text is None and results:
            text = "\n".join(self._wording.say(Message(key), language) for key in ("myturns.none", "remind.foot"))
            text = f"{HEAD} {text}"
        if text is None:
            return
        text += results
        is_repeated = post.nonce in self._tried or self._sessions.outbox.is_inherited(post)
        self._tried.add(post.nonce)
        async with asyncio.timeout(DIRECT_S):
            channel = await self._client.create_dm(discord.Object(user))
            is_reminder = lambda text: text.startswith(HEAD)  # noqa: E731
            sent = await find_sent(self._sessions, channel, post, is_reminder) if is_repeated else None
            sent = sent or await channel.send(text, view=self._buttons(user, language), nonce=post.nonce)
        kind, now = f"{REMIND}:{user}:{sent.id}", self._sessions.context.clock()
        for session in asked:
            await self._requests.keep(LiveMessage(session.table.id, kind, channel.id, sent.id, now))
        if ended:
            await self._sessions.store.commit(Write(told=tuple(each.id for each in ended)))

    async def _results(self, ended: Sequence[Notice], language: str) -> str:
        """Return the results of these games as the last part of a message, or ""."""
        if not ended:
            return ""
        lines = [f"{RESULTS} {self._wording.say(Message('remind.ended', {'count': len(ended)}), language)}"]
        for notice in ended:
            session = await self._sessions.by_id(notice.table)
            line = self._wording.say(notice_line(self._wording, session, notice), language, session.table)
            lines.append(line)
        return "\n" + pages("\n".join(lines), MOST_RESULTS)[0]

    async def _text(self, sessions: Sequence[Session], user: int, language: str, more: int = 0) -> str | None:
        """Return a person's reminder of these tables, or None if nothing waits for them. Leave room for `more`
        characters."""
        told = await asked_lines(self._wording, self._sessions.store.posts, sessions, user)
        if not told:
            return None
        head = self._wording.say(Message("remind.head", {"count": len(told)}), language)
        lines = [self._wording.say(line, language, session.table) for session, line in told]
        foot = self._wording.say(Message("remind.foot"), language)
        return pages("\n".join([f"{HEAD} {head}", *lines, foot]), limits.CONTENT - more)[0]

    def _buttons(self, user: int, language: str) -> discord.ui.View:
        labels = {day: self._wording.say(Message(f"button.away_{day}"), language) for day in DAYS}
        return buttons([Button(AwayPress(day, user), label) for day, label in labels.items()])

    async def settle(self, session: Session) -> None:
        """Edit direct messages that ask for something already done here. After an outage, the next call retries."""
        with contextlib.suppress(StorageRefusal):
            for row in await self._requests.of(session.table.id):
                kind, _, rest = row.kind.partition(":")
                user = int(rest.partition(":")[0])
                is_way_back = kind == NEWS and not rest.endswith(VOTED_ON) and has_way_back(session.table, user)
                if not (self._is_asked(session, user, row) or is_way_back):
                    async with self._editing.setdefault(user, asyncio.Lock()):
                        await self._settle(session, user, row)

    def forget(self, table: int) -> None:
        self._requests.forget(table)

    def _is_asked(self, session: Session, user: int, row: LiveMessage) -> bool:
        clocks = self._sessions.context.seat_clocks.asking(user)
        is_old = any(clock.table == row.table and clock.since <= row.posted_at for clock in clocks)
        return (is_old and session.reader.decision_of(user) is not None) or is_asked_to_agree(session, user)

    async def _settle(self, session: Session, user: int, row: LiveMessage) -> None:
        """Remove this table's line from a message. If no line remains, say how the request ended instead. If Discord
        refuses edits for a while, delete a message that asks for nothing."""
        posts = self._sessions.store.posts
        tables = {each.id: each for each in await self._sessions.store.tables.of_user(user) if each.id != row.table}
        same = [each.table for each in await posts.live_messages(*tables) if each.kind == row.kind]
        others = await self._sessions.all_of([tables[table] for table in same])
        language = self._wording.speech.user(user, [*others, session][0].table.language)
        text = await self._text(others, user, language, MOST_RESULTS)
        view = None if text is None else self._buttons(user, language)
        has_digest, is_spent = self._sessions.choices.schedules.get(user).has_digest, False
        if text is None:
            news = {each.news for each in await self._sessions.store.people.notices(user, row.posted_at)
                    if each.table == row.table}  # fmt: skip
            key = _replacement_of(session, user, is_played="played" in news)
            text = self._wording.say(Message(key, self._wording.place_of(session.table)), language)
            is_spent = key == "remind.done" and not has_digest
        try:
            async with asyncio.timeout(DIRECT_S):
                message = message_at(self._client, row.channel, row.message)
                if has_digest:
                    _, results, lines = (await message.fetch()).content.partition(f"\n{RESULTS}")
                    text += results + lines
                await message.edit(content=text, view=view)
        except FAILURES as refusal:
            log.info("reminder not edited: table=%s why=%s", row.table, code_of(refusal))
            error: Exception | None = refusal
            if is_spent and isinstance(refusal, discord.RateLimited):
                error = await delete(self._client, row.channel, row.message, DIRECT_S)
            if isinstance(error, OUTAGES):
                return
        await posts.forget_message(row.table, row.kind)


def _replacement_of(session: Session, user: int, *, is_played: bool) -> str:
    """Return the id of the message that replaces a request once nothing is left to do. `is_played`: the bot played the
    turn."""
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
    """Return a line for each table that waits for this person: for an answer, a vote, their consent or a start."""
    messages = await posts.live_messages(*(session.table.id for session in sessions))
    boards = {message.table: message for message in messages if message.kind == CONTROL}
    told = []
    for session in sessions:  # a question may be answered while other lines are made
        decision, board = session.reader.decision_of(user), boards.get(session.table.id)
        line = None if decision is None else await _asked_line(wording, session, decision, board, user)
        if session.table.status == "lobby" or is_asked_to_agree(session, user):
            line = _consent_line(wording, session, line, board, user)
        if line is not None:
            told.append((session, line))
    return told


def _consent_line(
    wording: Wording, session: Session, question: Message | None, board: LiveMessage | None, user: int
) -> Message | None:
    """Return the line about a vote or a consent, below the line of a `question` at the same table."""
    asked = consent_asked(wording, snapshot_of(session), user)
    if asked is None:
        return question
    if (at := decided_by(session)) is not None:
        asked = Message("myturns.until", {"asked": asked, "when": f"<t:{at // 1000}:R>"})
    if question is not None:
        return Message("myturns.also", {"line": question, "asked": asked})
    blanks: dict[str, Argument] = {**wording.place_of(session.table), "asked": asked}
    if board is None or session.table.guild is None:
        return Message("myturns.consent", blanks)
    return Message("myturns.consent_linked", {**blanks, "link": _link_to(session.table, board)})


def _link_to(table: Table, board: LiveMessage) -> str:
    return f"https://discord.com/channels/{table.guild}/{board.channel}/{board.message}"


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
    key = "myturns.line_linked" if number is None else "myturns.line_round_linked"
    return Message(key, {**blanks, "link": _link_to(table, board)})
