"""The share of games that a person played to the end. It helps others decide whether to play with that person."""

from collections.abc import Iterable

from sessions.kept.choices import People
from sessions.records.log import PastGame
from sessions.store import LogStore

FEW = 3
"""People with fewer games than this have no share."""


def to_the_end(past: Iterable[PastGame]) -> tuple[int, int]:
    """Return how many of these games were played to the end, and how many count."""
    decided = [each for each in past if each.is_given_up or each.place is not None]
    return sum(not each.is_given_up for each in decided), len(decided)


async def shares_of(
    log: LogStore, people: People, guild: int | None, users: Iterable[int]
) -> dict[int, tuple[int, int]]:
    """Return the shares of those who show their results in this server. Only games between people count."""
    shares: dict[int, tuple[int, int]] = {}
    for user in users if guild is not None else ():
        if not people.get(user).off_ladder:
            past = await log.past_games(user=user, guild=guild)
            shares[user] = to_the_end(each for each in past if each.seats > 1 and not each.computers)
    return {user: share for user, share in shares.items() if share[1] >= FEW}
