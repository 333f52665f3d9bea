"""Leagues are paired optimally in small fields, and fairly over many rounds in large ones."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from sessions.leagues.pairing import History, costs_of, pair, table_sizes

FIELDS = [(count, seats) for seats in (2, 3, 4) for count in range(seats, 11)]


def sizes_up_to(seats: int) -> tuple[int, ...]:
    return tuple(range(2, seats + 1))


def partitions(places: Sequence[int], shape: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to seat these places at tables with these numbers of seats."""
    if not shape:
        yield []
        return
    for size in sorted(set(shape)):
        smaller = list(shape)
        smaller.remove(size)
        for others in combinations(places[1:], size - 1):
            table = places[0], *others
            for rest in partitions([place for place in places if place not in table], smaller):
                yield [table, *rest]


def cost_of(tables: Sequence[Sequence[int]], costs: list[list[int]]) -> int:
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def random_history(users: Sequence[int], random: Random) -> History:
    """Return a random history: everyone's points in twelfths, earlier meetings, and byes."""
    density = random.choice((0.2, 0.5, 0.8))
    return History(
        {user: Fraction(random.randint(0, 24), 12) for user in users},
        {two: random.randint(1, 2) for two in combinations(users, 2) if random.random() < density},
        {user: random.randint(0, 1) for user in users},
    )


@pytest.mark.parametrize(("count", "seats"), FIELDS)
def test_no_other_pairing_is_better_than_the_chosen_one(count: int, seats: int) -> None:
    random = Random(100 * count + seats)
    for seed in range(25):
        users = list(range(1, count + 1))
        history = random_history(users, random)
        found = pair(users, sizes_up_to(seats), history, seed)
        playing = [user for user in users if user not in found.byes]
        costs = costs_of(playing, history)
        seated = [[playing.index(user) for user in table] for table in found.tables]
        shape = table_sizes(count, sizes_up_to(seats))
        assert sorted(map(len, found.tables)) == sorted(shape)
        best = min(cost_of(each, costs) for each in partitions(range(len(playing)), shape))
        assert cost_of(seated, costs) == best


def test_a_repeated_meeting_costs_more_than_any_difference_in_points() -> None:
    users = [1, 2, 3, 4]
    history = History({1: Fraction(9), 2: Fraction(9), 3: Fraction(0), 4: Fraction(0)}, {(1, 2): 1, (3, 4): 1})
    assert {frozenset(table) for table in pair(users, (2,), history, 1).tables}.isdisjoint(
        {frozenset({1, 2}), frozenset({3, 4})}
    )
    without = pair(users, (2,), History(history.points), 1)
    assert {frozenset(table) for table in without.tables} == {frozenset({1, 2}), frozenset({3, 4})}


@pytest.mark.parametrize(
    ("count", "sizes", "shape"),
    [
        (64, (2, 3, 4), (4,) * 16), (63, (2, 3, 4), (4,) * 15 + (3,)), (6, (2, 3, 4), (3, 3)), (9, (2, 3, 4), (3,) * 3),
        (5, (2, 3, 4), (4,)), (6, (4,), (4,)), (3, (2, 3, 4), (3,)), (2, (2, 3, 4), (2,)), (1, (2, 3), ()),
        (7, (2, 3), (3, 2, 2)), (7, (2,), (2, 2, 2)), (2, (3, 4), ()),
    ],
)  # fmt: skip
def test_some_tables_have_one_seat_fewer_if_necessary(
    count: int, sizes: tuple[int, ...], shape: tuple[int, ...]
) -> None:
    assert table_sizes(count, sizes) == shape


@pytest.mark.parametrize("count", range(2, 60))
def test_no_table_lacks_more_than_one_seat_in_a_full_field(count: int) -> None:
    for seats in (2, 3, 4):
        shape = table_sizes(count, sizes_up_to(seats))
        byes = count - sum(shape)
        assert byes < seats
        assert count < seats or set(shape) <= {seats, seats - 1} - {1}
        assert byes == 0 or len(set(shape)) == 1


def test_nobody_has_a_second_bye_before_everyone_had_one() -> None:
    byes: Counter[int] = Counter()
    users = list(range(1, 8))
    for seed in range(14):
        (user,) = pair(users, (2,), History(byes=byes), seed).byes
        byes[user] += 1
        assert max(byes.values()) - min(byes[each] for each in users) <= 1
    assert pair(users, (2,), History(), 1).byes == (7,)


def test_a_bye_goes_to_someone_else_to_avoid_repeated_meetings() -> None:
    met = {(1, 2): 1}
    assert pair([1, 2, 3], (2,), History(met=met), 1).byes == (2,)
    assert pair([1, 2, 3], (2,), History(met=met, byes={1: 1, 2: 1}), 1).byes == (3,)
    assert pair([1, 2, 3], (2,), History(met={**met, (1, 3): 1, (2, 3): 1}), 1).byes == (3,)


@pytest.mark.parametrize(("count", "seats", "rounds"), [(64, 2, 7), (64, 4, 6), (45, 3, 5), (128, 4, 6)])
def test_nobody_meets_again_in_the_rounds_of_a_large_league(count: int, seats: int, rounds: int) -> None:
    random = Random(count)
    points = dict.fromkeys(range(1, count + 1), Fraction(0))
    met: Counter[tuple[int, int]] = Counter()
    for number in range(rounds):
        best_first = sorted(points, key=lambda user: -points[user])
        for table in pair(best_first, sizes_up_to(seats), History(points, met), number).tables:
            met.update(combinations(sorted(table), 2))
            for place, user in enumerate(random.sample(table, len(table))):
                points[user] += Fraction(len(table) - 1 - place, len(table) - 1)
    assert set(met.values()) == {1}
