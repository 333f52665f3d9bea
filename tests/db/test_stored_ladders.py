"""Databases of earlier commits give ladders by today's rules, in SQLite and on a server."""

import asyncio
import lzma
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.__main__ import main
from db.store import open_store
from sessions.results.ladder import ladder
from sessions.store import Store
from tests.databases import fresh_url
from tests.db.stored.__main__ import GUILD
from tests.db.stored.endings import (
    ENDS,
    GAME,
    LEAVER,
    SUBSTITUTE,
    be_replaced,
    end_by_agreement,
    play_to_the_end,
    vote_to_end,
)
from tests.db.test_stored_tables import STORES

STORED = Path(__file__).parent / "stored"
ENDINGS = STORED / "endings-3eb2571d.db.xz"
LADDERS = {
    "19e8136.db.xz": {
        "minos-classic": [(1001, 1303, 4), (1002, 1131, 4), (1004, 962, 1), (1003, 902, 2)],
        "minos-dawn": [(1003, 1123, 2), (1004, 1105, 1), (1002, 1071, 3), (1001, 985, 3)],
        "minerva": [(1002, 1285, 3), (1001, 1105, 3), (1003, 935, 2), (1004, 926, 1)],
    },
    "01d26ee.db.xz": {
        "minos-classic": [(1001, 1401, 9), (1003, 1271, 2), (1004, 1077, 1), (1002, 839, 9)],
        "minos-dawn": [(1001, 1287, 3), (1004, 1141, 1), (1002, 977, 3), (1003, 868, 2)],
        "minerva": [(1002, 1351, 3), (1003, 1096, 2), (1004, 926, 1), (1001, 887, 3)],
    },
    "endings-3eb2571d.db.xz": {
        "minos-classic": [(1001, 1786, 24), (1003, 1434, 16), (1004, 1357, 8), (1002, 656, 24)],
    },
}
"""Everyone's rating and number of rated games, by database and game."""


def unpack(packed: Path, path: Path) -> None:
    path.write_bytes(lzma.decompress(packed.read_bytes()))


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, packed: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """A stored database, or a copy of it on a server."""
    path = tmp_path / "knossos.db"
    unpack(packed, path)
    await (await open_store(str(path))).close()
    url = str(path)
    if request.param == "postgresql":
        url = fresh_url()
        assert await asyncio.to_thread(main, ["copy", str(path), url]) == 0
    opened = await open_store(url)
    yield opened
    await opened.close()


@pytest.mark.parametrize("packed", [STORED / name for name in LADDERS], ids=lambda path: path.name.partition(".")[0])
async def test_a_stored_database_still_gives_the_same_ladders(store: Store, packed: Path) -> None:
    found = {
        game: [
            (each.user, each.rating, each.games) for each in ladder(await store.log.past_games(guild=GUILD, game=game))
        ]
        for game in LADDERS[packed.name]
    }

    assert found == LADDERS[packed.name]


@pytest.mark.parametrize("packed", [ENDINGS], ids=["endings"])
async def test_games_stored_under_older_rules_are_ranked_by_the_new_rules(store: Store) -> None:
    """The older rules gave no places in games that were cut short or left by everyone.

    If a vote ended a game, they didn't record which seat was silent, so nobody is last in those games.
    """
    leavers = {side.table: side for side in await store.log.past_games(user=LEAVER, guild=GUILD, game=GAME)}
    substitutes = await store.log.past_games(user=SUBSTITUTE, guild=GUILD)

    for number, end in enumerate(ENDS):
        for side in (leavers[3 * number + seats - 1] for seats in (2, 3, 4)):
            if end in (end_by_agreement, vote_to_end):
                assert (side.place, side.is_given_up) == (None, False), end.__name__
            elif end is not play_to_the_end:
                assert (side.place, side.is_given_up) == (side.seats, True), end.__name__
    assert [(side.table, side.is_substitute) for side in substitutes] == [
        (3 * ENDS.index(be_replaced) + seats - 1, True) for seats in (2, 3, 4)
    ]
