"""`python -m render.side_by_side [--out DIR] [--before DIR]`: compare positions before and after a change.

The pages in `docs/gallery` show each position that has an old picture: in Discord's frame, on a phone, at full size.
`--before` names a folder with the gallery of an older commit, whose pictures are copied at half size. Without it, the
old pictures already there are kept.
"""

import argparse
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from engine.kernel.decision import Message
from games import package_of
from locales.words import Words
from render.gallery import PICTURES, GalleryPicture, fit
from render.paint import Painting
from render.plate import FRAME_HEIGHT, FRAME_WIDTH, PHONE_WIDTH, Plate
from render.worker import say_in

COLOURS = 48
"""Number of colours in a file. This is enough to judge a picture and halves the file size."""
OLD_WIDTH = 800
BEFORE, AFTER = "before", "after"

Files = Mapping[str, Sequence[tuple[str, tuple[int, int]]]]
"""For each column, its pictures: file and size in pixels."""


def save(image: Image.Image, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)


def take_over(names: Sequence[str], old: Path, out: Path) -> None:
    """Copy the old pictures of these positions from the folder `old`, at half size."""
    for name in names:
        if (old / f"{name}.png").exists():
            with Image.open(old / f"{name}.png") as image:
                half = image.convert("RGB").resize(fit(*image.size, OLD_WIDTH), Image.Resampling.LANCZOS)
                save(half, out / BEFORE / f"{name}.png")


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
        old = out / BEFORE / f"{name}.png"
        if not old.exists():
            continue
        with Image.open(old) as image:
            files = {"Before": [(f"{BEFORE}/{old.name}", image.size)]}
        plates: Sequence[Plate] = work.draw(work.names, say_in("en", words, work.names))
        for plate in plates:
            file = out / AFTER / f"{name}-{plate.name}.png"
            save(Image.open(BytesIO(painting.png(plate.scene))), file)
            files.setdefault("After", []).append((f"{AFTER}/{file.name}", (plate.scene.width, plate.scene.height)))
        lines += section(name, files, plates[0].alt.splitlines()[0])
    return "\n".join(lines).rstrip() + "\n"


def show(out: Path, old: Path | None = None) -> None:
    words, painting = Words(), Painting()
    out.mkdir(parents=True, exist_ok=True)
    for stale in (out / AFTER).glob("*.png"):
        stale.unlink()
    for game, pictures in PICTURES.items():
        works = pictures()
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
