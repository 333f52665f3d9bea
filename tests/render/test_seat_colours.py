"""Colours chosen in the lobby change the colours in pictures and texts, and nothing else."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from engine.kernel.decision import Message
from locales.words import LANGUAGES, Words
from render import RENDERERS, SEAT_COLOURS, theme
from render.minerva.gallery import positions as minerva
from render.minos_classic.gallery import positions as classic
from render.minos_dawn.gallery import positions as dawn
from render.paint import Painting
from render.plate import Plate
from render.renderer import Say
from render.scene import Icon, Item, Scene
from render.seat_colours import use_colours
from render.worker import RenderJob, RenderWorker, say_in
from sessions.lobby import colours
from tests.render.conftest import Speaking
from tests.render.plates import GALLERY

SWAPPED = (2, 3, 1, 0)
"""A colour for each seat. None of them is the seat's default colour."""
TURNED = {SEAT_COLOURS[seat]: SEAT_COLOURS[colour] for seat, colour in enumerate(SWAPPED)}
PALETTES = (theme.SEATS, theme.SEATS_DARK, theme.SEATS_PALE)
SHADES = {palette[name]: palette[turned] for palette in PALETTES for name, turned in TURNED.items()}
SURE = {theme.SEATS["amber"], theme.SEATS["jade"], theme.SEATS_PALE["jade"]}
"""Colours that only seats have. Dice and tiles have the other shades, too."""
INKS = set(theme.SEATS_INK.values())
SHADED = ("fill", "edge", "colour", "halo")
POSITIONS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "minerva": minerva,
    "minos-classic": classic,
    "minos-dawn": dawn,
}


def items_of(scene: Scene) -> list[Item]:
    return [item for layer in (scene.background, *scene.layers) for item in layer.items]


def faults(before: Plate, after: Plate) -> Iterator[str]:
    """Yield every difference between the plates except the expected change of colours."""
    usual, swapped = items_of(before.scene), items_of(after.scene)
    if before.name != after.name or len(usual) != len(swapped):
        yield f"{before.name}: {len(usual)} items, {after.name}: {len(swapped)}"
    for one, other in zip(usual, swapped, strict=False):
        if type(one) is not type(other):
            yield f"{one} became {other}"
            continue
        for field in fields(one):
            was, now = getattr(one, field.name), getattr(other, field.name)
            if isinstance(one, Icon) and field.name == "style":
                is_sound = now == TURNED.get(was, was)
            elif field.name in SHADED:
                allowed = {SHADES.get(was, was), *(() if was in SURE else (was,)), *(INKS if was in INKS else ())}
                is_sound = now in allowed
            else:
                is_sound = now == was
            if not is_sound:
                yield f"{field.name} {was!r} became {now!r} in {one}"


@pytest.mark.parametrize("game", RENDERERS)
def test_swapping_colours_changes_nothing_else_in_pictures(speaking: Speaking, game: str) -> None:
    say, found, changed = speaking("en"), dict[str, list[str]](), 0
    gallery = GALLERY[game]()
    for name in list(gallery)[::3]:
        given = gallery[name]
        usual = given.draw(given.names, say)
        with use_colours(SWAPPED):
            swapped = given.draw(given.names, say)
        found[name] = [fault for pair in zip(usual, swapped, strict=True) for fault in faults(*pair)]
        changed += sum(one.scene != other.scene for one, other in zip(usual, swapped, strict=True))
    assert {name: wrong[:3] for name, wrong in found.items() if wrong} == {}
    assert changed > len(found) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_the_chosen_colours(language: str) -> None:
    words, checked = Words(), 0
    for game, positions in POSITIONS.items():
        for given in list(positions().values())[::4]:
            say = say_in(language, words, given.names)
            usual = RENDERERS[game].board_text(given.view, given.names, say)
            with use_colours(SWAPPED):
                swapped = RENDERERS[game].board_text(given.view, given.names, say)
            assert swapped == swap_words(say, usual)
            checked += swapped != usual
    assert checked > len(POSITIONS)


def swap_words(say: Say, told: str) -> str:
    """Return the text after the swap: each word for a colour becomes the word for that colour's replacement."""
    words = {name: say(Message(f"picture.seat.{name}")) for name in SEAT_COLOURS}
    swapped = {words[name]: words[other] for name, other in TURNED.items()}
    return re.sub("|".join(map(re.escape, swapped)), lambda match: swapped[match[0]], told)


def test_a_render_job_contains_its_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """File names depend on the colours, so no message keeps an old picture. A job without colours uses the defaults."""
    monkeypatch.setattr(Painting, "png", lambda *_, **__: b"")
    given = classic()["01-setup"]
    job = RenderJob("minos-classic", given.view, (), dict(given.names), "en")
    worker, other = RenderWorker(), msgspec.structs.replace(job, colours=SWAPPED)
    usual, swapped, again = (worker.draw(order) for order in (job, other, job))
    assert usual == again
    assert {each.filename for each in usual}.isdisjoint(each.filename for each in swapped)


def test_every_stored_colour_number_has_a_colour() -> None:
    assert len(SEAT_COLOURS) == colours.COLOURS
