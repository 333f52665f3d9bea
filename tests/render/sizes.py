"""`python -m tests.render.sizes [--checkout DIR]`: measure the type on ten new positions of each game.

Greedy computer players play with 4 seats. `--checkout` measures another checkout of this project instead.
"""

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

# Older commits run this file too, so it may import only modules that already existed then.
from cogs.ui.option_words import marks_of
from engine.games import GAMES
from engine.kernel.offering.offers import offer
from engine.kernel.rules import with_pending
from engine.simulate import Plan, Simulation, simulation_of
from locales.words import Words
from render.gallery import NAMES
from render.plate import Plate
from render.renderer import RENDERERS
from render.scene import Scene, Text

POSITIONS = 10
SEATS, SEED = 4, 7
FRAME, PHONE = 550, 268
"""Width of a picture in Discord's frame, and on a phone 390 pixels wide."""
LEAST, NEEDED = 12, 14
"""Smallest size of type in the frame, in pixels: for all texts, and for texts that the current question needs."""
HEAD = f"""\
| plate | words | under {LEAST} px | needed | under {NEEDED} px | smallest | on a phone | largest |
| --- | --: | --: | --: | --: | --: | --: | --: |"""


def new_plates(game: str) -> Iterator[Plate]:
    """Yield the plates of positions that are spread evenly over one game."""
    length = sum(1 for _ in _play_through(game))
    wanted = {(2 * number + 1) * length // (2 * POSITIONS) for number in range(POSITIONS)}
    words = Words()
    for at, simulation in enumerate(_play_through(game)):
        if at in wanted:
            position, pending = simulation.play.position, simulation.play.pending
            view = with_pending(GAMES[game].rules.look(position.state, None), pending)
            marks = marks_of(offer(GAMES[game], position, pending[0])) if len(pending) == 1 else ()
            yield from RENDERERS[game].plates(view, marks, NAMES, lambda message: words.say(message, "en", NAMES))


def _play_through(game: str) -> Iterator[Simulation]:
    simulation = simulation_of(GAMES[game], Plan(game, SEATS, SEED, "greedy"), 0)
    while simulation.play.pending:
        yield simulation
        simulation.turn()


def sizes(scene: Scene) -> list[tuple[float, bool]]:
    """Return each text's size in the frame, and whether the current question needs the text."""
    layers = (scene.background, *scene.layers)
    return [
        (item.size * FRAME / scene.width, layer.is_needed)
        for layer in layers for item in layer.items if isinstance(item, Text)
    ]  # fmt: skip


def row(name: str, found: Sequence[tuple[float, bool]]) -> str:
    """Return a line of the table: how many texts are too small, and the sizes of the smallest and largest text."""
    every, needed = [size for size, _ in found], [size for size, is_needed in found if is_needed]
    least, most = min(every), max(every)
    cells: list[Any] = [name, len(every), share(every, LEAST), len(needed), share(needed, NEEDED)]
    return f"| {' | '.join(map(str, cells))} | {least:.1f} | {least * PHONE / FRAME:.1f} | {most:.1f} |"


def share(found: Sequence[float], least: float) -> str:
    return f"{sum(size < least for size in found) / len(found):.0%}" if found else "–"


def print_table() -> None:
    print(HEAD)
    for game in GAMES:
        found: dict[str, list[tuple[float, bool]]] = defaultdict(list)
        for plate in new_plates(game):
            found[plate.name] += sizes(plate.scene)
        for name, of_plate in sorted(found.items()):
            print(row(f"{game}, {name}", of_plate))
        print(row(f"**{game}**", [each for of_plate in found.values() for each in of_plate]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkout", type=Path, metavar="DIR", help="measure the code in this folder")
    given = parser.parse_args()
    if given.checkout is None:
        print_table()
        return
    folder = given.checkout.resolve(strict=True)
    subprocess.run(
        [sys.executable, str(Path(__file__).resolve())],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        check=True,
    )


if __name__ == "__main__":
    main()
