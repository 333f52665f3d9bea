"""The renderer's process (`python -m render`): draws what is asked on its standard input until that ends.

Scenes are worked out in Python, which would hold up the bot's event loop for many milliseconds even from another
thread. Here they hold up nobody, and when the bot is killed the input ends and so does this process.
"""

import contextlib
import hashlib
import pickle
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Literal

import msgspec

from engine.kernel.decision import Fact, Message, Seat
from locales.words import Words
from render import score_sheet
from render.emoji import SIDE, rasterised
from render.paint import FAST, SMALL, Painting
from render.plate import Plate
from render.renderer import CardRenderer, EmojiRenderer, LookupRenderer, Mark, SeatRenderer, filmed
from render.renderers import RENDERERS
from render.scene import Scene
from render.seat_colours import USUAL, Colours, chosen

LENGTH = 8
"""Bytes that tell how many follow."""


class RenderJob(msgspec.Struct, frozen=True):
    """What to draw: the view of a game, numbers at places, names by seat, the language of the words.

    `subject` is the whole table, the score sheet (`view`), the hand of whoever looks, all that is public of `seat`, or
    something to look up (the entry with that `kind` and `key`, all of the kind where the key is empty), or the emoji
    with that `key`. Of a table `moves` is what everybody heard of the turn so far. Plates with file names in `known`
    are not painted. The seats have these `colours`.
    """

    game_key: str
    view: Any
    marks: tuple[Mark, ...]
    names: dict[Seat, str]
    language: str
    subject: Literal["table", "sheet", "hand", "seat", "entry", "emoji"] = "table"
    seat: Seat = 0
    kind: str = ""
    key: str = ""
    moves: tuple[Fact, ...] = ()
    known: frozenset[str] = frozenset()
    colours: Colours = USUAL


class Picture(msgspec.Struct, frozen=True):
    """A picture ready to post: the file and its name, the words beside it, its size in pixels.

    The name of a board's plate changes with what it shows. The file is empty where it was known already.
    """

    png: bytes
    filename: str
    alt: str
    width: int
    height: int


class Said:
    """Says messages in one language, with one table's names."""

    def __init__(self, words: Words, language: str, names: Mapping[Seat, str]) -> None:
        self._words, self._language, self._names = words, language, names

    def __call__(self, message: Message) -> str:
        return self._words.say(message, self._language, self._names)


class RenderWorker:
    """Draws what jobs ask for, with a store of finished backgrounds and tiles for each game."""

    def __init__(self) -> None:
        self._words = Words()
        self._paintings: defaultdict[str, Painting] = defaultdict(Painting)

    def answer(self, job: RenderJob) -> tuple[Picture, ...] | Exception:
        """The pictures, or the exception that drawing them met."""
        try:
            return self.draw(job)
        except Exception as error:  # told to the bot, which raises and logs it; the process draws on
            return error

    def filmed(self, job: RenderJob) -> Picture:
        """Returns the plate of the board that a film shows; no other one is painted."""
        say, renderer = Said(self._words, job.language, job.names), RENDERERS[job.game_key]
        with chosen(job.colours):
            plates = renderer.plates(job.view, job.marks, job.names, say, job.moves)
        return self._plate(job, filmed(renderer, plates))

    def draw(self, job: RenderJob) -> tuple[Picture, ...]:
        """Returns the plates of a board, or the one picture of another subject. Raises `KeyError` for an unknown game.

        A board's first plate is the one that the present question needs.
        """
        with chosen(job.colours):
            return self._drawn(job)

    def _drawn(self, job: RenderJob) -> tuple[Picture, ...]:
        if job.subject == "emoji":
            return (_emoji(job),)
        say = Said(self._words, job.language, job.names)
        if job.subject == "table":
            plates = RENDERERS[job.game_key].plates(job.view, job.marks, job.names, say, job.moves)
            return tuple(self._plate(job, plate) for plate in plates)
        if job.subject == "sheet":
            return (self._plate(job, score_sheet.plate(job.view, say)),)
        if job.subject == "entry":
            found = [(f"{job.kind}{number}", each, "") for number, each in _looked_up(job, say)]
        else:
            found = [(job.subject, *_of_seat(job, say))]
        painting, level = self._paintings[job.game_key], SMALL if job.subject == "entry" else FAST
        return tuple(
            Picture(painting.png(scene, level), f"{name}.png", alt, scene.width, scene.height)
            for name, scene, alt in found
        )

    def _plate(self, job: RenderJob, plate: Plate) -> Picture:
        scene = plate.scene
        name = f"{plate.name}-{digest(scene)}.png"
        png = b"" if name in job.known else self._paintings[job.game_key].png(scene)
        return Picture(png, name, plate.alt, scene.width, scene.height)


def digest(scene: Scene) -> str:
    """Returns what tells this scene from any other of its plate, in letters and digits."""
    return hashlib.sha256(msgspec.msgpack.encode(scene)).hexdigest()[:16]


def _looked_up(job: RenderJob, say: Said) -> list[tuple[str, Scene]]:
    """Returns one thing that is looked up, or all of its kind in numbered pictures. Their words its `GameUI` has."""
    renderer = RENDERERS[job.game_key]
    assert isinstance(renderer, LookupRenderer), job.game_key
    if job.key:
        return [("", renderer.entry_scenes[job.kind](job.key, say))]
    return [(f"-{number}", scene) for number, scene in enumerate(renderer.overview_scenes[job.kind](say), 1)]


def _of_seat(job: RenderJob, say: Said) -> tuple[Scene, str]:
    """Returns the hand or the seat ordered, and the words beside it."""
    renderer, view, names = RENDERERS[job.game_key], job.view, job.names
    if job.subject == "hand":
        assert isinstance(renderer, CardRenderer), job.game_key
        return renderer.hand_scene(view, names, say), renderer.hand_alt(view, names, say)
    assert isinstance(renderer, SeatRenderer), job.game_key
    return renderer.seat_scene(view, job.seat, names, say), renderer.seat_alt(view, job.seat, names, say)


def _emoji(job: RenderJob) -> Picture:
    renderer = RENDERERS[job.game_key]
    assert isinstance(renderer, EmojiRenderer), job.game_key
    return Picture(rasterised(renderer.emoji[job.key]), f"{job.key}.png", "", SIDE, SIDE)


def serve(jobs: BinaryIO, answers: BinaryIO, answer: Callable[[Any], Any]) -> None:
    """Give each pickled job's answer, or the exception that it met, until the jobs end.

    Before each job and answer stands its length.
    """
    with contextlib.suppress(BrokenPipeError):  # the bot is gone
        while length := int.from_bytes(jobs.read(LENGTH), "big"):
            answered = _pickled(answer(pickle.loads(jobs.read(length))))
            answers.write(len(answered).to_bytes(LENGTH, "big") + answered)
            answers.flush()


def _pickled(answer: Any) -> bytes:
    """The answer as bytes; an exception that cannot be copied is told by its name."""
    try:
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception:  # pickle raises whatever the exception's own methods do
        return pickle.dumps(RuntimeError(type(answer).__name__), pickle.HIGHEST_PROTOCOL)
