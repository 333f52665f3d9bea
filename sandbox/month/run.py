"""The month itself: people who look at their tables, a bot that is killed, and a clock that leaps in between."""

import asyncio
import contextlib
import heapq
import itertools
import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from sandbox import permissions
from sandbox.month.almanac import BEGINS_MS, DAY_MS, HOUR_MS, MINUTE_MS, Almanac
from sandbox.month.at_rest import BotDatabase
from sandbox.month.people import FOREVER, ZONES, Hours, Player, kinds_of, new_player
from sandbox.month.plan import Event, Plan
from sandbox.month.removals import Removals
from sandbox.month.tables import PACES, MonthTable, TableVisits, one_of_each_server
from sandbox.month.told import Told, Witnessed
from sandbox.month.waits import SEATS, asks_all
from sandbox.records import DIRECT
from sandbox.server import Sandbox
from sandbox.simulation.notes import Life, Notes
from sandbox.simulation.process import BotProcess
from sandbox.typed import NotOffered
from sandbox.witness import Witness
from sandbox.world import GUILD_ID

ROOT = Path(__file__).parents[2]
SEATED_AT = 2.5
"""At how many tables somebody sits, on average."""
TABLES_A_SERVER = 40
TOGETHER_MS = 3 * MINUTE_MS
"""Who looks within this time looks at once."""
AT_ONCE = 6
"""How many people press at the same moment."""
REST_S = 15.0
"""So long at most the bot may take until nothing is due."""
RESTLESS_S = 0.5
"""The same where it did not come to rest the last time: it leaves undone what is due."""
POSTED_S = 15.0
LATE_MS = HOUR_MS
"""What is due and not done for so long is not due at all."""
LOOK_S = 0.004
BACK_S = 120.0
"""So long at most discord.py pauses before it connects again, in real time."""
SUBSTITUTES = 3
REMOVED_FROM, REMOVED_APART, REMOVED_FOR = 0.3, 0.1, 0.3
"""When the first server removes the bot, how long after it the next, and for how long; as parts of the month."""
DESERTED_SEATS, DESERTED_PACE = 4, "brisk"
"""Of tables at which all vanish."""
DESERTED_APART_MS = 3 * HOUR_MS
"""Their banks do not run out together."""
KILLS = ("kill", "kill at a reminder", "kill before a message", "kill at a ping", "kill at a vote")
"""Among presses; at the sight of what has arrived, before the bot is told so; before a direct message has arrived."""


class MonthRun:
    """One month of many tables. `run` plays it; what is to be judged stands in its fields afterwards."""

    def __init__(self, plan: Plan, sandbox: Sandbox, home: Path, bot: Sequence[str] = ()) -> None:
        """`bot` is what Python runs as the bot: that of the plan's seed where nothing is given."""
        self.plan = plan
        self.sandbox = sandbox
        self.database = home / "knossos.db"
        self.random = Random(plan.seed)
        self.almanac = Almanac.beginning(sandbox.clock, home / "clock")
        self.ends = BEGINS_MS + plan.days * DAY_MS
        self.witness = Witness(sandbox)
        self.witnessed = Witnessed(sandbox, self.almanac)
        self.notes = Notes(stretches=[[]])
        self.errors: list[str] = []
        self.stuck = 0
        self.stuck_at: list[str] = []
        """Where nothing was due though somebody was asked, and when."""
        self.sleeping = 0
        self.seconds: dict[str, float] = {}
        """Where the month's own time went."""
        self.bot = BotProcess(
            sandbox, bot or (str(ROOT / "bot.py"),), home,
            {
                "DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": "", "DATABASE": str(self.database), "PYTHONPATH": str(ROOT),
                "SANDBOX_PORT": sandbox.address.rpartition(":")[2], "SANDBOX_CLOCK": str(home / "clock"),
                "SANDBOX_SEED": str(plan.seed),
                "LOG_LEVEL": "INFO", "SANDBOX_PICTURES": "0", "PRESSES_PER_MINUTE": "0",
            },
        )  # fmt: skip
        self.visits = TableVisits(sandbox, self.notes, self._posted, self.almanac.now)
        self._order = itertools.count()
        self._events: list[Event] = []
        self._state: BotDatabase | None = None
        self._up_since = 0
        self._leapt_to = 0
        self.deaths: list[int] = []
        self._armed = ""
        """At the sight of what the bot is killed next."""
        self._is_dead = False
        """Whether the bot was killed, and is to be started again."""
        self._is_restless = False
        """Whether the bot leaves undone what is due."""
        self._is_lost = False
        """Whether Discord cannot be reached."""
        self.removals = Removals()
        self._servers = [GUILD_ID]
        self.players = self._people()
        self.tables = self._tables()
        self.by_channel: dict[int, MonthTable] = {}
        self.witnessed.listen(self._told)
        sandbox.faults.watch = self._requested

    # Who and what

    def _people(self) -> list[Player]:
        seats = sum(sum(each) / len(each) for each in SEATS.values()) / len(SEATS)
        count = max(4, round(self.plan.tables * seats / SEATED_AT)) + SUBSTITUTES
        players = []
        for number, kind in enumerate(kinds_of(count)):
            actor = self.sandbox.newcomer(f"{kind.title()} {number}", locale=("en-US", "fr", "cs")[number % 3])
            players.append(new_player(actor, kind, Random(self.random.random()), BEGINS_MS, self.plan.days))
        players[-SUBSTITUTES:-SUBSTITUTES] = [
            self._deserter(number) for number in range(self.plan.deserted * DESERTED_SEATS)
        ]
        return players

    def _deserter(self, number: int) -> Player:
        """Return somebody who looks at nothing once the game has begun, and whose bank no night stops."""
        actor, random = self.sandbox.newcomer(f"Deserting {number}"), Random(self.random.random())
        player = new_player(actor, "deserting", random, BEGINS_MS, self.plan.days)
        player.quiet = None
        return player

    def _tables(self) -> list[MonthTable]:
        servers = self._servers
        while len(servers) * TABLES_A_SERVER < self.plan.tables or len(servers) <= self.plan.removals:
            servers.append(self.sandbox.world.add_guild(f"Server {len(servers)}", bot_permissions=permissions.BOT).id)
        tables = []
        deserting = [player for player in self.players if player.kind == "deserting"]
        sitting = [player for player in self.players[:-SUBSTITUTES] if player.kind != "deserting"]
        for number in range(self.plan.tables):
            game = list(SEATS)[number % len(SEATS)]
            seats = SEATS[game][number // len(SEATS) % len(SEATS[game])]
            place = self.sandbox.world.new_channel(servers[number % len(servers)], f"table-{number}")
            players = self._sitters(sitting, seats, is_alike=number % 2 == 0)
            pace = PACES[number % len(PACES)]
            by_queue = number % 8 == 7
            table = self.visits.table(number, game, pace, by_queue, place, players, Random(self.random.random()))
            for player in players:
                player.tables.append(number)
            tables.append(table)
        for number, first in enumerate(range(0, len(deserting), DESERTED_SEATS), len(tables)):
            place = self.sandbox.world.new_channel(servers[number % len(servers)], f"table-{number}")
            game = asks_all(DESERTED_SEATS)
            players, random = deserting[first : first + DESERTED_SEATS], Random(self.random.random())
            tables.append(self.visits.table(number, game, DESERTED_PACE, False, place, players, random))
        return tables

    def _sitters(self, sitting: list[Player], seats: int, *, is_alike: bool) -> list[Player]:
        """Who sits down: those with the fewest tables, half the time of one kind as far as there are enough."""
        ordered = sorted(sitting, key=lambda player: (len(player.tables), self.random.random()))
        alike = [player for player in ordered if player.kind == ordered[0].kind]
        found = alike[:seats] if is_alike else ordered[:seats]
        return found + [player for player in ordered if player not in found][: seats - len(found)]

    def _plan_events(self) -> None:
        span = self.plan.days * DAY_MS
        for player in self.players:
            self._add(BEGINS_MS + MINUTE_MS, "choose", self.players.index(player))
            if player.kind == "travelling" and player.gone:
                self._add(player.gone[0] - HOUR_MS, "leave for", self.players.index(player))
                self._add(player.gone[1] + MINUTE_MS, "arrive", self.players.index(player))
            if player.kind == "leaving" and player.gone:
                self._add(player.gone[0], "leave server", self.players.index(player))
            self._next_look(player, BEGINS_MS + 2 * HOUR_MS)
        for count, table in enumerate(self.tables[self.plan.tables :]):
            self._add(BEGINS_MS + HOUR_MS + count * DESERTED_APART_MS, "open", table.number)
        for table in self.tables[: self.plan.tables]:
            is_early = table.number < self.plan.tables * 0.7
            within = 6 * HOUR_MS if is_early else span // 3
            self._add(BEGINS_MS + HOUR_MS + self.random.randrange(within), "open", table.number)
        for number in range(self.plan.kills):
            what = KILLS[number % len(KILLS)]
            self._add(BEGINS_MS + round(span * (number + self.random.random()) / (self.plan.kills + 1)), what, number)
        for number in range(self.plan.outages):
            self._add(BEGINS_MS + round(span * (number + self.random.random()) / self.plan.outages), "outage")
        for number in range(self.plan.removals):
            removed = REMOVED_FROM + number * REMOVED_APART
            self._add(BEGINS_MS + round(span * removed), "remove", 1 + number)
            if number % 2 == 0:
                self._add(BEGINS_MS + round(span * (removed + REMOVED_FOR)), "invite", 1 + number)
        if self.plan.jumps:
            forward, back = BEGINS_MS + 25 * HOUR_MS, BEGINS_MS + 7 * DAY_MS + 16 * HOUR_MS
            self._add(forward, "jump", 1)
            self._add(min(back, BEGINS_MS + round(span * 0.8)), "jump", 0)
            if self.plan.days > 14:
                self._add(BEGINS_MS + round(span * 0.6), "jump", -1)
                self._add(BEGINS_MS + round(span * 0.75), "jump", 0)
        for day in range(1, self.plan.days + 1):
            self._add(BEGINS_MS + day * DAY_MS - MINUTE_MS, "count")
            if day % 2 == 0:
                self._add(BEGINS_MS + day * DAY_MS - 8 * HOUR_MS, "find", day)

    def _add(self, at: int, what: str, of: int = 0) -> None:
        heapq.heappush(self._events, Event(at, next(self._order), what, of))

    def _next_look(self, player: Player, now: int) -> None:
        at = player.next_look(now)
        if at is not None:
            self._add(at, "look", self.players.index(player))

    # The course of the month

    async def run(self) -> None:
        """Play the whole month. However it ends, no bot of it runs on."""
        try:
            self._plan_events()
            await self._begin_life()
            self._state = BotDatabase(self.database)
            while self.almanac.now() < self.ends:
                await self._next()
            self._armed = ""
            if self._is_dead:
                await self._revive(0)
            await self._rest(REST_S * 2)
            self._count_stuck()
            self.bot.measure()
            self._end_life()
            code = await self.bot.stop()
            if code != 0:
                self.errors.append(f"the bot ended with {code}")
        finally:
            if self._state is not None:
                self._state.close()
            await self.bot.give_up()

    @property
    def _is_up(self) -> bool:
        return self.visits.is_up

    async def _next(self) -> None:
        """Leap to whatever comes next, and let it happen.

        What the bot did by itself while people pressed is told first.
        """
        await self._posted(None)
        now = self.almanac.now()
        upcoming = [self.ends, self._events[0].at if self._events else self.ends]
        assert self._state is not None
        if not self._is_lost:
            shown = self.almanac.shown_at(now)
            due = self._state.next_at(shown)
            upcoming.append(self.ends if due is None else now + due - shown)
        target = min(upcoming) + 20
        if target > now:
            self.almanac.leap_to(target)
            self._leapt_to = self.almanac.shown_at(target)
        with self._timed("rest"):
            await self._rest(REST_S)
        if self._is_dead:
            await self._revive(None)
        happening: list[Event] = []
        now = self.almanac.now()
        while self._events and self._events[0].at <= now + TOGETHER_MS:
            if self._events[0].at > now and self._events[0].what != "look":
                break
            happening.append(heapq.heappop(self._events))
        with self._timed("people"):
            looks = {event.of: event for event in happening if event.what == "look"}
            limit = asyncio.Semaphore(AT_ONCE)
            await asyncio.gather(*(self._look(self.players[number], limit) for number in looks))
        for event in happening:
            if event.what != "look":
                with self._timed(event.what):
                    await self._happen(event)

    @contextlib.contextmanager
    def _timed(self, what: str):  # type: ignore[no-untyped-def]
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[what] = self.seconds.get(what, 0.0) + time.perf_counter() - begun

    async def _happen(self, event: Event) -> None:
        if self._is_dead:
            await self._revive(None)
        match event.what:
            case "choose" | "leave for" | "arrive":
                await self._choose(self.players[event.of], event)
            case "leave server":
                self.sandbox.world.absent.add(self.players[event.of].actor.id)
            case "open":
                await self._open(self.tables[event.of])
            case "find":
                await self._find(self.players[-1 - event.of // 2 % SUBSTITUTES])
            case "kill":
                await self._kill_among_presses(event.of)
            case "kill at a reminder" | "kill at a ping" | "kill at a vote" | "kill before a message":
                self._armed = event.what.rpartition(" ")[2]
            case "outage":
                await self._outage()
            case "remove":
                await self._remove(self._servers[event.of])
            case "invite":
                await self._invite(self._servers[event.of])
            case "jump":
                self.almanac.let_host_be_wrong(event.of * HOUR_MS)
                await self._look_at_clock()
            case "count":
                self._count_stuck()

    async def _look_at_clock(self) -> None:
        """Let the bot look at the clock, as it does once a minute."""
        self.almanac.leap_to(self.almanac.now() + MINUTE_MS)
        self._leapt_to = self.almanac.shown_at(self.almanac.now())
        await self._rest(REST_S)

    def _count_stuck(self) -> None:
        assert self._state is not None
        if self._is_up:
            stuck = self._state.stuck(self.almanac.shown_at(self.almanac.now()) - LATE_MS)
            self.stuck = max(self.stuck, len(stuck))
            self.stuck_at += [f"table {table}: somebody is asked, and nothing is due" for table in stuck]
            self.sleeping = self._state.sleeping()

    # People

    async def _look(self, player: Player, limit: asyncio.Semaphore) -> None:
        async with limit:
            if self._is_up and not player.is_gone(self.almanac.now()):
                for number in player.tables:
                    table = self.tables[number]
                    if table.is_open and not table.is_over and not self.removals.is_out(table.place.guild_id):
                        await self.visits.visit(table, player)
                        table.is_over = self._status(table) in ("over", "closed")
        self._next_look(player, self.almanac.now())

    def _status(self, table: MonthTable) -> str | None:
        assert self._state is not None
        return self._state.status(table.channel.id)

    async def _choose(self, player: Player, event: Event) -> None:
        """Say what hours one keeps; say that one travels; say where one has arrived."""
        place, now = self.tables[0].place, self.almanac.now()
        shown, known = self.almanac.shown_at(now), player.hours_at(1 << 62)
        if player.kind == "closed":
            self.sandbox.faults.close_dms(player.actor.person)
        if event.what == "leave for":
            assert player.gone is not None
            assert known is not None
            typed = player.actor.command("/away", place, until="32h")
            chosen = Hours(shown, known.zone, known.quiet, ((shown, shown + 32 * HOUR_MS),))
        else:
            if event.what == "arrive":
                player.zone = ZONES[(ZONES.index(player.zone) + 1) % len(ZONES)]
            quiet = "none"
            if player.quiet:
                quiet = "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in player.quiet)
            typed = player.actor.command(
                "/settings", place, reminders=str(player.remind_h), time_zone=player.zone, quiet=quiet
            )
            chosen = Hours(shown, player.zone, player.quiet, known.away if known else ())
        reply = None
        with contextlib.suppress(NotOffered):
            reply = await typed
        if reply is None or reply.kind is None or reply.text.startswith("✋"):
            self._add(now + 10 * MINUTE_MS, event.what, event.of)
            return
        player.chosen.append(chosen)

    async def _open(self, table: MonthTable) -> None:
        is_out = self.removals.is_out(table.place.guild_id)
        if self._is_up and not is_out and await self.visits.open(table):
            table.moved_at = self.almanac.now()
            self.by_channel[table.channel.id] = table
            for player in table.players:
                if player.kind == "deserting":
                    player.gone = table.moved_at, FOREVER
            return
        self._add(self.almanac.now() + (DAY_MS if is_out else 10 * MINUTE_MS), "open", table.number)

    async def _find(self, player: Player) -> None:
        """Somebody looks for a seat that is free, in every server."""
        if not self._is_up:
            return
        places = one_of_each_server(self.tables)
        for place in (each for each in places if not self.removals.is_out(each.guild_id)):
            channel = await self.visits.find(player, place)
            table = self.by_channel.get(channel.id) if channel else None
            if table is not None:
                player.tables.append(table.number)

    def _told(self, told: Told) -> None:
        """Somebody was called: who answers calls looks soon. A bot that is to be killed at this sight dies now."""
        for player in self.players:
            if player.actor.id in told.users:
                at = player.look_when_called(told.at)
                if at is not None:
                    self._add(at, "look", self.players.index(player))
        if self._armed and self._armed == told.kind and not self._is_dead:
            self._armed = ""
            self._kill_here()

    # The bot

    def _requested(self, method: str, path: str) -> None:
        """A bot that is to be killed before its next direct message dies as it sends it."""
        if self._armed != "message" or method != "POST" or self._is_dead:
            return
        found = re.fullmatch(r"/channels/(\d+)/messages", path)
        channel = self.sandbox.world.channels.get(int(found[1])) if found else None
        if channel is not None and channel.kind == DIRECT:
            self._armed = ""
            self.sandbox.faults.drop(f"POST {path}")
            self._kill_here()

    async def _remove(self, guild: int) -> None:
        """Let a server remove the bot, which suspends its tables."""
        await self._posted(None)
        self.removals.remove(guild, self.almanac.now())
        self.sandbox.faults.remove_from(self.sandbox.world.guilds[guild])
        assert self._state is not None
        await self._noted(partial(self._state.is_lost, guild), "a server has removed it")

    async def _invite(self, guild: int) -> None:
        """Let a server invite the bot again, which wakes its tables."""
        self.removals.invite(guild, self.almanac.now())
        self.sandbox.faults.invite_to(self.sandbox.world.guilds[guild])
        assert self._state is not None
        await self._noted(partial(self._state.is_regained, guild), "a server has invited it again")
        await self._posted(None)

    async def _noted(self, is_noted: Callable[[], bool], what: str) -> None:
        """Wait until the bot has noted something, and is at rest."""
        deadline = time.perf_counter() + POSTED_S
        while not is_noted():
            if time.perf_counter() > deadline:
                self.errors.append(f"the bot does not note that {what}")
                return
            await asyncio.sleep(LOOK_S)
        await self._look_at_clock()

    async def _posted(self, channel: int | None) -> None:
        """Wait until nothing waits to be posted there; None for any channel."""
        assert self._state is not None
        deadline = time.perf_counter() + POSTED_S
        while self._is_up and time.perf_counter() < deadline:
            if self._state.has_posted(channel, self.almanac.shown_at(self.almanac.now())):
                return
            await asyncio.sleep(LOOK_S)

    async def _rest(self, patience_s: float) -> bool:
        """Wait until the bot has looked at what is due, and nothing is."""
        assert self._state is not None
        deadline = time.perf_counter() + (RESTLESS_S if self._is_restless else patience_s)
        while self._is_up and not self._is_lost:
            if self._state.is_at_rest(self.almanac.shown_at(self.almanac.now()), self._leapt_to):
                self._is_restless = False
                return True
            if time.perf_counter() > deadline:
                self._is_restless = True
                return False
            await asyncio.sleep(LOOK_S)
        return False

    async def _begin_life(self) -> None:
        self.almanac.starts.append(self.almanac.now())
        await self.bot.start()
        self._up_since = self.almanac.now()
        self._leapt_to = self.almanac.shown_at(self._up_since)
        self.visits.is_up = True

    def _end_life(self) -> None:
        if self._up_since:
            self.notes.lives.append(Life(self._up_since, self.almanac.now()))
        self._up_since = 0
        self.visits.is_up = False

    def _kill_here(self) -> None:
        """SIGKILL, at this moment; `_revive` starts the bot again."""
        self.bot.kill_now()
        self._end_life()
        self._is_dead = True

    async def _kill_among_presses(self, number: int) -> None:
        """SIGKILL while people press."""
        pressing = [player for player in self.players if not player.is_gone(self.almanac.now())]
        limit = asyncio.Semaphore(AT_ONCE)
        looks = [
            asyncio.create_task(self._look(player, limit))
            for player in self.random.sample(pressing, min(6, len(pressing)))
        ]
        await asyncio.sleep(self.random.random() * 0.3)
        self._kill_here()
        await asyncio.gather(*looks)
        await self._revive(number)

    async def _revive(self, number: int | None) -> None:
        """Start the bot again after minutes or hours; once in a long month after days."""
        await self.bot.kill()
        self._is_dead = False
        self.deaths.append(self.almanac.now())
        self._is_lost = False
        down = self.random.choice((0, 2 * MINUTE_MS, 20 * MINUTE_MS, 6 * HOUR_MS))
        if len(self.deaths) == 3 and self.plan.days > 14:
            down = round(2.5 * DAY_MS)
        self.almanac.leap_to(self.almanac.now() + down)
        with self._timed("start"):
            await self._begin_life()
        await self._rest(REST_S)

    async def _outage(self) -> None:
        """Discord cannot be reached for some hours."""
        self._end_life()
        self._is_lost = True
        self.sandbox.faults.lose_network()
        hours = self.random.choice((1, 3, 7))
        for _ in range(hours):
            await asyncio.sleep(0.1)
            self.almanac.leap_to(self.almanac.now() + HOUR_MS)
        self.sandbox.faults.restore_network()
        with contextlib.suppress(TimeoutError):
            await self.sandbox.until(lambda: self.sandbox.gateway.is_connected or self._is_dead, BACK_S)
        if self._is_dead:
            return
        if not self.sandbox.gateway.is_connected:
            self.errors.append(f"the bot did not come back after an outage: {self.bot.tail()}")
            self._kill_here()
            return
        self._is_lost = False
        self._up_since = self.almanac.now()
        self._leapt_to = self.almanac.shown_at(self._up_since)
        self.visits.is_up = True
        await self._rest(2 * REST_S)
