"""People join and leave a lobby, or are refused."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.kernel.refusals import UnplayableSettings
from engine.kernel.rules import GameOption
from sessions.lobby.lobby import LobbyOptions
from sessions.refusals import (
    AlreadySeated,
    AlreadyStarted,
    NoTable,
    NotOwner,
    NotSeated,
    NotStarted,
    TableExists,
    TableFull,
    TableOver,
    TooFewSeated,
    TooManyTables,
    UnknownGame,
)
from sessions.snapshot import snapshot_of
from sessions.store import Quotas
from sessions.time.lost_servers import LostServers
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import ORCHARD
from tests.sessions.fixture import (
    ALICE,
    BOB,
    CAROL,
    CHANNEL,
    DAVE,
    GUILD,
    SOLITARY_ORCHARD,
    SessionFixture,
    is_repeated,
)


async def test_the_opener_takes_seat_one_and_owns_the_table(fixture: SessionFixture) -> None:
    session = await fixture.lobby()

    assert (session.table.status, session.table.owner) == ("lobby", ALICE)
    assert [(s.seat, s.user, s.name) for s in session.table.sitters] == [(0, ALICE, "Alice")]
    assert await fixture.sessions.at(CHANNEL) is session


async def test_a_channel_holds_one_live_table_at_a_time(fixture: SessionFixture) -> None:
    first = await fixture.lobby()
    with pytest.raises(TableExists) as refused:
        await fixture.lobby()
    assert refused.value.table == first.table.id

    await first.leaving.close(ALICE, fixture.press())
    second = await fixture.lobby()

    assert second.table.id != first.table.id
    assert await fixture.sessions.at(CHANNEL) is second


async def test_opening_refuses_unknown_games_options_and_channels(fixture: SessionFixture) -> None:
    with pytest.raises(UnknownGame):
        await fixture.sessions.open(GUILD, CHANNEL, ALICE, "Alice", "chess", fixture.press())
    with pytest.raises(UnplayableSettings):
        await fixture.lobby(options={"goal": 5})
    with pytest.raises(NoTable):
        await fixture.sessions.at(CHANNEL)
    with pytest.raises(NoTable):
        await fixture.sessions.by_id(1)


async def test_a_lobby_refuses_people_already_seated_or_beyond_its_seats(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB, CAROL, DAVE)
    with pytest.raises(AlreadySeated):
        await session.lobby.join(BOB, "Bob", fixture.press())
    with pytest.raises(TableFull):
        await session.lobby.join(1005, "Eve", fixture.press())


async def test_leaving_a_lobby_closes_the_gap_and_passes_ownership(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB, CAROL)
    await session.lobby.leave(ALICE, fixture.press())

    assert [(s.seat, s.user) for s in session.table.sitters] == [(0, BOB), (1, CAROL)]
    assert session.table.owner == BOB
    with pytest.raises(NotSeated):
        await session.lobby.leave(ALICE, fixture.press())


async def test_the_last_person_to_leave_closes_the_table(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    await session.lobby.leave(ALICE, fixture.press())

    assert session.table.status == "closed"
    with pytest.raises(TableOver):
        await session.lobby.join(BOB, "Bob", fixture.press())


async def test_only_the_owner_kicks_configures_starts_and_closes(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB)
    for attempt in (
        lambda: session.lobby.kick(BOB, ALICE, fixture.press()),
        lambda: session.lobby.configure(BOB, fixture.press(), LobbyOptions(options={"goal": 4})),
        lambda: session.lobby.start(BOB, fixture.press()),
        lambda: session.leaving.close(BOB, fixture.press()),
    ):
        with pytest.raises(NotOwner):
            await attempt()

    await session.leaving.close(BOB, fixture.press(), is_moderator=True)
    assert session.table.status == "closed"


async def test_configuring_keeps_all_other_options(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB, options={"crows": False})
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(options={"goal": 4}, language="cs"))

    assert session.table.options == {"goal": 4, "crows": False}
    assert session.table.language == "cs"
    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(seats_wanted=2))
    with pytest.raises(TableFull):
        await session.lobby.join(CAROL, "Carol", fixture.press())


async def test_a_game_starts_only_with_a_valid_number_of_players(fixture: SessionFixture) -> None:
    session = await fixture.lobby()
    with pytest.raises(TooFewSeated) as refused:
        await session.lobby.start(ALICE, fixture.press())
    assert refused.value.seated == 1
    with pytest.raises(NotStarted):
        await session.play.answer(ALICE, ("pass",), fixture.press())

    await session.lobby.join(BOB, "Bob", fixture.press())
    await session.lobby.start(ALICE, fixture.press())

    assert session.table.status == "running"
    assert session.table.commitment is not None
    assert snapshot_of(session).seed is None
    with pytest.raises(AlreadyStarted):
        await session.lobby.leave(BOB, fixture.press())


async def test_a_solo_game_starts_only_if_one_seat_was_requested(tmp_path: Path) -> None:
    fixture = await SessionFixture.begin(tmp_path / "alone.db", SOLITARY_ORCHARD)
    session = await fixture.lobby()
    with pytest.raises(TooFewSeated):
        await session.lobby.start(ALICE, fixture.press())

    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions(seats_wanted=1))
    await session.lobby.start(ALICE, fixture.press())

    assert session.table.status == "running"
    await fixture.close()


async def test_open_tables_are_limited_per_user_and_per_guild(fixture: SessionFixture) -> None:
    await fixture.kill()
    await fixture.open(quotas=Quotas(per_user=2, per_guild=3))
    sessions = fixture.sessions
    for channel in (1, 2):
        await fixture.lobby(channel=channel)
    with pytest.raises(TooManyTables) as refused:
        await fixture.lobby(channel=3)
    assert (refused.value.whose, refused.value.limit) == ("user", 2)

    await sessions.open(GUILD, 3, BOB, "Bob", "orchard", fixture.press())
    with pytest.raises(TooManyTables) as refused:
        await sessions.open(GUILD, 4, BOB, "Bob", "orchard", fixture.press())
    assert refused.value.whose == "guild"

    await (await sessions.at(1)).leaving.close(ALICE, fixture.press())
    await fixture.lobby(channel=1)


async def test_tables_in_a_server_without_the_bot_do_not_count(fixture: SessionFixture) -> None:
    await fixture.kill()
    await fixture.open(quotas=Quotas(per_user=2))
    await fixture.lobby(channel=1)
    await fixture.game(channel=2)
    with pytest.raises(TooManyTables):
        await fixture.sessions.open(GUILD + 1, 3, ALICE, "Alice", "orchard", fixture.press())

    await LostServers(fixture.sessions).lose(GUILD)
    opened = await fixture.sessions.open(GUILD + 1, 3, ALICE, "Alice", "orchard", fixture.press())

    assert opened.table.status == "lobby"


async def test_lobbies_idle_for_a_week_do_not_count(fixture: SessionFixture) -> None:
    await fixture.kill()
    await fixture.open(quotas=Quotas(per_user=2, per_guild=2))
    await fixture.lobby(channel=1)
    await fixture.game(channel=2)
    fixture.now += 7 * 24 * 3600 * 1000 - 10_000
    with pytest.raises(TooManyTables):
        await fixture.lobby(channel=3)
    fixture.now += 60_000
    await fixture.lobby(channel=3)
    with pytest.raises(TooManyTables):
        await fixture.lobby(channel=4)


async def test_a_lobby_command_delivered_twice_counts_once(fixture: SessionFixture) -> None:
    press = fixture.press()
    session = await fixture.sessions.open(GUILD, CHANNEL, ALICE, "Alice", "orchard", press)
    assert await fixture.sessions.open(GUILD, CHANNEL, ALICE, "Alice", "orchard", press) is session

    press = fixture.press()
    await session.lobby.join(BOB, "Bob", press)
    assert await is_repeated(session, session.lobby.join(BOB, "Bob", press))
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert await is_repeated(session, session.lobby.join(BOB, "Bob", press))
    assert len(session.table.sitters) == 2


async def test_a_lobby_survives_a_restart(fixture: SessionFixture) -> None:
    session = await fixture.lobby(BOB, options={"goal": 12})
    table = session.table
    await fixture.restart()

    assert (await fixture.sessions.at(CHANNEL)).table == table
    assert await fixture.sessions.store.tables.of_user(BOB) == [table]
    assert await fixture.sessions.store.tables.of_user(CAROL) == []


async def test_a_lobby_goes_on_without_options_that_a_release_removed(fixture: SessionFixture) -> None:
    goal, crows = ORCHARD.rules.options
    richer = (replace(goal, choices=(*goal.choices, 24)), crows, GameOption("rain", (True, False), False))
    fixture.games["orchard"] = with_part(ORCHARD, "rules", options=richer)
    await fixture.lobby(BOB, options={"goal": 24, "crows": False, "rain": True})
    fixture.games["orchard"] = ORCHARD
    await fixture.restart()
    session = await fixture.sessions.at(CHANNEL)
    assert session.table.options == {"goal": goal.default, "crows": False}

    await session.lobby.configure(ALICE, fixture.press(), LobbyOptions({"goal": 4}))
    await session.lobby.start(ALICE, fixture.press())
    assert session.table.status == "running"
