"""Carry out drawing jobs in another process. A job has a view and a language; the result is pictures with alt
texts."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from engine.kernel.decision import Fact, Seat
from locales.words import Words
from render import score_sheet
from render.paint import SIDE, Painting, rasterise
from render.plate import Plate
from render.renderer import RENDERERS, Mark, Names, Say
from render.seat_colours import USUAL, Colours, use_colours


class RenderJob(msgspec.Struct, frozen=True):
    game_key: str
    view: Any
    marks: tuple[Mark, ...]
    names: dict[Seat, str]
    """The names at the table, by seat."""
    language: str
    subject: Literal["table", "film", "past", "sheet", "close up", "entry", "emoji"] = "table"
    """`table`: all plates. `film`: the plate for animations. `past`: the plate to keep after the turn. `sheet`: the
    score sheet in `view`. `close up`: the part `key`, as `seat` sees it. `entry`: the component `key` of this `kind`,
    or all of that kind. `emoji`: the emoji `key`."""
    seat: Seat | None = None
    kind: str = ""
    key: str = ""
    moves: tuple[Fact, ...] = ()
    """The public facts of the turn so far."""
    known: frozenset[str] = frozenset()
    """File names of plates that the caller already has. They aren't painted again."""
    colours: Colours = USUAL
    shrink: int = 1
    """The sides are divided by this number."""


class Picture(msgspec.Struct, frozen=True):
    """A picture ready to post: the file, its name, the alt text and the size in pixels. A plate's file name changes
    with its contents. If the name was in `known`, the file is empty."""

    png: bytes
    filename: str
    alt: str
    width: int
    height: int


def say_in(language: str, words: Words, names: Names) -> Say:
    """Return a function that translates messages into one language, with the names at one table."""
    return lambda message: words.say(message, language, names)


class RenderWorker:
    """Carries out drawing jobs. Caches backgrounds and tiles for each game."""

    def __init__(self) -> None:
        self._words = Words()
        self._paintings: defaultdict[str, Painting] = defaultdict(Painting)

    def answer(self, job: RenderJob) -> tuple[Picture, ...] | Exception:
        try:
            return self.draw(job)
        except Exception as error:  # the bot raises and logs it; this process continues
            return error

    def draw(self, job: RenderJob) -> tuple[Picture, ...]:
        """Return several pictures for a board or an overview, otherwise one. Raise `KeyError` for an unknown game."""
        with use_colours(job.colours):
            return self._draw(job)

    def _draw(self, job: RenderJob) -> tuple[Picture, ...]:
        renderer, view, names = RENDERERS[job.game_key], job.view, job.names
        say = say_in(job.language, self._words, names)
        match job.subject:
            case "table" | "film":
                plates = renderer.plates(view, job.marks, names, say, job.moves)
                shown = (renderer.film_plate(plates),) if job.subject == "film" else plates
                return self._plates(job, shown)
            case "past":
                plates = renderer.plates(view, job.marks, names, say, job.moves)
                kept = (
                    renderer.past_plate(view, plates, job.moves) if renderer.past_plate else renderer.film_plate(plates)
                )
                return self._plates(job, (kept,))
            case "sheet":
                return self._plates(job, (score_sheet.plate(view, say),))
            case "emoji":
                return (Picture(rasterise(renderer.emoji[job.key]), f"{job.key}.png", "", SIDE, SIDE),)
            case "close up":
                close_up = renderer.close_ups(view, job.seat)[job.key]
                file = job.key.partition(":")[0].replace("_", "-")
                found = [Plate(file, close_up.scene(names, say), close_up.alt(names, say))]
            case "entry":  # the game's UI provides the alt texts
                if job.key:
                    found = [Plate(job.kind, renderer.entry_scenes[job.kind](job.key, say), "")]
                else:
                    scenes = enumerate(renderer.overview_scenes[job.kind](say), 1)
                    found = [Plate(f"{job.kind}-{number}", scene, "") for number, scene in scenes]
        painting = self._paintings[job.game_key]
        return tuple(
            self._picture(each, f"{each.name}.png", painting.png(each.scene, job.shrink), job.shrink) for each in found
        )

    def _plates(self, job: RenderJob, plates: Sequence[Plate]) -> tuple[Picture, ...]:
        """Paint all plates, then wait for their files, which other threads make meanwhile."""
        begun = [self._begin(job, plate) for plate in plates]
        return tuple(finish() for finish in begun)

    def _begin(self, job: RenderJob, plate: Plate) -> Callable[[], Picture]:
        shown = msgspec.msgpack.encode((plate.scene, job.shrink))
        name = f"{plate.name}-{hashlib.sha256(shown).hexdigest()[:16]}.png"
        if name in job.known:
            return lambda: self._picture(plate, name, b"", job.shrink)
        png = self._paintings[job.game_key].begin(plate.scene, job.shrink)
        return lambda: self._picture(plate, name, png(), job.shrink)

    def _picture(self, plate: Plate, name: str, png: bytes, shrink: int) -> Picture:
        return Picture(png, name, plate.alt, plate.scene.width // shrink, plate.scene.height // shrink)
