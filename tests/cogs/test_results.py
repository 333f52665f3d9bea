"""The round that decided a game: the first after which the winner always led."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.views.results import decisive_round
from engine.kernel.rules import Placing
from sessions.records.table import Seating

WORDING: Any = SimpleNamespace(
    game_uis={"minerva": SimpleNamespace(results=SimpleNamespace(points_so_far=lambda view: dict(enumerate(view))))}
)


def round_of(
    *rounds: tuple[int, ...], winners: tuple[int | None, ...] = (0,), left: tuple[int, ...] = ()
) -> int | None:
    """Return the decisive round of a game with these scores after each round."""
    sitters = [SimpleNamespace(seat=seat, has_left=seat in left) for seat in range(len(rounds[0]))]
    table = SimpleNamespace(game="minerva", sitters=sitters, seating=Seating())
    seen: Any = SimpleNamespace(table=table, result=[Placing(seat, 1, 0) for seat in winners])
    return decisive_round(WORDING, seen, rounds)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ([(1, 3), (5, 4), (6, 6), (9, 8), (9, 1)], 4),
        ([(2, 1), (3, 1), (4, 1)], 1),
        ([(1, 2), (2, 2), (3, 3)], None),
        ([(2, 1)], None),
    ],
    ids=["the lead changes", "always ahead", "won by a tie break", "one round tells nothing"],
)
def test_a_lead_kept_to_the_end_decides_the_game(rounds: list[tuple[int, ...]], expected: int | None) -> None:
    assert round_of(*rounds) == expected


def test_shared_victories_and_automatic_winners_have_no_decisive_round() -> None:
    assert round_of((2, 1), (3, 2), winners=(0, 1)) is None
    assert round_of((2, 1), (3, 2), winners=(None,)) is None


def test_people_who_left_do_not_contest_the_lead() -> None:
    assert round_of((2, 1, 9), (3, 2, 9), left=(2,)) == 1
