"""Typed time zones: names, signs of offsets, and suggestions."""

from datetime import datetime
from typing import NoReturn
from zoneinfo import ZoneInfo

import pytest

from cogs.ui.typed import zones
from cogs.ui.typed.zones import learn_names, offset_label, places, zone_label, zones_of
from tests.cogs.typed import OFFSETS
from tests.sessions.test_own_time import at

NOW = at("2026-11-20T12:00")
"""A moment in the northern winter."""


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
@pytest.mark.parametrize("typed", OFFSETS)
def test_a_utc_offset_keeps_its_typed_sign(language: str, typed: str) -> None:
    (zone,) = zones_of(typed, language)
    offset = datetime.fromtimestamp(NOW / 1000, ZoneInfo(zone)).utcoffset()
    assert offset is not None
    assert offset.total_seconds() == OFFSETS[typed] * 60


@pytest.mark.parametrize(
    ("typed", "zones"),
    [
        ("CST", ("America/Chicago", "Asia/Shanghai", "America/Havana")), ("GMT", ("UTC", "Europe/London")),
        ("IST", ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin")), ("Etc/GMT-2", ("Etc/GMT+2", "Etc/GMT-2")),
        ("Spain", ("Europe/Madrid", "Atlantic/Canary")), ("UTC+15", ()), ("UTC+3:15", ()), ("", ()),
        ("Minos/Knossos", ()), ("../../etc/passwd", ()), ("Knossos", ()), ("localtime", ()),
    ],
)  # fmt: skip
def test_an_ambiguous_zone_name_returns_every_zone(typed: str, zones: tuple[str, ...]) -> None:
    assert zones_of(typed, "en") == zones


def test_etc_zones_are_shown_with_their_usual_sign() -> None:
    assert (zone_label("Etc/GMT-2"), zone_label("Etc/GMT+5"), zone_label("UTC")) == ("UTC+2", "UTC-5", "UTC")
    assert [offset_label(zone, NOW) for zone in ("Asia/Kolkata", "America/St_Johns", "Etc/GMT-2", "UTC")] == [
        "UTC+5:30", "UTC-3:30", "UTC+2", "UTC+0",
    ]  # fmt: skip


@pytest.mark.parametrize("zone", [*places(), *(f"Etc/GMT{sign}{hours}" for sign in "+-" for hours in range(1, 13))])
def test_every_zone_can_be_typed_as_it_is_shown(zone: str) -> None:
    for language in ("en", "fr", "cs"):
        assert zones_of(zone_label(zone), language) == (zone,)


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_zone_names_are_read_only_once(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking zones up blocks the event loop: it opens six hundred files and reads the names in three languages."""

    def read(*_: object) -> NoReturn:
        raise AssertionError("a look-up reads what the start should have read")

    for each in list(vars(zones).values()):
        getattr(each, "cache_clear", lambda: None)()
    learn_names()
    monkeypatch.setattr(zones, "available_timezones", read)
    monkeypatch.setattr(zones, "Locale", read)

    assert zones_of("Praha", language) == ("Europe/Prague",)
    assert zones_of("UTC+2", language) == ("Etc/GMT-2",)
