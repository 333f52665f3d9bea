"""`python -m render.gallery [--out DIR]`: draw chosen positions. Each is drawn at full size, as on Discord, and as
colour-blind people see it. `--sheet` draws all components instead. `--content FOLDER` uses custom game content."""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any, Generic, TypeVar

from PIL import Image

from engine.games import GAMES, use_content
from engine.kernel.decision import Decision, Fact
from games import GameParts
from locales.words import OFFERED, Words
from render.paint import Painting
from render.plate import FRAME_HEIGHT, FRAME_WIDTH, PHONE_WIDTH, Plate
from render.renderer import GameRenderer, Mark, Names, Say
from render.sheets import sheets
from render.worker import say_in

Matrix = tuple[float, float, float, float, float, float, float, float, float]

VISIONS: Mapping[str, Matrix] = {
    "deuteran": (0.367, 0.861, -0.228, 0.280, 0.673, 0.047, -0.012, 0.043, 0.969),
    "protan": (0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052),
    "tritan": (1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304),
    "grey": (0.299, 0.587, 0.114, 0.299, 0.587, 0.114, 0.299, 0.587, 0.114),
}
"""Colour matrices that simulate colour blindness (Machado et al., 2009), and one for greyscale."""


def view_as(image: Image.Image, vision: str) -> Image.Image:
    red, green, blue = (VISIONS[vision][row : row + 3] for row in (0, 3, 6))
    return image.convert("RGB", (*red, 0, *green, 0, *blue, 0))


def fit(width: int, height: int, most_wide: float, most_high: float = inf) -> tuple[int, int]:
    scale = min(1.0, most_wide / width, most_high / height)
    return round(width * scale), round(height * scale)


def fit_phone(image: Image.Image) -> Image.Image:
    return image.resize((PHONE_WIDTH, round(image.height * PHONE_WIDTH / image.width)), Image.Resampling.LANCZOS)


NAMES = {0: "Ariadne", 1: "Tomáš Dvořák", 2: "Élodie", 3: "Minos"}

View = TypeVar("View")


@dataclass(frozen=True)
class Position(Generic[View]):
    """A view with option numbers, the public facts of the turn, and the players' names."""

    view: View
    marks: tuple[Mark, ...] = ()
    moves: tuple[Fact, ...] = ()
    names: Names = field(default_factory=lambda: NAMES)
    decision: Decision | None = None


class Positions(Mapping[str, Position[View]]):
    """Positions by name. A position is computed when it's first looked up, because a game has to be played for it."""

    def __init__(self, reaching: Mapping[str, Callable[[], Position[View]]]) -> None:
        self._reaching = reaching
        self._reached: dict[str, Position[View]] = {}

    def __getitem__(self, name: str) -> Position[View]:
        if name not in self._reached:
            self._reached[name] = self._reaching[name]()
        return self._reached[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._reaching)

    def __len__(self) -> int:
        return len(self._reaching)


def marks_of(decision: Decision | None) -> tuple[Mark, ...]:
    """Return a mark for each option of a public decision that names a place on the board."""
    if decision is None or decision.private:
        return ()
    return tuple(Mark(number, option.target) for number, option in enumerate(decision.options, 1) if option.target)


@dataclass(frozen=True)
class GalleryPicture:
    """The names at a table, and a function that draws its plates with any names."""

    names: Names
    draw: Callable[[Names, Say], Sequence[Plate]]


def picture_table(renderer: GameRenderer, position: Position[Any]) -> GalleryPicture:
    view, marks, moves = position.view, position.marks, position.moves
    return GalleryPicture(position.names, lambda names, say: renderer.plates(view, marks, names, say, moves))


def picture_part(renderer: GameRenderer, position: Position[Any], key: str) -> GalleryPicture:
    """Return the close-up of this key, as a spectator sees it."""
    part, name = renderer.close_ups(position.view, None)[key], key.partition(":")[0].replace("_", "")
    return GalleryPicture(
        position.names, lambda names, say: (Plate(name, part.scene(names, say), part.alt(names, say)),)
    )


PICTURES: Mapping[str, Callable[[], Mapping[str, GalleryPicture]]] = GameParts("gallery")


def works() -> dict[str, GalleryPicture]:
    return {name: picture for pictures in PICTURES.values() for name, picture in pictures().items()}


def hang(out: Path, language: str, only: str = "") -> None:
    out.mkdir(parents=True, exist_ok=True)
    words, painting = Words(), Painting()
    for name, work in works().items():
        if only not in name:
            continue
        say = say_in(language, words, work.names)
        for plate in work.draw(work.names, say):
            painting.png(plate.scene)
        start = time.perf_counter()
        drawn = [(plate, painting.png(plate.scene)) for plate in work.draw(work.names, say)]
        took_ms = (time.perf_counter() - start) * 1000
        for plate, png in drawn:
            keep(out, name if len(drawn) == 1 else f"{name}-{plate.name}", plate, png)
        print(f"{name}: drawn in {took_ms:.1f} ms")


def keep(out: Path, name: str, plate: Plate, png: bytes) -> None:
    """Save a plate at full size, in Discord's frame, on a phone, and in each simulated kind of vision."""
    (out / f"{name}.png").write_bytes(png)
    image = Image.open(BytesIO(png)).convert("RGB")
    image.resize(fit(*image.size, FRAME_WIDTH, FRAME_HEIGHT), Image.Resampling.LANCZOS).save(out / f"{name}-frame.png")
    fit_phone(image).save(out / f"{name}-{PHONE_WIDTH}.png")
    for vision in VISIONS:
        fit_phone(view_as(image, vision)).save(out / f"{name}-{PHONE_WIDTH}-{vision}.png")
        view_as(image, vision).save(out / f"{name}-{vision}.png")
    (out / f"{name}.txt").write_text(plate.alt, encoding="utf-8")
    print(f"{name}: {image.width} × {image.height}, {len(png) / 1000:.0f} kB")


def draw_sheets(out: Path, language: str, only: str = "") -> None:
    out.mkdir(parents=True, exist_ok=True)
    words, painting = Words(), Painting()
    for game in GAMES:
        for name, scene in sheets(game, say_in(language, words, {})).items():
            if only in f"{game}-{name}":
                painting.paint(scene).save(out / f"{game}-{name}.png")
                print(f"{game}-{name}: {scene.width} × {scene.height}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw telling positions.")
    parser.add_argument("--out", type=Path, default=Path("var/gallery"), help="folder for the pictures")
    parser.add_argument("--language", default="en", choices=OFFERED)
    parser.add_argument("--only", default="", help="draw only what has this in its name")
    parser.add_argument("--content", type=Path, metavar="FOLDER", help="draw from a folder of your own content")
    parser.add_argument("--sheet", action="store_true", help="draw all components instead, to compare with the box")
    arguments = parser.parse_args()
    if arguments.content:
        use_content(arguments.content)
    if arguments.sheet:
        draw_sheets(arguments.out, arguments.language, arguments.only)
    else:
        hang(arguments.out, arguments.language, arguments.only)


if __name__ == "__main__":
    main()
