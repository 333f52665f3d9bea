"""People who wait for a game are matched at the largest table that suits them."""

from sessions.lobby.meeting import count_missing, meet
from sessions.records.person import ANY_PACE, Waiting

SIZES = (1, 2, 3, 4)


def wish(user: int, seats: int, most: int = 0, pace: str | None = ANY_PACE) -> Waiting:
    return Waiting(1, user, str(user), "orchard", seats, user, pace, most)


def test_nobody_is_matched_at_a_table_for_one() -> None:
    assert meet(1, [wish(1, 1)], SIZES) is None


def test_the_largest_table_opens_for_people_who_waited_longest() -> None:
    met = meet(9, [wish(1, 2, 4), wish(2, 2), wish(3, 3), wish(4, 2, 3), wish(9, 2, 4)], SIZES)
    assert met is not None
    assert (met.seats, [each.user for each in met.others]) == (3, [1, 3])


def test_the_pace_stays_open_if_nobody_chose_one() -> None:
    met = meet(9, [wish(1, 4, pace="brisk"), wish(2, 2), wish(9, 2)], SIZES)
    assert met is not None
    assert (met.seats, met.pace) == (2, ANY_PACE)


def test_people_with_different_paces_are_never_matched() -> None:
    assert meet(9, [wish(1, 2, pace="brisk"), wish(2, 2, pace=None), wish(9, 2, pace="daily")], SIZES) is None


def test_a_chosen_pace_decides_who_is_matched() -> None:
    met = meet(9, [wish(1, 3, pace=None), wish(2, 3, pace="brisk"), wish(3, 3), wish(9, 3, pace="brisk")], SIZES)
    assert met is not None
    assert (met.pace, [each.user for each in met.others]) == ("brisk", [2, 3])


def test_missing_players_are_counted_for_the_fullest_table() -> None:
    assert count_missing([wish(1, 4)], SIZES) == 3
    assert count_missing([wish(1, 4), wish(2, 3, 4)], SIZES) == 2
    assert count_missing([wish(1, 4), wish(2, 2, 4)], SIZES) == 1
    assert count_missing([wish(1, 3, pace=None), wish(2, 3, pace="brisk")], SIZES) == 2
    assert count_missing([wish(1, 2), wish(2, 2)], SIZES) == 1, "at least one, although these two could open a table"
