"""Leagues over a real database: sign-up, rounds, results, corrections, and the end."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from db.tables import leagues
from sessions.leagues.leagues import MOST_ENTRANTS, Leagues
from sessions.leagues.progress import GRACE_MS, Step, next_steps, open_tables, rounds_for
from sessions.leagues.standings import champions, standings
from sessions.records.clock import DAY_MS
from sessions.records.league import Correction, League, Match, Play
from sessions.refusals import LeagueFull, LeagueOver, NoLeague, NotInLeague, NotSuchPlaces, SignUpClosed
from tests.databases import DATABASES
from tests.sessions.fixture import ALICE, BOB, CHANNEL, GUILD, SessionFixture
from tests.sessions.season import BAD, play_season

BEGIN = 1_700_000_000_000
LEAGUE = 2**60 + 17


class LeagueFixture:
    """One league, with a clock that tests move."""

    def __init__(self, fixture: SessionFixture) -> None:
        self.fixture = fixture
        self.now = BEGIN

    @property
    def leagues(self) -> Leagues:
        return Leagues(self.fixture.store.leagues, lambda: self.now)

    async def open(self, people: int, **changes: Any) -> League:
        opened = League(
            LEAGUE, GUILD, CHANNEL, ALICE, "Winter", "orchard", 2, (2,), "swiss", BEGIN + DAY_MS, 7
        )  # fmt: skip
        await self.leagues.create(replace(opened, **changes))
        for user in range(1, people + 1):
            await self.leagues.sign_up(LEAGUE, user, f"user {user}")
        return await self.leagues.by_id(LEAGUE)

    async def begin(self, people: int, **changes: Any) -> League:
        """Open a league, sign people up and let its first round begin."""
        await self.open(people, **changes)
        self.now += DAY_MS
        return await self.leagues.advance(LEAGUE, {})

    async def seat(self) -> League:
        """Carry out the league's next steps without Discord. A table's number is computed from its round and match."""
        league = await self.leagues.by_id(LEAGUE)
        for step in next_steps(league, self.now):
            league = await self.leagues.finish(step, 100 * step.round + step.match if step.kind == "open" else None)
        return league

    async def play(self, places: dict[int, dict[int, int]] | None = None) -> League:
        """Open tables, play this round and advance.

        Users with lower ids come first, unless `places` lists the places at a table.
        """
        league = await self.seat()
        assert league.current is not None
        plays = {
            match.table: Play((places or {}).get(match.table, {user: user for user in match.users}))
            for match in league.current.matches
            if match.table is not None
        }
        return await self.leagues.advance(LEAGUE, plays)


@pytest.fixture
async def cup(fixture: SessionFixture) -> LeagueFixture:
    return LeagueFixture(fixture)


def matches_of(league: League) -> tuple[Match, ...]:
    assert league.current is not None
    return league.current.matches


async def miss(cup: LeagueFixture, *users: int) -> League:
    """Play the round. These users are absent and come last."""
    league = await cup.seat()
    assert league.current is not None
    plays = {
        match.table: Play({user: user + 1000 * (user in users) for user in match.users}, absent=frozenset(users))
        for match in league.current.matches
        if match.table is not None
    }
    return await cup.leagues.advance(LEAGUE, plays)


async def test_missing_two_matches_in_a_row_ends_the_pairing(cup: LeagueFixture) -> None:
    await cup.begin(8)
    league = await miss(cup, 3, 4)
    assert not any(each.has_left for each in league.entrants), "missing one match has no consequences"
    league = await miss(cup, 3)

    assert [(each.user, each.dropped_in) for each in league.entrants if each.has_left] == [(3, 3)]
    assert league.current is not None
    assert 3 not in [user for match in league.current.matches for user in match.users]
    assert 4 in [user for match in league.current.matches for user in match.users]
    assert await cup.leagues.advance(LEAGUE, {}) == league, "repeating it has no effect"


async def test_a_match_attended_in_between_keeps_someone_in(cup: LeagueFixture) -> None:
    await cup.begin(16)
    for users in ((5,), (), (5,)):
        league = await miss(cup, *users)
    assert not any(each.has_left for each in league.entrants)


async def test_a_bye_neither_counts_as_missed_nor_as_attended(cup: LeagueFixture) -> None:
    await cup.begin(5)
    league, seen = await miss(cup, 1, 2, 3, 4, 5), 0
    while league.status == "playing" and not any(each.has_left for each in league.entrants) and seen < 3:
        league, seen = await miss(cup, 1, 2, 3, 4, 5), seen + 1
    dropped = {each.user for each in league.entrants if each.has_left}
    played = [match for round in league.rounds_played[:2] for match in round.matches if match.by == "bye"]
    assert played, "somebody had no opponent"
    assert not dropped & {user for match in played for user in match.users}


async def test_people_can_sign_up_until_the_deadline(cup: LeagueFixture) -> None:
    await cup.open(3)
    await cup.leagues.sign_up(LEAGUE, 2, "again")
    await cup.leagues.withdraw(LEAGUE, 1)
    with pytest.raises(NotInLeague):
        await cup.leagues.withdraw(LEAGUE, 1)
    cup.now += DAY_MS - 1
    league = await cup.leagues.sign_up(LEAGUE, 4, "user 4")
    assert [(each.user, each.name) for each in league.entrants] == [(2, "user 2"), (3, "user 3"), (4, "user 4")]
    assert await cup.leagues.advance(LEAGUE, {}) == league

    cup.now += 1
    with pytest.raises(SignUpClosed):
        await cup.leagues.sign_up(LEAGUE, 5, "late")
    begun = await cup.leagues.advance(LEAGUE, {})
    assert (begun.status, begun.rounds) == ("playing", 2)
    with pytest.raises(SignUpClosed):
        await cup.leagues.sign_up(LEAGUE, 5, "late")
    with pytest.raises(NoLeague):
        await cup.leagues.sign_up(LEAGUE + 1, 5, "lost")


async def test_a_full_league_accepts_nobody_else(cup: LeagueFixture) -> None:
    await cup.open(MOST_ENTRANTS)
    await cup.leagues.sign_up(LEAGUE, 1, "user 1")
    with pytest.raises(LeagueFull):
        await cup.leagues.sign_up(LEAGUE, MOST_ENTRANTS + 1, "one more")


async def test_a_league_with_too_few_people_is_cancelled(cup: LeagueFixture) -> None:
    league = await cup.begin(1)
    assert league.status == "cancelled"
    assert next_steps(league, cup.now) == [Step(LEAGUE, "end")]
    assert await cup.leagues.active() == [league]
    assert await cup.seat() == (await cup.leagues.by_id(LEAGUE))
    assert await cup.leagues.active() == []


async def test_a_league_is_played_to_its_champion(cup: LeagueFixture) -> None:
    league = await cup.begin(4)
    assert [step.key for step in next_steps(league, cup.now)] == ["open:1:0", "open:1:1", "announce:1"]
    for _ in range(2):
        league = await cup.play()
    assert league.current is not None
    assert league.current.is_final
    assert set(matches_of(league)[0].users) == {1, 2}
    league = await cup.play()
    assert league.status == "over"
    assert champions(league) == (1,)
    assert [line.user for line in standings(league)][:2] == [1, 2]
    assert [step.key for step in next_steps(league, cup.now)] == ["end"]
    assert next_steps(await cup.seat(), cup.now) == []
    with pytest.raises(LeagueOver):
        await cup.leagues.cancel(LEAGUE)


@pytest.mark.parametrize(
    ("form", "people", "seats", "rounds"),
    [("swiss", 64, 2, 6), ("swiss", 64, 4, 4), ("swiss", 5, 4, 3), ("swiss", 2, 2, 1), ("groups", 64, 2, 3),
     ("groups", 3, 2, 3), ("groups", 64, 4, 3), ("groups", 4, 4, 1)],
)  # fmt: skip
def test_the_number_of_rounds_suits_the_number_of_people(form: Any, people: int, seats: int, rounds: int) -> None:
    assert rounds_for(form, people, seats) == rounds


@pytest.mark.parametrize(("people", "seats"), [(9, 2), (13, 3), (17, 4), (7, 4), (16, 4)])
async def test_groups_have_between_one_and_two_tables(cup: LeagueFixture, people: int, seats: int) -> None:
    league = await cup.begin(people, form="groups", seats=seats, sizes=tuple(range(2, seats + 1)))
    sizes = sorted(Counter(each.group for each in league.entrants).values())
    assert seats <= sizes[0] <= sizes[-1] <= 2 * seats
    assert sizes[-1] - sizes[0] <= 1


async def test_a_match_keeps_the_first_table_opened_for_it(cup: LeagueFixture) -> None:
    league = await cup.begin(2)
    (step,) = [step for step in next_steps(league, cup.now) if step.kind == "open"]
    await cup.leagues.finish(step, 7)
    league = await cup.leagues.finish(step, 8)
    assert list(open_tables(league)) == [7]
    assert "open" not in {each.kind for each in next_steps(league, cup.now)}


async def test_with_an_odd_number_of_people_everyone_has_one_bye(cup: LeagueFixture) -> None:
    await cup.begin(5, rounds=5)
    byes: list[int] = []
    for _ in range(5):
        byes += [match.users[0] for match in matches_of(await cup.leagues.by_id(LEAGUE)) if match.by == "bye"]
        await cup.play()
    assert sorted(byes) == [1, 2, 3, 4, 5]


async def test_someone_whose_opponent_left_wins_by_walkover(cup: LeagueFixture) -> None:
    league = await cup.begin(4)
    gone, other = matches_of(league)[0].users
    await cup.leagues.withdraw(LEAGUE, gone)
    league = await cup.leagues.advance(LEAGUE, {})
    match = matches_of(league)[0]
    assert (match.by, dict(zip(match.users, match.places, strict=True))) == ("walkover", {gone: 2, other: 1})
    league = await cup.play()
    assert gone not in {user for match in matches_of(league) for user in match.users}
    line = next(line for line in standings(league) if line.user == gone)
    assert (line.place, line.decided_by, line.has_left) == (4, "left", True)


async def test_a_running_table_continues_without_a_withdrawn_player(cup: LeagueFixture) -> None:
    await cup.begin(2, rounds=1)
    await cup.seat()
    await cup.leagues.withdraw(LEAGUE, 1)
    league = await cup.leagues.advance(LEAGUE, {100: Play()})
    assert list(open_tables(league)) == [100]
    league = await cup.leagues.advance(LEAGUE, {100: Play({1: 1, 2: 2})})
    assert (league.rounds_played[0].matches[0].by, champions(league)) == ("game", (2,))


async def test_a_match_that_everyone_left_has_no_winner(cup: LeagueFixture) -> None:
    league = await cup.begin(4)
    for user in matches_of(league)[0].users:
        await cup.leagues.withdraw(LEAGUE, user)
    league = await cup.leagues.advance(LEAGUE, {})
    assert (matches_of(league)[0].by, matches_of(league)[0].places) == ("walkover", (2, 2))
    assert {line.points for line in standings(league)} == {0}


async def test_the_last_person_left_is_the_champion(cup: LeagueFixture) -> None:
    await cup.begin(4)
    for user in (2, 3, 4):
        await cup.leagues.withdraw(LEAGUE, user)
    league = await cup.leagues.advance(LEAGUE, {})
    assert (league.status, champions(league)) == ("over", (1,))


async def test_a_league_that_everyone_left_has_no_champion(cup: LeagueFixture) -> None:
    await cup.begin(4)
    for user in (1, 2, 3, 4):
        await cup.leagues.withdraw(LEAGUE, user)
    league = await cup.leagues.advance(LEAGUE, {})
    assert (league.status, champions(league)) == ("over", ())


async def test_a_silent_organiser_does_not_delay_the_league(cup: LeagueFixture) -> None:
    """The organiser is asked once.

    A week later, everyone who is still at an unfinished table shares the first place.
    """
    await cup.begin(4, seats=4, sizes=(2, 3, 4), rounds=1)
    league = await cup.seat()
    (match,) = matches_of(league)
    cup.now += 7 * DAY_MS
    assert [step.key for step in next_steps(league, cup.now)] == ["ask:1"]
    league = await cup.seat()
    assert next_steps(league, cup.now) == []
    cup.now += GRACE_MS - 1
    plays = {match.table or 0: Play(left=frozenset({match.users[1]}))}
    assert await cup.leagues.advance(LEAGUE, plays) == league
    cup.now += 1
    league = await cup.leagues.advance(LEAGUE, plays)
    first = league.rounds_played[0].matches[0]
    assert (first.by, first.places) == ("overdue", (1, 4, 1, 1))
    assert league.current is not None
    assert league.current.is_final


async def test_a_table_that_was_never_opened_ends_too(cup: LeagueFixture) -> None:
    await cup.begin(2, rounds=1)
    cup.now += 7 * DAY_MS + GRACE_MS
    league = await cup.leagues.advance(LEAGUE, {})
    assert league.rounds_played[0].matches[0].places == (1, 1)


async def test_a_missing_player_comes_last_at_a_table(cup: LeagueFixture) -> None:
    await cup.begin(3, seats=3, sizes=(2, 3))
    league = await cup.play({100: {1: 2, 3: 1, 999: 3}})
    match = league.rounds_played[0].matches[0]
    assert dict(zip(match.users, match.places, strict=True)) == {1: 2, 3: 1, 2: 3}


async def test_a_correction_is_noted_once_and_changes_the_standings(cup: LeagueFixture) -> None:
    await cup.begin(2, rounds=2)
    league = await cup.play()
    users = league.rounds_played[0].matches[0].users
    for _ in range(2):
        league = await cup.leagues.correct(LEAGUE, BOB, 1, 0, {1: 4, 2: 3})
    places = tuple(2 if user == 1 else 1 for user in users)
    assert league.corrections == (Correction(cup.now, BOB, 1, 0, places[::-1], places),)
    assert [line.user for line in standings(league)] == [2, 1]


@pytest.mark.parametrize(
    ("round", "match", "places"), [(1, 0, {1: 1}), (1, 0, {1: 1, 3: 2}), (1, 1, {1: 1, 2: 2}), (2, 0, {1: 1, 2: 2})]
)
async def test_a_correction_needs_a_match_and_its_players(
    cup: LeagueFixture, round: int, match: int, places: dict[int, int]
) -> None:
    await cup.begin(2, rounds=2)
    with pytest.raises(NotSuchPlaces):
        await cup.leagues.correct(LEAGUE, BOB, round, match, places)


async def test_a_bye_cannot_be_corrected(cup: LeagueFixture) -> None:
    league = await cup.begin(3)
    (place,) = [place for place, match in enumerate(matches_of(league)) if match.by == "bye"]
    with pytest.raises(NotSuchPlaces):
        await cup.leagues.correct(LEAGUE, BOB, 1, place, {matches_of(league)[place].users[0]: 2})


async def test_a_moderator_decides_an_unfinished_match(cup: LeagueFixture) -> None:
    await cup.begin(2, rounds=1)
    await cup.seat()
    await cup.leagues.correct(LEAGUE, BOB, 1, 0, {1: 1, 2: 1})
    league = await cup.leagues.advance(LEAGUE, {})
    assert league.corrections[0].before == ()
    assert league.current is not None
    assert league.current.is_final


async def test_a_cancelled_league_never_changes(cup: LeagueFixture) -> None:
    await cup.begin(4)
    for _ in range(2):
        league = await cup.leagues.cancel(LEAGUE)
    assert await cup.leagues.advance(LEAGUE, {}) == league
    for change in (
        cup.leagues.withdraw(LEAGUE, 1),
        cup.leagues.correct(LEAGUE, ALICE, 1, 0, {1: 1, 2: 2}),
    ):
        with pytest.raises(LeagueOver):
            await change
    assert list(open_tables(league)) == []


async def test_two_processes_lose_none_of_their_changes(cup: LeagueFixture) -> None:
    await cup.open(0)
    rival = await cup.fixture.rival()
    both = [cup.leagues, Leagues(rival.store.leagues, lambda: cup.now)]
    await asyncio.gather(*(both[user % 2].sign_up(LEAGUE, user, f"user {user}") for user in range(1, 21)))
    league = await cup.leagues.by_id(LEAGUE)
    assert sorted(each.user for each in league.entrants) == list(range(1, 21))
    assert league.revision == 20
    await rival.close()


async def test_everyone_in_a_group_meets_everyone_once(cup: LeagueFixture) -> None:
    league = await cup.begin(8, form="groups")
    assert league.rounds == 3
    met: list[tuple[int, int]] = []
    while league.current is not None and not league.current.is_final:
        met += [(min(match.users), max(match.users)) for match in matches_of(league)]
        league = await cup.play()
    groups = [{each.user for each in league.entrants if each.group == group} for group in (1, 2)]
    assert [len(group) for group in groups] == [4, 4]
    assert sorted(met) == sorted((one, other) for one in range(1, 9) for other in range(one + 1, 9)
                                 if any({one, other} <= group for group in groups))  # fmt: skip
    assert set(matches_of(league)[0].users) == {min(group) for group in groups}


@pytest.mark.parametrize(
    ("people", "seats", "form"),
    [(64, 4, "swiss"), (64, 2, "groups"), (61, 4, "groups"), (27, 3, "swiss"), (5, 4, "swiss")],
)
async def test_a_league_survives_kills_and_repetition_at_every_step(
    cup: LeagueFixture, people: int, seats: int, form: Any
) -> None:
    """Each step is carried out twice and followed by a kill. People leave, and some tables never end."""
    random = Random(people)
    league = await cup.begin(people, seats=seats, sizes=tuple(range(2, seats + 1)), form=form)
    while not league.is_finished:
        for step in next_steps(league, cup.now):
            for _ in range(2):
                await cup.leagues.finish(step, 100 * step.round + step.match if step.kind == "open" else None)
        await cup.fixture.restart()
        league = await cup.leagues.by_id(LEAGUE)
        if league.status == "playing" and league.present and random.random() < 0.3:
            await cup.leagues.withdraw(LEAGUE, random.choice(league.present).user)
        ended = [match for match in matches_of(league) if match.table in open_tables(league) and random.random() < 0.7]
        plays = {match.table or 0: Play({user: random.randint(1, 4) for user in match.users}) for match in ended}
        cup.now += 3 * DAY_MS
        await cup.leagues.advance(LEAGUE, plays)
        league = await cup.leagues.advance(LEAGUE, plays)
    assert len(champions(league)) >= 1
    assert len(league.rounds_played) == league.rounds + 1
    assert all(match.is_decided for each in league.rounds_played for match in each.matches)


async def test_a_damaged_league_does_not_hide_the_others(cup: LeagueFixture) -> None:
    league = await cup.open(2)
    await cup.leagues.create(replace(league, id=LEAGUE + 1))
    damage = update(leagues).where(leagues.c.id == LEAGUE).values(state=b"\xff")
    DATABASES.do(cup.fixture.path, lambda connection: connection.execute(damage))
    assert [each.id for each in await cup.leagues.of_guild(GUILD)] == [LEAGUE + 1]
    assert [each.id for each in await cup.leagues.active()] == [LEAGUE + 1]
    with pytest.raises(NoLeague):
        await cup.leagues.by_id(LEAGUE)


@pytest.mark.slow
@pytest.mark.skipif("DATABASES.kind == 'postgresql'", reason="the killed process opens a file")
def test_a_season_of_real_tables_survives_kills(tmp_path: Path) -> None:
    """Each process of the season is killed after a few steps.

    `python -m tests.sessions.season` plays with 64 people.
    """
    figures = play_season(tmp_path / "season.db", people=6, seats=2, form="groups", kills=3, seed=5)
    assert figures["kills"] == 3
    assert {name: figures[name] for name in BAD} == dict.fromkeys(BAD, 0)
    assert figures["champions"] >= 1
