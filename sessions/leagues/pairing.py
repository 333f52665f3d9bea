"""Seats people at the tables of a round: with the fewest repeated meetings, then with the closest points."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from random import Random

import msgspec

FINEST = 120
"""Differences of points are rounded to multiples of 1/`FINEST`. For tables of up to seven seats, this loses nothing."""
TRIES = 800
"""The search ends after seating about this many people, so small fields get many tries and large ones a few."""
FEWEST_TRIES = 6
BYES_TRIED = 8
"""Maximum number of choices of byes to try. The search stops at one that makes nobody meet again."""


class Pairing(msgspec.Struct, frozen=True):
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class History(msgspec.Struct, frozen=True):
    """The past that counts in pairing: points and byes by user, and the number of meetings by sorted pair of users."""

    points: Mapping[int, Fraction] = {}
    met: Mapping[tuple[int, int], int] = {}
    byes: Mapping[int, int] = {}


def table_sizes(count: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the sizes of the tables for `count` people. If full tables don't fit, some have one seat less. If that
    doesn't help, or the game doesn't allow that size, the remaining people have a bye."""
    most = max(sizes)
    if count < most:
        return tuple(sorted((size for size in sizes if size <= count), reverse=True)[:1])
    tables = -(-count // most)
    smaller = tables * most - count
    if smaller <= tables and (most - 1 in sizes or not smaller):
        return (most,) * (tables - smaller) + (most - 1,) * smaller
    return (most,) * (count // most)


def pair(users: Sequence[int], sizes: Sequence[int], history: History, seed: int) -> Pairing:
    """Seat these users, given best first. Nobody gets a second bye before everyone has had one. The lowest users get
    byes, unless that makes people meet again. The same `seed` gives the same result."""
    shape = table_sizes(len(users), sizes)
    lowest = sorted(users, key=lambda user: (history.byes.get(user, 0), -users.index(user)))
    choices = combinations(lowest, len(users) - sum(shape))
    fewest = [history.byes.get(user, 0) for user in lowest]
    allowed = (each for each in choices if [history.byes.get(user, 0) for user in each] == fewest[: len(each)])
    found: list[tuple[int, Pairing]] = []
    for byes in islice(allowed, BYES_TRIED):
        playing = [user for user in users if user not in byes]
        tables = _seat(playing, shape, history, Random(seed))
        met = sum(history.met.get(two, 0) for table in tables for two in combinations(sorted(table), 2))
        found.append((met, Pairing(tables, byes)))
        if not met:
            break
    return min(found, key=lambda each: each[0])[1]


def costs_of(users: Sequence[int], history: History) -> list[list[int]]:
    """Return the cost of seating each pair of these users together. One repeated meeting costs more than all
    differences of points combined. Differences are squared, so that several small ones cost less than a large one."""
    scaled = [round(FINEST * history.points.get(user, Fraction(0))) for user in users]
    span = max(scaled, default=0) - min(scaled, default=0)
    repeat = 1 + len(users) ** 2 * span**2
    costs = [[0] * len(users) for _ in users]
    for one, other in combinations(range(len(users)), 2):
        pair_of = min(users[one], users[other]), max(users[one], users[other])
        cost = repeat * history.met.get(pair_of, 0) + (scaled[one] - scaled[other]) ** 2
        costs[one][other] = costs[other][one] = cost
    return costs


def _seat(users: Sequence[int], shape: Sequence[int], history: History, random: Random) -> tuple[tuple[int, ...], ...]:
    """Return the cheapest seating found. The first try starts in the order of points, the others in random orders."""
    costs, order = costs_of(users, history), list(range(len(users)))
    best: tuple[int, list[list[int]]] | None = None
    for _ in range(max(FEWEST_TRIES, TRIES // max(1, len(users)))):
        found = _improve(order, shape, costs)
        best = found if best is None or found[0] < best[0] else best
        if not best[0]:
            break
        random.shuffle(order)
    assert best is not None
    return tuple(tuple(users[place] for place in sorted(table)) for table in best[1])


def _improve(order: Sequence[int], shape: Sequence[int], costs: list[list[int]]) -> tuple[int, list[list[int]]]:
    """Fill tables in this order, then swap pairs of people while that lowers the cost. Return cost and tables."""
    at = [table for table, size in enumerate(shape) for _ in range(size)]
    table_of = dict(zip(order, at, strict=True))
    loads = [[0] * len(shape) for _ in order]
    """For each person and each table, the cost of sitting with everyone at that table."""
    for person, row in enumerate(costs):
        for other, cost in enumerate(row):
            loads[person][table_of[other]] += cost
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(order, 2):
            here, there = table_of[one], table_of[other]
            after = loads[one][there] + loads[other][here] - 2 * costs[one][other]
            if here == there or after >= loads[one][here] + loads[other][there]:
                continue
            is_better = True
            table_of[one], table_of[other] = there, here
            for load, row in zip(loads, costs, strict=True):
                moved = row[other] - row[one]
                load[here] += moved
                load[there] -= moved
    tables = [[person for person in order if table_of[person] == table] for table in range(len(shape))]
    return sum(loads[person][table_of[person]] for person in order) // 2, tables
