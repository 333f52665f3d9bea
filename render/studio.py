"""The painter's process (`python -m render`): draws what is asked on its standard input until that ends.

Scenes are worked out in Python, which would hold up the bot's event loop for many milliseconds even from another
thread. Here they hold up nobody, and when the bot is killed the input ends and so does this process.
"""

import contextlib
import pickle
from collections.abc import Mapping
from typing import Any, BinaryIO

import msgspec

from engine.kernel.decision import Message, Seat
from locales.words import Words
from render.artist import Mark
from render.artists import ARTISTS
from render.paint import Painting


class Order(msgspec.Struct, frozen=True):
    """What to draw: the view of a game, numbers at places, names by seat, the language of the words."""

    game_key: str
    view: Any
    marks: tuple[Mark, ...]
    names: dict[Seat, str]
    language: str


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
        self._paintings: dict[str, Painting] = {}

    def answer(self, order: Order) -> Picture | Exception:
        """The picture, or the exception that drawing it met."""
        try:
            return self.draw(order)
        except Exception as error:
            return error

    def draw(self, order: Order) -> Picture:
        """The picture. Raises `KeyError` for an unknown game."""
        artist, say = ARTISTS[order.game_key], Said(self._words, order.language, order.names)
        painting = self._paintings.setdefault(order.game_key, Painting())
        scene = artist.scene(order.view, order.marks, order.names, say)
        alt = artist.alt_text(order.view, order.names, say)
        return Picture(painting.png(scene), f"{order.game_key}.png", alt, scene.width, scene.height)


def serve(orders: BinaryIO, pictures: BinaryIO) -> None:
    """Answer each pickled order with its picture, or with the exception that it met, until the orders end."""
    studio = Studio()
    with contextlib.suppress(EOFError, BrokenPipeError):  # the bot is gone
        while True:
            answer = studio.answer(pickle.load(orders))
            pickle.dump(answer, pictures, pickle.HIGHEST_PROTOCOL)
            pictures.flush()
