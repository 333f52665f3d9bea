"""Time zones as people type them: a city, a country, `CET`, `UTC+2`, `Eastern time`, in every language of the bot."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from babel import Locale

from cogs.ui.text import fold
from locales.words import LANGUAGES, OFFERED
from sessions.clocks.own_time import zone_of

_OFFSET = re.compile(r"(?:utc|gmt|z)?\s*([+-])\s*(\d{1,2})(?:\s*[:h.]?\s*(\d{2}))?", re.ASCII)
_ETC = re.compile(r"Etc/GMT([+-])(\d{1,2})", re.ASCII)
_MORE: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""Names that Unicode's data lacks."""


@cache
def _table() -> tuple[tuple[str, str], ...]:
    table = resources.files("tzdata").joinpath("zoneinfo/zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return tuple((row[0], row[2]) for row in rows)


@cache
def places() -> tuple[str, ...]:
    """Return the zones of places from the time zone database, and UTC."""
    return (*sorted(zone for _, zone in _table()), "UTC")


@cache
def _every() -> frozenset[str]:
    """Return the names of all time zones. This reads some six hundred files."""
    return frozenset(available_timezones())


def learn_names() -> None:
    """Read the names of zones in every language, which takes most of a second on a slow machine."""
    for language in OFFERED:
        _names(language)


def zones_of(typed: str, language: str) -> tuple[str, ...]:
    """Return every zone that the text can mean, by its database name; () if there is none."""
    text = _plain(typed)
    if (found := _offset(text)) is not None:
        return found
    without = re.sub(r"^(?:heure d[eu] |heure d'|time in )|\s+(?:time|cas)$", "", text)
    return _zones_called(text, language) or _zones_called(without, language)


def zone_label(zone: str) -> str:
    """Return a zone's label: `UTC+2` for the database's `Etc/GMT-2`. The label can be typed too."""
    match = _ETC.fullmatch(zone)
    if match is None:
        return zone
    return f"UTC{'-' if match[1] == '+' else '+'}{match[2]}"


def offset_label(zone: str, now: int) -> str:
    """Return the current difference between a zone's time and UTC, as `UTC+5:30`."""
    minutes = _minutes(zone, now / 1000)
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def _plain(typed: str) -> str:
    return fold(typed.replace("_", " ").replace("−", "-"))


def _offset(text: str) -> tuple[str, ...] | None:
    if etc := re.fullmatch(r"etc/gmt([+-])0?(\d{1,2})", text):
        if int(etc[2]) == 0:
            return ("UTC",)
        return tuple(f"Etc/GMT{sign}{etc[2]}" for sign in "+-" if f"Etc/GMT{sign}{etc[2]}" in _every())
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    hours, minutes = int(match[2]), int(match[3] or 0)
    if not hours and not minutes:
        return ("UTC",)
    if minutes:
        place = _MORE["offsets"].get(f"{match[1].strip('+')}{hours * 60 + minutes}")
        return () if place is None else (place,)
    zone = f"Etc/GMT{'-' if match[1] == '+' else '+'}{hours}"
    return (zone,) if zone in _every() else ()


def _zones_called(text: str, language: str) -> tuple[str, ...]:
    if text in _MORE["central_short"]:
        return (_central(language),)
    if text in _MORE["short"]:
        return tuple(_MORE["short"][text])
    return _keep_distinct(next((found for names in _names(language) if (found := names.get(text))), []))


def _central(language: str) -> str:
    return str(_MORE["central"].get(language, _MORE["central"]["en"]))


@cache
def _names(language: str) -> tuple[Mapping[str, list[str]], ...]:
    own: dict[str, list[str]] = {}
    cities: dict[str, list[str]] = {}
    for zone in _every() - {"localtime", "Factory"}:
        if not zone.startswith("Etc/") and ("/" in zone or zone in places()):
            own[_plain(zone)] = [zone]
            cities.setdefault(_plain(zone.rpartition("/")[2]), []).append(zone)
    for zone in places():
        for name in _cities(language)[zone]:
            cities.setdefault(_plain(name), []).append(zone)
    spoken: dict[str, list[str]] = {}
    for meta_zones in (Locale(each).meta_zones for each in LANGUAGES):
        for meta, zone in {
            **_MORE["named"],
            "Europe_Central": _MORE["central"].get(language, _MORE["central"]["en"]),
        }.items():
            for name in meta_zones[meta].get("long", {}).values():
                spoken.setdefault(_plain(name), []).append(zone)
                spoken.setdefault(_plain(name.removesuffix(" Time")), []).append(zone)
    return own, cities, spoken, _countries()


@cache
def _cities(language: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    order = (language, *(other for other in LANGUAGES if other != language))
    known = [Locale(each).time_zones for each in order]
    for zone in places():
        names = [str(zones.get(zone, {}).get("city", "")) for zones in known]
        own = zone.rpartition("/")[2].replace("_", " ")
        more = _MORE["cities"].get(zone, ())
        found[zone] = tuple(name for name in dict.fromkeys((names[0], own, *names[1:], *more)) if name)
    return found


@cache
def _countries() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    names = [Locale(language).territories for language in LANGUAGES]
    for code, zone in _table():
        for name in {_plain(territories[code]) for territories in names}:
            found.setdefault(name, []).append(zone)
    return {**found, **{name: found[country] for name, country in _MORE["countries"].items()}}


def _keep_distinct(zones: Iterable[str]) -> tuple[str, ...]:
    """Return one zone for each set of zones whose clocks show the same time all year."""
    different = sorted(dict.fromkeys(zones), key=lambda name: name not in places())
    if len(different) == 1:
        return tuple(different)
    kept: dict[tuple[int, ...], str] = {}
    for zone in different:
        samples = (datetime(2026, month, 5, tzinfo=UTC).timestamp() for month in range(1, 13))
        kept.setdefault(tuple(_minutes(zone, at) for at in samples), zone)
    return tuple(kept.values())


def _minutes(zone: str, at: float) -> int:
    offset = datetime.fromtimestamp(at, zone_of(zone)).utcoffset()
    assert offset is not None, "every zone has an offset"
    return round(offset.total_seconds() / 60)
