"""The privacy page lists every column about people, and nothing remains of a forgotten person."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from db import privacy
from db.tables import metadata
from sessions.lobby.lobby import LobbyOptions
from sessions.records.clock import Absence, Quiet, Schedule
from sessions.records.league import Correction, Entrant, League, Match, Round
from sessions.records.log import Conceded, Entry
from sessions.records.person import Notice, Person, Report, Waiting, Watcher
from sessions.records.table import LiveMessage
from sessions.store import Write
from tests.architecture.sources import ROOT
from tests.sessions.fixture import ALICE, BOB, CAROL, CHANNEL, DAVE, GUILD, SessionFixture

WHO = 987_654_321_012_345_678
"""A person's id that equals no other value."""


def columns_on_the_page() -> dict[str, set[str]]:
    """Return the columns of each table on the privacy page."""
    page = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8").partition("## Table by table")[2]
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    return {table: set(_code(columns)) for tables, columns in rows for table in _code(tables)}


def _code(text: str) -> list[str]:
    return re.findall(r"`(\w+)`", text)


def test_the_privacy_page_lists_every_column() -> None:
    there = {table.name: {column.name for column in table.columns} for table in metadata.sorted_tables}
    told = columns_on_the_page()
    few = {"clock_marks", "starts", "hashes"}  # These tables are described in one line.
    assert told.keys() == there.keys()
    assert {name: columns for name, columns in told.items() if name not in few and columns != there[name]} == {}
    assert set().union(*(there[name] for name in few)) == told["starts"]


def _names_them(value: Any) -> bool:
    """Return whether a value contains the person's id, even as packed data."""
    if isinstance(value, bytes):
        try:
            return _names_them(msgspec.msgpack.decode(value))
        except (msgspec.MsgspecError, ValueError):
            return str(WHO).encode() in value or WHO.to_bytes(8, "big") in value
    if isinstance(value, dict):
        return any(_names_them(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(_names_them, value))
    return str(WHO) in str(value)


def places(path: Path) -> set[str]:
    """Return every table and column that contains the person's id."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = set()
    for table in metadata.sorted_tables:
        names = [column.name for column in table.columns]
        for row in connection.execute(f'SELECT {", ".join(map(_quote, names))} FROM "{table.name}"'):  # noqa: S608
            found |= {f"{table.name}.{name}" for name, value in zip(names, row, strict=True) if _names_them(value)}
    connection.close()
    return found


def _quote(name: str) -> str:
    return f'"{name}"'


async def test_an_export_is_complete_and_forgetting_removes_every_id(fixture: SessionFixture) -> None:
    store, press = fixture.store, fixture.press
    opened = await fixture.lobby(BOB, channel=CHANNEL + 1)
    await opened.lobby.invite(ALICE, press(), users=(WHO, CAROL))
    await opened.lobby.configure(ALICE, press(), LobbyOptions(starts_itself=True))
    await opened.lobby.join(WHO, "Wanda", press())
    await opened.lobby.ready(WHO, press())
    await opened.lobby.leave(WHO, press())
    session = await fixture.sessions.open(GUILD, CHANNEL, WHO, "Wanda", "orchard", press())
    for user in (BOB, CAROL):
        await session.lobby.join(user, f"user {user}", press())
    await session.lobby.configure(WHO, press(), LobbyOptions(pace="daily"))
    await session.lobby.start(WHO, press())
    await fixture.play(session, 5)
    schedule = Schedule(WHO, "Europe/Prague", Quiet(0, 60), absences=(Absence(1, 2),))
    await store.commit(Write(schedules=(schedule,)))
    await store.people.keep_person(Person(WHO, "cs"))
    await store.people.keep_note(session.table.id, WHO, "wood first")
    await store.people.keep_watcher(Watcher(session.table.id, WHO))
    news = (
        Notice(press(), WHO, session.table.id, "opened", fixture.now),
        Notice(press(), BOB, session.table.id, "taken", 1, WHO),
    )
    await store.commit(Write(notices=news))
    for kind in (f"hand:{WHO}", f"remind:{WHO}:9", f"news:{WHO}:9"):
        await store.posts.keep_message(LiveMessage(session.table.id, kind, 1, 9, 1))
    await store.queue.join(Waiting(GUILD, WHO, "Wanda", "orchard", 3, fixture.now, "brisk"))
    await store.people.keep_report(
        Report(0, 1, WHO, GUILD, CHANNEL, session.table.id, 1, "orchard", 1, "help"), press()
    )
    match = Match((WHO, BOB), 7, (1, 2), "game")
    await store.leagues.add(
        League(
            7, GUILD, CHANNEL, WHO, "Cup", "orchard", 2, (2,), "swiss", 1, 7, status="playing",
            entrants=(Entrant(BOB, "Bob"), Entrant(WHO, "Wanda", group=2)),
            rounds_played=(Round(1, 1, 2, (match,)),), corrections=(Correction(1, WHO, 1, 0, (), (1, 2)),),
        )
    )  # fmt: skip
    await session.leaving.concede(WHO, press())
    before = places(fixture.path)

    exported = await store.transactions.writer.submit(lambda connection: privacy.export(connection, WHO))
    await store.transactions.writer.submit(lambda connection: privacy.forget(connection, WHO))

    assert {"tables.seating", "sitters.user", "entries.deed", "people.user", "schedules.user", "queue.user",
            "notes.user", "live_messages.kind", "notices.user", "notices.by", "watchers.user",
            "reports.user", "leagues.state"} <= before  # fmt: skip
    assert places(fixture.path) == set()
    assert exported["invited_to"] == [opened.table.id]
    assert [each["news"] for each in exported["notices"]] == ["opened"]
    assert exported["queue"][0]["pace"] == "brisk"
    assert [each["name"] for each in exported["leagues"]] == ["Cup"]
    kept = await store.leagues.by_id(7)
    assert kept is not None
    assert kept.entrants == (Entrant(BOB, "Bob"), Entrant(-2, "Player 2", has_left=True, group=2))
    assert kept.rounds_played[0].matches == (Match((-2, BOB), 7, (1, 2), "game"),)
    assert (kept.organiser, kept.corrections[0].by, kept.revision) == (0, 0, 1)


async def test_someone_forgotten_before_a_league_begins_is_no_longer_signed_up(fixture: SessionFixture) -> None:
    store = fixture.store
    entrants = Entrant(WHO, "Wanda"), Entrant(BOB, "Bob")
    league = League(7, GUILD, CHANNEL, BOB, "Cup", "orchard", 2, (2,), "swiss", 1, 7, entrants=entrants)
    await store.leagues.add(league)

    await store.transactions.writer.submit(lambda connection: privacy.forget(connection, WHO))

    kept = await store.leagues.by_id(7)
    assert kept is not None
    assert kept.entrants == (Entrant(BOB, "Bob"),)


async def test_someone_who_agreed_to_start_early_is_forgotten(fixture: SessionFixture) -> None:
    """The others did not agree, and the lobby was closed."""
    lobby = await fixture.lobby(BOB, WHO)
    seating = replace(lobby.table.seating, fewer=(WHO, BOB))
    await fixture.store.commit(Write(lobby.table.id, row=replace(lobby.table, status="closed", seating=seating)))
    assert places(fixture.path) == {"sitters.user", "sitters.name", "tables.seating"}

    await fixture.store.transactions.writer.submit(lambda connection: privacy.forget(connection, WHO))

    assert places(fixture.path) == set()
    kept = await fixture.store.tables.by_id(lobby.table.id)
    assert kept is not None
    assert kept.seating.fewer == (BOB,)


async def test_someone_who_opened_a_seat_is_forgotten_in_the_log(fixture: SessionFixture) -> None:
    """Nobody else's id is removed."""
    session = await fixture.game(BOB, CAROL)
    left = Entry(session.number + 1, 2, Conceded(CAROL, opened_by=WHO), "digest", fixture.press(), 0, fixture.now)
    await fixture.store.commit(Write(session.table.id, entries=(left,)))
    assert places(fixture.path) == {"entries.deed"}

    await fixture.store.transactions.writer.submit(lambda connection: privacy.forget(connection, WHO))

    assert places(fixture.path) == set()
    (kept,) = await fixture.store.log.newest_entries(session.table.id, 1)
    assert kept.action == Conceded(CAROL, opened_by=0)


async def test_a_deleted_person_gets_no_news_of_their_former_seat(fixture: SessionFixture) -> None:
    session = await fixture.game(BOB, CAROL)
    await session.leaving.open_seat(ALICE, BOB, fixture.press(), is_gone=True)
    await fixture.store.transactions.writer.submit(lambda connection: privacy.forget(connection, BOB))
    await fixture.restart()

    session = await fixture.sessions.by_id(session.table.id)
    await session.lobby.join(DAVE, "Dave", fixture.press())

    assert session.table.sitters[1].user == DAVE
    assert [post.users for post in await fixture.store.posts.waiting() if post.kind == "notice"] == [()]
