"""Close-ups can be read on a phone, show everything once, and keep secrets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

from engine.games import GAMES
from engine.kernel.decision import Message, Seat
from engine.kernel.rules import with_pending
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.seen.prices import decree_price
from engine.simulate import Plan, simulation_of
from games import package_of
from locales.words import LANGUAGES
from render import theme
from render.gallery import NAMES, Position
from render.minos_classic.renderer import QUARTERS
from render.paint import Painting
from render.plate import HEIGHT, LEAST, LONGEST_ALT, WIDTH, bare
from render.renderer import RENDERERS
from render.scene import Layer, Scene, Text
from tests.render import plates

Speaking = Callable[[str], Callable[[Message], str]]
GAMES_DRAWN = tuple(RENDERERS)
SLACK = 4
"""Number of pixels that accents and descenders may reach beyond their plate."""


def positions(game: str) -> Mapping[str, Position[Any]]:
    found: Mapping[str, Position[Any]] = import_module(f"render.{package_of(game)}.gallery").positions()
    return found


def faults(scene: Scene) -> Iterator[str]:
    """Yield the words of a close-up that are too small, are cut off, or run into each other."""
    if (scene.width, scene.height) != (WIDTH, HEIGHT):
        yield f"{scene.width} × {scene.height}"
    written = [(text, plates.ink(text)) for text in plates.texts(scene)]
    for text, (left, top, right, bottom) in written:
        if text.size < LEAST:
            yield f"{text.text!r} is {text.size} high"
        if left < -SLACK or top < -SLACK or right > WIDTH + SLACK or bottom > HEIGHT + SLACK:
            yield f"{text.text!r} reaches beyond the plate"
    for (one, here), (other, there) in combinations(written, 2):
        if min(here[2], there[2]) - max(here[0], there[0]) > 1 and min(here[3], there[3]) - max(here[1], there[1]) > 1:
            yield f"{one.text!r} and {other.text!r} run into each other"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES_DRAWN)
def test_close_ups_of_the_gallery_can_be_read_on_a_phone(speaking: Speaking, game: str, language: str) -> None:
    say, found = speaking(language), []
    for name, given in positions(game).items():
        for key, part in RENDERERS[game].close_ups(given.view, 0).items():
            for names in (given.names, plates.LONG):
                found += [(name, key, fault) for fault in faults(part.scene(names, say))]
                assert 0 < len(part.alt(names, say)) <= LONGEST_ALT, (name, key)
    assert found == []


@pytest.mark.parametrize("game", GAMES_DRAWN)
def test_close_ups_of_whole_games_can_be_read_on_a_phone(speaking: Speaking, game: str) -> None:
    found, judged = [], 0
    for number, seats in enumerate(GAMES[game].rules.seats):
        simulation = simulation_of(GAMES[game], Plan(game, seats, 79), number)
        while simulation.play.pending:
            play = simulation.play
            if play.position.number % 53 == number:
                view = with_pending(GAMES[game].rules.look(play.position.state, None), play.pending)
                for key, part in RENDERERS[game].close_ups(view, None).items():
                    scene = part.scene(plates.LONG, speaking(LANGUAGES[judged % 3]))
                    found += [(seats, play.position.number, key, fault) for fault in faults(scene)]
                    judged += 1
            simulation.turn()
    assert found == []
    assert judged > 30


def written_in(game: str, view: Any, keys: Sequence[str], say: Callable[[Message], str], seat: Seat | None) -> set[str]:
    parts = RENDERERS[game].close_ups(view, seat)
    scenes = [parts[key].scene(plates.LONG, say) for key in keys]
    return {text.text for scene in scenes for text in plates.texts(scene)}


def test_quarters_of_the_map_name_every_site_of_classic(speaking: Speaking) -> None:
    say, view = speaking("en"), positions("minos-classic")["08-crowded"].view
    names = {say(Message(f"minos_classic.place.{site.site}")) for site in view.sites}
    assert names <= written_in("minos-classic", view, tuple(QUARTERS), say, None)


@pytest.mark.parametrize("name", ["dawn-15-expanding", "dawn-20-two-seats-expanding"])
def test_parts_of_the_map_number_every_region_of_dawn(speaking: Speaking, name: str) -> None:
    view = positions("minos-dawn")[name].view
    keys = [key for key in RENDERERS["minos-dawn"].close_ups(view, None) if key.startswith("map")]
    assert {str(each.number) for each in view.regions} <= written_in("minos-dawn", view, keys, speaking("en"), None)


def test_the_offer_close_up_shows_prices_for_the_viewer(speaking: Speaking) -> None:
    view = positions("minos-dawn")["dawn-17-developing"].view
    offers = [RENDERERS["minos-dawn"].close_ups(view, seat)["offer"] for seat in (None, 0)]
    printed, own = ([text.text for text in plates.texts(each.scene(NAMES, speaking("en")))] for each in offers)
    assert str(decree_price(view, 0, view.offer[0])[0]) in own
    assert printed != own


@pytest.mark.parametrize("game", GAMES_DRAWN)
def test_close_ups_for_everyone_show_no_hand(speaking: Speaking, game: str) -> None:
    for given in positions(game).values():
        assert "hand" not in RENDERERS[game].close_ups(given.view, 0)


def test_close_ups_for_everyone_name_no_card_from_a_hand(speaking: Speaking) -> None:
    """Only the seat that holds the cards sees them, in the close-up of its hand."""
    simulation = simulation_of(GAMES["minos-dawn"], Plan("minos-dawn", 3, 79), 0)
    rules: Any = GAMES["minos-dawn"].rules
    say = speaking("en")
    while simulation.play.pending and simulation.play.position.number < 60:
        simulation.turn()
    state = simulation.play.position.state
    view = rules.look(state, None)
    own = [rules.look(state, seat) for seat in range(3)]
    hidden = {card for each in own for card in each.hand} - set(view.offer)
    told = "\n".join(part.alt(plates.LONG, say) for part in RENDERERS["minos-dawn"].close_ups(view, 0).values())
    keys = tuple(RENDERERS["minos-dawn"].close_ups(view, 0))
    written = written_in("minos-dawn", view, keys, say, 0)
    assert hidden
    assert [card for card in hidden if say(card_name(card)) in told or say(card_name(card)) in written] == []
    assert all("hand" in RENDERERS["minos-dawn"].close_ups(each, 0) for each in own if each.hand)


@pytest.mark.parametrize(
    ("game", "name"),
    [("minos-classic", "08-crowded"), ("minos-dawn", "dawn-15-expanding"), ("minerva", "minerva-05-late")],
)
def test_files_of_close_ups_are_small(speaking: Speaking, painting: Painting, game: str, name: str) -> None:
    view = positions(game)[name].view
    for key, part in RENDERERS[game].close_ups(view, 0).items():
        png = painting.png(part.scene(plates.LONG, speaking("fr")))
        assert len(png) <= plates.MOST_BYTES, key
        assert Image.open(BytesIO(png)).size == (WIDTH, HEIGHT)


def test_letters_that_are_too_small_are_found() -> None:
    small = Text(100, 100, "small", "bold", LEAST - 1, theme.CREAM)
    assert list(faults(bare(Layer("words", (small,))))) == ["'small' is 35 high"]
