"""The plan of a month: its people, its tables, and the times of all events."""

import heapq
import itertools
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from sandbox.month.almanac import BEGINS_MS, DAY_MS, HOUR_MS, MINUTE_MS
from sandbox.month.bot import LeapingBot
from sandbox.month.people import Player, kinds_of, new_player
from sandbox.month.tables import PACES, MonthTable
from sandbox.month.waits import SEATS, asks_all
from sandbox.simulation.simulation import Simulation
from sandbox.world import GUILD_ID

SEATED_AT = 2.5
TABLES_A_SERVER = 40
SUBSTITUTES = 3
DESERTED_SEATS, DESERTED_PACES = 4, ("brisk", "brisk", "brisk", "24+6", "daily", "relaxed")
DESERTED_APART_MS = 3 * HOUR_MS
"""Time between the openings of deserted tables. Otherwise their time banks would run out together."""
EARLY = 0.7
REMOVED_FROM, REMOVED_APART, REMOVED_FOR = 0.3, 0.1, 0.3
"""First removal of the bot, time between removals, and length of a removal, as shares of the month."""
KILLS = ("kill", "kill at a reminder", "kill before a message", "kill at a ping", "kill at a vote")
"""Kinds of kills: between presses, during certain calls, or before a direct message arrives."""


@dataclass(frozen=True, slots=True)
class Plan:
    tables: int
    days: int
    seed: int
    kills: int = 0
    outages: int = 2
    jumps: bool = True
    deserted: int = 0
    """The number of tables at which nobody answers."""
    removals: int = 0
    """The number of times that a server removes the bot. The first removal, the third and so on are undone."""

    @property
    def span(self) -> int:
        return self.days * DAY_MS


class Event(NamedTuple):
    at: int
    order: int
    what: str
    of: int = 0


class Agenda:
    def __init__(self) -> None:
        self._order = itertools.count()
        self._events: list[Event] = []

    def add(self, at: int, what: str, of: int = 0) -> None:
        heapq.heappush(self._events, Event(at, next(self._order), what, of))

    def next_at(self) -> int | None:
        return self._events[0].at if self._events else None

    def take(self, now: int, within_ms: int) -> list[Event]:
        """Take the events up to `now`, plus looks in the next `within_ms` if no other event precedes them."""
        taken: list[Event] = []
        while self._events and self._events[0].at <= now + within_ms:
            if self._events[0].at > now and self._events[0].what != "look":
                break
            taken.append(heapq.heappop(self._events))
        return taken


def draw_people(plan: Plan, simulation: Simulation) -> list[Player]:
    """Create enough people of every kind, then some who desert, then some who look for free seats."""
    random = simulation.random
    seats = sum(sum(each) / len(each) for each in SEATS.values()) / len(SEATS)
    count = max(4, round(plan.tables * seats / SEATED_AT)) + SUBSTITUTES
    players = []
    for number, kind in enumerate(kinds_of(count)):
        actor = simulation.newcomer(f"{kind.title()} {number}", number)
        players.append(new_player(actor, kind, Random(random.random()), BEGINS_MS, plan.days))
    deserters = []
    for number in range(plan.deserted * DESERTED_SEATS):
        actor = simulation.sandbox.newcomer(f"Deserting {number}")
        player = new_player(actor, "deserting", Random(random.random()), BEGINS_MS, plan.days)
        player.quiet = None  # without quiet hours, their time banks never pause
        deserters.append(player)
    return players[:-SUBSTITUTES] + deserters + players[-SUBSTITUTES:]


def add_servers(plan: Plan, simulation: Simulation) -> list[int]:
    """Add enough servers for the tables and removals. Return the ids of all servers."""
    servers = [GUILD_ID]
    while len(servers) * TABLES_A_SERVER < plan.tables or len(servers) <= plan.removals:
        servers.append(simulation.sandbox.world.add_guild(f"Server {len(servers)}").id)
    return servers


def draw_tables(
    plan: Plan, bot: LeapingBot, random: Random, players: list[Player], servers: list[int]
) -> list[MonthTable]:
    tables = []
    deserting = [player for player in players if player.kind == "deserting"]
    sitting = [player for player in players[:-SUBSTITUTES] if player.kind != "deserting"]
    for number in range(plan.tables + plan.deserted):
        place = bot.simulation.sandbox.world.channels.new(servers[number % len(servers)], f"table-{number}")
        if number < plan.tables:
            game = list(SEATS)[number % len(SEATS)]
            seats = SEATS[game][number // len(SEATS) % len(SEATS[game])]
            sitters = _draw_sitters(sitting, seats, random, is_alike=number % 2 == 0)
            pace = PACES[number % len(PACES)]
            for player in sitters:
                player.tables.append(number)
        else:
            game, pace = asks_all(DESERTED_SEATS), DESERTED_PACES[(number - plan.tables) % len(DESERTED_PACES)]
            sitters, deserting = deserting[:DESERTED_SEATS], deserting[DESERTED_SEATS:]
        by_queue = number % 8 == 7 and number < plan.tables
        tables.append(MonthTable(bot, number, game, pace, place, sitters, Random(random.random()), by_queue=by_queue))
    return tables


def _draw_sitters(sitting: list[Player], seats: int, random: Random, *, is_alike: bool) -> list[Player]:
    """Draw the people who sit at the fewest tables. If `is_alike`, prefer people of one kind."""
    ordered = sorted(sitting, key=lambda player: (len(player.tables), random.random()))
    alike = [player for player in ordered if player.kind == ordered[0].kind]
    found = alike[:seats] if is_alike else ordered[:seats]
    return found + [player for player in ordered if player not in found][: seats - len(found)]


def draw_agenda(plan: Plan, random: Random, players: list[Player], tables: list[MonthTable]) -> Agenda:
    agenda = Agenda()

    def add_at(share: float, what: str, of: int = 0) -> None:
        agenda.add(BEGINS_MS + round(plan.span * share), what, of)

    for number, player in enumerate(players):
        agenda.add(BEGINS_MS + MINUTE_MS, "choose", number)
        if player.kind == "travelling" and player.gone:
            agenda.add(player.gone[0] - HOUR_MS, "leave for", number)
            agenda.add(player.gone[1] + MINUTE_MS, "arrive", number)
        if player.kind == "leaving" and player.gone:
            agenda.add(player.gone[0], "leave server", number)
        first = player.next_look(BEGINS_MS + 2 * HOUR_MS)
        if first is not None:
            agenda.add(first, "look", number)
    for count, table in enumerate(tables[plan.tables :]):
        agenda.add(BEGINS_MS + HOUR_MS + count * DESERTED_APART_MS, "open", table.number)
    for table in tables[: plan.tables]:
        within = 6 * HOUR_MS if table.number < plan.tables * EARLY else plan.span // 3
        agenda.add(BEGINS_MS + HOUR_MS + random.randrange(within), "open", table.number)
    for number in range(plan.kills):
        add_at((number + random.random()) / (plan.kills + 1), KILLS[number % len(KILLS)])
    for number in range(plan.outages):
        add_at((number + random.random()) / plan.outages, "outage")
    for number in range(plan.removals):
        removed = REMOVED_FROM + number * REMOVED_APART
        add_at(removed, "remove", 1 + number)
        if number % 2 == 0:
            add_at(removed + REMOVED_FOR, "invite", 1 + number)
    if plan.jumps:
        agenda.add(BEGINS_MS + 25 * HOUR_MS, "jump", 1)
        agenda.add(min(BEGINS_MS + 7 * DAY_MS + 16 * HOUR_MS, BEGINS_MS + round(plan.span * 0.8)), "jump", 0)
        if plan.days > 14:
            add_at(0.6, "jump", -1)
            add_at(0.75, "jump", 0)
    for day in range(1, plan.days + 1):
        agenda.add(BEGINS_MS + day * DAY_MS - MINUTE_MS, "count")
        if day % 2 == 0 and plan.tables:
            agenda.add(BEGINS_MS + day * DAY_MS - 8 * HOUR_MS, "find", day)
    return agenda
