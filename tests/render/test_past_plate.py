"""Only one plate stays in the message of a finished turn."""

from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.kernel.decision import Fact
from engine.minos_dawn.state.facts import Advanced, CardDrawn, WarriorPlaced
from render.gallery import NAMES, Position
from render.minos_classic import gallery as classic
from render.minos_dawn import gallery as dawn
from render.minos_dawn.plates.boards import past_plate
from render.renderer import RENDERERS
from render.worker import RenderJob, RenderWorker

DRAWN = CardDrawn(0, "A1_01", "offer", "prepare")
PLACED = WarriorPlaced(0, 1)
AHEAD = Advanced(0, 1, 2, "decree")
DEVELOPING, EXPANDING = "dawn-17-developing", "dawn-15-expanding"


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
def test_dawn_keeps_the_plate_that_shows_the_changes(speaking, name: str, moves: tuple[Fact, ...], place: int) -> None:
    view = dawn.positions()[name].view
    found = RENDERERS["minos-dawn"].plates(view, (), NAMES, speaking("en"), moves)
    assert list(found).index(past_plate(view, found, moves)) == place


@pytest.mark.parametrize(
    ("game", "position", "kept"),
    [
        ("minos-classic", classic.positions()["02-mid-roll"], "map"),
        ("minos-dawn", dawn.positions()[DEVELOPING], "now"),
    ],
)
def test_a_finished_turn_is_drawn_as_one_plate(game: str, position: Position[Any], kept: str) -> None:
    job = RenderJob(game, position.view, (), dict(NAMES), "en", "past")
    (drawn,) = RenderWorker().draw(job)
    (small,) = RenderWorker().draw(msgspec.structs.replace(job, shrink=2))
    assert drawn.filename.startswith(f"{kept}-")
    assert Image.open(BytesIO(small.png)).size == (small.width, small.height) == (drawn.width / 2, drawn.height / 2)
    assert small.filename != drawn.filename
    assert len(small.png) < 0.65 * len(drawn.png)
