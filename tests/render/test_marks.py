"""The leaders' mark: which seats get it, and whether its shape is recognisable in every kind of vision."""

import pytest
from PIL import Image, ImageDraw

from engine.minerva.seen.view import MinervaView
from render import theme
from render.drawing import Square
from render.gallery import VISIONS, view_as
from render.icons import ICONS
from render.marks import LAUREL, leaders, seat_mark
from render.minerva.gallery import positions
from render.minerva.renderer import RENDERER
from render.plate import PHONE_WIDTH, WIDTH
from render.scene import Icon

SIZE = 56
GROUNDS = (theme.NIGHT, theme.CREAM, theme.PAPYRUS_DIM, *theme.SEATS.values(), *theme.SEATS_PALE.values())


@pytest.mark.parametrize(
    ("scores", "leading"),
    [({}, set()), ({0: 7}, set()), ({0: 0, 1: 0}, set()), ({0: 4, 1: 9, 2: 8}, {1}), ({0: 9, 1: 9, 2: 8}, {0, 1}),
     ({0: -3, 1: -1}, {1}), ({0: 5, 1: 5, 2: 5}, set())],
)  # fmt: skip
def test_all_with_the_highest_score_lead_unless_all_are_equal(scores: dict[int, int], leading: set[int]) -> None:
    assert leaders(scores) == leading


def small(name: str, seat: str, size: int, ground: str, vision: str) -> Image.Image:
    """Paint a mark as a phone shows it, and keep only light and dark."""
    image = Image.new("RGB", (90, 90), ground)
    ICONS[name](Square(ImageDraw.Draw(image), 45 - size / 2, 45 - size / 2, size), seat)
    seen = image if vision == "all" else view_as(image, vision)
    side = round(90 * PHONE_WIDTH / WIDTH)
    return seen.convert("L").resize((side, side), Image.Resampling.LANCZOS)


@pytest.mark.parametrize("vision", ["all", *VISIONS])
def test_a_laurel_differs_from_a_plain_mark_on_a_phone(vision: str) -> None:
    """Every background that marks are drawn on is checked."""
    for ground in GROUNDS:
        for seat in theme.SEATS:
            laurel = small("leader", seat, round(SIZE * LAUREL), ground, vision).tobytes()
            for size in (SIZE, round(SIZE * LAUREL)):
                plain = small("mark", seat, size, ground, vision).tobytes()
                differing = sum(abs(one - other) > 40 for one, other in zip(plain, laurel, strict=True))
                assert differing >= 25, (ground, seat, size)


@pytest.mark.parametrize("vision", ["all", *VISIONS])
def test_seat_marks_differ_inside_their_laurels(vision: str) -> None:
    seen = {seat: small("leader", seat, 80, theme.CREAM, vision).tobytes() for seat in theme.SEATS}
    for one in seen:
        for other in seen:
            differing = sum(abs(a - b) > 40 for a, b in zip(seen[one], seen[other], strict=True))
            assert (differing >= 6) == (one != other), (one, other)


def test_a_laurel_has_the_same_centre_as_a_plain_mark() -> None:
    assert seat_mark(1, {1}, 40, 50, 50) == Icon("leader", 40, 50, 70, "azure")
    assert seat_mark(0, {1}, 40, 50, 50) == Icon("mark", 40, 50, 50, "crimson")


def seats_with_laurel(view: MinervaView) -> set[str]:
    plates = RENDERER.plates(view, (), {}, lambda message: message.id)
    return {
        item.style for each in plates for item in each.scene.items() if isinstance(item, Icon) and item.name == "leader"
    }


def test_minervas_leaders_wear_a_laurel() -> None:
    late, end = positions()["minerva-05-late"].view, positions()["minerva-07-result"].view
    points = {each.seat: sum(each.points.values()) for each in late.seats}
    seats = tuple(theme.SEATS)
    assert seats_with_laurel(late) == {seats[seat] for seat in points if points[seat] == max(points.values())}
    assert seats_with_laurel(end) == {
        seats[each.seat] for each in end.result if each.place == 1 and each.seat is not None
    }
    assert seats_with_laurel(positions()["minerva-06-solo"].view) == set()
