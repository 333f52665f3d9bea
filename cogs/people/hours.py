"""A person's own time: how soon they are reminded, where their clocks are, and their quiet hours."""

from datetime import datetime
from typing import TypeAlias

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.services import Services
from cogs.ui.matching import Named, meant
from cogs.ui.refusals import UIRefusal
from cogs.ui.suggestions import suggested
from cogs.ui.text import shorten
from engine.kernel.decision import Argument, Message
from sessions.clocks.choosing import MOST_QUIET_MIN, clock_face, quiet_of, zone_named, zones
from sessions.clocks.own_time import absence_at, zone_of
from sessions.clocks.records import NEVER, Absence, Schedule

ChosenHours: TypeAlias = tuple[str | None, str | None, str | None]
"""When to be reminded, in which zone one lives, and the quiet hours, as they were typed."""

NONE = "none"
REMINDERS_H = (2, 6, 12, 24, 48, 72, 168, NEVER)
"""After how many hours one may choose to be reminded first."""


def reminders_named(services: Services, language: str) -> list[Named[str]]:
    """The times after which one may be reminded first, by their hours."""
    return [
        Named(str(hours), services.say(Message(f"settings.after_{hours}"), language), (f"{hours}h",))
        for hours in REMINDERS_H
    ]


def chosen_schedule(
    schedule: Schedule, named: list[Named[str]], reminders: str | None, time_zone: str | None, quiet: str | None
) -> Schedule:
    """The schedule with whatever was typed; the rest stays. Raises `UIRefusal`."""
    if reminders is not None:
        hours = reminders if reminders in {each.thing for each in named} else meant(reminders, named)
        if hours is None:
            raise UIRefusal("refused.reminders", typed=_shown(reminders))
        schedule = replace(schedule, remind_h=int(hours))
    if time_zone is not None:
        zone = zone_named(time_zone)
        if zone is None:
            raise UIRefusal("refused.unknown_zone", typed=_shown(time_zone))
        schedule = replace(schedule, zone=zone)
    if quiet is not None:
        schedule = replace(schedule, quiet=None)
        if quiet.strip().lower() != NONE:
            read = quiet_of(quiet)
            if read is None:
                raise UIRefusal("refused.quiet", typed=_shown(quiet))
            if read.minutes > MOST_QUIET_MIN:
                raise UIRefusal("refused.quiet_too_long", hours=MOST_QUIET_MIN // 60)
            schedule = replace(schedule, quiet=read)
    return schedule


def _shown(typed: str) -> str:
    return shorten(typed, 50).replace("`", "'")


def schedule_lines(schedule: Schedule, now: int) -> list[Message]:
    """What somebody has chosen of their time, for their own eyes."""
    blanks: dict[str, Argument] = {"count": schedule.remind_h}
    lines = [
        Message("settings.reminders_never") if schedule.remind_h == NEVER else Message("settings.reminders", blanks)
    ]
    if schedule.quiet is None:
        lines.append(Message("settings.no_quiet", {"zone": schedule.zone}))
    else:
        begin, end = clock_face(schedule.quiet.begin), clock_face(schedule.quiet.end)
        lines.append(Message("settings.quiet", {"begin": begin, "end": end, "zone": schedule.zone}))
    planned = next((absence for absence in schedule.absences if absence.since > now), None)
    away = absence_at(schedule, now) or planned
    return lines if away is None else [*lines, absence_line(away, now)]


def absence_line(away: Absence, now: int) -> Message:
    """An absence as whoever planned it reads it, in the zone of their Discord."""
    until: dict[str, Argument] = {"until": f"<t:{away.until // 1000}:f>"}
    if away.since <= now:
        return Message("away.until", until)
    return Message("away.planned", {**until, "since": f"<t:{away.since // 1000}:f>"})


def zones_suggested(services: Services, typed: str) -> list[app_commands.Choice[str]]:
    """Time zones that fit what was typed, each with the time it has there."""
    now = services.sessions.clock() / 1000
    found = suggested(typed.replace("_", " "), [Named(zone, zone, (zone.replace("_", " "),)) for zone in zones()])
    for choice in found:
        choice.name = f"{choice.value} · {datetime.fromtimestamp(now, zone_of(choice.value)):%H:%M}"
    return found


def quiet_suggested(services: Services, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Hours that many keep quiet, and what was typed where it can be read."""
    read = quiet_of(typed)
    own = [f"{clock_face(read.begin)}-{clock_face(read.end)}"] if read else []
    usual = [hours for hours in ("22:00-07:00", "23:00-08:00", "21:00-09:00", "00:00-08:00") if hours not in own]
    none = Named(NONE, services.speech.translate(interaction, "settings.quiet_none"), (NONE,))
    fitting = [Named(hours, hours) for hours in usual]
    if own:
        return [app_commands.Choice(name=hours, value=hours) for hours in own]
    return suggested(typed, [*fitting, none])
