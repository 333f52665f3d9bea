"""A person's own time: when reminders come, the time zone, and quiet hours."""

from cogs.people.panels import Options
from cogs.ui.matching import the_one
from cogs.ui.refusals import UIRefusal
from cogs.ui.typed.times import in_full, quiet_to_type, quiets_of, weeklies_of, weekly_to_type
from cogs.ui.typed.zones import offset_label, zone_label, zones_of
from engine.kernel.decision import Argument, Message
from sessions.clocks.own_time import MOST_QUIET_MIN, absence_at, clock_face
from sessions.records.clock import NEVER, Absence, Quiet, Schedule

NONE = "none"
REMINDERS_H = (2, 6, 12, 24, 48, 72, 168, NEVER)
USUAL_QUIET = (Quiet(22 * 60, 7 * 60), Quiet(23 * 60, 8 * 60), Quiet(21 * 60, 9 * 60), Quiet(0, 8 * 60))
REMINDERS: Options = {str(hours): (Message(f"settings.after_{hours}"), hours) for hours in REMINDERS_H}

DIGESTS: Options = {
    NONE: (Message("settings.digest_none"), None),
    **{str(hour): (clock_face(hour * 60), hour) for hour in range(24)},
}


def quiet_label(quiet: Quiet) -> str:
    return f"{clock_face(quiet.begin)}–{clock_face(quiet.end)}"


QUIET: Options = {
    NONE: (Message("settings.quiet_none"), None),
    **{str(place): (quiet_label(quiet), quiet) for place, quiet in enumerate(USUAL_QUIET)},
}


def zone_in_full(zone: str, now: int) -> str:
    label = zone_label(zone)
    return label if label.startswith("UTC") else f"{label} ({offset_label(zone, now)})"


def read_zone(typed: str, language: str) -> str:
    """Return the time zone that was typed. Raises `UIRefusal`, also if the text is ambiguous."""
    return the_one(typed, {zone_label(zone): zone for zone in zones_of(typed, language)}, "refused.unknown_zone")


def read_quiet(typed: str, language: str) -> Quiet | None:
    """Return the typed quiet hours, or None for no quiet hours. Raises `UIRefusal`, also if the text is ambiguous."""
    if typed.strip().lower() == NONE:
        return None
    quiet = the_one(
        typed, {quiet_to_type(each, language): each for each in quiets_of(typed, language)}, "refused.quiet"
    )
    if quiet.minutes > MOST_QUIET_MIN:
        raise UIRefusal("refused.quiet_too_long", hours=MOST_QUIET_MIN // 60)
    return quiet


def weekly_label(minute: int | None, language: str) -> str | Message:
    return Message("settings.off") if minute is None else weekly_to_type(minute, language)


def read_weekly(typed: str, now: int, zone: str, language: str) -> int | None:
    """Return the typed minute of the week, or None for no digest. Raises `UIRefusal`, also if ambiguous."""
    if typed.strip().lower() == NONE:
        return None
    readings = {weekly_to_type(each, language): each for each in weeklies_of(typed, now, zone, language)}
    return the_one(typed, readings, "refused.weekly")


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
