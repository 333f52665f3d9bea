"""Past seasons are computed from stored games.

They stay the same after a kill and in every process, but change when a person is forgotten.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from db import privacy
from sessions.results.ladder import Standing, ladder
from sessions.results.seasons import past_seasons, running_season, settle_seasons, with_rule
from sessions.session import Session
from tests.sessions.fixture import ALICE, BOB, CAROL, GUILD, SessionFixture

PRAGUE = ZoneInfo("Europe/Prague")
DECEMBER = round(datetime(2026, 12, 1, tzinfo=PRAGUE).timestamp() * 1000)
DAY_MS = 24 * 60 * 60 * 1000


async def lose(fixture: SessionFixture, session: Session, user: int) -> None:
    """Let one of two players concede, and the other win."""
    await session.leaving.concede(user, fixture.press())
    winner = next(sitter.user for sitter in session.table.sitters if sitter.user != user)
    await session.leaving.end_alone(winner, fixture.press())


async def ladders(fixture: SessionFixture) -> list[list[Standing]]:
    """Return the ladders of the past seasons and of the running one."""
    server = fixture.sessions.choices.servers.get(GUILD)
    games = await fixture.store.log.past_games(guild=GUILD)
    running = running_season(server, fixture.now)
    assert running is not None
    return [ladder(season.select(games)) for season in (*past_seasons(server, fixture.now), running)]


async def test_a_past_season_stays_the_same_until_someone_is_forgotten(stored: SessionFixture) -> None:
    stored.now = DECEMBER - 10 * DAY_MS
    server = stored.sessions.choices.servers.get(GUILD)
    server = with_rule(settle_seasons(server, stored.now), "month", stored.now)
    await stored.sessions.choices.servers.keep(server)
    await lose(stored, await stored.game(BOB, channel=1), BOB)
    await lose(stored, await stored.game(CAROL, channel=2), ALICE)
    late = await stored.game(BOB, channel=3)
    stored.now = DECEMBER + DAY_MS
    [november, _] = await ladders(stored)
    await lose(stored, late, ALICE)

    [after, december] = await ladders(stored)
    await stored.restart()
    other = await stored.rival()
    other.now = stored.now
    restarted, elsewhere = await ladders(stored), await ladders(other)
    await other.close()
    [champion, *rest] = november
    await stored.store.transactions.writer.submit(lambda connection: privacy.forget(connection, champion.user))
    [forgotten, _] = await ladders(stored)

    assert champion.user == CAROL
    assert after == november
    assert [standing.user for standing in december] == [BOB, ALICE]
    assert restarted == elsewhere == [november, december]
    assert forgotten == rest
