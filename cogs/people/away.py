"""`/away`: clocks and reminders stop for people who are away, and the board says how long."""

from dataclasses import dataclass
from datetime import datetime

import discord
from discord import app_commands

from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.gate import is_private
from cogs.interactions.slash import Choices, slash
from cogs.people.hours import absence_line, next_absence
from cogs.people.panels import Options
from cogs.ui.matching import Named, echo_typed, find_meant, suggest_matches, the_one
from cogs.ui.press import AwayPress
from cogs.ui.refusals import UIRefusal
from cogs.ui.typed.times import in_full, moments_of, to_type
from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from sessions.clocks.own_time import FARTHEST_MS, is_too_long, midnights, not_before, with_absence, zone_of
from sessions.records.clock import DAY_MS, Absence, Schedule
from sessions.sessions import Sessions
from sessions.time.due_work import DueWork

BACK = "back"
WEEKS = (1, 2, 3, 4)


@dataclass(frozen=True)
class Away:
    """The command `/away`, and the buttons under a reminder that do the same."""

    wording: Wording
    _sessions: Sessions
    _due_work: DueWork

    async def _ends(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._suggest(interaction, current, is_end=True)

    async def _begins(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._suggest(interaction, current, is_end=False)

    @slash(
        "away", who=ANYONE_ANYWHERE, anywhere=True, names={"since": "from"}, suggests={"until": _ends, "since": _begins}
    )
    async def away(self, interaction: discord.Interaction, until: str | None = None, since: str | None = None) -> Reply:
        """Plan an absence, or end it."""
        if until is not None:
            await self.plan(interaction.user.id, self.read(interaction, until, since))
        elif since is not None:
            raise UIRefusal("refused.away_no_end")
        schedule, now = self._sessions.choices.schedules.get(interaction.user.id), self._sessions.context.clock()
        away = next_absence(schedule, now)
        reader = self.wording.speech.reader(interaction)
        line = Message("away.none") if away is None else absence_line(away, now, schedule.zone, reader)
        return Reply(self.wording.say(line, reader))

    async def plan(self, user: int, wanted: Absence | None) -> None:
        """Save this absence in place of any other. None ends the absence. Raises `UIRefusal`."""
        now, schedule = self._sessions.context.clock(), self._sessions.choices.schedules.get(user)
        absences = with_absence(schedule.absences, wanted, now)
        if is_too_long(absences):
            raise UIRefusal("refused.away_too_long")
        await self._due_work.reschedule(user, absences=absences)

    async def take(self, interaction: discord.Interaction, press: AwayPress) -> Reply:
        """Plan an absence until the day on the button, or keep a longer one."""
        if not is_private(interaction) or press.user != interaction.user.id:
            raise UIRefusal("refused.not_yours")
        now, schedule = self._sessions.context.clock(), self._sessions.choices.schedules.get(press.user)
        absences = not_before(schedule.absences, midnights(now, schedule.zone)[press.day], now)
        if is_too_long(absences):
            raise UIRefusal("refused.away_too_long")
        await self._due_work.reschedule(press.user, absences=absences)
        away = next(absence for absence in absences if absence.since <= now < absence.until)
        reader = self.wording.speech.reader(interaction)
        return Reply(self.wording.say(absence_line(away, now, schedule.zone, reader), reader))

    def read(self, interaction: discord.Interaction, until: str, since: str | None = None) -> Absence | None:
        """Return the absence that was typed, or None to end it. Raises `UIRefusal`."""
        now, schedule = self._sessions.context.clock(), self._sessions.choices.schedules.get(interaction.user.id)
        if find_meant(until, self._named_moments(interaction, schedule, now)) == BACK:
            return None
        end = self._moment(interaction, schedule, until, now)
        begin = now if since is None else self._moment(interaction, schedule, since, now)
        if end <= now or begin < now - DAY_MS:
            raise UIRefusal("refused.away_past")
        if end <= begin:
            raise UIRefusal("refused.away_backwards")
        if end > now + FARTHEST_MS:
            raise UIRefusal("refused.away_too_far")
        return Absence(max(begin, now), end)

    def next(self, user: int) -> Absence | None:
        return next_absence(self._sessions.choices.schedules.get(user), self._sessions.context.clock())

    def label(self, interaction: discord.Interaction, away: Absence) -> Message:
        now, zone = self._sessions.context.clock(), self._sessions.choices.schedules.get(interaction.user.id).zone
        since, until = (in_full(at, zone, self.wording.speech.reader(interaction)) for at in (away.since, away.until))
        if away.since <= now:
            return Message("settings.away_until", {"until": until})
        return Message("settings.away_planned", {"since": since, "until": until})

    def options(self, interaction: discord.Interaction) -> Options:
        """Return absences to pick from: none, until a named day, and for some weeks."""
        now, schedule = self._sessions.context.clock(), self._sessions.choices.schedules.get(interaction.user.id)
        named = self._named_moments(interaction, schedule, now)
        found = {each.thing: (each.name, self.read(interaction, each.thing)) for each in named if each.thing != BACK}
        return {BACK: (Message("settings.not_away"), None), **found}

    def _moment(self, interaction: discord.Interaction, schedule: Schedule, typed: str, now: int) -> int:
        """Return the moment that was typed or picked. Raises `UIRefusal`, also if the text is ambiguous."""
        reader, zone = self.wording.speech.reader(interaction), schedule.zone
        found = moments_of(typed, now, zone, reader)
        if not found and (named := find_meant(typed, self._named_moments(interaction, schedule, now))) is not None:
            found = moments_of(named, now, zone, reader)
        return the_one(typed, {to_type(at, zone, reader): at for at in found}, "refused.moment")

    def _named_moments(self, interaction: discord.Interaction, schedule: Schedule, now: int) -> list[Named[str]]:
        translate = self.wording.speech.translate
        days = midnights(now, schedule.zone)
        here = zone_of(schedule.zone)
        dates = {key: f"{datetime.fromtimestamp(at / 1000, here):%Y-%m-%d}" for key, at in days.items()}
        named = [Named(date, translate(interaction, f"away.{key}"), (key,)) for key, date in dates.items()]
        weeks = [Named(f"{count}w", translate(interaction, "away.weeks", count=count)) for count in WEEKS]
        return [*named, *weeks, Named(BACK, translate(interaction, "away.back"), (BACK,))]

    async def _suggest(self, interaction: discord.Interaction, typed: str, is_end: bool) -> Choices:
        """Suggest every reading of the typed text, then named moments that match it. `is_end`: the absence ends
        then."""
        schedule, now = self._sessions.choices.schedules.get(interaction.user.id), self._sessions.context.clock()
        reader, here = self.wording.speech.reader(interaction), zone_of(schedule.zone)
        found: dict[str, app_commands.Choice[str]] = {}
        for at in moments_of(typed, now, schedule.zone, reader):
            shown = datetime.fromtimestamp(at / 1000, here)
            value = f"{shown:%Y-%m-%d}" if shown.hour == shown.minute == 0 else f"{shown:%Y-%m-%d %H:%M}"
            found[value] = app_commands.Choice(name=in_full(at, schedule.zone, reader), value=value)
        named = [each for each in self._named_moments(interaction, schedule, now) if is_end or each.thing != BACK]
        for choice in suggest_matches(typed, named):
            found.setdefault(str(choice.value), choice)
        return echo_typed(typed, found.values())
