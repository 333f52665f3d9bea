"""Repainting only the changed parts of a picture gives the same bytes as painting the whole picture."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random
from threading import Event

import pytest
from PIL import Image

from render import canvas, paint, theme
from render.canvas import regions
from render.paint import FADES, LEVEL, Painting
from render.plate import HEIGHT, WIDTH
from render.png import SMALLEST
from render.scene import Area, Box, Disc, Icon, Item, Layer, Scene, Stroke, Text, overlap

GROUND = Layer("sea", (Box(0, 0, WIDTH, 700, theme.SEA[2]), Area(((100, 100), (900, 200), (400, 600)), theme.LAND)))


def scene(items: list[Item], ground: Layer = GROUND) -> Scene:
    return Scene(WIDTH, HEIGHT, ground, 700, (Layer("all", tuple(items)),))


def any_item(dice: Random) -> Item:
    x, y = float(dice.randrange(-40, WIDTH)), float(dice.randrange(-40, HEIGHT))
    match dice.randrange(6):
        case 0:
            return Box(x, y, dice.randrange(20, 900), dice.randrange(20, 400), f"{theme.GOLD}80", 12, theme.INK, 3)
        case 1:
            return Disc(x, y, dice.randrange(5, 60), f"{theme.TERRACOTTA}c0", theme.CREAM, 4)
        case 2:
            return Icon("ship", x, y, dice.randrange(30, 120), dice.choice(list(theme.SEATS)))
        case 3:
            return Stroke(((x, y), (x + 200, y + 90), (x + 30, y + 300)), theme.ROAD, 9)
        case 4:
            return Area(((x, y), (x + 80, y + 10), (x + 30, y + 90)), f"{theme.POINTS}70")
        case _:
            return Text(x, y, dice.choice(("Ariadne", "12345", "Žďár")), "bold", 44, theme.CREAM, "lm", theme.INK)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_repainted_picture_equals_a_fresh_one(seed: int) -> None:
    dice, kept = Random(seed), Painting()
    items = [any_item(dice) for _ in range(60)]
    for number in range(8):
        for _ in range(dice.randrange(4)):
            items[dice.randrange(len(items))] = any_item(dice)
        if number % 4 == 3:
            items.insert(dice.randrange(len(items)), items.pop())
        assert kept.png(scene(items)) == Painting().png(scene(items)), number


def test_only_differences_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[tuple[int, tuple[int, int, int, int]]] = []
    kept, part = Painting(), Painting._part

    def count_painted(self: Painting, given: Scene, items: list[Item], region: tuple[int, int, int, int]) -> object:
        painted.append((len(items), region))
        return part(self, given, items, region)

    monkeypatch.setattr(Painting, "_part", count_painted)
    items: list[Item] = [Icon("coin", 80.0 * n + 40, 300.0, 50) for n in range(20)]
    kept.png(scene(items))
    kept.png(scene(items))
    assert painted == [(20, (0, 0, WIDTH, HEIGHT))], "the same scene is not painted again"
    kept.png(scene([*items[:-1], Icon("coin", 1180, 800, 50)]))
    assert sorted(count for count, _ in painted[1:]) == [0, 1], "the coin's old and new places"
    kept.png(scene(items, Layer("other", ())))
    assert painted[-1] == (20, (0, 0, WIDTH, HEIGHT)), "another background"


def test_each_alternating_table_keeps_its_own_canvas(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Painting()
    tables = [[Icon("coin", 60.0 * n + 40, 100.0 * table + 100, 50) for n in range(20)] for table in range(3)]
    for items in tables:
        kept.png(scene(list(items)))
    monkeypatch.setattr(Painting, "paint", None)
    for items in tables:
        moved: list[Item] = [*items[1:], Icon("ship", 900, 900, 80, "azure")]
        kept.png(scene(moved))


def test_a_plate_leaves_alone_one_that_is_still_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    may_begin, kept = Event(), Painting()
    packers = ThreadPoolExecutor(1)
    packers.submit(may_begin.wait)
    monkeypatch.setattr(canvas, "_PACKERS", packers)
    items: list[Item] = [Icon("coin", 80.0 * n + 40, 300.0, 50) for n in range(20)]
    shown = [scene([*items]), scene([*items[:-1], Icon("ship", 900, 900, 80, "azure")])]

    files = [kept.begin(each) for each in shown]
    may_begin.set()

    assert [finish() for finish in files] == [Painting().png(each) for each in shown]
    packers.shutdown()


def test_the_oldest_canvas_is_dropped_to_make_room() -> None:
    kept = Painting()
    for number in range(canvas.CANVASES_KEPT + 5):
        kept.png(scene([Icon("coin", 60.0 * n + 40, 50.0 * number + 40, 50) for n in range(3)]))
    assert len(kept._canvases._kept) <= canvas.CANVASES_KEPT


def test_changed_areas_stay_separate_unless_most_of_the_canvas_changed() -> None:
    assert regions([(0, 0, 10, 10), (5, 5, 20, 20), (50, 50, 60, 60)], 100, 100) == [(0, 0, 20, 20), (50, 50, 60, 60)]
    assert regions([(-9, -9, 5, 5), (95, 95, 200, 200), (300, 0, 310, 10)], 100, 100) == [
        (0, 0, 5, 5),
        (95, 95, 100, 100),
    ]
    assert regions([(0, 0, 100, 90)], 100, 100) is None
    assert not overlap((0, 0, 1, 1), (1, 0, 2, 1))


def test_reordered_and_repeated_items_are_repainted() -> None:
    one, other = Disc(500, 500, 80, theme.INK), Disc(540, 500, 80, f"{theme.GOLD}90")
    for before, after in (([one, other], [other, one]), ([one, other], [one, other, other])):
        kept = Painting()
        kept.png(scene([*before]))
        assert kept.png(scene([*after])) == Painting().png(scene([*after]))


def test_edges_fade_in_few_steps_but_glows_do_not() -> None:
    """Edges use few levels of alpha, because invisible levels would make the file larger.

    A glow keeps its own alpha.
    """
    sharp: tuple[Item, ...] = (
        Icon("ship", 50.0, 50.0, 90, "azure"),
        Text(50, 50, "Žďár", "bold", 44, theme.CREAM),
        Disc(50, 50, 33, theme.INK),
    )
    for item in sharp:
        _, _, ((tile, _, _),) = Painting()._patches(item, FADES)
        assert isinstance(tile, Image.Image)
        assert 2 < len(set(tile.getchannel("A").get_flattened_data())) <= FADES + 1, item
    _, _, ((glow, _, _),) = Painting()._patches(Disc(50, 50, 33, f"{theme.GOLD}58"), FADES)
    assert isinstance(glow, Image.Image)
    assert 0x58 in glow.getchannel("A").get_flattened_data()


def test_a_picture_keeps_every_pixel_in_its_file() -> None:
    drawn = scene([Text(60, 60, "Žďár", "bold", 44, theme.CREAM), Disc(90, 50, 33, theme.INK)])
    canvas = Painting()._canvas(drawn)

    read = Image.open(BytesIO(canvas.begin(LEVEL)()))

    assert (read.mode, read.size) == ("P", canvas.image.size)
    assert read.convert("RGB").tobytes() == canvas.image.convert("RGB").tobytes()


def test_a_picture_over_the_limit_is_compressed_more(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = scene([Icon("coin", 60.0 * n + 40, 400, 50) for n in range(20)])
    usual = Painting().png(drawn)

    monkeypatch.setattr(paint, "MOST_BYTES", len(usual) - 1)
    smaller = Painting().png(drawn)

    assert smaller == Painting()._canvas(drawn).begin(SMALLEST)()
    assert len(smaller) < len(usual)
