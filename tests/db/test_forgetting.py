"""Forgetting a server removes everything about it and changes nothing else, in every store."""

import asyncio
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, select

from db import __main__ as commands
from db.tables import clock_marks, metadata
from sessions.clocks.seat_clocks import VOTE
from sessions.lobby.lobby import LobbyOptions
from sessions.records.clock import Due
from sessions.records.league import League
from sessions.records.person import Notice, Report, Server, Waiting
from sessions.records.table import LiveMessage
from sessions.refusals import NoTable
from sessions.results.ladder import ladder
from sessions.session import Session
from sessions.store import Write
from tests.databases import DATABASES
from tests.engine.kernel.orchard import ORCHARD
from tests.sessions.fixture import ALICE, BOB, CHANNEL, GUILD, SessionFixture

pytestmark = pytest.mark.xdist_group("postgresql")

LOST = 987_654_321_012_345_678
"""A server id that occurs nowhere else. The server's channels have the next higher ids."""


@pytest.fixture(autouse=True)
def only_the_orchard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "GAMES", {"orchard": ORCHARD})


async def forget(stored: SessionFixture, *arguments: object) -> int:
    """Run the command while no bot is running."""
    await stored.close()
    given = ["--database", DATABASES.url(stored.path), "forget-server", *map(str, arguments)]
    code = await asyncio.to_thread(commands.main, given)
    await stored.open()
    return code


async def game_in(stored: SessionFixture, guild: int, channel: int) -> Session:
    """Start a game for two in that server."""
    session = await stored.sessions.open(guild, channel, ALICE, "Alice", "orchard", stored.press())
    await session.lobby.join(BOB, "Bob", stored.press())
    await session.lobby.configure(ALICE, stored.press(), LobbyOptions(pace="daily"))
    await session.lobby.start(ALICE, stored.press())
    return session


async def two_servers(stored: SessionFixture, lost_at: int | None) -> None:
    """Fill two servers, GUILD and LOST, with every kind of data. LOST removed the bot at `lost_at`."""
    store = stored.store
    for guild, channel in ((GUILD, CHANNEL), (LOST, LOST + 1)):
        await stored.play(await game_in(stored, guild, channel))
        live = await game_in(stored, guild, channel)
        await stored.play(live, 3)
        message = LiveMessage(live.table.id, "control", channel, channel, stored.now)
        await store.commit(Write(messages=(message,), due=(Due(live.table.id, VOTE, stored.now),)))
        notice = Notice(stored.press(), ALICE, live.table.id, "opened", stored.now)
        await store.commit(Write(notices=(notice,)))
        await store.people.keep_note(live.table.id, ALICE, f"of {guild}")
        await stored.sessions.choices.watchers.watch(live.table.id, 1007, 1)
        await store.queue.join(Waiting(guild, 1008, "Dora", "orchard", 2, stored.now))
        await store.queue.keep_post(guild, (channel, 1009))
        await store.leagues.add(League(guild + 1, guild, channel, ALICE, "Cup", "orchard", 2, (2,), "swiss", 1, 7))
        for table, of in ((live.table.id, None), (None, guild)):
            report = Report(0, stored.now, ALICE, of, channel, table, 1, "orchard", 1, "help")
            await store.people.keep_report(report, stored.press())
        await stored.sessions.choices.servers.keep(Server(guild, "cs", channels=(channel,)))
    await stored.sessions.choices.servers.keep(replace(stored.sessions.choices.servers.get(LOST), lost_at=lost_at))


def contents(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows. The times at which clocks ran are left out."""
    tables = [each for each in metadata.sorted_tables if each is not clock_marks]
    return {each.name: sorted(map(tuple, connection.execute(select(each))), key=repr) for each in tables}


def _names_lost(value: Any) -> bool:
    """Return whether a value contains the id of the lost server or of one of its channels, even as packed data."""
    if isinstance(value, bytes):
        try:
            return _names_lost(msgspec.msgpack.decode(value))
        except (msgspec.MsgspecError, ValueError):
            return False
    if isinstance(value, dict):
        return any(_names_lost(part) for pair in value.items() for part in pair)
    if isinstance(value, list | tuple):
        return any(map(_names_lost, value))
    return str(value) in (str(LOST), str(LOST + 1))


def rows_about_lost(found: dict[str, list[tuple[Any, ...]]]) -> set[str]:
    """Return the database tables that mention the lost server or a game in it."""
    games = {row[0] for row in found["tables"] if _names_lost(row)}
    ids = {each.name: list(each.c.keys()) for each in metadata.sorted_tables}
    return {
        name
        for name, rows in found.items()
        for row in rows
        if _names_lost(row) or ("table_id" in ids[name] and row[ids[name].index("table_id")] in games)
    }


async def test_forgetting_a_server_changes_nothing_else(
    stored: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    await two_servers(stored, lost_at=stored.now)
    await stored.close()
    before = DATABASES.do(stored.path, contents)
    await stored.open()
    standings = ladder(await stored.store.log.past_games(guild=GUILD))

    code = await forget(stored, LOST)

    await stored.close()
    after = DATABASES.do(stored.path, contents)
    await stored.open()
    hung = {each.name for each in metadata.sorted_tables if "table_id" in each.c or "guild" in each.c}
    assert rows_about_lost(before) == hung
    assert rows_about_lost(after) == set()
    assert {name: [row for row in rows if row in after[name]] for name, rows in before.items()} == after
    removed = {"tables": 2, "results": 2, "queue": 1, "leagues": 1, "reports": 2}
    assert {name: len(before[name]) - len(after[name]) for name in removed} == removed
    assert ladder(await stored.store.log.past_games(guild=GUILD)) == standings != []
    assert code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Server {LOST} is forgotten: 2 tables (1 of them were live), ")
    assert "2 results, 1 notes, 1 watchers, 2 reports, 1 leagues, 1 people in its queue, and its settings." in told


async def test_forgetting_a_present_server_needs_confirmation(
    stored: SessionFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    await two_servers(stored, lost_at=None)
    await stored.close()
    before = DATABASES.do(stored.path, contents)
    await stored.open()

    refused = await forget(stored, LOST)
    kept = DATABASES.do(stored.path, contents)
    unknown = await forget(stored, LOST + 2, "--yes")
    told = capsys.readouterr().err
    done = await forget(stored, LOST, "--yes")

    assert (refused, unknown, done) == (2, 2, 0)
    assert kept == before
    assert f"The bot was still in server {LOST} when it ran last." in told
    assert f"Nothing is stored of a server {LOST + 2}." in told
    assert await stored.store.tables.in_guild(LOST) == []


async def test_ids_of_forgotten_tables_are_never_reused(stored: SessionFixture) -> None:
    await two_servers(stored, lost_at=stored.now)
    last = (await stored.store.tables.in_guild(LOST))[-1].id

    await forget(stored, LOST)
    opened = await stored.sessions.open(GUILD, CHANNEL + 1, ALICE, "Alice", "orchard", stored.press())

    assert opened.table.id == last + 1
    with pytest.raises(NoTable):
        await stored.sessions.by_id(last)
