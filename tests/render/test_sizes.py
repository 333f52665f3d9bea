"""The table of type sizes counts type that is too small."""

from render import theme
from render.plate import WIDTH
from render.scene import Layer, Text
from tests.render.sizes import FRAME, row, sizes
from tests.render.test_plates import plate

SCALE = WIDTH // FRAME


def text(size: int) -> Text:
    return Text(500, 500, "Kyme", "bold", size, theme.CREAM)


def test_type_is_measured_at_its_size_in_the_frame() -> None:
    made = plate(Layer("asked", (text(41), text(42)), is_needed=True), Layer("rest", (text(35), text(36)))).scene
    assert sizes(made) == [(41 / SCALE, True), (14, True), (35 / SCALE, False), (12, False)]


def test_small_type_needed_by_the_question_is_counted_separately() -> None:
    found = [(12.0, True), (14.0, True), (11.0, False), (12.0, False), (13.0, False)]
    assert row("map", found) == "| map | 5 | 20% | 2 | 50% | 11.0 | 5.4 | 14.0 |"
    assert row("map", [(20.0, False)]) == "| map | 1 | 0% | 0 | – | 20.0 | 9.7 | 20.0 |"
