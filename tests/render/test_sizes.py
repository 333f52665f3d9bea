"""The table of type sizes finds small type where it is."""

from render import theme
from render.plate import WIDTH
from render.scene import Layer, Text
from tests.render.sizes import FRAME, row, sizes
from tests.render.test_plates import plate

SCALE = WIDTH // FRAME


def text(size: int) -> Text:
    return Text(500, 500, "Kyme", "bold", size, theme.CREAM)


def test_type_is_measured_as_it_looks_in_the_frame() -> None:
    made = plate(Layer("asked", (text(41), text(42)), is_needed=True), Layer("rest", (text(35), text(36)))).scene
    assert sizes(made) == [(41 / SCALE, True), (14, True), (35 / SCALE, False), (12, False)]


def test_small_type_is_counted_apart_for_the_question() -> None:
    found = [(12.0, True), (14.0, True), (11.0, False), (12.0, False), (13.0, False)]
    assert row("map", found) == "| map | 5 | 20% | 2 | 50% | 11.0 | 5.4 | 14.0 |"
    assert row("map", [(20.0, False)]) == "| map | 1 | 0% | 0 | – | 20.0 | 9.7 | 20.0 |"
