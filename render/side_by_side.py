"""`python -m render.side_by_side [--out DIR] [--before DIR]`: write pages for `docs/gallery` that compare positions
before and after a change. `--before` names a folder with an older commit's gallery, to replace the old pictures."""

import argparse
import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.kernel.decision import Message
from games import package_of
from locales.words import Words
from render.gallery import PICTURES, VISIONS, GalleryPicture, fit
from render.paint import Painting
from render.plate import FRAME_HEIGHT, FRAME_WIDTH, WIDTH, Plate
from render.worker import say_in

COLOURS = 48
"""Number of colours in a file. This is enough to judge a picture and halves the file size."""
PHONE_WIDTH = 268
"""Width of a picture in a message, in pixels, if the phone is 390 wide."""
BEFORE, AFTER = "before", "after"

Files = Mapping[str, Sequence[tuple[str, tuple[int, int]]]]
"""For each column, its pictures: file and size in pixels."""


def save(image: Image.Image, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)


def pictures_of(name: str, folder: Path) -> list[Path]:
    """Return the pictures of a position that the gallery drew into `folder`, at full size and in all colours."""
    named = re.compile(rf"{re.escape(name)}(-(?!frame|{'|'.join(VISIONS)})[a-z]+)?\.png")
    return sorted(file for file in folder.glob("*.png") if named.fullmatch(file.name))


def take_over(names: Sequence[str], old: Path, out: Path) -> None:
    """Copy the pictures of these positions from the folder `old`, at half size, and delete earlier copies."""
    for name in names:
        for stale in pictures_of(name, out / BEFORE):
            stale.unlink()
        for file in pictures_of(name, old):
            with Image.open(file) as image:
                half = image.convert("RGB").resize(fit(*image.size, WIDTH // 2), Image.Resampling.LANCZOS)
                save(half, out / BEFORE / file.name)


def row(files: Files, alt: str, *most: float) -> str:
    """Return a table row with a cell per column. Each cell stacks its pictures; each picture links to its full size."""

    def picture(file: str, size: tuple[int, int]) -> str:
        width, height = fit(*size, *most)
        return f'<a href="{file}"><img src="{file}" width="{width}" height="{height}" alt="{alt}"></a>'

    return f"| {' | '.join('<br>'.join(picture(*each) for each in column) for column in files.values())} |"


def section(name: str, files: Files, told: str) -> list[str]:
    alt = told.replace('"', "'").replace("|", "/")
    head = f"| {' | '.join(files)} |", f"|{' --- |' * len(files)}"
    return [
        f"## {name}", "", alt, "",
        *head, row(files, alt, FRAME_WIDTH, FRAME_HEIGHT), "",
        f"On a phone, {PHONE_WIDTH} pixels wide:", "",
        *head, row(files, alt, PHONE_WIDTH), "",
    ]  # fmt: skip


def page(game: str, works: Mapping[str, GalleryPicture], words: Words, painting: Painting, out: Path) -> str:
    """Draw the positions of one game into `out`. Return a page that compares them with the old pictures."""
    title = words.say(Message(f"{package_of(game)}.name"), "en", {})
    lines = [f"# {title}: before and after", "", "[What to look at, and what cannot be read](README.md)", ""]
    for name, work in works.items():
        plates: Sequence[Plate] = work.draw(work.names, say_in("en", words, work.names))
        files: dict[str, list[tuple[str, tuple[int, int]]]] = {"Before": [], "After": []}
        for old in sorted(pictures_of(name, out / BEFORE), key=lambda file: not file.stem.endswith(plates[0].name)):
            with Image.open(old) as image:
                files["Before"].append((f"{BEFORE}/{old.name}", image.size))
        for plate in plates if files["Before"] else ():
            file = out / AFTER / f"{name}-{plate.name}.png"
            save(Image.open(BytesIO(painting.png(plate.scene))), file)
            files["After"].append((f"{AFTER}/{file.name}", (plate.scene.width, plate.scene.height)))
        lines += section(name, files, plates[0].alt.splitlines()[0]) if files["After"] else ()
    return "\n".join(lines).rstrip() + "\n"


def show(out: Path, old: Path | None = None) -> None:
    words, painting = Words(), Painting()
    out.mkdir(parents=True, exist_ok=True)
    for stale in (out / AFTER).glob("*.png"):
        stale.unlink()
    for game, pictures in PICTURES.items():
        works = pictures()
        shown = [name for name in works if pictures_of(name, out / BEFORE)] or list(works)
        if old is not None:
            take_over(shown, old, out)
        (out / f"{game}.md").write_text(page(game, works, words, painting, out), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Put telling positions side by side, before and after.")
    parser.add_argument("--out", type=Path, default=Path("docs/gallery"), help="folder for pages and pictures")
    parser.add_argument("--before", type=Path, metavar="DIR", help="a folder where an older commit's gallery was drawn")
    given = parser.parse_args()
    show(given.out, given.before)


if __name__ == "__main__":
    main()
