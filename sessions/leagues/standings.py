"""Points and standings of leagues. They aren't stored, because they follow from the places."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from random import Random
from typing import Literal, TypeAlias

import msgspec

from sessions.leagues.pairing import History
from sessions.records.league import Entrant, League, Match

Rule: TypeAlias = Literal["final", "left", "points", "opponents", "direct", "wins"]
RULES: tuple[Rule, ...] = ("final", "left", "points", "opponents", "direct", "wins")
BEYOND = 10**6


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings."""

    user: int
    name: str
    place: int
    points: Fraction
    opponents: Fraction
    """The mean points of the people met in each round, summed up. A bye counts like meeting oneself."""
    direct: int
    """Among people who are still tied: how many this one has beaten, minus how many have beaten this one."""
    wins: int
    """The number of unshared first places at tables."""
    decided_by: Rule | None = None
    """The rule that put this line below the previous one; None if they share a place."""
    has_left: bool = False


def points_of(match: Match) -> dict[int, Fraction]:
    """Return each player's points: the share of opponents beaten, where a tie counts half. A bye counts as a win."""
    if match.by in ("bye", "walkover"):
        return {user: Fraction(place == 1) for user, place in zip(match.users, match.places, strict=True)}
    opponents = max(1, len(match.users) - 1)
    return {
        user: sum((Fraction(2 * (place < other) + (place == other), 2) for other in _without(match.places, index)),
                  Fraction(0)) / opponents
        for index, (user, place) in enumerate(zip(match.users, match.places, strict=False))
    }  # fmt: skip


def _without(places: Sequence[int], index: int) -> Sequence[int]:
    return *places[:index], *places[index + 1 :]


def history_of(league: League) -> History:
    """Return points, meetings and byes of the rounds before the final."""
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for match in _matches(league):
        for user, share in points_of(match).items():
            points[user] += share
        if match.by == "bye":
            byes.update(match.users)
        elif _has_met(match):
            met.update(combinations(sorted(match.users), 2))
    return History(points, met, byes)


def standings(league: League, group: int | None = None) -> list[Standing]:
    """Return everyone, or one group, best first. People who share a place are in an order drawn by lot."""
    points = history_of(league).points
    entrants = [each for each in _by_lot(league) if group in (None, each.group)]
    users = [each.user for each in entrants]
    final = _final_places(league)
    opponents = {user: _strength(league, user, points) for user in users}
    wins = Counter(user for match in _matches(league) if _has_met(match) for user in _winner(match))
    keys: dict[int, tuple[int | Fraction, ...]] = {
        each.user: (
            final.get(each.user, BEYOND) if group is None else 0, each.has_left,
            -points.get(each.user, Fraction(0)), -opponents[each.user],
        )
        for each in entrants
    }  # fmt: skip
    tied: defaultdict[tuple[int | Fraction, ...], set[int]] = defaultdict(set)
    for user, key in keys.items():
        tied[key].add(user)
    direct = {user: _balance(league, user, tied[key]) for user, key in keys.items()}
    keys = {user: (*key, -direct[user], -wins[user]) for user, key in keys.items()}
    ordered = sorted(entrants, key=lambda each: keys[each.user])
    lines: list[Standing] = []
    for _, sharing in groupby(ordered, key=lambda each: keys[each.user]):
        place, above = 1 + len(lines), keys[lines[-1].user] if lines else None
        for each in sharing:
            user = each.user
            rule = _deciding(above, keys[user]) if above is not None else None
            lines.append(
                Standing(user, each.name, place, points.get(user, Fraction(0)), opponents[user], direct[user],
                         wins[user], rule, each.has_left)
            )  # fmt: skip
            above = None
    return lines


def _deciding(above: Sequence[int | Fraction], below: Sequence[int | Fraction]) -> Rule:
    return next(rule for rule, one, other in zip(RULES, above, below, strict=True) if one != other)


def _by_lot(league: League) -> list[Entrant]:
    """Return everyone in an order drawn by lot. The order only decides who is listed first among equals."""
    entrants = list(league.entrants)
    Random(league.id).shuffle(entrants)
    return entrants


def _matches(league: League) -> list[Match]:
    """Return the decided matches before the final."""
    rounds = (each for each in league.rounds_played if not each.is_final)
    return [match for each in rounds for match in each.matches if match.is_decided]


def _has_met(match: Match) -> bool:
    return match.by not in ("bye", "walkover")


def _winner(match: Match) -> tuple[int, ...]:
    """Return who won, unless the first place is shared."""
    return (match.users[match.places.index(1)],) if match.places.count(1) == 1 else ()


def _strength(league: League, user: int, points: Mapping[int, Fraction]) -> Fraction:
    total = Fraction(0)
    for match in _matches(league):
        if user in match.users:
            met = [each for each in match.users if each != user] if _has_met(match) else [user]
            total += sum((points.get(each, Fraction(0)) for each in met), Fraction(0)) / max(1, len(met))
    return total


def _balance(league: League, user: int, rivals: Iterable[int]) -> int:
    """Return how many of the rivals this user has beaten, minus how many have beaten this user."""
    balance = 0
    for match in _matches(league):
        if user in match.users and _has_met(match):
            places = dict(zip(match.users, match.places, strict=True))
            balance += sum(
                (places[user] < places[each]) - (places[user] > places[each]) for each in rivals if each in places
            )
    return balance


def _final_places(league: League) -> dict[int, int]:
    current = league.current
    if current is None or not current.is_final:
        return {}
    return {user: place for each in current.matches for user, place in zip(each.users, each.places, strict=False)}


def champions(league: League) -> tuple[int, ...]:
    """Return the winners of the decided final. Several people may share the win. Nobody wins if all have left."""
    return tuple(user for user, place in _final_places(league).items() if place == 1)


def finalists(league: League) -> tuple[int, ...]:
    """Return the finalists: the best of everyone or, with several groups, all winners and then all runners-up."""
    overall = [each.user for each in standings(league) if not each.has_left]
    groups = {each.group for each in league.entrants}
    rank = {
        each.user: place
        for group in groups
        for place, each in enumerate(each for each in standings(league, group) if not each.has_left)
    }
    ranked = sorted(overall, key=lambda user: rank[user]) if len(groups) > 1 else overall
    fitting = [size for size in league.sizes if size <= len(ranked)]
    return tuple(ranked[: max(fitting, default=len(ranked))])
