"""One table of the month. People play whenever they look at it."""

import asyncio
import contextlib
import re
from collections.abc import Sequence
from random import Random

from sandbox.client import NotOffered
from sandbox.month.bot import LeapingBot
from sandbox.month.people import Player
from sandbox.records import Channel
from sandbox.seen import Seen, Select
from sandbox.simulation.table import NobodyAnswers, Table
from sandbox.simulation.visitor import REFUSED_SIGN, Visitor, controls_of, read_control

PACES = ("none", "relaxed", "daily", "brisk", "24+6")
MOST_PRESSES = 60
MOST_REFUSALS = 5
NUDGE = ":nudge0:"
"""Part of the custom id of *Nudge* in the menu."""
VOTE_ID = re.compile(r"k1:(?P<table>\d+):\d+:-?\d+:(?P<vote>\d+):vote\d*")
CHOICES = ("wait", "once", "once", "substitute", "end")
NUDGED_AFTER_MS = 20 * 3_600_000


class MonthTable(Table):
    """One table and its people, opened in `place`. If opened by `/play`, the table gets a thread there."""

    def __init__(
        self, bot: LeapingBot, number: int, game: str, pace: str, place: Channel, players: list[Player], random: Random,
        *, by_queue: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(bot.simulation.sandbox, place, bot.simulation.notes)
        self.bot, self.number, self.place, self.players, self.random = bot, number, place, players, random
        self.game, self.pace, self.by_queue = game, pace, by_queue
        self.is_open = self.is_over = False
        self.moved_at = 0
        """The time of the latest action at this table."""
        self.nudges: list[int] = []
        self.waits: list[tuple[int, int]] = []
        """Votes to wait for a seat: the time and id of each."""
        self._lock = asyncio.Lock()

    async def open(self) -> bool:
        """Open, fill and start the table, without repeating steps already done. Return whether the game is running."""
        with contextlib.suppress(NotOffered, NobodyAnswers, TimeoutError):
            if self.by_queue:
                await self._queue()
            else:
                people = [player.actor for player in self.players]
                await self.seat(people, {"game": self.game, "seats": len(people)}, self.pace, is_again=True)
                await self.bot.wait_for_posts(self.channel.id)
            self.is_open = bool(self.mentions())
        return self.is_open

    async def _queue(self) -> None:
        """Put everybody into the queue of `/play`. Once there are enough people, all but one press Ready."""
        if self.channel is self.place:
            for player in self.players:
                await self.take(player.actor.command("/play", self.place, game=self.game, seats=str(len(self.players))))
            threads = [each for each in self.sandbox.world.channels.values() if each.parent_id == self.place.id]
            if not threads:
                return
            self.channel = threads[-1]
        await self.bot.wait_for_posts(self.channel.id)
        for player in self.players[:-1]:
            live = self.live()
            ready = next((b for b in live.buttons if read_control(b.custom_id)[1] == "ready"), None) if live else None
            if live is not None and ready is not None:
                await self.take(player.actor.press(live, custom_id=ready.custom_id))
                await self.bot.wait_for_posts(self.channel.id)

    async def visit(self, player: Player) -> None:
        async with self._lock:
            with contextlib.suppress(NotOffered, TimeoutError):
                await self._vote(player)
                await self._play(player)
                await self._nudge(player)

    def _board_for(self, player: Player) -> Seen | None:
        return self.live() if player.actor.id in self.mentions() else None

    async def _play(self, player: Player) -> None:
        visitor = Visitor(player.actor, self.random)
        refusals = 0
        for _ in range(MOST_PRESSES):
            live = self._board_for(player)
            if not self.bot.is_up or live is None or not controls_of(live).answering or refusals > MOST_REFUSALS:
                return
            reply = await visitor.use(live)
            fate = "unanswered" if reply is None else await self.note(visitor, reply, 0.0)
            if fate == "unanswered":
                return
            refusals += fate == "refused"
            if fate == "confirmed":
                self.moved_at = self.bot.now()
            await self.bot.wait_for_posts(self.channel.id)

    async def _vote(self, player: Player) -> None:
        """Vote about a seat that keeps the table waiting, if the board asks this player to vote."""
        live = self._board_for(player)
        select = vote_of(live) if live else None
        if live is None or select is None or not self.bot.is_up:
            return
        wanted = player.random.choice(CHOICES)
        reply = await player.actor.choose(live, wanted, custom_id=select.custom_id)
        found = VOTE_ID.search(select.custom_id)
        if wanted == "wait" and found and not reply.text.startswith(REFUSED_SIGN):
            self.waits.append((self.bot.now(), int(found["vote"])))
        await self.bot.wait_for_posts(self.channel.id)

    async def _nudge(self, player: Player) -> None:
        if not self.bot.is_up or not self.is_open or self.bot.now() - self.moved_at < NUDGED_AFTER_MS:
            return
        if player.kind != "prompt" or player.random.random() > 0.1 or self._board_for(player):
            return
        menu = (await player.actor.command("/table menu", self.channel)).message
        custom_ids = [button.custom_id for button in menu.buttons if NUDGE in (button.custom_id or "")] if menu else []
        if menu is None or not custom_ids:
            return
        reply = await player.actor.press(menu, custom_id=custom_ids[0])
        if not reply.text.startswith(REFUSED_SIGN):  # a bot killed before it answered may have nudged anyway
            self.nudges.append(self.bot.now())
        await self.bot.wait_for_posts(self.channel.id)


async def find_seat(bot: LeapingBot, player: Player, place: Channel) -> Channel | None:
    """Find a free seat from the channel `place` and take it. Return the table's channel, or None."""
    with contextlib.suppress(NotOffered, TimeoutError):
        found = (await player.actor.command("/table find", place)).message
        if found is None or not found.buttons or not bot.is_up:
            return None
        named = re.search(r"<#(\d+)>", found.text)
        joined = await player.actor.press(found, custom_id=found.buttons[0].custom_id)
        if named and joined.kind is not None and not joined.text.startswith(REFUSED_SIGN):
            await bot.wait_for_posts(int(named[1]))
            return bot.simulation.sandbox.world.channels.get(int(named[1]))
    return None


def one_of_each_server(tables: Sequence[MonthTable]) -> list[Channel]:
    return list({table.place.guild_id: table.place for table in reversed(tables)}.values())


def vote_of(message: Seen) -> Select | None:
    """Return the select for voting about a seat that keeps others waiting, or None."""
    return next((each for each in message.selects if VOTE_ID.match(each.custom_id or "")), None)
