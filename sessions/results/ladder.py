"""The ladder of a server: ratings for games of several players, computed from all its games."""

from collections.abc import Iterable

import msgspec
from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from sessions.records.log import PastGame

SCALE, BEGIN = 40, 1000
"""Points shown for each point of the rating library, and everyone's first rating."""
PROVISIONAL = 10
"""A rating from fewer games than this is provisional."""


class Standing(msgspec.Struct, frozen=True):
    user: int
    name: str
    rating: int
    games: int


def count_rated(games: Iterable[PastGame]) -> int:
    return sum(bool(rated_sides(sides)) for sides in _by_table(games).values())


def rated_sides(sides: Iterable[PastGame]) -> list[PastGame]:
    """Return the sides of a game that count, best first. Games with computer players and casual games don't count. Nor
    does a game that ended early without places, before anyone left."""
    game = list(sides)
    known = [side for side in game if not (side.is_substitute or side.computers or side.is_casual)]
    is_decided = any(side.place is not None for side in game)
    return sorted(known, key=lambda side: side.rank) if is_decided and len(known) > 1 else []


def ladder(games: Iterable[PastGame]) -> list[Standing]:
    """Return everyone who played a rated game, best first. Deleted people count as new players in each game."""
    sides = _by_table(games)
    model = BradleyTerryPart()
    ratings: dict[int, BradleyTerryPartRating] = {}
    names: dict[int, str] = {}
    counts: dict[int, int] = {}
    for key in sorted(sides):
        table = rated_sides(sides[key])
        if not table:
            continue
        ranks = [side.rank for side in table]
        before = [[ratings.get(side.user) or model.rating()] for side in table]
        after = model.rate(before, ranks=[float(ranks.index(side.rank)) for side in table])
        for side, (rating,) in zip(table, after, strict=True):
            if side.user:
                ratings[side.user], names[side.user] = rating, side.name
                counts[side.user] = counts.get(side.user, 0) + 1
    found = [
        Standing(user, names[user], round(SCALE * rating.ordinal()) + BEGIN, counts[user])
        for user, rating in ratings.items()
    ]
    return sorted(found, key=lambda standing: (-standing.rating, -standing.games, standing.user))


def _by_table(games: Iterable[PastGame]) -> dict[tuple[int, int], list[PastGame]]:
    """Group the players' results by game: its end time and table."""
    sides: dict[tuple[int, int], list[PastGame]] = {}
    for game in games:
        sides.setdefault((game.ended_at, game.table), []).append(game)
    return sides
