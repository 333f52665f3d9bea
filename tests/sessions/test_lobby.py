"""Who sits down, who gets up, and what a lobby refuses."""

from pathlib import Path

import pytest

from engine.kernel.refusals import UnplayableSettings
from sessions.refusals import (
    AloneUnasked,
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
from sessions.store import Quotas
from tests.sessions.evening import ALICE, BOB, CAROL, CHANNEL, DAVE, GUILD, Evening, SolitaryOrchard


async def test_the_opener_sits_on_the_first_seat_and_owns_the_table(evening: Evening) -> None:
    session = await evening.lobby()

    assert (session.table.status, session.table.owner) == ("lobby", ALICE)
    assert [(s.seat, s.user, s.name) for s in session.table.sitters] == [(0, ALICE, "Alice")]
    assert await evening.sessions.at(CHANNEL) is session


async def test_a_channel_holds_one_live_table_and_a_new_one_after_it_was_closed(evening: Evening) -> None:
    first = await evening.lobby()
    with pytest.raises(TableExists) as refused:
        await evening.lobby()
    assert refused.value.table == first.table.id

    await first.close(ALICE, evening.press())
    second = await evening.lobby()

    assert second.table.id != first.table.id
    assert await evening.sessions.at(CHANNEL) is second


async def test_unknown_games_options_and_channels_are_refused(evening: Evening) -> None:
    with pytest.raises(UnknownGame):
        await evening.sessions.open(GUILD, CHANNEL, ALICE, "Alice", "chess", evening.press())
    with pytest.raises(UnplayableSettings):
        await evening.lobby(options={"goal": 5})
    with pytest.raises(NoTable):
        await evening.sessions.at(CHANNEL)
    with pytest.raises(NoTable):
        await evening.sessions.by_id(1)


async def test_nobody_sits_twice_and_a_full_table_takes_nobody(evening: Evening) -> None:
    session = await evening.lobby(BOB, CAROL, DAVE)
    with pytest.raises(AlreadySeated):
        await session.join(BOB, "Bob", evening.press())
    with pytest.raises(TableFull):
        await session.join(1005, "Eve", evening.press())


async def test_who_gets_up_leaves_no_gap_and_hands_the_table_on(evening: Evening) -> None:
    session = await evening.lobby(BOB, CAROL)
    await session.leave(ALICE, evening.press())

    assert [(s.seat, s.user) for s in session.table.sitters] == [(0, BOB), (1, CAROL)]
    assert session.table.owner == BOB
    with pytest.raises(NotSeated):
        await session.leave(ALICE, evening.press())


async def test_the_last_to_get_up_closes_the_table(evening: Evening) -> None:
    session = await evening.lobby()
    await session.leave(ALICE, evening.press())

    assert session.table.status == "closed"
    with pytest.raises(TableOver):
        await session.join(BOB, "Bob", evening.press())


async def test_only_the_owner_kicks_configures_starts_and_closes(evening: Evening) -> None:
    session = await evening.lobby(BOB)
    for attempt in (
        lambda: session.kick(BOB, ALICE, evening.press()),
        lambda: session.configure(BOB, evening.press(), options={"goal": 4}),
        lambda: session.start(BOB, evening.press()),
        lambda: session.close(BOB, evening.press()),
    ):
        with pytest.raises(NotOwner):
            await attempt()

    await session.close(BOB, evening.press(), is_moderator=True)
    assert session.table.status == "closed"


async def test_options_not_named_stay_as_they_were(evening: Evening) -> None:
    session = await evening.lobby(BOB, options={"crows": False})
    await session.configure(ALICE, evening.press(), options={"goal": 4}, language="cs")

    assert session.table.options == {"goal": 4, "crows": False}
    assert session.table.language == "cs"
    await session.configure(ALICE, evening.press(), seats_wanted=2)
    with pytest.raises(TableFull):
        await session.join(CAROL, "Carol", evening.press())


async def test_a_game_starts_only_with_as_many_as_it_takes(evening: Evening) -> None:
    session = await evening.lobby()
    with pytest.raises(TooFewSeated) as refused:
        await session.start(ALICE, evening.press())
    assert refused.value.seated == 1
    with pytest.raises(NotStarted):
        await session.answer(ALICE, ("pass",), evening.press())

    await session.join(BOB, "Bob", evening.press())
    await session.start(ALICE, evening.press())

    assert session.table.status == "running"
    assert session.table.commitment is not None
    assert session.reader.seed() is None
    with pytest.raises(AlreadyStarted):
        await session.leave(BOB, evening.press())


async def test_a_game_alone_is_started_only_where_one_seat_was_asked_for(tmp_path: Path) -> None:
    evening = await Evening.begin(tmp_path / "alone.db", SolitaryOrchard())
    session = await evening.lobby()
    with pytest.raises(AloneUnasked):
        await session.start(ALICE, evening.press())

    await session.configure(ALICE, evening.press(), seats_wanted=1)
    await session.start(ALICE, evening.press())

    assert session.table.status == "running"
    await evening.close()


async def test_open_tables_are_limited_per_user_and_per_guild(evening: Evening) -> None:
    await evening.kill()
    await evening.open(quotas=Quotas(per_user=2, per_guild=3))
    sessions = evening.sessions
    for channel in (1, 2):
        await evening.lobby(channel=channel)
    with pytest.raises(TooManyTables) as refused:
        await evening.lobby(channel=3)
    assert (refused.value.whose, refused.value.limit) == ("user", 2)

    await sessions.open(GUILD, 3, BOB, "Bob", "orchard", evening.press())
    with pytest.raises(TooManyTables) as refused:
        await sessions.open(GUILD, 4, BOB, "Bob", "orchard", evening.press())
    assert refused.value.whose == "guild"

    await (await sessions.at(1)).close(ALICE, evening.press())
    await evening.lobby(channel=1)


async def test_lobbies_dead_for_a_week_count_no_more_but_games_do(evening: Evening) -> None:
    await evening.kill()
    await evening.open(quotas=Quotas(per_user=2, per_guild=2))
    await evening.lobby(channel=1)
    await evening.game(channel=2)
    evening.now += 7 * 24 * 3600 * 1000 - 10_000
    with pytest.raises(TooManyTables):
        await evening.lobby(channel=3)
    evening.now += 60_000
    await evening.lobby(channel=3)
    with pytest.raises(TooManyTables):
        await evening.lobby(channel=4)


async def test_a_lobby_command_delivered_twice_counts_once(evening: Evening) -> None:
    press = evening.press()
    session = await evening.sessions.open(GUILD, CHANNEL, ALICE, "Alice", "orchard", press)
    assert await evening.sessions.open(GUILD, CHANNEL, ALICE, "Alice", "orchard", press) is session

    press = evening.press()
    assert not (await session.join(BOB, "Bob", press)).repeated
    assert (await session.join(BOB, "Bob", press)).repeated
    await evening.restart()
    session = await evening.sessions.at(CHANNEL)
    assert (await session.join(BOB, "Bob", press)).repeated
    assert len(session.table.sitters) == 2


async def test_a_lobby_survives_a_restart(evening: Evening) -> None:
    session = await evening.lobby(BOB, options={"goal": 12})
    table = session.table
    await evening.restart()

    assert (await evening.sessions.at(CHANNEL)).table == table
    assert await evening.sessions.of_user(BOB) == [table]
    assert await evening.sessions.of_user(CAROL) == []
