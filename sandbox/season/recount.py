"""Recount a league from its channel and its tables, without the bot's own calculations."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import mean

BEGUN = re.compile(r"^\*\*.+ · (?P<round>Round \d+ of \d+|Final)\*\* has begun ")
ENDED = re.compile(r"^(\N{TROPHY} )?\*\*.+\*\* (is over|was cancelled|won’t take place)")
MATCH = re.compile(r"^• (?:<#(?P<channel>\d+)> )?(?P<people><@\d+>(?:, <@\d+>)*)(?P<free>: .+)?$", re.MULTILINE)
OVERDUE = re.compile(r"^• <#(?P<channel>\d+)> (?P<places>.+) \(out of time\)$", re.MULTILINE)
DROPPED = re.compile(r"Withdrawn after missing two matches in a row: (.+)\. Their results stay\.")
MISSED = 2
RANKED = re.compile(r"(\d+)\. ([^,]+)")
STANDING = re.compile(r"^\*\*(?P<place>\d+)\.\*\* (?P<name>.+?) · (?P<points>[\d.,]+)(?P<more>.*)$", re.MULTILINE)
WITHDREW = "withdrew"
WINNERS = re.compile(r"^## \N{TROPHY} (.+?)(?: wins with | share the victory| has won)", re.MULTILINE)
STAYED = re.compile(r"^\*\*The game was ended early\*\*.+Players: (.+)\.$", re.MULTILINE)
PLACE = re.compile(r"^\*\*(\d+)\.\*\* (.+?) – ", re.MULTILINE)
MENTION = re.compile(r"<@(\d+)>")


@dataclass(frozen=True, slots=True)
class Pairing:
    """The people paired in a round. Without a `channel` nobody played: it was a bye or a walkover."""

    channel: int | None
    users: tuple[int, ...]


@dataclass
class LeagueChannel:
    """The announcements in a league's channel."""

    rounds: dict[str, list[Pairing]] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)
    """The rounds whose beginning was announced, in order. A round that was announced twice is listed twice."""
    overdue: dict[int, str] = field(default_factory=dict)
    """The places of each table that ran out of time, as the league announced them, by the table's channel."""
    dropped: dict[int, str] = field(default_factory=dict)
    """The people whom the league withdrew for missing matches, with the round that began without them."""
    is_over: bool = False
    _round: str | None = None

    def read_announcement(self, text: str) -> list[Pairing]:
        """Return the pairings in one message. A long announcement is split into several messages."""
        self.is_over = self.is_over or bool(ENDED.match(text))
        begun = BEGUN.match(text)
        if begun:
            self._round = None if begun["round"] in self.begun else begun["round"]
            self.begun.append(begun["round"])
        elif text.startswith(("**", "<@", "\N{TROPHY}")):
            self._round = None
        if self._round is None:
            return []
        found = [
            Pairing(int(each["channel"]) if each["channel"] else None, _users(each["people"]))
            for each in MATCH.finditer(text)
        ]
        self.rounds.setdefault(self._round, []).extend(found)
        self.dropped |= {user: self._round for each in DROPPED.finditer(text) for user in _users(each[1])}
        return found

    def dropped_by(self, name: str) -> set[int]:
        """Return the people whom the league withdrew before this round."""
        rounds = list(self.rounds)
        return {user for user, each in self.dropped.items() if rounds.index(each) <= rounds.index(name)}

    def read_post(self, text: str) -> None:
        self.overdue |= {int(each["channel"]): each["places"] for each in OVERDUE.finditer(text)}


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line in the standings, with points as shown."""

    place: int
    points: str
    has_left: bool


def read_standings(text: str) -> dict[str, Line]:
    """Return the lines of the standings by name."""
    return {
        each["name"]: Line(int(each["place"]), each["points"], WITHDREW in each["more"])
        for each in STANDING.finditer(text)
    }


def read_result(text: str, user_of: Callable[[str], int]) -> dict[int, int]:
    """Return the places in a table's last message. If it was ended early, all who stayed share the first place."""
    won = WINNERS.search(text) or STAYED.search(text)
    if won is None:
        return {}
    people = _users(won[1]) or tuple(map(user_of, re.split(r", | and ", won[1])))
    others = {(_users(name) or (user_of(name),))[0]: int(place) for place, name in PLACE.findall(text)}
    return others | dict.fromkeys(people, 1)


def read_overdue(text: str, user_of: Callable[[str], int]) -> dict[int, int]:
    return {user_of(name): int(place) for place, name in RANKED.findall(text)}


@dataclass(frozen=True)
class Recount:
    """A league's results. Each match has the places of those who played; a bye or walkover has one person with a free
    point."""

    rounds: Sequence[Sequence[Mapping[int, int]]]
    final: Mapping[int, int]

    def points(self, user: int) -> Fraction:
        return sum((_share(match, user) for match in self._matches(user)), Fraction(0))

    def ranks(self, users: Iterable[int], left: Iterable[int]) -> dict[int, int]:
        """Return everyone's place. Those in `left` come after all others, except in the final."""
        gone, points = set(left), {user: self.points(user) for user in users}
        first = {
            user: (self.final.get(user, len(points)), user in gone, -own, -self._strength(user, points))
            for user, own in points.items()
        }
        whole = {}
        for user, key in first.items():
            rivals = {other for other, their in first.items() if their == key}
            won = sum(match[user] == 1 and [*match.values()].count(1) == 1 for match in self._games(user))
            whole[user] = (*key, -self._balance(user, rivals), -won)
        return {user: 1 + sum(other < key for other in whole.values()) for user, key in whole.items()}

    def _matches(self, user: int) -> Iterator[Mapping[int, int]]:
        return (match for each in self.rounds for match in each if user in match)

    def _games(self, user: int) -> Iterator[Mapping[int, int]]:
        return (match for match in self._matches(user) if len(match) > 1)

    def _strength(self, user: int, points: Mapping[int, Fraction]) -> Fraction:
        met = ([points[other] for other in match if other != user] or [points[user]] for match in self._matches(user))
        return sum(map(mean, met), Fraction(0))

    def _balance(self, user: int, rivals: Iterable[int]) -> int:
        met = ((match[user], match[other]) for match in self._games(user) for other in rivals if other in match)
        return sum((own < their) - (own > their) for own, their in met)


def find_wrongly_dropped(dropped: Mapping[int, str], rounds: Mapping[str, Sequence[Mapping[int, int]]]) -> list[str]:
    """Return a line for each person who was wrongly withdrawn: after fewer than two games, or despite winning one of
    the last two."""
    wrong, names = [], list(rounds)
    for user, name in dropped.items():
        earlier = names[: names.index(name)]
        games = [match for each in earlier for match in rounds[each] if user in match and len(match) > 1]
        last = games[-MISSED:]
        if len(last) < MISSED or any(match[user] == 1 < max(match.values()) for match in last):
            wrong.append(f"{name}: {user} was withdrawn after {last}")
    return wrong


def _share(match: Mapping[int, int], user: int) -> Fraction:
    others = [Fraction(1 if match[user] < place else 0) + Fraction(int(match[user] == place), 2)
              for other, place in match.items() if other != user]  # fmt: skip
    return mean(others) if others else Fraction(1)


def _users(text: str) -> tuple[int, ...]:
    return tuple(map(int, MENTION.findall(text)))
