"""A league in words: its rules, the current round, the standings and the corrections."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal

import discord_limits as limits
from cogs.ui.wording import Wording
from cogs.views.pace import pace_message
from cogs.views.people import person, players
from engine.kernel.decision import Argument, Message
from sessions.leagues.progress import CROWNED, GRACE_MS, StepKind
from sessions.leagues.standings import Standing, champions, standings
from sessions.records.league import League, Match

IN_FULL, IN_PUBLIC = 1000, (10, 3, 1)
"""Maximum number of standings, names and corrections in a private answer, and in the channel's post. If the post is too
long with one number, it uses the next."""


def stamp(at: int, style: str = "f") -> str:
    return f"<t:{at // 1000}:{style}>"


@dataclass(frozen=True)
class LeagueWords:
    """Describes a league in one language. `channels` has the channel of each table."""

    _wording: Wording
    league: League
    _language: str
    _channels: Mapping[int, int]

    def say(self, key: str, **blanks: Argument) -> str:
        return self._wording.say(Message(key, {"league": self.league.name, **blanks}), self._language)

    def describe(self, most: int = IN_FULL, matches: int = IN_FULL) -> str:
        """Describe the league and its progress, with at most `most` standings, names and corrections."""
        return "\n".join([*self._head(), *self._state(most, matches), *self._corrections(most)])

    def summarise(self) -> str:
        """Describe the league in a single message. Tables without a result come first if there is no room for all."""
        whole, *briefer = self.describe(IN_PUBLIC[0]), *(self.describe(most, IN_PUBLIC[0]) for most in IN_PUBLIC)
        return next((text for text in (whole, *briefer) if len(text) <= limits.TEXT_DISPLAY_TOTAL), briefer[-1])

    def announce(self, kind: StepKind) -> str:
        """Return an announcement: a round, overdue or waiting matches, or the end. It mentions everyone it concerns."""
        current, organiser = self.league.current, self.league.organiser
        if kind == "end" or current is None:
            return self._end(is_corrected=CROWNED in self.league.done)
        shown = [each for each in current.matches if kind == "announce" or not each.is_decided]
        if kind == "limit":
            shown = [each for each in shown if each.table is None]
        until = stamp(current.due_at + (GRACE_MS if kind == "ask" else 0))
        said = self.say(f"league.{kind}", round=self._round(), until=until, count=len(shown))
        lines = [self._match(each, is_called=kind != "limit") for each in shown]
        dropped = [self._mention(each.user) for each in self.league.entrants if each.dropped_in == current.number]
        if kind == "announce" and dropped:
            words = self.say("league.dropped", people=", ".join(dropped))
            lines.append(f"<@{organiser}> {words}" if organiser > 0 else words)
        return "\n".join([f"<@{organiser}> {said}" if kind != "announce" and organiser > 0 else said, *lines])

    def name_of(self, user: int) -> str:
        return next((each.name for each in self.league.entrants if each.user == user), "?")

    def result(self, match: Match, places: Sequence[int]) -> str:
        """Return the players in the order of these places, as in "1. Ada, 2. Bob"."""
        ranked = sorted(zip(places, match.users, strict=False), key=lambda each: each[0])
        return ", ".join(f"{place}. {self.name_of(user)}" for place, user in ranked) or self.say("league.undecided")

    def _mention(self, user: int) -> str:
        return f"<@{user}>" if user > 0 else self.name_of(user)

    def _match(self, match: Match, *, is_called: bool = False) -> str:
        """Return a line about a match: its table, and who plays there or how it ended. If `is_called`, mention the
        people."""
        if match.is_decided and match.by not in ("bye", "walkover"):
            people = self.result(match, match.places)
        else:  # in a match that wasn't played, only the winner is named
            named = [user for user, place in zip(match.users, match.places, strict=False) if place == 1] or match.users
            people = ", ".join(map(self._mention if is_called else self.name_of, named))
        channel = self._channels.get(match.table or 0)
        where = self.say("league.no_table") if channel is None else f"<#{channel}>"
        return self.say(f"league.match_{match.by or 'game'}", where=where, people=people)

    def _round(self) -> Message:
        current = self.league.current
        if current is None or current.is_final:
            return Message("league.final")
        return Message("league.round_of", {"number": current.number, "rounds": self.league.rounds})

    def _head(self) -> Iterator[str]:
        league = self.league
        yield self.say("league.title")
        about: dict[str, Argument] = {
            "game": self._wording.game_uis[league.game].name,
            "form": Message(f"league.form.{league.form}"),
            "seats": players(league.seats),
            "days": Message("league.days", {"count": league.round_days}),
            "pace": pace_message(league.pace),
        }
        yield self.say("league.about", **about)
        words = self._wording.game_uis[league.game].words
        for option in self._wording.games[league.game].rules.options:
            value = league.options.get(option.key, option.default)
            if value != option.default:
                yield self.say("lobby.option", option=words.option(option.key), value=words.value(option.key, value))
        if league.organiser > 0:
            yield self.say("league.organiser", name=f"<@{league.organiser}>")

    def _end(self, *, is_corrected: bool = False) -> str:
        won = champions(self.league)
        if self.league.status == "cancelled":
            return self.say("league.end_cancelled" if self.league.rounds_played else "league.end_unplayed")
        people = tuple(person(self._mention(user)) for user in won)
        key = "league.end_corrected" if is_corrected else "league.end"
        return self.say(key, people=people) if won else self.say("league.end_nobody")

    def _state(self, most: int, matches: int) -> Iterator[str]:
        league, current = self.league, self.league.current
        if league.status == "signing_up":
            until, names = league.signs_up_until, [each.name for each in league.entrants]
            yield self.say("league.signing_up", until=stamp(until), left=stamp(until, "R"))
            yield self.say("league.signed_up", count=len(names))
            yield ", ".join(names[:most])
            yield from self._rest(len(names) - most)
        elif league.status != "playing":
            yield self._end()
        if current is None:
            return
        heading = "league.round" if league.status == "playing" else "league.last_round"
        yield "\n" + self.say(heading, round=self._round(), until=stamp(current.due_at, "D"))
        shown = current.matches
        if len(shown) > matches:
            shown = tuple(sorted(shown, key=lambda match: match.is_decided)[:matches])
        yield from map(self._match, shown)
        yield from self._rest(len(current.matches) - len(shown))
        groups = sorted({each.group for each in league.entrants})
        is_by_group = len(groups) > 1 and league.status == "playing" and not current.is_final
        for group in groups if is_by_group else (None,):
            yield "\n" + (self.say("league.group", number=group) if group else self.say("league.standings"))
            lines = [self._standing(line) for line in standings(league, group)]
            yield from lines[:most]
            yield from self._rest(len(lines) - most)
        yield self.say("league.tie_breaks")

    def _standing(self, line: Standing) -> str:
        points, opponents = (
            format_decimal(round(float(value), 2), locale=self._language) for value in (line.points, line.opponents)
        )
        words = self.say("league.standing", place=line.place, name=line.name, points=points)
        if line.has_left:
            return self.say("league.has_left", line=words)
        is_told = line.decided_by in ("opponents", "direct", "wins")
        return self.say(f"league.by_{line.decided_by}", line=words, points=opponents) if is_told else words

    def _corrections(self, most: int) -> Iterator[str]:
        for each in reversed(self.league.corrections[-most:]):
            match = self.league.rounds_played[each.round - 1].matches[each.match]
            results = {"before": self.result(match, each.before), "after": self.result(match, each.after)}
            at, by = stamp(each.at, "d"), self._mention(each.by)
            yield self.say("league.correction", at=at, by=by, number=each.round, **results)

    def _rest(self, count: int) -> Iterator[str]:
        if count > 0:
            yield self.say("league.more", count=count)
