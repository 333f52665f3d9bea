"""A person's own time: when reminders come, the time zone, and quiet hours."""

from typing import TypeAlias

from msgspec.structs import replace

from cogs.ui.matching import Named, as_shown, find_meant, the_one
from cogs.ui.refusals import UIRefusal
from cogs.ui.typed.times import hours_of, in_full, quiet_to_type, quiets_of
from cogs.ui.typed.zones import offset_label, zone_label, zones_of
from cogs.ui.wording import Wording
from engine.kernel.decision import Argument, Message
from sessions.clocks.own_time import MOST_QUIET_MIN, absence_at, clock_face
from sessions.records.clock import NEVER, Absence, Schedule

ChosenHours: TypeAlias = tuple[str | None, str | None, str | None]
"""Delay of reminders, time zone and quiet hours, as typed."""

NONE = "none"
REMINDERS_H = (2, 6, 12, 24, 48, 72, 168, NEVER)


def reminders_named(wording: Wording, language: str) -> list[Named[str]]:
    return [
        Named(str(hours), wording.say(Message(f"settings.after_{hours}"), language), (f"{hours}h",))
        for hours in REMINDERS_H
    ]


def chosen_schedule(schedule: Schedule, named: list[Named[str]], typed: ChosenHours, language: str) -> Schedule:
    """Return the schedule with the typed changes. Raises `UIRefusal`."""
    reminders, time_zone, quiet = typed
    if reminders is not None:
        count = str(hours_of(reminders, language))
        hours = count if count in {each.thing for each in named} else find_meant(reminders, named)
        if hours is None:
            raise UIRefusal("refused.reminders", typed=as_shown(reminders))
        schedule = replace(schedule, remind_h=int(hours))
    if time_zone is not None:
        zones = {zone_label(zone): zone for zone in zones_of(time_zone, language)}
        schedule = replace(schedule, zone=the_one(time_zone, zones, "refused.unknown_zone"))
    if quiet is not None:
        schedule = replace(schedule, quiet=None)
        if quiet.strip().lower() != NONE:
            read = the_one(
                quiet, {quiet_to_type(each, language): each for each in quiets_of(quiet, language)}, "refused.quiet"
            )
            if read.minutes > MOST_QUIET_MIN:
                raise UIRefusal("refused.quiet_too_long", hours=MOST_QUIET_MIN // 60)
            schedule = replace(schedule, quiet=read)
    return schedule


def schedule_lines(schedule: Schedule, now: int, language: str) -> list[Message]:
    """Return lines about a person's reminders, quiet hours, time zone and absence, for that person."""
    zone = zone_label(schedule.zone)
    lines = [Message("settings.reminders", {"count": schedule.remind_h})]
    if schedule.remind_h == NEVER:
        lines = [Message("settings.reminders_never")]
    if schedule.quiet is None:
        lines.append(Message("settings.no_quiet"))
    else:
        begin, end = clock_face(schedule.quiet.begin), clock_face(schedule.quiet.end)
        lines.append(Message("settings.quiet", {"begin": begin, "end": end, "zone": zone}))
    shown = {"zone": zone, "offset": offset_label(schedule.zone, now), "time": in_full(now, schedule.zone, language)}
    lines.append(Message("settings.zone", dict(shown)))
    away = next_absence(schedule, now)
    return lines if away is None else [*lines, absence_line(away, now, schedule.zone, language)]


def next_absence(schedule: Schedule, now: int) -> Absence | None:
    """Return the current absence, else the next planned absence, or None."""
    planned = (absence for absence in schedule.absences if absence.since > now)
    return absence_at(schedule, now) or next(planned, None)


def absence_line(away: Absence, now: int, zone: str, language: str) -> Message:
    """Return a line about an absence, in the time zone and language of the absent person."""

    def show(at: int) -> str:
        return f"{in_full(at, zone, language)} ({zone_label(zone)}, <t:{at // 1000}:R>)"

    until: dict[str, Argument] = {"until": show(away.until)}
    if away.since <= now:
        return Message("away.until", until)
    return Message("away.planned", {**until, "since": show(away.since)})
