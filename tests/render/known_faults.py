"""Faults that boards of whole games still have, counted by game and kind. The numbers only go down.

`python -m tests.render.known_faults GAME` prints the faults. `--lower GAME` writes the numbers that became smaller.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.kernel.decision import Message
from games import GAMES
from locales.words import Words
from render.names import picture_names
from render.paint import Painting
from render.plate import Plate
from tests.render import hidden, plates
from tests.render.positions import Board, boards

LISTED = Path(__file__).parent / "known_faults.toml"
HEADING = "# Faults on 300 boards of each game, see known_faults.py. The numbers only go down.\n"
HEAVY = plates.MOST_BYTES
"""A plate with more bytes than this is counted as heavy."""
OF_ALL = "heavy_of_all"
"""The kind for heavy plates found when every board is painted. `--lower` doesn't change their number."""
PAINTED_EVERY = 15
"""Only one board in this many is painted, because painting takes much longer than laying out."""


@dataclass(frozen=True)
class Fault:
    """A fault. Its `kind` is "layout", "covered", "entangled", "cut", "faint" or "heavy"."""

    kind: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.text}"


class Judge:
    """Finds faults on boards. `sizes` has the number of bytes of each painted plate."""

    def __init__(self) -> None:
        self._words, self._painting = Words(), Painting()
        self.sizes: list[int] = []

    def judge(self, game: str, painted_every: int = PAINTED_EVERY) -> Iterator[Fault]:
        """Yield the faults on the boards of a game. Paint one board in `painted_every`."""
        for number, board in enumerate(boards(game)):

            def say(message: Message, board: Board = board) -> str:
                return self._words.say(message, board.language, board.names)

            drawn, people = board.draw(say), picture_names(len(board.names), board.names, say)
            where = f"{board.label}, {board.language}"
            yield from (Fault("layout", where, fault) for fault in plates.faults(drawn))
            for plate in drawn:
                place = f"{where}, {plate.name}"
                yield from (Fault("covered", place, fault) for fault in hidden.find_covered(plate.scene))
                yield from (Fault("entangled", place, fault) for fault in hidden.find_entangled(plate.scene))
                yield from (Fault("cut", place, fault) for fault in hidden.find_cut(plate.scene, people.values()))
                if number % painted_every == 0:
                    yield from self._paint(plate, place)

    def _paint(self, plate: Plate, place: str) -> Iterator[Fault]:
        yield from (Fault("faint", place, fault) for fault in plates.faint(plate, self._painting))
        size = len(self._painting.png(plate.scene))
        self.sizes.append(size)
        if size > HEAVY:
            yield Fault("heavy", place, f"{size} bytes")


def count(faults: Iterator[Fault]) -> dict[str, int]:
    return dict(Counter(fault.kind for fault in faults))


def read_known() -> dict[str, dict[str, int]]:
    return tomllib.loads(LISTED.read_text(encoding="utf-8"))


def lower(known: Mapping[str, int], found: Mapping[str, int]) -> dict[str, int]:
    """Return the known numbers, lowered to those that were found. Leave out kinds without faults."""
    return {
        kind: least
        for kind, number in known.items()
        if (least := number if kind == OF_ALL else min(number, found.get(kind, 0)))
    }


def write_known(known: Mapping[str, Mapping[str, int]]) -> None:
    """Write the list. Blank lines between the numbers make it rare that two changes conflict in a merge."""
    parts = [
        f"\n[{game}]\n" + "".join(f"\n{kind} = {number}\n" for kind, number in sorted(known.get(game, {}).items()))
        for game in GAMES
    ]
    LISTED.write_text(HEADING + "\n".join(parts), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--lower", action="store_true", help="write the numbers that became smaller")
    parser.add_argument("--write", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    judge, known = Judge(), read_known() if LISTED.exists() else {}
    faults = list(judge.judge(given.game))
    for fault in faults:
        print(fault)
    found, listed = count(iter(faults)), known.get(given.game, {})
    sizes = sorted(judge.sizes)
    print(f"\nfound {found}, listed {listed}")
    print(f"bytes of {len(sizes)} plates: median {sizes[len(sizes) // 2]}, most {sizes[-1]}")
    if given.write or given.lower:
        write_known({**known, given.game: found if given.write else lower(listed, found)})


if __name__ == "__main__":
    main()
