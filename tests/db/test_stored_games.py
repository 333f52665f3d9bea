"""Databases written by earlier commits: every log replays, and every running game allows play and undo."""

import lzma
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db.store import SqliteStore
from engine.games import GAMES
from engine.kernel.play import result
from engine.kernel.proof.exported import FinishedGame, decode_export, encode_export
from engine.kernel.proof.verify import Differs, verify
from sessions.play.replaying import replay
from sessions.records.table import Table
from sessions.results.exporting import finished_game
from tests.db.stored.__main__ import Writer

PACKED = sorted((Path(__file__).parent / "stored").glob("[0-9]*.db.xz"))
ALL_THREE = ("minos-classic", "minos-dawn", "minerva")
WRITTEN = {"19e8136": ALL_THREE, "01d26ee": ALL_THREE}
"""The commits that wrote the databases, each with the games in its database."""
EACH = [
    pytest.param(packed, game, id=f"{commit}-{game}")
    for packed in PACKED
    for commit in [packed.name.partition(".")[0]]
    for game in WRITTEN[commit]
]
MOST_TABLES, MORE_ANSWERS = 60, 25


@pytest.fixture
async def writer(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Writer]:
    """Sessions over a copy of a stored database."""
    path = tmp_path / "knossos.db"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    store = await SqliteStore.open(str(path))
    seed = request.config.getoption("--seed")
    writer = Writer(store, first_press=1_000_000, salt=f" played {seed}" if seed else "")
    yield writer
    await writer.sessions.stop(0.1)
    await store.close()


def difference_at(game: Any, export: FinishedGame) -> int | None:
    """Return the first entry that differs according to `verify`, or None."""
    try:
        verify(game, export)
    except Differs as differs:
        return differs.number
    return None


async def tables_of(writer: Writer, game: str) -> list[Table]:
    """Return all stored tables of that game."""
    stored = [await writer.sessions.store.tables.resume(number) for number in range(1, MOST_TABLES)]
    return [each.table for each in stored if each is not None and each.table.game == game]


@pytest.mark.parametrize(("writer", "game"), EACH, indirect=["writer"])
async def test_every_stored_log_replays_to_its_stored_positions(writer: Writer, game: str) -> None:
    """A log played under the current rules replays exactly. A log from older rules may differ."""
    tables = await tables_of(writer, game)
    assert {len(table.sitters) for table in tables} == set(GAMES[game].rules.seats)
    for table in tables:
        replayed = replay(GAMES[game], await writer.sessions.store.log.entries(table.id, 1, 10_000))
        assert replayed.departed_at is None or table.version < GAMES[game].rules.version, (table.id, replayed.why)


@pytest.mark.parametrize(("writer", "game"), EACH, indirect=["writer"])
async def test_every_stored_game_allows_play_and_undo(
    writer: Writer, game: str, record_property: Callable[[str, object], None]
) -> None:
    running = [table for table in await tables_of(writer, game) if table.status == "running"]
    assert {len(table.sitters) for table in running} == set(GAMES[game].rules.seats)
    for table in running:
        session = await writer.sessions.by_id(table.id)
        before = session.number
        await writer.play(session, MORE_ANSWERS)
        assert session.number > before
        assert session.table.status in ("running", "over"), table.id
        taken_back = await writer.take_back(session)
        assert taken_back or session.table.status == "over"
        await writer.play(session)
        assert session.table.ended == "finished"
        assert session.reader.result()
    record_property("tries", len(running))


@pytest.mark.parametrize(("writer", "game"), EACH, indirect=["writer"])
async def test_verify_accepts_exactly_the_exports_that_replay(writer: Writer, game: str) -> None:
    """For every stored log, the host's replay and the replay of an export have the same result."""
    for table in await tables_of(writer, game):
        entries = await writer.sessions.store.log.entries(table.id, 1, 10_000)
        replayed = replay(GAMES[game], entries)
        is_over = replayed.position is not None and replayed.position.is_over
        over = replace(table, status="over", ended="finished" if is_over else "closed")
        places = result(GAMES[game], replayed.position) if is_over and replayed.position is not None else ()
        names = [sitter.name for sitter in table.sitters]
        export = decode_export(encode_export(finished_game(GAMES[game], over, entries, places, names)))
        assert isinstance(export, FinishedGame)
        found = difference_at(GAMES[game], export)
        assert found == replayed.departed_at, table.id
