"""Find plates that break the rules for all boards in section 3 of docs/adding-a-game.md."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import msgspec
from PIL import Image, ImageColor

import discord_limits as limits
from engine.kernel.decision import Message, Seat
from games import GameParts
from render import theme
from render.gallery import VISIONS, GalleryPicture, picture_table
from render.minerva import gallery as minerva
from render.minerva.renderer import RENDERER as MINERVA
from render.minos_classic import gallery as classic
from render.minos_classic.renderer import RENDERER as CLASSIC
from render.minos_dawn import gallery as dawn
from render.minos_dawn.renderer import RENDERER as DAWN
from render.paint import Painting, bounds
from render.plate import HEIGHT, LEAST, NEEDED, WIDTH, Plate
from render.renderer import GameRenderer, Names
from render.scene import Icon, Layer, Scene, Text

Say = Callable[[Message], str]
Colour = tuple[float, float, float]

LEAST_CONTRAST = 4.5
MOST_BYTES, MOST_TOGETHER = 100_000, 160_000
"""Maximum number of bytes of one plate, and of all plates of a message together."""
FILLED = 0.85
"""The smallest share of the frame that a picture must fill."""
LONG: Mapping[Seat, str] = {
    0: "Wilhelmine-Marguerite Wœstenraad",
    1: "W" * 32,
    2: "MMMM WWWW MMMM WWWW MMMM WWWW MM",
    3: "Řehořka Šťastná-Žďárská z Úvalů",
}
"""Names of the greatest length that Discord accepts."""

GALLERY: Mapping[str, Callable[[], Mapping[str, GalleryPicture]]] = GameParts("gallery")


MUCH = 12345


def wealthy(name: str) -> dawn.Position:
    """Return a position of Minos: Dawn by name. Everything that can grow large has a five-digit amount."""
    found = dawn.positions()[name]
    rich = {"coins": MUCH, "weaponry": MUCH, "vp": MUCH}
    seats = tuple(msgspec.structs.replace(seat, **rich) for seat in found.view.seats)
    rival = msgspec.structs.replace(found.view.rival, vp=MUCH) if found.view.rival else None
    result = tuple(
        msgspec.structs.replace(each, score=MUCH, parts=dict.fromkeys(each.parts, MUCH)) for each in found.view.result
    )
    return replace(found, view=msgspec.structs.replace(found.view, seats=seats, rival=rival, result=result))


def _rich_classic() -> GalleryPicture:
    places = (("z_fish", "s_kyme", "s_kyme", "h_kyme"), ("z_fish", "s_side"), ("z_fish",), ("z_fish", "s_athenai"))
    view = classic.table(places, "kyme:wwwW side:dhWw athenai:hd", round=99999, talents=(99999,) * 4,
                         rings=(12345,) * 4, points=(12345, 99999), used=2)  # fmt: skip
    return picture_table(CLASSIC, classic.Position(view))


def _rich_minerva() -> GalleryPicture:
    given = minerva.positions()["minerva-05-late"]
    points = dict.fromkeys(given.view.seats[0].points, 2469)
    seats = tuple(
        msgspec.structs.replace(seat, denarii=99999, resources=(12345,) * 4, glory=99999, points=points)
        for seat in given.view.seats
    )
    return picture_table(MINERVA, replace(given, view=msgspec.structs.replace(given.view, seats=seats)))


LARGE: Mapping[str, Callable[[], GalleryPicture]] = {
    "minerva": _rich_minerva,
    "minos-classic": _rich_classic,
    "minos-dawn": lambda: picture_table(DAWN, wealthy("dawn-17-developing")),
}
"""A position with five-digit amounts for each game."""


def boards(game: str) -> Mapping[str, GalleryPicture]:
    """Return the gallery of a game, plus a position with large amounts."""
    return {**GALLERY[game](), "large amounts": LARGE[game]()}


def faults(plates: Sequence[Plate]) -> list[str]:
    """Return the faults visible in a board's scenes, one per line."""
    found = [] if 1 <= len({plate.name for plate in plates}) == len(plates) <= 2 else ["names or number of plates"]
    for plate in plates:
        found += [f"{plate.name}: {fault}" for fault in _faults(plate)]
    return found


def _faults(plate: Plate) -> Iterator[str]:
    scene = plate.scene
    if not (plate.name.isascii() and plate.name.isalpha() and plate.name.islower()):
        yield "its name is not made of small letters"
    if not 0 < len(plate.alt) <= limits.ALT_TEXT:
        yield f"{len(plate.alt)} characters of alternative text"
    if (scene.width, scene.height) != (WIDTH, HEIGHT):
        yield f"{scene.width} × {scene.height}"
    for layer in (scene.background, *scene.layers):
        least = NEEDED if layer.is_needed else LEAST
        for item in layer.items:
            if isinstance(item, (Text, Icon)) and item.size < least:
                yield f"{_label(item)} in {layer.name} is {item.size} high"
            if layer is not scene.background and _is_outside(item, scene):
                yield f"{_label(item)} in {layer.name} reaches beyond the plate"
    if not any(layer.is_needed and any(isinstance(item, (Text, Icon)) for item in layer.items)
               for layer in scene.layers):  # fmt: skip
        yield "nothing is needed for the question"
    written = [(text.text, ink(text)) for text in texts(scene)]
    for (one, here), (other, there) in combinations(written, 2):
        if _overlap(here, there):
            yield f"{one!r} and {other!r} run into each other"


def _label(item: object) -> str:
    if isinstance(item, Text):
        return repr(item.text)
    return f"{type(item).__name__} {getattr(item, 'name', '')}".strip()


def close_up(renderer: GameRenderer, view: Any, key: str, names: Names, say: Say, seat: Seat | None = None) -> Plate:
    part = renderer.close_ups(view, seat)[key]
    return Plate(key, part.scene(names, say), part.alt(names, say))


def texts(scene: Scene) -> list[Text]:
    return [item for layer in (scene.background, *scene.layers) for item in layer.items if isinstance(item, Text)]


def ink(text: Text) -> tuple[float, float, float, float]:
    left, top, right, bottom = theme.text_box(text.text, text.face, text.size, text.anchor)
    return text.x + left, text.y + top, text.x + right, text.y + bottom


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether two rectangles overlap by more than one pixel."""
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return False  # most pairs don't overlap
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and down > 1


SLACK = 4
"""An item's bounds may be larger than the item by this many pixels."""


def _is_outside(item: object, scene: Scene) -> bool:
    if not isinstance(item, (Text, Icon)):
        return False
    left, top, right, bottom = bounds(item)
    return left < -SLACK or top < -SLACK or right > scene.width + SLACK or bottom > scene.height + SLACK


def covered_share(scene: Scene) -> float:
    """Return the share of the frame that a picture covers once it is scaled to fit."""
    scale = min(WIDTH / scene.width, HEIGHT / scene.height)
    return scene.width * scene.height * scale**2 / (WIDTH * HEIGHT)


def filled_share(scene: Scene) -> float:
    """Return the share of the frame that words and icons span once the picture is scaled to fit the frame."""
    scale = min(WIDTH / scene.width, HEIGHT / scene.height)
    found = [bounds(i) for la in (scene.background, *scene.layers) for i in la.items if isinstance(i, (Text, Icon))]
    if not found:
        return 0.0
    wide = min(scene.width, max(b[2] for b in found)) - max(0, min(b[0] for b in found))
    high = min(scene.height, max(b[3] for b in found)) - max(0, min(b[1] for b in found))
    return wide * high * scale**2 / (WIDTH * HEIGHT)


def faint(plate: Plate, painting: Painting) -> list[str]:
    """Return the words that have too little contrast with their background in any kind of vision."""
    image = painting.paint(wordless(plate.scene))
    return [fault for text in texts(plate.scene) for fault in _faint(text, image)]


def _faint(text: Text, image: Image.Image) -> Iterator[str]:
    yield from unclear(text, *ground_and_ink(text, image))


def unclear(text: Text, ground: Colour, ink: Colour) -> Iterator[str]:
    """Yield the kinds of vision in which words of these two colours have too little contrast."""
    for vision in ("all", *(vision for vision in VISIONS if vision != "grey")):
        found = contrast(_as_seen(ink, vision), _as_seen(ground, vision))
        if found < LEAST_CONTRAST * (1.0 if vision == "all" else 0.9):
            yield f"{text.text!r}: {found:.1f} ({vision})"


def ground_and_ink(text: Text, image: Image.Image) -> tuple[Colour, Colour]:
    """Return the colour behind the words and the colour of the words. `image` is the picture without words."""
    ground = _rgb(text.halo, (0, 0, 0)) if text.halo else _behind(image, text)
    return ground, _rgb(text.colour, ground)


def wordless(scene: Scene) -> Scene:
    layers = tuple(
        Layer(la.name, tuple(i for i in la.items if not isinstance(i, Text)), la.is_needed) for la in scene.layers
    )
    return msgspec.structs.replace(scene, layers=layers)


def _behind(image: Image.Image, text: Text) -> Colour:
    """Return the most common colour behind the words."""
    left, top, right, bottom = bounds(text)
    box = (max(0, left), max(0, top), min(image.width, right), min(image.height, bottom))
    found: Colour = Counter(image.crop(box).get_flattened_data()).most_common(1)[0][0]  # type: ignore[assignment]
    return found


def _rgb(colour: str, ground: Colour) -> Colour:
    red, green, blue, *alpha = ImageColor.getrgb(colour)
    share = alpha[0] / 255 if alpha else 1.0
    mixed = [one * share + other * (1 - share) for one, other in zip((red, green, blue), ground, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def _as_seen(colour: Colour, vision: str) -> Colour:
    if vision == "all":
        return colour
    matrix = VISIONS[vision]
    rows = (matrix[0:3], matrix[3:6], matrix[6:9])
    found = [sum(share * part for share, part in zip(row, colour, strict=True)) for row in rows]
    clipped = [min(255.0, max(0.0, part)) for part in found]
    return clipped[0], clipped[1], clipped[2]


def luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
