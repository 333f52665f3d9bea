"""Standings of leagues: points at tables of any size, the order of tie-breaks, and the players of the final."""

from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import pytest
from msgspec.structs import replace

from sessions.leagues.pairing import History
from sessions.leagues.standings import RULES, Standing, champions, finalists, history_of, points_of, standings
from sessions.records.league import Decided, Entrant, League, Match, Round

HALF = Fraction(1, 2)


def league_of(people: int, *rounds: tuple[Match, ...], seed: int = 1, seats: int = 2) -> League:
    return League(
        seed, 5, 77, 1, "Winter", "orchard", seats, tuple(range(2, seats + 1)), "swiss", 0, 7, len(rounds),
        status="playing", entrants=tuple(Entrant(user, f"user {user}") for user in range(1, people + 1)),
        rounds_played=tuple(Round(number, 0, 1, matches) for number, matches in enumerate(rounds, 1)),
    )  # fmt: skip


def win(*users: int, by: Decided = "game") -> Match:
    """Return a match that these users ended in this order."""
    return Match(users, 1, tuple(range(1, len(users) + 1)), by)


def tie(*users: int) -> Match:
    return Match(users, 1, (1,) * len(users), "game")


def random_league(seed: int) -> League:
    """Return a league with random tables of two to four people, byes, walkovers and people who left."""
    random = Random(seed)
    people = random.randint(4, 12)
    rounds = []
    for _ in range(random.randint(1, 5)):
        users = random.sample(range(1, people + 1), people)
        matches = []
        while users:
            size = min(len(users), random.randint(2, 4))
            seated, users = tuple(users[:size]), users[size:]
            places = tuple(random.choice((1, 1, 2, 3)) for _ in seated)
            ranks = tuple(1 + sum(other < place for other in places) for place in places)
            by: Decided = "game" if size > 1 else "bye"
            matches.append(Match(seated, 1, ranks, random.choice((by, by, by, None))))
        rounds.append(tuple(replace(match, places=match.places if match.by else ()) for match in matches))
    league = league_of(people, *rounds, seed=seed, seats=4)
    gone = random.sample(range(people), random.randint(0, 2))
    return replace(
        league, entrants=tuple(replace(each, has_left=place in gone) for place, each in enumerate(league.entrants))
    )


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (1, 0)), ((1, 1), (HALF, HALF)), ((1, 2, 3), (1, HALF, 0)), ((1, 2, 2), (1, HALF / 2, HALF / 2)),
        ((4, 1, 2, 3), (0, 1, Fraction(2, 3), Fraction(1, 3))), ((1, 1, 1, 1), (HALF,) * 4),
    ],
)  # fmt: skip
def test_points_are_the_share_of_opponents_beaten(places: tuple[int, ...], points: tuple[Fraction, ...]) -> None:
    match = Match(tuple(range(len(places))), 1, places, "game")
    assert tuple(points_of(match).values()) == points


def test_every_table_gives_half_a_point_for_each_seat() -> None:
    for seed in range(100):
        for each in random_league(seed).rounds_played:
            for match in each.matches:
                if match.by == "game":
                    assert sum(points_of(match).values()) == Fraction(len(match.users), 2)


def points_by_user(league: League) -> dict[int, Fraction]:
    return {line.user: line.points for line in standings(league)}


def test_a_bye_and_a_walkover_are_wins_without_a_meeting() -> None:
    league = league_of(3, (win(1, 2, by="walkover"), win(3, by="bye")))
    assert history_of(league) == History({1: Fraction(1), 2: Fraction(0), 3: Fraction(1)}, {}, {3: 1})
    assert [line.wins for line in standings(league)] == [0, 0, 0]


def keys(line: Standing) -> tuple[object, ...]:
    return line.has_left, -line.points, -line.opponents, -line.direct, -line.wins


@pytest.mark.parametrize("seed", range(200))
def test_each_line_of_the_standings_names_its_deciding_rule(seed: int) -> None:
    league = random_league(seed)
    lines = standings(league)
    assert sorted(line.user for line in lines) == [each.user for each in league.entrants]
    assert lines[0].decided_by is None
    assert lines[0].place == 1
    for index, (above, below) in enumerate(pairwise(lines)):
        differing = [rule for rule, one, other in zip(RULES[1:], keys(above), keys(below), strict=True) if one != other]
        assert below.decided_by == (differing[0] if differing else None)
        assert below.place == (index + 2 if differing else above.place)
        assert keys(above) <= keys(below)


@pytest.mark.parametrize("seed", range(50))
def test_standings_do_not_depend_on_the_order_of_sign_up(seed: int) -> None:
    league = random_league(seed)
    turned = replace(
        league, entrants=league.entrants[::-1],
        rounds_played=tuple(replace(each, matches=each.matches[::-1]) for each in league.rounds_played),
    )  # fmt: skip
    places = [{line.user: line.place for line in standings(each)} for each in (league, turned)]
    assert places[0] == places[1]


def test_ties_are_broken_by_stronger_opponents_then_by_direct_games() -> None:
    """In the first league, 3 and 4 have one point each, but 3 met opponents with more points. In the second, each tie
    is between two people whose opponents have equally many points, so their own match decides.
    """
    strong = league_of(4, (win(1, 2), win(3, 4)), (win(1, 3), win(4, 2)))
    assert [(line.user, line.decided_by) for line in standings(strong)] == [
        (1, None), (3, "points"), (4, "opponents"), (2, "points"),
    ]  # fmt: skip
    direct = league_of(4, (win(1, 2), win(3, 4)), (win(3, 1), win(4, 2)), (win(1, 4), win(2, 3)))
    assert {line.points for line in standings(direct)} == {1, 2}
    first, second, third, last = standings(direct)
    assert ((first.user, first.direct), (second.user, second.direct)) == ((3, 1), (1, -1))
    assert second.decided_by == "direct"
    assert ((third.user, last.user), last.decided_by) == ((4, 2), "direct")


def test_wins_break_ties_between_people_who_never_met() -> None:
    league = league_of(7, (win(1, 3), tie(2, 4), win(7, 5)), (win(5, 1), tie(2, 6)))
    both = [line for line in standings(league) if line.user in (1, 2)]
    assert {(line.points, line.direct) for line in both} == {(Fraction(1), 0)}
    assert {line.user: line.wins for line in both} == {1: 1, 2: 0}


def test_the_size_of_a_table_does_not_affect_opponents_points() -> None:
    """A round at a table of four gives no more opponents' points than a round at a table of two."""
    league = league_of(6, (tie(1, 2, 3, 4), tie(5, 6)))
    assert {line.opponents for line in standings(league)} == {HALF}
    assert {line.place for line in standings(league)} == {1}


def test_a_bye_counts_ones_own_points_as_the_opponents() -> None:
    league = league_of(3, (win(1, 2), win(3, by="bye")), (win(1, 3), win(2, by="bye")))
    assert {line.user: line.opponents for line in standings(league)} == {1: 2, 2: 3, 3: 3}


def test_the_best_remaining_players_play_the_final() -> None:
    league = league_of(4, (win(1, 2), win(3, 4)), (win(1, 3), win(2, 4)))
    assert (len(finalists(league)), finalists(league)[0]) == (2, 1)
    gone = replace(league, entrants=(replace(league.entrants[0], has_left=True), *league.entrants[1:]))
    assert 1 not in finalists(gone)
    final = Round(3, 0, 1, (Match((1, 3), 9, (2, 1), "game"),), is_final=True)
    over = replace(league, rounds_played=(*league.rounds_played, final), status="over")
    assert champions(over) == (3,)
    assert [(line.user, line.decided_by) for line in standings(over)][:2] == [(3, None), (1, "final")]
    assert points_by_user(over) == points_by_user(league)


def test_group_winners_reach_the_final_before_any_second_place() -> None:
    """The second of group 1 has 2 points, and the winner of group 2 only 1½."""
    rounds = (win(1, 3), tie(4, 5)), (win(2, 3), tie(4, 6)), (win(1, 2), win(5, 6)), (win(2, 3),)
    league = league_of(6, *rounds)
    grouped = tuple(replace(each, group=1 + place // 3) for place, each in enumerate(league.entrants))
    assert finalists(replace(league, entrants=grouped)) == (1, 5)
    assert set(finalists(league)) == {1, 2}


def test_a_random_draw_orders_people_who_share_a_place() -> None:
    orders = {tuple(line.user for line in standings(league_of(3, seed=seed))) for seed in range(100)}
    assert orders == set(permutations((1, 2, 3)))
    assert {line.place for line in standings(league_of(3))} == {1}
