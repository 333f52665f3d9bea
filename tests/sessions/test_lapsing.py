"""People in an idle lobby are warned one day before it is closed. Any change resets the deadline."""

from sessions.records.clock import LOBBY
from sessions.time.deadlines import Deadlines
from tests.db.older import downgrade
from tests.sessions.fixture import ALICE, BOB, CHANNEL, SessionFixture

DAY_MS = 24 * 3600 * 1000


async def due(fixture: SessionFixture) -> list[int]:
    """Do the due work of lobbies. Return the number of days until each later piece of work."""
    clocks = fixture.sessions.context.seat_clocks
    for each in list(clocks.due):
        if each.kind == LOBBY and each.at <= fixture.now:
            await Deadlines(fixture.sessions).lapse(each, fixture.now)
    return [round((each.at - fixture.now) / DAY_MS) for each in clocks.due if each.kind == LOBBY]


async def test_an_idle_lobby_is_warned_and_then_closed(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB)
    fixture.now += 5 * DAY_MS
    assert await due(fixture) == [1]
    assert session.table.seating.lapses_at is None
    fixture.now += DAY_MS

    assert await due(fixture) == [1]

    assert session.table.seating.lapses_at == fixture.now + DAY_MS
    [told] = [post for post in await fixture.store.posts.waiting() if post.users]
    assert told.users == (ALICE,)
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    fixture.now += DAY_MS
    assert await due(fixture) == []
    assert (session.table.status, session.table.ended) == ("closed", "closed")


async def test_any_change_gives_an_idle_lobby_another_week(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    fixture.now += 6 * DAY_MS
    await due(fixture)
    await session.lobby.join(BOB, "Bob", fixture.press())
    assert session.table.seating.lapses_at is None

    fixture.now += DAY_MS
    assert await due(fixture) == [5]

    fixture.now += 5 * DAY_MS
    assert await due(fixture) == [1]
    assert session.table.status == "lobby"


async def test_a_running_game_is_not_closed_when_idle(fixture: SessionFixture) -> None:
    session = await fixture.game()
    assert list(fixture.sessions.context.seat_clocks.due) == []
    fixture.now += 30 * DAY_MS
    assert await due(fixture) == []
    assert session.table.status == "running"


async def test_idle_lobbies_of_older_versions_are_closed_too(fixture: SessionFixture) -> None:
    await fixture.lobby()
    await fixture.kill()
    downgrade(fixture.path, "0002")
    await fixture.open()
    assert await due(fixture) == [6]


async def test_a_rematch_is_warned_although_its_game_was_too(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB)
    fixture.now += 6 * DAY_MS
    await due(fixture)
    assert session.table.seating.lapses_at is not None
    await session.lobby.start(ALICE, fixture.press())
    await fixture.play(session)

    rematch = await fixture.sessions.rematch(session, ALICE, fixture.press())
    begun = rematch.table.seating.lapses_at
    fixture.now += 6 * DAY_MS

    assert begun is None
    assert await due(fixture) == [1]
    assert rematch.table.status == "lobby"
