"""Seasons of a server's ladders: when they begin and end, even if a setting changes later."""

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from engine.kernel.chance import Chance
from sessions.records.clock import DAY_MS, HOUR_MS
from sessions.records.log import PastGame
from sessions.records.person import Server
from sessions.results.seasons import past_seasons, running_season, settle_seasons, with_rule
from tests.sessions.fixture import GUILD

PRAGUE = "Europe/Prague"
ZONES = ("UTC", PRAGUE, "America/Los_Angeles", "Pacific/Auckland", "Pacific/Kiritimati")


def at(text: str, zone: str = "UTC") -> int:
    """Return a moment such as `2026-11-15 10:00`, in milliseconds since 1970."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def choose(server: Server, when: str, rule: str | None) -> Server:
    now = at(when, server.zone)
    return with_rule(settle_seasons(server, now), rule, now)


def move(server: Server, when: str, zone: str) -> Server:
    """Return the server after another time zone was chosen at this moment in UTC."""
    return replace(settle_seasons(server, at(when)), zone=zone)


def bounds(server: Server, when: str) -> list[str]:
    """Return the ended seasons and the running one by their local times, as `begin > end`."""
    here, now = ZoneInfo(server.zone), at(when, server.zone)
    running = running_season(server, now)
    found = [*past_seasons(server, now), *([running] if running else [])]
    assert [each.number for each in found] == list(range(1, len(found) + 1))

    def show(moment: int | None) -> str:
        return f"{datetime.fromtimestamp(moment / 1000, here):%Y-%m-%d %H:%M}".removesuffix(" 00:00") if moment else ""

    return [f"{show(each.since)} > {show(each.until)}".strip() for each in found]


def test_seasons_follow_the_months_of_the_time_zone() -> None:
    """The clocks of Prague change in October."""
    server = choose(Server(GUILD, zone=PRAGUE), "2026-09-20 10:00", "month")

    assert bounds(server, "2026-09-30 23:59") == ["2026-09-01 > 2026-10-01"]
    assert bounds(server, "2026-11-01 00:00") == [
        "2026-09-01 > 2026-10-01", "2026-10-01 > 2026-11-01", "2026-11-01 > 2026-12-01",
    ]  # fmt: skip


def test_a_game_belongs_to_the_season_in_which_it_ended() -> None:
    server = choose(Server(GUILD, zone=PRAGUE), "2026-11-15 10:00", "month")
    midnight = at("2026-12-01 00:00", PRAGUE)
    games = [PastGame(table, 2, {}, ended, False) for table, ended in enumerate((midnight - 1, midnight), start=1)]

    [november] = past_seasons(server, midnight)
    december = running_season(server, midnight)

    assert december is not None
    assert [game.table for game in november.select(games)] == [1]
    assert [game.table for game in december.select(games)] == [2]


def test_the_first_season_is_the_present_quarter() -> None:
    server = choose(Server(GUILD), "2026-11-15 10:00", "quarter")

    assert bounds(server, "2027-02-01 00:00") == ["2026-10-01 > 2027-01-01", "2027-01-01 > 2027-04-01"]


def test_a_new_rule_never_ends_a_season_in_the_past() -> None:
    monthly = choose(Server(GUILD), "2026-07-20 10:00", "month")
    quarterly = choose(monthly, "2026-10-15 10:00", "quarter")
    again = choose(quarterly, "2026-12-15 10:00", "month")

    summer = ["2026-07-01 > 2026-08-01", "2026-08-01 > 2026-09-01", "2026-09-01 > 2026-10-01"]
    assert bounds(quarterly, "2026-12-14 10:00") == [*summer, "2026-10-01 > 2027-01-01"]
    assert bounds(again, "2027-01-01 00:00") == [*summer, "2026-10-01 > 2027-01-01", "2027-01-01 > 2027-02-01"]


def test_a_typed_day_ends_one_season_and_begins_the_next() -> None:
    server = choose(Server(GUILD), "2026-11-15 10:00", "2026-12-24")
    assert bounds(server, "2026-12-23 23:59") == []
    assert bounds(server, "2027-05-01 10:00") == ["2026-12-24 >"]

    server = choose(server, "2027-05-01 10:00", "2027-05-02")
    assert bounds(server, "2027-05-01 11:00") == ["2026-12-24 > 2027-05-02"]
    server = choose(server, "2027-05-01 12:00", "2027-06-15")
    assert bounds(server, "2027-06-15 00:00") == ["2026-12-24 > 2027-06-15", "2027-06-15 >"]
    assert bounds(choose(server, "2027-07-10 10:00", "month"), "2027-08-02 10:00")[1:] == [
        "2027-06-15 > 2027-08-01", "2027-08-01 > 2027-09-01",
    ]  # fmt: skip


def test_seasons_continue_if_turned_off_and_on_again() -> None:
    server = choose(Server(GUILD), "2026-10-15 10:00", "month")
    off = choose(server, "2026-11-15 10:00", None)

    assert bounds(off, "2026-12-15 10:00") == ["2026-10-01 > 2026-11-01"]
    assert bounds(choose(off, "2026-11-15 10:01", "month"), "2026-11-20 10:00") == bounds(server, "2026-11-20 10:00")


def test_a_break_between_seasons_belongs_to_no_season() -> None:
    server = choose(Server(GUILD), "2026-10-15 10:00", "month")
    server = choose(choose(server, "2026-11-15 10:00", None), "2027-07-15 10:00", "month")

    assert bounds(server, "2027-07-16 10:00") == ["2026-10-01 > 2026-11-01", "2027-07-01 > 2027-08-01"]


@pytest.mark.parametrize("rule", ["month", "2026-11-01"])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Asia/Tokyo", PRAGUE])
def test_a_new_time_zone_does_not_restart_the_season(rule: str, zone: str) -> None:
    server = choose(Server(GUILD), "2026-10-15 10:00", rule)
    moved = move(server, "2026-11-01 02:00", zone)

    later = at("2026-11-20 10:00")
    assert len(past_seasons(moved, later)) == len(past_seasons(server, later))
    running = running_season(moved, later)
    assert running is not None
    assert running.since == at("2026-11-01 00:00")


@pytest.mark.parametrize("seed", range(40))
def test_ended_seasons_stay_the_same_after_later_choices(seed: int) -> None:
    """Settings change at random. Another copy of the server is stored only now and then, as in another process."""
    chance = Chance(b"seasons %d" % seed, {})
    now, server = at("2026-01-01 00:00") + chance.below("begin", 400 * 24) * HOUR_MS, Server(GUILD)
    stored, known = server, past_seasons(server, now)
    for _ in range(60):
        now += (1 + chance.below("pause", 60 * 24)) * HOUR_MS
        if chance.below("stores", 2):
            stored = settle_seasons(stored, now)
        ended = past_seasons(server, now)
        assert ended == past_seasons(stored, now)
        assert running_season(server, now) == running_season(stored, now)
        assert ended[: len(known)] == known
        assert all(each.since < (each.until or 0) <= now for each in ended)
        assert all((one.until or 0) <= two.since for one, two in pairwise(ended))
        known = ended
        if chance.below("changes", 3) == 0:
            day = f"{datetime.fromtimestamp(now / 1000 + (1 + chance.below('days', 90)) * DAY_MS / 1000):%Y-%m-%d}"
            rule = (None, "month", "quarter", day)[chance.below("rule", 4)]
            server, stored = (with_rule(settle_seasons(each, now), rule, now) for each in (server, stored))
        if chance.below("moves", 5) == 0:
            zone = ZONES[chance.below("zone", len(ZONES))]
            server, stored = (replace(settle_seasons(each, now), zone=zone) for each in (server, stored))
