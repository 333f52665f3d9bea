"""Seasons in words: the rule that a server chose, and the days of a season."""

from datetime import date, datetime

from cogs.people.panels import Options
from cogs.ui.matching import the_one
from cogs.ui.refusals import UIRefusal
from cogs.ui.typed.times import day_to_type, moments_of
from engine.kernel.decision import Message
from sessions.clocks.own_time import zone_of
from sessions.results.seasons import LENGTHS, Season

SEASONS: Options = {
    "none": (Message("season.none"), None),
    **{rule: (Message(f"season.every_{rule}"), rule) for rule in LENGTHS},
}


def read_first_day(typed: str, now: int, zone: str, language: str) -> str:
    """Return the typed day, like "2027-01-31". Raises `UIRefusal` unless it is one day in the future."""
    found = {_day_of(at, zone) for at in moments_of(typed, now, zone, language)}
    day = the_one(typed, {day_to_type(day, language): day for day in sorted(found)}, "refused.season_day")
    if day <= _day_of(now, zone):
        raise UIRefusal("refused.season_begun", day=day_to_type(day, language))
    return day.isoformat()


def rule_label(rule: str, language: str) -> Message:
    return Message("season.from", {"day": day_to_type(date.fromisoformat(rule), language)})


def season_title(season: Season, zone: str, language: str) -> Message:
    """Return a season's number, with its first day and its last one if that is known."""
    first = day_to_type(_day_of(season.since, zone), language)
    if season.until is None:
        return Message("season.open", {"number": season.number, "first": first})
    last = day_to_type(_day_of(season.until - 1, zone), language)
    return Message("season.title", {"number": season.number, "first": first, "last": last})


def _day_of(at: int, zone: str) -> date:
    return datetime.fromtimestamp(at / 1000, zone_of(zone)).date()
