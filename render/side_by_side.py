"""`python -m render.side_by_side [--out DIR] [--before DIR]`: pages of positions before and after a change.

Each position is shown in Discord's frame, on a phone and at full size, for `docs/gallery`, if it has an old picture.
`--before` takes old pictures at half size from a folder where an older commit's gallery was drawn; without it the
present ones stay.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.kernel.decision import Message, Seat
from games import GameParts
from locales.words import Words
from render.paint import Painting
from render.plate import FRAME_HEIGHT, FRAME_WIDTH, PHONE_WIDTH, Plate
from render.position import GalleryPicture

COLOURS = 48
"""Colours in the files: enough to judge a picture, at half the size."""
OLD_WIDTH = 800
"""Width in pixels of the old pictures."""
BEFORE, AFTER = "before", "after"

_PICTURES: Mapping[str, Callable[[], Mapping[str, GalleryPicture]]] = GameParts("gallery")


def save(image: Image.Image, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)


def take_over(names: Sequence[str], old: Path, out: Path) -> None:
    """Copy the old pictures of these positions from the folder `old`."""
    for name in names:
        if (old / f"{name}.png").exists():
            with Image.open(old / f"{name}.png") as image:
                half = image.convert("RGB").resize(fitting(*image.size, OLD_WIDTH), Image.Resampling.LANCZOS)
                save(half, out / BEFORE / f"{name}.png")


def image_of(file: str, size: tuple[int, int], alt: str) -> str:
    """Return the HTML of a picture of that size that opens at full size."""
    width, height = size
    return f'<a href="{file}"><img src="{file}" width="{width}" height="{height}" alt="{alt}"></a>'


def fitting(width: int, height: int, most_wide: float, most_high: float = float("inf")) -> tuple[int, int]:
    scale = min(1.0, most_wide / width, most_high / height)
    return round(width * scale), round(height * scale)


def row(files: Mapping[str, Sequence[tuple[str, tuple[int, int]]]], alt: str, most: tuple[float, float]) -> str:
    """Return a table row with each column's pictures below one another."""
    cells = ("<br>".join(image_of(file, fitting(*size, *most), alt) for file, size in column)
             for column in files.values())  # fmt: skip
    return f"| {' | '.join(cells)} |"


def section(name: str, files: Mapping[str, Sequence[tuple[str, tuple[int, int]]]], told: str) -> list[str]:
    """Return the lines of a position: in Discord's frame, then on a phone."""
    alt = told.replace('"', "'").replace("|", "/")
    return [
        f"## {name}", "", alt, "",
        f"| {' | '.join(files)} |", f"|{' --- |' * len(files)}",
        row(files, alt, (FRAME_WIDTH, FRAME_HEIGHT)), "",
        f"On a phone, {PHONE_WIDTH} pixels wide:", "",
        f"| {' | '.join(files)} |", f"|{' --- |' * len(files)}",
        row(files, alt, (PHONE_WIDTH, float("inf"))), "",
    ]  # fmt: skip


def page(game: str, works: Mapping[str, GalleryPicture], words: Words, painting: Painting, out: Path) -> str:
    """Draw the positions of one game into `out`, and return the page that compares them with the old ones."""
    title = words.say(Message(f"{game.replace('-', '_')}.name"), "en", {})
    lines = [f"# {title}: before and after", "", "[What to look at, and what cannot be read](README.md)", ""]
    for name, work in works.items():

        def say(message: Message, names: Mapping[Seat, str] = work.names) -> str:
            return words.say(message, "en", names)

        old = out / BEFORE / f"{name}.png"
        if not old.exists():
            continue
        with Image.open(old) as image:
            files = {"Before": [(f"{BEFORE}/{old.name}", image.size)]}
        plates: Sequence[Plate] = work.draw(work.names, say)
        for plate in plates:
            file = out / AFTER / f"{name}-{plate.name}.png"
            save(Image.open(BytesIO(painting.png(plate.scene))), file)
            files.setdefault("After", []).append((f"{AFTER}/{file.name}", (plate.scene.width, plate.scene.height)))
        lines += section(name, files, plates[0].alt.splitlines()[0])
    return "\n".join(lines).rstrip() + "\n"


def show(out: Path, old: Path | None = None) -> None:
    """Write the page of every game into the folder `out`."""
    words, painting = Words(), Painting()
    out.mkdir(parents=True, exist_ok=True)
    for stale in (out / AFTER).glob("*.png"):
        stale.unlink()
    for game in _PICTURES:
        works = _PICTURES[game]()
        if old is not None:
            take_over(list(works), old, out)
        (out / f"{game}.md").write_text(page(game, works, words, painting, out), encoding="utf-8")
        print(f"{game}: {sum((out / BEFORE / f'{name}.png').exists() for name in works)} positions")


def main() -> None:
    parser = argparse.ArgumentParser(description="Put telling positions side by side, before and after.")
    parser.add_argument("--out", type=Path, default=Path("docs/gallery"), help="folder for pages and pictures")
    parser.add_argument("--before", type=Path, metavar="DIR", help="a folder where an older commit's gallery was drawn")
    given = parser.parse_args()
    show(given.out, given.before)


if __name__ == "__main__":
    main()
