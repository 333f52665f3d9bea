"""The ladder of a server: a rating for several players, reckoned anew from the games that it holds."""

from collections.abc import Iterable

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from sessions.records.past_game import PastGame

SCALE, BEGIN = 40, 1000
"""The points shown for one of the library's, and the rating that everybody begins with."""


class Standing(msgspec.Struct, frozen=True):
    """Where somebody stands: `rating` by `games` that counted; `name` is what they were called last."""

    user: int
    name: str
    rating: int
    games: int


def is_rated(sides: Iterable[PastGame], seats: int) -> bool:
    """Whether a game of company counts: played to its end, each seat by one person from beginning to end.

    A seat that was left was played on by a program, whoever took it again; that of a computer has no side.
    """
    known = list(sides)
    return seats > 1 and len(known) == seats and all(side.place is not None and not side.has_changed for side in known)


def ladder(games: Iterable[PastGame]) -> list[Standing]:
    """Everyone who played a rated game among these, best first; `games` hold every person's side of them.

    Games count in the order in which they ended. Somebody forgotten begins anew in each, and stands nowhere.
    """
    sides: dict[tuple[int, int], list[PastGame]] = {}
    for game in games:
        sides.setdefault((game.ended_at, game.table), []).append(game)
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = {}
    names: dict[int, str] = {}
    counts: dict[int, int] = {}
    for key in sorted(sides):
        table = sides[key]
        if not is_rated(table, table[0].seats):
            continue
        before = [[ratings.get(side.user) or model.rating()] for side in table]
        after = model.rate(before, ranks=[float(side.place or 0) for side in table])
        for side, (rating,) in zip(table, after, strict=True):
            if side.user:
                ratings[side.user], names[side.user] = rating, side.name
                counts[side.user] = counts.get(side.user, 0) + 1
    found = [
        Standing(user, names[user], round(SCALE * rating.ordinal()) + BEGIN, counts[user])
        for user, rating in ratings.items()
    ]
    return sorted(found, key=lambda standing: (-standing.rating, -standing.games, standing.user))
