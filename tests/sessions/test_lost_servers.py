"""Servers that removed the bot are forgotten after some days, but only if the host's clock is reliable."""

import asyncio

import pytest
from msgspec.structs import replace

from sessions.clocks.seat_clocks import PAUSED, PUT_OFF_MS
from sessions.lobby.lobby import LobbyOptions
from sessions.records.clock import DAY_MS, HOUR_MS
from sessions.records.person import Server
from sessions.time.lost_servers import MOST_AT_ONCE, LostServers
from tests.sessions.fixture import ALICE, BOB, CHANNEL, GUILD, SessionFixture
from tests.sessions.test_due_work import Time, time  # noqa: F401

DAYS = 90


def lost_servers(fixture: SessionFixture, days: int = DAYS) -> LostServers:
    """Return a `LostServers` that uses the fixture's clocks."""
    steady = lambda: fixture.now - fixture.jumped  # noqa: E731
    return LostServers(fixture.sessions, days, steady)


async def pass_and_forget(fixture: SessionFixture, lost: LostServers, hours: float, is_in: bool | None = False) -> int:
    """Let hours pass, with a check before and after them. Return how many tables were deleted.

    `is_in` says whether the bot is in the server, or is None if that isn't known.
    """
    gone = await lost.forget_old(fixture.now, lambda guild: is_in)
    fixture.now += round(hours * HOUR_MS)
    return len(gone) + len(await lost.forget_old(fixture.now, lambda guild: is_in))


async def test_a_server_with_many_tables_is_deleted_in_batches(fixture: SessionFixture) -> None:
    lost, count = lost_servers(fixture), 2 * MOST_AT_ONCE
    for place in range(count):
        session = await fixture.lobby(channel=CHANNEL + place)
        await session.leaving.close(ALICE, fixture.press())
    await lost.lose(GUILD)

    early = await pass_and_forget(fixture, lost, DAYS * 24 - 1)
    parts = [await pass_and_forget(fixture, lost, 1) for _ in range(5)]

    assert early == 0
    assert parts == [MOST_AT_ONCE, MOST_AT_ONCE, 0, 0, 0]
    assert await fixture.store.people.servers() == []
    assert fixture.sessions.choices.servers.lost == set()


async def test_tables_that_another_process_has_just_changed_are_suspended_too(fixture: SessionFixture) -> None:
    session, rival = await fixture.game(), await fixture.rival()
    lost, table = lost_servers(fixture), session.table.id

    await rival.step(await rival.sessions.by_id(table))
    await lost.lose(GUILD)
    suspended = await fixture.store.tables.by_id(table)
    await rival.close()

    assert suspended is not None
    assert (suspended.status, suspended.reason) == ("suspended", "server")


async def test_no_server_is_forgotten_soon_after_a_clock_change(fixture: SessionFixture) -> None:
    await fixture.lobby()
    lost = lost_servers(fixture)
    await lost.lose(GUILD)
    before = await pass_and_forget(fixture, lost, 5)
    year = 365 * DAY_MS
    fixture.now += year
    fixture.jumped += year
    soon = await pass_and_forget(fixture, lost, 0.9)
    fixture.now -= year
    fixture.jumped -= year
    right = await pass_and_forget(fixture, lost, 48)
    fixture.now += year
    begun = await lost_servers(fixture).forget_old(fixture.now, lambda guild: False)
    late = await pass_and_forget(fixture, lost_servers(fixture), 1)

    assert (before, soon, right, begun, late) == (0, 0, 0, [], 1)


async def test_a_server_lost_at_a_future_time_is_forgotten(
    fixture: SessionFixture,
) -> None:
    await fixture.lobby()
    lost = lost_servers(fixture)
    await fixture.sessions.choices.servers.keep(Server(GUILD, lost_at=fixture.now + 10 * 365 * DAY_MS))

    first = await pass_and_forget(fixture, lost, 2)
    early = await pass_and_forget(fixture, lost, DAYS * 24 - 1)
    in_time = await pass_and_forget(fixture, lost, 1)

    assert (first, early, in_time) == (0, 0, 1)


async def test_a_server_that_returned_in_another_process_is_not_forgotten(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    lost = lost_servers(fixture)
    await lost.lose(GUILD)
    await fixture.store.people.keep_server(Server(GUILD, "cs"))  # This process does not notice the change.

    gone = await pass_and_forget(fixture, lost, 2 * DAYS * 24)

    assert gone == 0
    assert (await fixture.sessions.by_id(session.table.id)).table.status == "lobby"
    assert fixture.sessions.choices.servers.get(GUILD) == Server(GUILD, "cs")


@pytest.mark.parametrize("is_in", [True, None])
async def test_a_server_still_known_is_not_forgotten(fixture: SessionFixture, is_in: bool | None) -> None:
    await fixture.lobby()
    lost = lost_servers(fixture)
    await lost.lose(GUILD)

    kept = await pass_and_forget(fixture, lost, 2 * DAYS * 24, is_in)
    gone = await pass_and_forget(fixture, lost, 1)

    assert (kept, gone) == (0, 1)


async def test_no_server_is_forgotten_if_the_host_keeps_them_all(fixture: SessionFixture) -> None:
    await fixture.lobby()
    lost = lost_servers(fixture, days=0)
    await lost.lose(GUILD)

    assert await pass_and_forget(fixture, lost, 20 * 365 * 24) == 0
    assert replace(fixture.sessions.choices.servers.get(GUILD), lost_at=None) == Server(GUILD)


async def test_overdue_work_is_done_when_a_server_returns(fixture: SessionFixture) -> None:
    session = await fixture.game()
    await session.proposals.propose("pause", ALICE, fixture.press())
    await session.proposals.consent(BOB, fixture.press())
    clocks, lost = fixture.sessions.context.seat_clocks, lost_servers(fixture)
    fixture.now += 29 * DAY_MS

    await lost.lose(GUILD)
    away = clocks.due_at(session.table.id, PAUSED)
    await lost.regain(GUILD)
    back = clocks.due_at(session.table.id, PAUSED)

    assert away is not None
    assert away > PUT_OFF_MS
    assert back is not None
    assert back <= fixture.now + 1


async def test_a_setting_changed_as_a_server_returns_is_kept(fixture: SessionFixture) -> None:
    servers, lost = fixture.sessions.choices.servers, lost_servers(fixture)
    await lost.lose(GUILD)

    await asyncio.gather(
        servers.change(GUILD, lambda server: replace(server, zone="Europe/Paris")),
        lost.regain(GUILD),
        servers.change(GUILD, lambda server: replace(server, language="cs")),
    )

    (stored,) = await fixture.store.people.servers()
    assert (stored.lost_at, stored.zone, stored.language) == (None, "Europe/Paris", "cs")


async def test_people_found_by_the_queue_have_a_day_once_the_bot_is_back(
    fixture: SessionFixture, time: Time  # noqa: F811
) -> None:  # fmt: skip
    lost = lost_servers(fixture)
    chosen = LobbyOptions(starts_itself=True, seats_wanted=2)
    session = await fixture.sessions.open(
        GUILD, CHANNEL, ALICE, "Alice", "orchard", fixture.press(), chosen, others=((BOB, "Bob"),), invited=(ALICE, BOB)
    )
    assert session.table.is_from_queue
    await lost.lose(GUILD)
    await time.pass_(3 * DAY_MS)
    seated = session.table.people
    await lost.regain(GUILD)
    await time.pass_(23 * HOUR_MS)
    early = session.table.people
    await time.pass_(2 * HOUR_MS)

    assert seated == early
    assert [sitter.user for sitter in early] == [ALICE, BOB]
    assert [sitter.user for sitter in session.table.people] == [ALICE]
