"""`/play`: a queue for each game. Once enough people's wishes match, a table opens, and each has to press Ready."""

import asyncio
import contextlib
import re
from dataclasses import dataclass, field
from functools import partial

import discord

from cogs.delivery.permissions import check_may_open, check_may_post
from cogs.delivery.seeking import DROP, TAKE, Seeking, has_room
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_WAITING
from cogs.interactions.gate import check_server, is_private
from cogs.interactions.promises import Promises
from cogs.interactions.slash import Choices, slash, suggest_games
from cogs.members import Members
from cogs.table.threads import Threads, may_make_thread
from cogs.table.turns import read_pace, suggest_paces
from cogs.traffic import Rates
from cogs.ui.layout import text_panel
from cogs.ui.matching import Named, as_shown, suggest_matches
from cogs.ui.names import clean_name, distinct_name
from cogs.ui.press import NOBODY, QueuePress
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording, read_game
from cogs.views.waits import play_buttons, queue_lines, seats_message, stop_buttons, wish_line
from engine.kernel.decision import Message
from engine.kernel.refusals import Refusal
from sessions.clocks.own_time import NONE, pace_of
from sessions.lobby.lobby import LobbyOptions
from sessions.lobby.meeting import Meeting, meet
from sessions.records.person import ANY_PACE, Waiting
from sessions.refusals import StorageRefusal
from sessions.results.shares import shares_of
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork

_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True)
class Queue:
    wording: Wording
    _sessions: Sessions
    _rates: Rates
    _members: Members
    _threads: Threads
    _promises: Promises
    _seeking: Seeking
    _due_work: DueWork
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    """Locked while a table is put together, so that two people can't seat the same others at the same time."""

    async def _paces(self, interaction: discord.Interaction, current: str) -> Choices:
        return suggest_paces(self.wording, self.wording.speech.reader(interaction), current)

    async def _seats(self, interaction: discord.Interaction, current: str) -> Choices:
        """Suggest every range of seats of the game that was typed, the widest first."""
        language = self.wording.speech.reader(interaction)
        try:
            sizes = self._sizes(read_game(self.wording, str(interaction.namespace.game or ""), language))
        except UIRefusal:
            return []
        ranges = [(least, most) for least in sizes for most in sizes if least <= most]
        named = [
            Named(typed, self.wording.say(seats_message(least, most), language), (typed,))
            for least, most in sorted(ranges, key=lambda ends: ends[0] - ends[1])
            for typed in [str(least) if least == most else f"{least}-{most}"]
        ]
        return suggest_matches(current, named)

    @slash("play", who=ANYONE_WAITING, suggests={"game": suggest_games, "seats": _seats, "pace": _paces})
    async def play(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        seats: str | None = None,
        pace: str | None = None,
        leave: bool = False,
    ) -> Reply:
        """Join the queue of a game, leave it, or show who waits for what."""
        guild, reader = check_server(interaction), self.wording.speech.reader(interaction)
        key = None if game is None else read_game(self.wording, game, reader)
        if leave:
            return await self._leave(interaction, guild, key)
        if key is None:
            return await self._overview(interaction, guild)
        least, most = self._read_seats(key, seats)
        wanted: str | None = ANY_PACE
        if pace is not None:
            typed = read_pace(self.wording, reader, pace)
            wanted = typed if pace_of(typed) is not None else None
        async with self._turn:
            return await self._wait(interaction, guild, key, (least, most), wanted)

    async def take(self, interaction: discord.Interaction, press: QueuePress) -> Reply:
        """Queue this person for the button's game, with any number of seats and any pace, or stop their wait."""
        guild = check_server(interaction)
        if press.user != (interaction.user.id if is_private(interaction) else NOBODY):
            raise UIRefusal("refused.not_yours")
        if press.game not in self.wording.games and (press.game or press.verb == "wait"):
            raise UIRefusal("refused.unknown_control")
        if press.verb in (TAKE, DROP):
            await self._seeking.change_role(interaction, press.verb)
            return await self._overview(interaction, guild, f"seekers.{press.verb}", press.verb)
        if press.verb == "stop":
            return await self._leave(interaction, guild, press.game or None)
        async with self._turn:
            return await self._wait(interaction, guild, press.game, self._read_seats(press.game, None), ANY_PACE)

    async def tend(self, now: int) -> None:
        """Seat waiting people at tables with room, and show in each server's channel who waits for what."""
        queue = self._sessions.store.queue
        for guild in await queue.guilds():
            if self._seeking.serves(guild):
                if not self._turn.locked():  # if locked, clocks would wait until the opening table has its thread
                    async with self._turn:
                        await self._fill(guild, await queue.waiting(guild, now))
                await self._seeking.show_queue(guild, await queue.waiting(guild, now))

    def _sizes(self, game: str) -> list[int]:
        return [size for size in self.wording.games[game].rules.seats if size > 1]

    def _read_seats(self, game: str, typed: str | None) -> tuple[int, int]:
        """Return the fewest and the most seats that were typed, or the game's if none were. Raises `UIRefusal`."""
        sizes = self._sizes(game)
        numbers = sizes if typed is None else [int(number) for number in _NUMBER.findall(typed)]
        fitting = [size for size in sizes if numbers and numbers[0] <= size <= numbers[-1]]
        if not fitting or (typed is not None and len(numbers) > 2):
            shown = as_shown(typed or "")
            raise UIRefusal("refused.queue_seats", typed=shown, seats=seats_message(sizes[0], sizes[-1]))
        return fitting[0], fitting[-1]

    async def _leave(self, interaction: discord.Interaction, guild: int, game: str | None) -> Reply:
        left = await self._sessions.store.queue.leave(guild, [interaction.user.id], game)
        self._due_work.passes.wake()
        return await self._overview(interaction, guild, "queue.left" if left else "queue.not_waiting")

    async def _overview(
        self, interaction: discord.Interaction, guild: int, head: str | None = None, verb: str | None = None
    ) -> Reply:
        """Show what this person waits for and how many people wait for each game, with buttons to stop or start
        waiting."""
        language, user = self.wording.speech.reader(interaction), interaction.user.id
        waiting = await self._sessions.store.queue.waiting(guild, self._sessions.context.clock())
        own = [each for each in waiting if each.user == user]
        lines = [Message(head)] if head is not None else []
        if own:
            lines += [Message("queue.yours"), *(wish_line(self.wording, each) for each in own)]
        elif head is None:
            lines.append(Message("queue.how"))
        lines += queue_lines(self.wording, waiting)
        if own:
            lines.append(Message("queue.foot"))
        sessions = self._sessions
        shares = await shares_of(sessions.store.log, sessions.choices.people, guild, [user])
        lines += [Message("queue.share", {"count": count, "total": total}) for count, total in shares.values()]
        queue = stop_buttons(self.wording, own, language, user), play_buttons(self.wording, waiting, language, user)
        rows = *queue, self._seeking.role_row(interaction, verb)
        text = "\n".join(self.wording.say(line, language) for line in lines)
        return Reply(view=text_panel(text, rows), replaces=is_private(interaction))

    async def _wait(
        self, interaction: discord.Interaction, guild: int, key: str, seats: tuple[int, int], pace: str | None
    ) -> Reply:
        """Queue this person, then seat them at a table with room or open one. Otherwise show who waits."""
        user, store = interaction.user, self._sessions.store
        check_may_open(self._sessions.choices.servers, interaction)
        if not may_make_thread(interaction):
            await check_may_post(interaction)
        name, now = clean_name(user.display_name), self._sessions.context.clock()
        await store.queue.join(Waiting(guild, user.id, name, key, seats[0], now, pace, seats[1]))
        self._due_work.passes.wake()
        try:
            return await self._seat(interaction, guild, key)
        except StorageRefusal:  # this person waits, and the next pass looks for a table
            return Reply(self.wording.speech.translate(interaction, "play.taken"))

    async def _seat(self, interaction: discord.Interaction, guild: int, key: str) -> Reply:
        """Seat this person, who is queued, or let them open a table. Otherwise show who waits."""
        user, queue = interaction.user, self._sessions.store.queue
        seated = await self._fill(guild, await queue.waiting(guild, self._sessions.context.clock()))
        if (user.id, key) in seated:
            place = f"<#{seated[user.id, key].table.channel}>"
            return Reply(self.wording.speech.translate(interaction, "find.joined", channel=place))
        meeting = await self._meeting(guild, user.id, key)
        if meeting is None:
            return await self._overview(interaction, guild)
        return await self._open(interaction, guild, key, meeting)

    async def _meeting(self, guild: int, user: int, key: str) -> Meeting | None:
        """Find the table that this person can open now. First remove people who have left the server."""
        queue, now = self._sessions.store.queue, self._sessions.context.clock()
        while True:
            waiting = [each for each in await queue.waiting(guild, now) if each.game == key]
            meeting = meet(user, waiting, self._sizes(key))
            others = meeting.others if meeting is not None else ()
            gone = await self._members.find_gone(guild, (each.user for each in others))
            if not gone:
                return meeting
            await queue.leave(guild, sorted(gone))

    async def _open(self, interaction: discord.Interaction, guild: int, key: str, meeting: Meeting) -> Reply:
        """Open this person's table for the people of a meeting."""
        self._rates.admit_opening(interaction)
        user, game = interaction.user.id, self.wording.game_uis[key].name
        name = clean_name(interaction.user.display_name)
        language = self.wording.speech.place(interaction)
        named: list[tuple[int, str]] = []
        for each in meeting.others:
            named.append((each.user, distinct_name(each.name, {name, *(taken for _, taken in named)})))
        everyone = [user, *(each.user for each in meeting.others)]
        waiting = await self._sessions.store.queue.waiting(guild, self._sessions.context.clock())
        channel = partial(self._threads.once, interaction, f"{self.wording.say(game, language)} · {name}")
        pace = None if meeting.pace == ANY_PACE else meeting.pace or NONE
        chosen = LobbyOptions(starts_itself=True, seats_wanted=meeting.seats, language=language, pace=pace)
        session = await self._sessions.open(
            guild, channel, user, name, key, interaction.id, chosen, others=named, invited=everyone
        )
        with contextlib.suppress(StorageRefusal):  # the next pass removes them
            await self._sessions.store.queue.leave(guild, everyone, key)
        self._due_work.passes.wake()
        seated = [each for each in waiting if each.game == key and each.user in everyone]
        take_back = partial(self._take_back, session, seated)
        begun, done, refused = "table.opening", "table.opened", "queue.not_opened"
        return self._promises.make(interaction, session, 0, begun, done, refused, take_back)

    async def _fill(self, guild: int, waiting: list[Waiting]) -> dict[tuple[int, str], Session]:
        """Seat people at the queue's tables that have room. Return the tables, by user and game."""
        seated: dict[tuple[int, str], Session] = {}
        queue, context = self._sessions.store.queue, self._sessions.context
        tables = await self._sessions.store.tables.in_guild(guild) if waiting else []
        for session in await self._sessions.all_of([table for table in tables if table.is_from_queue]):
            for each in waiting:
                table = session.table
                if each.game == table.game and each.at <= table.created_at and table.sitter_of(each.user) is not None:
                    await queue.leave(guild, [each.user], each.game)  # this was not done when the table was opened
                    continue
                is_free = table.is_from_queue and has_room(session) and (each.user, each.game) not in seated
                pace = table.pace if pace_of(table.pace) is not None else None
                if not is_free or each.game != table.game or not each.takes(session.reader.seats, pace):
                    continue
                if not await self._members.find_gone(guild, [each.user]):
                    try:
                        await session.lobby.seat(each.user, each.name, context.outbox.next_id(), distinct_name)
                    except StorageRefusal:
                        raise
                    except Refusal:  # they have a seat there already
                        continue
                    seated[each.user, each.game] = session
                await queue.leave(guild, [each.user], each.game)
        return seated

    async def _take_back(self, session: Session, seated: list[Waiting]) -> None:
        """Close a table that nobody can see, and return its players to their places in the queue."""
        async with self._turn:
            if session.table.status == "lobby":
                await session.place.lose_channel(session.table.channel)
                for each in seated:
                    await self._sessions.store.queue.join(each)
