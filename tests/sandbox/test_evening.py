"""The evening: that it finds what it looks for, and a short one with the real bot killed in the middle."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from sandbox.evening.host import Plan, spend
from sandbox.evening.notes import Notes, Press, percentile_ms
from sandbox.evening.verdict import compare, seeds, told_seeds
from sandbox.server import Sandbox

SEED = bytes(range(100, 116))


def press(interaction: int, fate: str) -> Press:
    return Press(interaction, 1, fate, 0.0, 0.001)  # type: ignore[arg-type]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A log of one table: interaction 7 with two entries, 8 with one."""
    file = tmp_path / "log.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(
            """
            CREATE TABLE entries (table_id, number, interaction, part, kind);
            CREATE TABLE posts (table_id);
            CREATE TABLE tables (id, status);
            CREATE TABLE snapshots (table_id, position);
            INSERT INTO entries VALUES (1, 1, 7, 0, 'Answered'), (1, 2, 7, 1, 'Answered'), (1, 3, 8, 0, 'Answered');
            INSERT INTO tables VALUES (1, 'running');
            """
        )
        connection.execute("INSERT INTO snapshots VALUES (1, ?)", (msgspec.msgpack.encode({"seed": SEED}),))
        connection.commit()
    return file


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_whole_log_has_nothing_to_report(database: Path) -> None:
    notes = Notes([press(7, "confirmed"), press(8, "confirmed"), press(9, "refused"), press(10, "unanswered")])
    verdict = compare(notes, database)
    assert (verdict.lost, verdict.doubled, verdict.unposted) == ([], [], [])


def test_a_confirmed_press_that_is_not_in_the_log_is_lost(database: Path) -> None:
    assert len(compare(Notes([press(9, "confirmed")]), database).lost) == 1


def test_a_missing_number_is_lost(database: Path) -> None:
    change(database, "DELETE FROM entries WHERE number = 2")
    assert len(compare(Notes(), database).lost) == 1


def test_a_refused_press_in_the_log_is_doubled(database: Path) -> None:
    assert len(compare(Notes([press(8, "refused")]), database).doubled) == 1


@pytest.mark.parametrize("row", ["(1, 4, 8, 1, 'Answered')", "(2, 1, 8, 1, 'Answered')"])
def test_a_press_that_counted_again_is_doubled(database: Path, row: str) -> None:
    change(database, "INSERT INTO entries VALUES (1, 5, 99, 0, 'Answered')")
    change(database, "UPDATE entries SET number = 6 WHERE number = 4")
    change(database, f"INSERT INTO entries VALUES {row.replace('4, 8', '9, 8')}")  # noqa: S608
    assert len(compare(Notes([press(8, "confirmed")]), database).doubled) == 1


def test_a_post_that_never_went_out_is_reported(database: Path) -> None:
    change(database, "INSERT INTO posts VALUES (1)")
    assert len(compare(Notes(), database).unposted) == 1


async def test_a_seed_that_is_told_is_found(database: Path) -> None:
    async with Sandbox.running() as sandbox:
        person, agora = sandbox.person("Ariadne"), sandbox.channel("agora")
        assert told_seeds(sandbox, seeds(database)) == []
        person.say(agora, f"psst: {SEED.hex()}")
        assert len(told_seeds(sandbox, seeds(database))) == 1


def test_percentiles_are_those_of_the_sorted_latencies() -> None:
    assert percentile_ms([0.001 * n for n in range(1, 101)], 0.5) == 51
    assert percentile_ms([0.001 * n for n in range(1, 101)], 0.99) == 100
    assert percentile_ms([], 0.5) == 0


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
async def test_a_short_evening_loses_nothing_though_the_bot_is_killed() -> None:
    plan = Plan("minos-classic", seats=3, games=2, seed=3, kills=1, presses=60, compare_bare=False)
    report, code = await spend(plan)
    assert code == 0, report
    assert report["kills"] == 1
    assert report["presses"] >= 60
    assert report["confirmed"] >= 20
    assert report["pictures"] >= 5
