"""The painter's process (`python -m render`): draws what is asked on its standard input until that ends.

Scenes are worked out in Python, which would hold up the bot's event loop for many milliseconds even from another
thread. Here they hold up nobody, and when the bot is killed the input ends and so does this process.
"""

import contextlib
import pickle
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, BinaryIO, Literal

import msgspec

from engine.kernel.decision import Message, Seat
from locales.words import Words
from render.artist import CardArtist, EmojiArtist, LookupArtist, Mark, SeatArtist
from render.artists import ARTISTS
from render.emoji import SIDE, rasterised
from render.paint import Painting
from render.scene import Scene

LENGTH = 8
"""Bytes that tell how many follow."""


class Order(msgspec.Struct, frozen=True):
    """What to draw: the view of a game, numbers at places, names by seat, the language of the words.

    `subject` is the whole table, the hand of whoever looks, all that is public of `seat`, or something to look up (the
    entry with that `kind` and `key`, all of the kind where the key is empty), or the emoji with that `key`.
    """

    game_key: str
    view: Any
    marks: tuple[Mark, ...]
    names: dict[Seat, str]
    language: str
    subject: Literal["table", "hand", "seat", "entry", "emoji"] = "table"
    seat: Seat = 0
    kind: str = ""
    key: str = ""


class Picture(msgspec.Struct, frozen=True):
    """A picture ready to post: the file and its name, the words beside it, its size in pixels."""

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


class Studio:
    """Draws orders, with a store of finished grounds and tiles for each game."""

    def __init__(self) -> None:
        self._words = Words()
        self._paintings: defaultdict[str, Painting] = defaultdict(Painting)

    def answer(self, order: Order) -> Picture | Exception:
        """The picture, or the exception that drawing it met."""
        try:
            return self.draw(order)
        except Exception as error:
            return error

    def draw(self, order: Order) -> Picture:
        """The picture. Raises `KeyError` for an unknown game."""
        if order.subject == "emoji":
            return _emoji(order)
        say = Said(self._words, order.language, order.names)
        scene, alt = _drawn(order, say)
        name = {"table": order.game_key, "entry": order.kind}.get(order.subject, order.subject)
        return Picture(self._paintings[order.game_key].png(scene), f"{name}.png", alt, scene.width, scene.height)


def _drawn(order: Order, say: Said) -> tuple[Scene, str]:
    """The scene ordered, and the words beside it; those of an entry its face has."""
    artist, view, names = ARTISTS[order.game_key], order.view, order.names
    if order.subject == "table":
        return artist.scene(view, order.marks, names, say), artist.alt_text(view, names, say)
    if order.subject == "entry":
        assert isinstance(artist, LookupArtist), order.game_key
        scene = (
            artist.entry_scenes[order.kind](order.key, say) if order.key else artist.overview_scenes[order.kind](say)
        )
        return scene, ""
    if order.subject == "hand":
        assert isinstance(artist, CardArtist), order.game_key
        return artist.hand_scene(view, names, say), artist.hand_alt(view, names, say)
    assert isinstance(artist, SeatArtist), order.game_key
    return artist.seat_scene(view, order.seat, names, say), artist.seat_alt(view, order.seat, names, say)


def _emoji(order: Order) -> Picture:
    artist = ARTISTS[order.game_key]
    assert isinstance(artist, EmojiArtist), order.game_key
    return Picture(rasterised(artist.emoji[order.key]), f"{order.key}.png", "", SIDE, SIDE)


def serve(orders: BinaryIO, pictures: BinaryIO) -> None:
    """Answer each pickled order with its picture, or with the exception that it met, until the orders end.

    Before each order and answer stands its length.
    """
    studio = Studio()
    with contextlib.suppress(BrokenPipeError):  # the bot is gone
        while length := int.from_bytes(orders.read(LENGTH), "big"):
            answer = _pickled(studio.answer(pickle.loads(orders.read(length))))
            pictures.write(len(answer).to_bytes(LENGTH, "big") + answer)
            pictures.flush()


def _pickled(answer: Picture | Exception) -> bytes:
    """The answer as bytes; an exception that cannot be copied is told by its name."""
    try:
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception:
        return pickle.dumps(RuntimeError(type(answer).__name__), pickle.HIGHEST_PROTOCOL)
