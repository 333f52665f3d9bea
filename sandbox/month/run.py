"""The schedule of the month. The clock leaps to the next event, and people act when they look at their tables."""

import asyncio
import contextlib
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sandbox.client import NotOffered
from sandbox.month.almanac import BEGINS_MS, DAY_MS, FOREVER, HOUR_MS, MINUTE_MS, Almanac
from sandbox.month.bot import REST_S, LeapingBot, Misfortunes
from sandbox.month.calls import Call, CallLog
from sandbox.month.judge import Findings, Matter, Removals, judge
from sandbox.month.people import ZONES, Hours, OwnTime, Player, choose_hours
from sandbox.month.plan import SUBSTITUTES, Agenda, Event, Plan, add_servers, draw_agenda, draw_people, draw_tables
from sandbox.month.tables import MonthTable, find_seat, one_of_each_server
from sandbox.month.waits import TableStory, stories, with_true_times
from sandbox.records import Channel, Json
from sandbox.server import Sandbox
from sandbox.simulation.simulation import BOT, Faults, Simulation, simulate
from sandbox.simulation.visitor import REFUSED_SIGN

TOGETHER_MS = 3 * MINUTE_MS
AT_ONCE = 6
LATE_MS = HOUR_MS
"""Work that is overdue by this much counts as forgotten."""
AGAIN_MS = 10 * MINUTE_MS
STUCK_AT_MOST = 10
"""A month ends when it has found this many stuck tables. The bot then never rests, so each leap takes a second."""


class Month:
    """People at tables that they open. Subclasses have other people and other events."""

    def __init__(self, plan: Plan, sandbox: Sandbox, home: Path, bot: Sequence[str] = BOT) -> None:
        self.plan = plan
        self.sandbox = sandbox
        self.almanac = Almanac.beginning(sandbox.clock, home / "clock")
        self.ends = BEGINS_MS + plan.span
        environment = {"SANDBOX_CLOCK": str(home / "clock"), "SANDBOX_SEED": str(plan.seed), "SANDBOX_PICTURES": "0"}
        self.simulation = Simulation(sandbox, home, bot, plan.seed, environment, clock=self.almanac.now)
        self.random = self.simulation.random
        self.call_log = CallLog(sandbox, self.almanac, self.note_call)
        self.bot = LeapingBot(self.simulation, self.almanac)
        self.misfortunes = Misfortunes(self.bot, plan.days)
        self.removals = Removals()
        self.players, self.tables, self.agenda = self.draw()
        self._by_channel: dict[int, MonthTable] = {}
        self._stuck: list[str] = []
        self._most_stuck = 0
        self._sleeping = 0
        self.stories: list[TableStory] = []
        self.findings = Findings()

    def draw(self) -> tuple[list[Player], list[MonthTable], Agenda]:
        """Draw the people, their tables, and everything that will happen."""
        players = draw_people(self.plan, self.simulation)
        self._servers = add_servers(self.plan, self.simulation)
        tables = draw_tables(self.plan, self.bot, self.random, players, self._servers)
        return players, tables, draw_agenda(self.plan, self.random, players, tables)

    @property
    def place(self) -> Channel:
        """The channel for commands that people type about themselves."""
        return self.tables[0].place

    async def play(self) -> None:
        try:
            await self.bot.start()
            while self.almanac.now() < self.ends and len(self._stuck) < STUCK_AT_MOST:
                await self._next()
            self.misfortunes.armed = ""
            await self.misfortunes.revive()
            await self.bot.rest(REST_S * 2)
            self._count_stuck()
            await self.look_back()
            self.simulation.errors += await self.simulation.fleet.stop()
        finally:
            self.bot.database.close()

    async def _next(self) -> None:
        await self.bot.wait_for_posts()  # the bot's own posts, made while people pressed buttons
        upcoming = self.agenda.next_at()
        await self.bot.leap_to_next(self.ends if upcoming is None else min(self.ends, upcoming))
        await self.misfortunes.revive()
        happening = self.agenda.take(self.almanac.now(), TOGETHER_MS)
        with self.bot.stopwatch.timed("people"):
            await self._look_together(list(dict.fromkeys(event.of for event in happening if event.what == "look")))
        for event in happening:
            if event.what != "look":
                with self.bot.stopwatch.timed(event.what):
                    await self.happen(event)

    async def happen(self, event: Event) -> None:
        await self.misfortunes.revive()
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
                await self._kill_among_presses()
            case "kill at a reminder" | "kill at a ping" | "kill at a vote" | "kill before a message":
                self.misfortunes.armed = event.what.rpartition(" ")[2]
            case "outage":
                await self.misfortunes.cut_off()
            case "remove" | "invite":
                await self._remove_or_invite(self._servers[event.of], is_removed=event.what == "remove")
            case "jump":
                self.almanac.let_host_be_wrong(event.of * HOUR_MS)
                await self.bot.leap_a_minute()
            case "count":
                self._count_stuck()

    def _count_stuck(self) -> None:
        if self.bot.is_up:
            stuck = self.bot.database.stuck(self.almanac.host_now() - LATE_MS)
            self._most_stuck = max(self._most_stuck, len(stuck))
            self._stuck += [f"table {table}: somebody is asked, but nothing is due" for table in stuck]
            self._sleeping = self.bot.database.sleeping()

    # People

    async def _look_together(self, numbers: Sequence[int]) -> None:
        limit = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._look(number, limit) for number in numbers))

    async def _look(self, number: int, limit: asyncio.Semaphore) -> None:
        player = self.players[number]
        async with limit:
            if self.bot.is_up and not player.is_gone(self.almanac.now()):
                for table in (self.tables[each] for each in player.tables):
                    if table.is_open and not table.is_over and not self.removals.is_out(table.place.guild_id):
                        await table.visit(player)
                        table.is_over = self.bot.database.status(table.channel.id) in ("over", "closed")
        self._plan_look(number, player.next_look(self.almanac.now()))

    def _plan_look(self, number: int, at: int | None) -> None:
        if at is not None:
            self.agenda.add(at, "look", number)

    async def _choose(self, player: Player, event: Event) -> None:
        """Let a person choose their hours, announce a journey, or set the time zone of the place they arrived at."""
        place, now = self.place, self.almanac.now()
        shown, known = self.almanac.shown_at(now), player.hours_at(FOREVER)
        if player.kind == "closed":
            self.sandbox.places.close_dms(player.actor.person)
        if event.what == "leave for":
            assert known is not None
            typed = player.actor.command("/away", place, until="32h")
            chosen = Hours(shown, known.zone, known.quiet, ((shown, shown + 32 * HOUR_MS),))
        else:
            if event.what == "arrive":
                player.zone = ZONES[(ZONES.index(player.zone) + 1) % len(ZONES)]
            typed = choose_hours(player, place)
            chosen = Hours(shown, player.zone, player.quiet, known.away if known else ())
        reply = None
        with contextlib.suppress(NotOffered):
            reply = await typed
        if reply is None or reply.kind is None or reply.text.startswith(REFUSED_SIGN):
            self.agenda.add(now + AGAIN_MS, event.what, event.of)
            return
        player.chosen.append(chosen)

    async def _open(self, table: MonthTable) -> None:
        is_out = self.removals.is_out(table.place.guild_id)
        if self.bot.is_up and not is_out and await table.open():
            table.moved_at = self.almanac.now()
            self._by_channel[table.channel.id] = table
            for player in table.players:
                if player.kind == "deserting":
                    player.gone = table.moved_at, FOREVER
            return
        self.agenda.add(self.almanac.now() + (DAY_MS if is_out else AGAIN_MS), "open", table.number)

    async def _find(self, player: Player) -> None:
        if not self.bot.is_up:
            return
        for place in one_of_each_server(self.tables):
            channel = None if self.removals.is_out(place.guild_id) else await find_seat(self.bot, player, place)
            if channel is not None and channel.id in self._by_channel:
                player.tables.append(self._by_channel[channel.id].number)

    def note_call(self, call: Call) -> None:
        for number, player in enumerate(self.players):
            if player.actor.id in call.users:
                self._plan_look(number, player.look_when_called(call.at))
        self.misfortunes.note_call(call.kind)

    # Failures

    async def _kill_among_presses(self) -> None:
        pressing = [number for number, player in enumerate(self.players) if not player.is_gone(self.almanac.now())]
        numbers = self.random.sample(pressing, min(6, len(pressing)))
        looks = asyncio.create_task(self._look_together(numbers))
        await asyncio.sleep(self.random.random() * 0.3)
        self.misfortunes.kill()
        await looks
        await self.misfortunes.revive()

    async def _remove_or_invite(self, number: int, *, is_removed: bool) -> None:
        """Remove the bot from a server (`is_removed`), which suspends its tables, or invite it again, which resumes
        them."""
        guild, database, places = self.sandbox.world.guilds[number], self.bot.database, self.sandbox.places
        if is_removed:
            await self.bot.wait_for_posts()
            self.removals.remove(number, self.almanac.now())
            places.remove_bot(guild)
            await self.bot.wait_for_note(partial(database.is_lost, number), "a server has removed it")
        else:
            self.removals.invite(number, self.almanac.now())
            places.invite_bot(guild)
            await self.bot.wait_for_note(partial(database.is_regained, number), "a server has invited it again")
            await self.bot.wait_for_posts()

    # Results

    async def look_back(self) -> None:
        """Read everything that only a running bot can show. Called at the end."""

    async def find_faults(self) -> Faults:
        database = with_true_times(self.simulation.database, self.almanac, self.simulation.home / "true.db")
        self.stories = stories(database)
        found = self.findings = await asyncio.to_thread(judge, self._matter())
        faults = await self.simulation.find_faults(database)
        return faults | {
            "lost": faults["lost"] + found.lost,
            "stuck": self._stuck + found.unvoted,
            "reminders_in_quiet_hours": found.in_quiet_hours,
            "reminders_doubled": found.doubled,
            "reminders_after_answer": found.after_answer,
            "false_timeouts": found.false_timeouts,
            "losses_untold": found.losses_untold,
        }

    def _matter(self) -> Matter:
        """Collect everything that the judge needs. Person 0 represents somebody who is always available."""
        anybody = Player(self.players[0].actor, "prompt", "UTC", self.random)
        people = {0: anybody, **{player.actor.id: player for player in self.players}}
        ends, lives = min(self.ends, self.almanac.now()), self.simulation.fleet.uptime.lives
        return Matter(
            almanac=self.almanac,
            players=self.players,
            tables=self.tables,
            stories=self.stories,
            calls=self.call_log.calls,
            votes=self.call_log.votes,
            own={user: OwnTime(player, self.almanac, lives, ends) for user, player in people.items()},
            lives=lives,
            ends=ends,
            removals=self.removals,
        )

    def report(self, faults: Faults) -> Json:
        found, told, notes = self.stories, self.findings, self.simulation.notes
        person_days = max(1, len(self.players)) * self.plan.days
        return {
            "tables": len(self.tables),
            "days": self.plan.days,
            "seed": self.plan.seed,
            "people": len(self.players),
            "kills": len(self.misfortunes.deaths),
            "removals": [
                {
                    "from_day": _day(each.begin),
                    "to_day": None if each.end == FOREVER else _day(each.end),
                    "tables": sum(table.place.guild_id == each.guild for table in self.tables),
                }
                for each in self.removals.known
            ],
            "finished": sum(story.status == "over" for story in found),
            "endings": dict(Counter(str(story.ended) for story in found if story.status in ("over", "closed"))),
            "sleeping": self._sleeping,
            "stuck": self._most_stuck + len(told.unvoted),
            "reminders": told.reminders,
            "votes": len(self.call_log.votes),
            "seats_played": sum(story.played_for for story in found),
            "substitutes": sum(story.substitutes for story in found),
            "nudges": told.nudges,
            "turn_pings_a_person_a_day": round(told.turn_pings / person_days, 3),
            "other_pings_a_person_a_day": round(told.other_pings / person_days, 3),
            "days_with_more_than_one_other_ping": sum(count > 1 for count in told.others_a_day.values()),
            "presses": len(notes.presses),
            "fates": dict(Counter(press.fate for press in notes.presses)),
            "days_to_the_end": self._lengths(),
            "rss_mb": round(self.simulation.fleet.rss_mb, 1),
            "seconds_of": {what: round(seconds, 1) for what, seconds in sorted(self.bot.stopwatch.seconds.items())},
        }

    def _lengths(self) -> Json:
        """Return the tables, ended games and median length in days, by game and kind of people."""
        kinds = {table.channel.id: {player.kind for player in table.players} for table in self.tables}
        lengths: dict[str, dict[str, list[TableStory]]] = defaultdict(lambda: defaultdict(list))
        for story in self.stories:
            if story.channel in kinds:
                own = kinds[story.channel]
                lengths[story.game]["mixed" if len(own) > 1 else next(iter(own))].append(story)
        return {
            game: {kind: _length(of_kind[kind]) for kind in sorted(of_kind)}
            for game, of_kind in sorted(lengths.items())
        }


def _day(at: int) -> float:
    return round((at - BEGINS_MS) / DAY_MS, 1)


def _length(those: Sequence[TableStory]) -> Json:
    days = [(story.last - story.begun) / DAY_MS for story in those if story.status == "over"]
    median = round(statistics.median(days), 1) if days else None
    return {"tables": len(those), "ended": len(days), "median_days": median}


async def spend_month(plan: Plan, bot: Sequence[str] = BOT) -> tuple[Json, int]:
    """Simulate a month with this bot. Return the report, and 0 if nothing went wrong."""
    return await simulate(lambda sandbox, home: Month(plan, sandbox, home, bot))
