"""The schedule of a season. An organiser opens a league and leaves the server, people sign up, and the bot does the
rest. The bot is killed at moments of every kind."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.month.almanac import BEGINS_MS, DAY_MS, HOUR_MS
from sandbox.month.calls import Call
from sandbox.month.people import Kind, Player, kinds_of, new_player
from sandbox.month.plan import Agenda, Event, Plan, draw_agenda
from sandbox.month.run import AGAIN_MS, Month
from sandbox.month.tables import MonthTable
from sandbox.records import DIRECT, Channel, Json, Message
from sandbox.season.recount import (
    LeagueChannel,
    Pairing,
    Recount,
    find_wrongly_dropped,
    read_overdue,
    read_result,
    read_standings,
)
from sandbox.seen import Reply, Seen
from sandbox.server import Sandbox
from sandbox.simulation.simulation import BOT, Faults, simulate
from sandbox.simulation.verdict import ANSWER_S
from sandbox.simulation.visitor import REFUSED_SIGN, has_ended
from sandbox.world import Change

NAME, CHANNEL, ORGANISER, READER = "Season", "agora", "Ariadne", "Theseus"
SHARES: dict[Kind, int] = {
    "prompt": 70, "daily": 8, "night": 8, "closed": 4, "travelling": 4, "deserting": 3, "leaving": 3,
}  # fmt: skip
"""Percentage of people of each kind. Deserters sign up and never answer."""
MOST_DAYS = 300
SIGN_UP_DAYS, USUAL_DAYS = 2, 40
KILLS = ("thread", "", "round", "message", "ping")
"""Kinds of kills: when a table's thread is made, among presses, when a round is announced, before a direct message
arrives, and at a ping."""
OPENING_S = 0.5
"""Longest time between two tables that the bot opens for a round, in seconds."""
KILLED_WITHIN_MS = 4 * DAY_MS
"""The kills of a round are planned within this time after its beginning."""


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    game: str
    people: int
    seed: int
    seats: int = 4
    form: str = "swiss"
    rounds: int = 0
    """0 if the bot decides."""
    kills: int = 0
    pace: str = "brisk"
    days: int = 28
    quitters: int = 1
    """The number of people who withdraw two days after the sign-up ends."""
    shares: Mapping[Kind, int] = field(default_factory=lambda: SHARES)


class Season(Month):
    def __init__(self, plan: SeasonPlan, sandbox: Sandbox, home: Path, bot: Sequence[str] = BOT) -> None:
        self.season = plan
        self.announced = LeagueChannel()
        self._begun_s = time.perf_counter()
        self._kills_planned = 0
        self._withdrawn: set[int] = set()
        self._opened = 0
        self._pages: list[str] = []
        """The pages of the standings at the end."""
        super().__init__(Plan(0, MOST_DAYS, plan.seed, outages=0, jumps=False), sandbox, home, bot)
        sandbox.world.listen(self._hear)

    @property
    def place(self) -> Channel:
        return self.sandbox.channel(CHANNEL)

    def draw(self) -> tuple[list[Player], list[MonthTable], Agenda]:
        players = []
        for number, kind in enumerate(kinds_of(self.season.people, self.season.shares)):
            actor = self.simulation.newcomer(f"{kind.title()} {number}", number)
            players.append(new_player(actor, kind, Random(self.random.random()), BEGINS_MS, USUAL_DAYS))
        agenda = draw_agenda(self.plan, self.random, players, [])
        agenda.add(BEGINS_MS + HOUR_MS, "open league")
        for number in range(len(players)):
            agenda.add(BEGINS_MS + 2 * HOUR_MS + self.random.randrange(DAY_MS), "sign up", number)
        prompt = [number for number, player in enumerate(players) if player.kind == "prompt"]
        for number in prompt[-self.season.quitters :] if self.season.quitters else ():
            agenda.add(BEGINS_MS + (SIGN_UP_DAYS + 2) * DAY_MS, "withdraw", number)
        self._plan_kill(agenda, BEGINS_MS + 2 * HOUR_MS)
        return players, [], agenda

    async def _next(self) -> None:
        await self._wait_for_tables()
        await super()._next()

    async def _wait_for_tables(self) -> None:
        """Wait until the bot opens no more tables. It opens a few at a time, and its clock must not leap meanwhile."""
        while self.bot.is_up and (count := self.bot.database.count_tables()) != self._opened:
            self._opened = count
            await asyncio.sleep(OPENING_S)

    async def happen(self, event: Event) -> None:
        await self.misfortunes.revive()
        try:
            match event.what:
                case "find":
                    """Seats of leagues are for those who signed up."""
                case "open league":
                    await self._open_league(self.sandbox.person(ORGANISER))
                case "sign up":
                    await _take(self.players[event.of].actor.press(self._post(), "Sign up"))
                case "withdraw":
                    await self._withdraw(self.players[event.of].actor)
                case "arm" if not self.misfortunes.armed:
                    self.misfortunes.armed = KILLS[event.of % len(KILLS)]
                case "arm":
                    await super().happen(Event(event.at, event.order, "kill"))
                case _:
                    await super().happen(event)
        except (NotOffered, _NoAnswer):
            self.agenda.add(self.almanac.now() + AGAIN_MS, event.what, event.of)

    def note_call(self, call: Call) -> None:
        super().note_call(call)
        if call.channel == self.place.id:
            self.misfortunes.note_call("round")

    # The league

    async def _open_league(self, organiser: Actor) -> None:
        panel = await _take(organiser.command("/league open", self.place, name=NAME, game=self.season.game))
        chosen = {
            "Table": str(self.season.seats), "Form": self.season.form, "Rounds": str(self.season.rounds),
            "Pace": self.season.pace, "Time for a round": str(self.season.days), "Sign-up": str(SIGN_UP_DAYS),
        }  # fmt: skip
        for placeholder, value in chosen.items():
            if any(select.placeholder == placeholder for select in panel.selects):
                panel = await _take(organiser.choose(panel, value, placeholder=placeholder))
        await _take(organiser.press(panel, "Open sign-up"))
        self.sandbox.world.absent.add(organiser.id)

    async def _withdraw(self, actor: Actor) -> None:
        shown = await _take(actor.command("/league show", self.place))
        for verb in ("withdraw", "leave"):
            custom_id = next((i for i in (each.custom_id for each in shown.buttons) if i and f"t1:{verb}:" in i), None)
            if custom_id is None:
                raise _NoAnswer
            shown = await _take(actor.press(shown, custom_id=custom_id))
        self._withdrawn.add(actor.id)

    def _post(self) -> Seen:
        """Return the message that shows the league."""
        for message in self.sandbox.newest(self.place):
            if message.is_by_bot and not message.is_ephemeral and message.buttons:
                return message
        raise _NoAnswer

    def _hear(self, change: Change) -> None:
        message = change.record
        if not isinstance(message, Message) or message.channel_id != self.place.id or message.only_for:
            return
        seen = Seen(self.sandbox, message)
        if seen.buttons:
            self.announced.read_post(seen.text)
        elif change.kind == "message_created":
            rounds = len(self.announced.begun)
            for pairing in self.announced.read_announcement(seen.text):
                self._seat(pairing)
            if len(self.announced.begun) > rounds:
                self._begin_round()
            if self.announced.is_over:
                self.ends = min(self.ends, self.almanac.now() + HOUR_MS)

    def _seat(self, pairing: Pairing) -> None:
        """Add a table that the bot has opened. Its people will look at it."""
        channel = self.sandbox.world.channels.get(pairing.channel or 0)
        if channel is None:
            return
        numbers = [number for number, each in enumerate(self.players) if each.actor.id in pairing.users]
        players = [self.players[number] for number in numbers]
        seed = Random(self.random.random())
        table = MonthTable(self.bot, len(self.tables), self.season.game, self.season.pace, channel, players, seed)
        table.is_open, table.moved_at = True, self.almanac.now()
        self.tables.append(table)
        for player in players:
            player.tables.append(table.number)

    def _begin_round(self) -> None:
        now, begun = self.almanac.now(), self.announced.begun
        for player in self.players:
            if player.kind == "deserting" and player.gone is None:
                player.gone = now, MOST_DAYS * DAY_MS + now
        rounds = int(begun[0].rpartition(" ")[2]) if begun[0][-1].isdigit() else 1
        share = -(-self.season.kills // rounds) * len(begun)
        while self._kills_planned < min(share, self.season.kills):
            self._plan_kill(self.agenda, now + self.random.randrange(KILLED_WITHIN_MS))

    def _plan_kill(self, agenda: Agenda, at: int) -> None:
        if self._kills_planned < self.season.kills:
            agenda.add(at, "arm" if KILLS[self._kills_planned % len(KILLS)] else "kill", self._kills_planned)
            self._kills_planned += 1

    # Results

    async def look_back(self) -> None:
        """Read all pages of the standings, as someone who doesn't play."""
        reader = self.sandbox.person(READER)
        page, count = await _take(reader.command("/league show", self.place)), 1
        while True:
            self._pages.append(page.text)
            turn = next((each for each in page.buttons if each.label.startswith(f"Page {count + 1} ")), None)
            if turn is None:
                break
            count += 1
            page = await _take(reader.press(page, custom_id=turn.custom_id))

    async def find_faults(self) -> Faults:
        faults = await super().find_faults()
        lost, doubled = self._find_lost_games(), self._find_doubled_rounds()
        return faults | {"games_lost": lost, "rounds_doubled": doubled, "wrong_places": self._find_wrong_places()}

    def _result(self, pairing: Pairing) -> dict[int, int]:
        """Return the places of a pairing, or {} if it has no result. People without an opponent get a free point."""
        if pairing.channel is None:
            return dict.fromkeys(pairing.users, 1)
        if pairing.channel in self.announced.overdue:
            return read_overdue(self.announced.overdue[pairing.channel], self._user_of)
        for message in self.sandbox.newest(pairing.channel):
            if message.is_by_bot and has_ended(message):
                return read_result(message.text, self._user_of)
        return {}

    def _user_of(self, name: str) -> int:
        return self._users.get(name, 0)

    @property
    def _users(self) -> dict[str, int]:
        return {player.actor.name: player.actor.id for player in self.players}

    def _find_lost_games(self) -> list[str]:
        rounds, lost = self.announced.rounds, [] if self.announced.is_over else ["the league did not end"]
        for name, pairings in rounds.items():
            seated = {user for pairing in pairings for user in pairing.users}
            absent = {*self._withdrawn, *self.sandbox.world.absent, *self.announced.dropped_by(name)}
            missed = [] if name == "Final" else [
                each for each, user in self._users.items() if user not in seated | absent
            ]  # fmt: skip
            lost += [f"{name}: {each} has no table" for each in missed]
            lost += [
                f"{name}: the table of {pairing.users} has no result, or another's: {self._result(pairing)}"
                for pairing in pairings
                if self._result(pairing).keys() != set(pairing.users)
            ]
        announced = {pairing.channel for pairings in rounds.values() for pairing in pairings}
        return lost + [f"{each.name} was never announced" for each in self._threads() if each.id not in announced]

    def _threads(self) -> list[Channel]:
        return [each for each in self.sandbox.world.channels.threads() if each.parent_id == self.place.id]

    def _find_doubled_rounds(self) -> list[str]:
        matches = {
            name: Counter(user for each in of for user in each.users) for name, of in self.announced.rounds.items()
        }
        told = Counter(self.announced.begun) + Counter(each.name for each in self._threads())
        return [f"{name} came {count} times" for name, count in told.items() if count > 1] + [
            f"{name}: {user} has {count} tables"
            for name, seats in matches.items()
            for user, count in seats.items()
            if count > 1
        ]

    def _find_wrong_places(self) -> list[str]:
        """Compare the bot's standings with a recount of its tables."""
        shown = {self._user_of(name): line for page in self._pages for name, line in read_standings(page).items()}
        results = {name: list(map(self._result, of)) for name, of in self.announced.rounds.items()}
        wrong = find_wrongly_dropped(self.announced.dropped, results)
        final = {user: place for match in results.pop("Final", []) for user, place in match.items()}
        recount, left = Recount(list(results.values()), final), {user for user, line in shown.items() if line.has_left}
        gone = {*self._withdrawn, *self.sandbox.world.absent, *self.announced.dropped}
        wrong += [f"{user} is shown as gone" for user in left - gone]
        for user, place in recount.ranks(self._users.values(), left).items():
            line, points = shown.get(user), round(float(recount.points(user)), 2)
            if line is None or (line.place, float(line.points)) != (place, points):
                wrong.append(f"{user} has place {place} with {points}, but is shown as {line}")
        return wrong

    def report(self, faults: Faults) -> Json:
        pairings = [each for of in self.announced.rounds.values() for each in of]
        sent = [
            message
            for of in self.sandbox.world.messages.values()
            for message in of.values()
            if message.author_id == self.sandbox.world.bot.id and not message.only_for
        ]
        direct = {each.id for each in self.sandbox.world.channels.values() if each.kind == DIRECT}
        count, told = len(self.players), self.findings
        return {
            "people": count,
            "kinds": dict(Counter(player.kind for player in self.players)),
            "seed": self.season.seed,
            "rounds": len(self.announced.rounds),
            "tables": sum(each.channel is not None for each in pairings),
            "byes": sum(each.channel is None for each in pairings),
            "overdue": len(self.announced.overdue),
            "dropped": len(self.announced.dropped),
            "kills": len(self.misfortunes.deaths),
            "endings": dict(Counter(str(story.ended) for story in self.stories)),
            "presses": len(self.simulation.notes.presses),
            "messages_a_person": round(len(sent) / count, 1),
            "direct_messages_a_person": round(sum(each.channel_id in direct for each in sent) / count, 1),
            "pings_a_person": round(sum(len(each.pings) for each in sent) / count, 1),
            "turn_pings_a_person_a_day": round(told.turn_pings / count / self._days, 3),
            "other_pings_a_person_a_day": round(told.other_pings / count / self._days, 3),
            "votes": len(self.call_log.votes),
            "virtual_days": round(self._days, 1),
            "wall_seconds": round(time.perf_counter() - self._begun_s, 1),
            "seconds_of": {what: round(seconds, 1) for what, seconds in sorted(self.bot.stopwatch.seconds.items())},
        }

    @property
    def _days(self) -> float:
        return (self.ends - BEGINS_MS) / DAY_MS


class _NoAnswer(Exception):  # noqa: N818
    """The bot refused, or was killed before it answered."""


async def _take(action: Awaitable[Reply]) -> Seen:
    """Await an action and the message that answers it. Raise `_NoAnswer` if it is refused or has no answer."""
    reply = await action
    try:
        if reply.kind is None:
            raise _NoAnswer
        message = await reply.settle(ANSWER_S)
    except TimeoutError:
        raise _NoAnswer from None
    if message.text.startswith(REFUSED_SIGN):
        raise _NoAnswer
    return message


async def spend_season(plan: SeasonPlan, bot: Sequence[str] = BOT) -> tuple[Json, int]:
    """Simulate a season with this bot. Return the report, and 0 if nothing went wrong."""
    return await simulate(lambda sandbox, home: Season(plan, sandbox, home, bot))
