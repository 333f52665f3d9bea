"""Pictures and texts of games that people ended early: nobody is asked, and agreed places count."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import GAMES
from engine.kernel.play import places_of
from engine.simulate import Plan, simulation_of
from render.gallery import NAMES
from render.plate import Plate
from render.renderer import RENDERERS
from render.scene import Icon, Text

PEOPLE = {seat: NAMES[seat] for seat in range(3)}


def end_after(game: str, answers: int, ended: str) -> Any:
    """Return the view of a table for three that ended this way after that many answers."""
    simulation = simulation_of(GAMES[game], Plan(game, 3, 7, "greedy"), 0)
    for _ in range(answers):
        simulation.turn()
    position = simulation.play.position
    places = places_of(GAMES[game], position, ended)
    return replace(GAMES[game].rules.look(position.state, None), result=places, is_over=True)


def draw(view: Any, game: str, say: Any) -> Sequence[Plate]:
    return RENDERERS[game].plates(view, (), PEOPLE, say, ())


def head_of(plate: Plate) -> list[str]:
    return [item.text for item in plate.scene.items("head") if isinstance(item, Text)]


@pytest.mark.parametrize(("ended", "told"), [("settled", ("wins", "Shared victory")), ("conceded", ("Game over",))])
@pytest.mark.parametrize("answers", [5, 40])
@pytest.mark.parametrize("game", RENDERERS)
def test_nobody_is_next_after_a_game_was_ended_early(speaking, game, answers, ended, told):
    say, view, renderer = speaking("en"), end_after(game, answers, ended), RENDERERS[game]
    for text in (renderer.board_text(view, PEOPLE, say), renderer.alt_text(view, PEOPLE, say)):
        assert "To move" not in text
        assert any(each in "\n".join(text.splitlines()[:2]) for each in told)
    for plate in draw(view, game, say):
        shown = head_of(plate)
        assert not shown or any(each in text for text in shown for each in told)


def test_two_first_places_in_minerva_are_a_shared_victory(speaking):
    view = end_after("minerva", 0, "settled")
    view = replace(view, result=tuple(replace(each, place=1) for each in view.result))
    (plate,) = draw(view, "minerva", speaking("en"))
    told = f"Shared victory: {' · '.join(PEOPLE[each.seat] for each in view.result)}"
    assert told in head_of(plate)
    assert told in plate.alt


def test_dawn_gives_the_laurel_to_the_first_place(speaking):
    view = end_after("minos-dawn", 40, "settled")
    best, *others = view.result
    left = (*(replace(each, place=number) for number, each in enumerate(others, 1)), replace(best, place=3))
    first, _ = draw(replace(view, result=left), "minos-dawn", speaking("en"))
    marks = [item for item in first.scene.items("seats") if isinstance(item, Icon) and item.name == "leader"]
    assert [mark.style for mark in marks] == [("crimson", "azure", "amber")[others[0].seat]]
