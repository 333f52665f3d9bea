"""Caches are never empty during a reload, and a reload never overwrites a change made during it."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from sessions.clocks.seat_clocks import SeatClocks
from sessions.kept.choices import People, Refreshing, Schedules, Watchers
from sessions.records.clock import Due, SeatClock
from sessions.records.person import Person, Watcher
from sessions.store import TimeAt, Write
from tests.waiting import eventually

ALICE, BOB = 1001, 1002
HERE, THERE = 1, 2


class SlowStore:
    """A store in memory. The next read calls `meanwhile` after looking the rows up, before it returns them."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {"everyone": [], "watchers": [], "clocks": [], "due": []}
        self.meanwhile: Callable[[], object] = lambda: None

    def __getattr__(self, name: str) -> Any:
        async def read() -> list[Any]:
            found, happens = list(self.rows[name]), self.meanwhile
            self.meanwhile = lambda: None
            if asyncio.iscoroutine(made := happens()):
                await made
            return found

        return read

    async def keep_person(self, person: Person) -> None:
        self.rows["everyone"] = [person]

    async def keep_watcher(self, watcher: Watcher) -> None:
        self.rows["watchers"] = [*self.rows["watchers"], watcher]

    async def at(self, table: int) -> TimeAt:
        clocks = tuple(clock for clock in self.rows["clocks"] if clock.table == table)
        due = tuple(due for due in self.rows["due"] if due.table == table)
        return TimeAt(clocks, due, ())


def clock(table: int, since: int) -> SeatClock:
    return SeatClock(table, 0, ALICE, 1, since=since, counted_at=since)


async def test_a_choice_made_while_people_are_reloaded_is_kept() -> None:
    store: Any = SlowStore()
    people = People(store, lambda: 0)
    store.meanwhile = lambda: people.choose(ALICE, language="cs")

    await people.load()

    assert people.get(ALICE).language == "cs"


async def test_watchers_stay_available_during_a_reload() -> None:
    store: Any = SlowStore()
    watchers, seen = Watchers(store), []
    await watchers.watch(HERE, ALICE, 1)
    store.meanwhile = lambda: seen.append(watchers.of(HERE))

    await watchers.load()

    assert seen == [(ALICE,)]
    store.meanwhile = lambda: watchers.watch(HERE, BOB, 1)
    await watchers.load()
    assert watchers.of(HERE) == (ALICE, BOB)


async def test_a_reload_keeps_clocks_that_changed_meanwhile() -> None:
    store: Any = SlowStore()
    clocks, seen = SeatClocks(store, Schedules(store)), SimpleNamespace(of=None)
    store.rows |= {"clocks": [clock(HERE, 1), clock(THERE, 1)], "due": [Due(HERE, "vote", 9)]}
    await clocks.load()

    def answer() -> None:
        seen.of = clocks.of(THERE)
        write = Write(clocks=(clock(HERE, 5),), undone=((HERE, "vote"),))
        store.rows |= {"clocks": [clock(HERE, 5), clock(THERE, 3)], "due": []}
        clocks.adopt(write)

    store.rows |= {"clocks": [clock(HERE, 1), clock(THERE, 3)]}
    store.meanwhile = answer
    await clocks.load()

    assert seen.of == {0: clock(THERE, 1)}
    assert clocks.of(HERE) == {0: clock(HERE, 5)}
    assert clocks.of(THERE) == {0: clock(THERE, 3)}
    assert clocks.due == []
    assert clocks.asking(ALICE) == [clock(THERE, 3), clock(HERE, 5)]


async def test_a_reload_repeats_if_clocks_change_meanwhile() -> None:
    store: Any = SlowStore()
    clocks, whole = SeatClocks(store, Schedules(store)), store.at
    store.rows["clocks"] = [clock(HERE, 1)]

    async def read_and_overtake(table: int) -> TimeAt:
        found: TimeAt = await whole(table)
        if store.rows["clocks"] == [clock(HERE, 1)]:
            store.rows["clocks"] = [clock(HERE, 5)]
            clocks.adopt(Write(clocks=(clock(HERE, 5),)))
        return found

    store.at = read_and_overtake
    await clocks.reload(HERE)

    assert clocks.of(HERE) == {0: clock(HERE, 5)}


async def test_everything_is_reloaded_in_time_even_if_hints_never_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may have ended before it sent a hint."""
    monkeypatch.setattr("sessions.kept.choices.PAUSE_S", 0.0)
    monkeypatch.setattr("sessions.kept.choices.AGAIN_S", 0.02)
    loaded: list[str] = []

    async def load_people() -> None:
        loaded.append("people")

    async def hint_again(table: int) -> None:
        loaded.append("table")
        refreshing.hear("table", table)

    refreshing, sharing = Refreshing({"people": load_people}, hint_again), SimpleNamespace(listen=lambda heard: None)
    refreshing.start(sharing)
    refreshing.hear("table", HERE)
    try:
        await eventually(lambda: loaded.count("people") >= 2, "two reloads", within_s=5)
    finally:
        await refreshing.stop()
    assert loaded.count("table") > 2


async def test_a_mistake_in_one_reload_keeps_no_other_from_happening(caplog: pytest.LogCaptureFixture) -> None:
    loaded: list[str] = []

    async def fail() -> None:
        raise ZeroDivisionError

    async def load_watchers() -> None:
        loaded.append("watchers")

    async def read_table(table: int) -> None:
        loaded.append(f"table {table}")

    refreshing = Refreshing({"people": fail, "watchers": load_watchers}, read_table)
    refreshing.hear("all")
    refreshing.hear("table", THERE)
    await refreshing.follow()

    assert loaded == ["watchers", f"table {THERE}"]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
