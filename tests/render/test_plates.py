"""Boards of the gallery are legible on Discord: size, room and contrast of every plate."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from cogs.ui.option_words import marks_of
from engine.games import GAMES
from engine.kernel.decision import Message
from engine.kernel.offering.offers import offer
from engine.kernel.rules import with_pending
from engine.simulate import Plan, simulation_of
from locales.words import LANGUAGES
from render import theme
from render.paint import Painting
from render.plate import HEIGHT, WIDTH, Plate, arrow, glow, head_line, line, round_glow
from render.renderer import RENDERERS
from render.scene import Area, Box, Icon, Item, Layer, Scene, Text
from tests.render import plates

Speaking = Callable[[str], Callable[[Message], str]]
BARE = Layer("bare", ())


def plate(*layers: Layer, name: str = "toy", alt: str = "A toy.") -> Plate:
    return Plate(name, Scene(WIDTH, HEIGHT, BARE, 1, layers), alt)


def head(title: str = "Ariadne", aside: str = "Round 3") -> Layer:
    return Layer("head", tuple(head_line(title, aside, "azure")), is_needed=True)


@pytest.mark.parametrize("game", RENDERERS)
def test_gallery_boards_are_legible_on_discord(speaking: Speaking, painting: Painting, game: str) -> None:
    """Checked in all languages and with the longest names."""
    found: dict[str, list[str]] = {}
    for name, given in plates.boards(game).items():
        for language in LANGUAGES:
            for names in (given.names, plates.LONG):
                drawn = given.draw(names, speaking(language))
                found.setdefault(f"{name}, {language}", []).extend(plates.faults(drawn))
        found[name] = [fault for each in drawn for fault in plates.faint(each, painting)]
        found[f"{name}, filled"] = [each.name for each in drawn if plates.filled_share(each.scene) < plates.FILLED]
        sizes = [len(painting.png(each.scene)) for each in drawn]
        if max(sizes) > plates.MOST_BYTES or sum(sizes) > plates.MOST_TOGETHER:
            found[f"{name}, bytes"] = [str(size) for size in sizes]
    assert {name: faults for name, faults in found.items() if faults} == {}


SAMPLED = {"minos-dawn": 13, "minos-classic": 31, "minerva": 5}
"""Number of answers between two judged positions of a whole game."""


@pytest.mark.parametrize("game", RENDERERS)
def test_boards_of_whole_games_are_legible(speaking: Speaking, game: str) -> None:
    """Plays one random game for each number of seats. Languages and long names alternate."""
    played, judged = GAMES[game], 0
    found: list[tuple[int, int, str]] = []
    for number, seats in enumerate(played.rules.seats):
        simulation = simulation_of(played, Plan(game, seats, 77), number)
        while simulation.play.pending:
            play = simulation.play
            if play.position.number % SAMPLED[game] == number:
                view = with_pending(played.rules.look(play.position.state, None), play.pending)
                marks = marks_of(offer(played, play.position, play.pending[0])) if len(play.pending) == 1 else ()
                names = plates.LONG if judged % 2 else dict.fromkeys(range(4), "Ariadne")
                say = speaking(LANGUAGES[judged % 3])
                faults = plates.faults(RENDERERS[game].plates(view, marks, names, say))
                found += [(seats, play.position.number, fault) for fault in faults]
                judged += 1
            simulation.turn()
    assert found == []
    assert judged > 20


def test_a_correct_board_has_no_faults(painting: Painting) -> None:
    sound = plate(head(), Layer("rest", (line(20, 200, "36 pixels", 36, theme.CREAM, 400),)))
    assert plates.faults((sound, replace(sound, name="other"))) == []
    assert plates.faint(sound, painting) == []


def needed_layer(*items: Item) -> Layer:
    return Layer("asked", items, is_needed=True)


SMALL_NEEDED = Text(500, 500, "41", "bold", 41, theme.CREAM)


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (plate(head(), needed_layer(SMALL_NEEDED)), "toy: '41' in asked is 41 high"),
        (plate(head(), needed_layer(Icon("coin", 500, 500, 41))), "toy: Icon coin in asked is 41 high"),
        (plate(head(), Layer("rest", (replace(SMALL_NEEDED, text="35", size=35),))), "toy: '35' in rest is 35 high"),
        (plate(head(), Layer("rest", (SMALL_NEEDED, replace(SMALL_NEEDED, x=530)))),
         "toy: '41' and '41' run into each other"),
        (plate(head(), Layer("rest", (replace(SMALL_NEEDED, x=1645),))), "toy: '41' in rest reaches beyond the plate"),
        (plate(Layer("rest", (SMALL_NEEDED,))), "toy: nothing is needed for the question"),
        (plate(head(), name="Toy 1"), "Toy 1: its name is not made of small letters"),
        (plate(head(), alt="A" * 1025), "toy: 1025 characters of alternative text"),
        (Plate("toy", Scene(1600, 1800, BARE, 1, (head("A", "B"),)), "A toy."), "toy: 1600 × 1800"),
    ],
)  # fmt: skip
def test_every_kind_of_fault_is_found(made: Plate, fault: str) -> None:
    assert fault in plates.faults((made,))


def test_the_plates_of_a_board_have_different_names() -> None:
    one = plate(head())
    assert plates.faults((one, one)) == plates.faults(()) == ["names or number of plates"]


def test_low_contrast_words_are_found_for_every_kind_of_vision(painting: Painting) -> None:
    grey = plate(head(), Layer("rest", (Box(400, 400, 400, 200, theme.PAPYRUS), SMALL_NEEDED)))
    assert any(fault.startswith("'41': 1.") for fault in plates.faint(grey, painting))


def test_a_mostly_empty_picture_is_found() -> None:
    corners = tuple(Icon("coin", x, y, 40) for x in (40, WIDTH - 40) for y in (40, HEIGHT - 40))
    whole = plate(Layer("corners", corners)).scene
    assert plates.filled_share(whole) > 0.9
    assert plates.filled_share(replace(whole, height=2 * HEIGHT)) < 0.5, "a tall picture is scaled down"
    assert plates.filled_share(plate(Layer("corners", corners[:2])).scene) < 0.1, "the right side is empty"
    assert plates.filled_share(plate().scene) == 0


@pytest.mark.parametrize("name", plates.LONG.values())
def test_long_names_never_cover_the_text_about_the_round(name: str) -> None:
    assert plates.faults((plate(head(f"{name} · Développer", "Dernière manche 13/13 · avantage aux peuples")),)) == []


def test_the_tip_of_an_arrow_is_at_its_target(painting: Painting) -> None:
    for bend in (0.0, 0.2, -0.2):
        *_, tip = arrow((100, 500), (900, 300), theme.GOLD, 14, bend)
        assert isinstance(tip, Area)
        assert tip.points[0] == (900, 300)
        image = painting.paint(
            plate(head(), Layer("moves", tuple(arrow((100, 500), (900, 300), theme.GOLD, 14, bend)))).scene
        )
        assert image.getpixel((890, 303 if not bend else 300)) != image.getpixel((5, 1000))


def test_a_glow_is_visible_around_its_item(painting: Painting) -> None:
    layer = Layer("glow", (*glow(200, 200, 100, 60), *round_glow(600, 230, 40), Box(200, 200, 100, 60, theme.INK)))
    image = painting.paint(plate(head(), layer).scene)
    night = image.getpixel((5, 1000))
    assert image.getpixel((194, 230)) != night != image.getpixel((600, 185))
    assert image.getpixel((175, 230)) == night == image.getpixel((600, 150))
