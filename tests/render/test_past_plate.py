"""The one plate that stays in the message of a finished turn."""

from typing import Any

import pytest

from engine.kernel.decision import Fact
from engine.minos_dawn.state.facts import Advanced, CardDrawn, WarriorPlaced
from render.gallery import Position
from render.minerva import gallery as minerva
from render.minos_classic import gallery as classic
from render.minos_dawn import gallery as dawn
from render.renderer import RENDERERS

DRAWN = CardDrawn(0, "A1_01", "offer", "prepare")
PLACED = WarriorPlaced(0, 1)
AHEAD = Advanced(0, 1, 2, "decree")
DEVELOPING, EXPANDING = "dawn-17-developing", "dawn-15-expanding"


def place_of(game: str, position: Position[Any], moves: tuple[Fact, ...], say) -> int:
    """Return the position of the staying plate among all plates."""
    found = RENDERERS[game].plates(position.view, (), position.names, say, moves)
    return list(found).index(RENDERERS[game].past_plate(position.view, found, moves))


@pytest.mark.parametrize(
    ("name", "moves", "place"),
    [
        (DEVELOPING, (DRAWN,), 0),
        (DEVELOPING, (DRAWN, PLACED), 1),
        (EXPANDING, (PLACED, AHEAD), 0),
        (EXPANDING, (AHEAD,), 1),
        (EXPANDING, (), 0),
    ],
    ids=["cards", "warriors", "map in question", "tracks beside the map", "nothing"],
)
def test_dawn_keeps_the_plate_with_the_changes(speaking, name: str, moves: tuple[Fact, ...], place: int) -> None:
    assert place_of("minos-dawn", dawn.positions()[name], moves, speaking("en")) == place


def test_other_games_keep_the_map_or_the_cities(speaking) -> None:
    for game, positions in (("minos-classic", classic.positions()), ("minerva", minerva.positions())):
        for position in positions.values():
            found = RENDERERS[game].plates(position.view, (), position.names, speaking("en"), ())
            kept = RENDERERS[game].past_plate(position.view, found, ())
            named = {plate.name for plate in found} & {"map", "cities"}
            assert kept.name in (named or {plate.name for plate in found})
