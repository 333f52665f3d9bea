"""The course of a league: pure functions from a league to its next state, and the steps for Discord."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from sessions.leagues.pairing import Pairing, pair
from sessions.leagues.standings import champions, finalists, history_of, standings
from sessions.records.clock import DAY_MS
from sessions.records.league import Correction, Decided, Form, League, Match, Play, Round
from sessions.refusals import LeagueOver, NotSuchPlaces

GRACE_MS = 7 * DAY_MS
"""After a round's end, the organiser may decide unfinished matches for this long. Then they are ties."""

MISSED_AT_MOST = 2
"""Someone who was absent from this many matches in a row is withdrawn, so that nobody else waits in vain."""

StepKind: TypeAlias = Literal["open", "announce", "ask", "limit", "end"]
CROWNED = "crowned"
"""A mark in `League.done`: the final was corrected after the champion was announced."""


class Step(msgspec.Struct, frozen=True):
    """An action for Discord.

    - `open`: open the table of a match for its `users`.
    - `announce`: announce a round.
    - `ask`: ask the organiser about unfinished matches.
    - `limit`: say that tables wait because of the server's limit.
    - `end`: announce the end.
    """

    league: int
    kind: StepKind
    round: int = 0
    match: int = 0
    users: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The step's name, unique within its league."""
        if self.kind == "open":
            return f"open:{self.round}:{self.match}"
        return self.kind if self.kind == "end" else f"{self.kind}:{self.round}"


def next_steps(league: League, now: int) -> list[Step]:
    """Return the steps to take on Discord now. Tables are opened before their round is announced."""
    if league.status in ("over", "cancelled"):
        return [] if league.is_finished else [Step(league.id, "end")]
    current = league.current
    if league.status == "signing_up" or current is None:
        return []
    steps = [
        Step(league.id, "open", current.number, place, _present(league, match))
        for place, match in enumerate(current.matches)
        if match.table is None and not match.is_decided
    ]
    steps.append(Step(league.id, "announce", current.number))
    if now >= current.due_at and not _is_decided(current):
        steps.append(Step(league.id, "ask", current.number))
    return [step for step in steps if step.key not in league.done]


def open_tables(league: League) -> dict[int, tuple[int, ...]]:
    """Return the tables of this round whose result isn't known yet, with their matches' players."""
    matches = league.current.matches if league.status == "playing" and league.current else ()
    return {match.table: match.users for match in matches if match.table is not None and not match.is_decided}


def finish(league: League, step: Step, table: int | None = None) -> League:
    """Note that a step was carried out. A match keeps the first table that was opened for it."""
    if step.kind != "open":
        return replace(league, done=league.done | {step.key})
    match = _match(league, step.round, step.match)
    return league if match.table is not None else _put(league, step.round, step.match, replace(match, table=table))


def advance(league: League, now: int, plays: Mapping[int, Play]) -> League:
    """Advance the league as far as the time and its results allow: close sign-up, record results, begin rounds, end
    it."""
    if league.status == "signing_up" and now >= league.signs_up_until:
        league = _close_sign_up(league, now)
    while league.status == "playing" and (current := league.current) is not None:
        is_overdue = now >= current.due_at + GRACE_MS
        decided = (_decide(league, match, plays.get(match.table or 0, Play()), is_overdue) for match in current.matches)
        current = replace(current, matches=tuple(decided))
        league = replace(league, rounds_played=(*league.rounds_played[:-1], current))
        if not _is_decided(current):
            break
        league = replace(league, status="over") if current.is_final else _begin_round(league, now)
    return league


def correct(league: League, at: tuple[int, int], places: Mapping[int, int], by: int, now: int) -> League:
    """Set the places of a match. `at` is its round and its index there. A new champion will be announced. Raises
    `LeagueOver`, `NotSuchPlaces`."""
    if league.status == "cancelled":
        raise LeagueOver
    match = _match(league, *at)
    if set(places) != set(match.users) or len(places) < 2:
        raise NotSuchPlaces
    corrected = _with_places(match, places, "correction")
    if corrected == match:
        return league
    noted = Correction(now, by, *at, match.places, corrected.places)
    changed = replace(_put(league, *at, corrected), corrections=(*league.corrections, noted))
    if not league.is_finished or champions(changed) == champions(league):
        return changed
    return replace(changed, done=(league.done - {"end"}) | {CROWNED})


def rounds_for(form: Form, count: int, seats: int) -> int:
    """Return the number of rounds of a league of `count` people. In groups, everyone can meet everyone. In Swiss
    leagues, only about one person can win every match."""
    if form == "swiss":
        rounds, alone = int(seats > 2), 1
        while alone < count:
            rounds, alone = rounds + 1, alone * seats
        return max(1, rounds)
    largest = -(-count // groups_for(count, seats))
    if seats == 2:
        return max(1, largest - 1 + largest % 2)
    return max(1, -(-(largest - 1) // (seats - 1)))


def groups_for(count: int, seats: int) -> int:
    """Return the number of groups. Each has `seats` to twice as many people, if there are enough."""
    return max(1, -(-count // (2 * seats)))


def _close_sign_up(league: League, now: int) -> League:
    """Make groups by lot and begin the first round, or cancel a league with too few people."""
    count = len(league.present)
    if count < min(league.sizes):
        return replace(league, status="cancelled")
    if league.form == "groups":
        groups = groups_for(count, league.seats)
        group_of = {each.user: 1 + place % groups for place, each in enumerate(standings(league))}
        league = replace(league, entrants=tuple(replace(each, group=group_of[each.user]) for each in league.entrants))
    rounds = league.rounds or rounds_for(league.form, count, league.seats)
    return _begin_round(replace(league, status="playing", rounds=rounds), now)


def _begin_round(league: League, now: int) -> League:
    """Begin the next round. If all rounds have been played, begin the final."""
    number = len(league.rounds_played) + 1
    league = _drop_absent(league, number)
    is_final = number > league.rounds
    if is_final:
        matches = [Match(best)] if (best := finalists(league)) else []
    else:
        matches = list(_matches_of(_pairings(league, number)))
    begun = Round(number, now, now + league.round_days * DAY_MS, tuple(matches), is_final)
    return replace(league, rounds_played=(*league.rounds_played, begun))


def _drop_absent(league: League, number: int) -> League:
    """Withdraw everyone who was absent from their last matches. Byes and walkovers don't count."""
    played = [match for each in league.rounds_played for match in each.matches if match.by not in ("bye", "walkover")]
    dropped = set()
    for each in league.present:
        last = [each.user in match.absent for match in played if each.user in match.users][-MISSED_AT_MOST:]
        if len(last) == MISSED_AT_MOST and all(last):
            dropped.add(each.user)
    entrants = (
        replace(each, has_left=True, dropped_in=number) if each.user in dropped else each for each in league.entrants
    )
    return replace(league, entrants=tuple(entrants))


def _pairings(league: League, number: int) -> Iterable[Pairing]:
    """Pair everyone, or each group by itself."""
    history = history_of(league)
    for group in sorted({each.group for each in league.present}):
        users = [each.user for each in standings(league, group) if not each.has_left]
        yield pair(users, league.sizes, history, league.id + number)


def _matches_of(pairings: Iterable[Pairing]) -> Iterable[Match]:
    for pairing in pairings:
        yield from map(Match, pairing.tables)
        yield from (Match((user,), places=(1,), by="bye") for user in pairing.byes)


def _decide(league: League, match: Match, play: Play, is_overdue: bool) -> Match:
    """Return the match with its result, if it has one now. If `is_overdue`, a game that isn't over is a tie.
    A game that everyone left has no winner."""
    if match.is_decided:
        return match
    here = _present(league, match)
    if match.table is None and len(here) < min(league.sizes):
        return _with_places(match, dict.fromkeys(here, 1), "walkover")
    attended = replace(match, absent=tuple(user for user in match.users if user in play.absent))
    if play.places:
        return _with_places(attended, play.places, "game")
    if is_overdue or play.left.issuperset(match.users):
        stayed = {user: 1 for user in here if user not in play.left}
        return _with_places(attended, stayed, "overdue" if is_overdue else "game")
    return match


def _with_places(match: Match, places: Mapping[int, int], by: Decided) -> Match:
    """Rank the players by these places. Players without a place share the last one, which is 2 at best."""
    known = [places[user] for user in match.users if user in places]
    last = max(2, 1 + len(known))
    ranks = (1 + sum(each < places[user] for each in known) if user in places else last for user in match.users)
    return replace(match, places=tuple(ranks), by=by)


def _present(league: League, match: Match) -> tuple[int, ...]:
    here = {each.user for each in league.present}
    return tuple(user for user in match.users if user in here)


def _is_decided(current: Round) -> bool:
    return all(match.is_decided for match in current.matches)


def _match(league: League, number: int, place: int) -> Match:
    if not (0 < number <= len(league.rounds_played) and 0 <= place < len(league.rounds_played[number - 1].matches)):
        raise NotSuchPlaces
    return league.rounds_played[number - 1].matches[place]


def _put(league: League, number: int, place: int, match: Match) -> League:
    rounds = list(league.rounds_played)
    matches = list(rounds[number - 1].matches)
    matches[place] = match
    rounds[number - 1] = replace(rounds[number - 1], matches=tuple(matches))
    return replace(league, rounds_played=tuple(rounds))
