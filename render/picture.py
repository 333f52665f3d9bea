"""Finished pictures, drawn one by one in a thread beside the event loop and kept while they are fresh."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from engine.kernel.decision import Message, Seat
from locales.words import Words
from render.artist import Mark
from render.artists import ARTISTS
from render.paint import Painting

PICTURES_KEPT = 64


class Picture(msgspec.Struct, frozen=True):
    """A picture ready to post: the file and its name, the words beside it, its size in pixels."""

    png: bytes
    filename: str
    alt: str
    width: int
    height: int


class Painter:
    """Draws views of any game. One for the whole bot; `close` it at the end."""

    def __init__(self, words: Words | None = None) -> None:
        self._words = words or Words()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._paintings: dict[str, Painting] = {}
        self._kept: OrderedDict[bytes, Picture] = OrderedDict()

    async def board(
        self,
        game_key: str,
        view: msgspec.Struct,
        marks: Sequence[Mark],
        names: Mapping[Seat, str],
        language: str,
    ) -> Picture:
        """The picture of `view`, off the event loop. `names` by seat. Raises `KeyError` for an unknown game."""
        key = _digest(game_key, view, marks, names, language)
        kept = self._kept.get(key)
        if kept is None:
            work = (game_key, view, tuple(marks), dict(names), language)
            kept = await asyncio.get_running_loop().run_in_executor(self._thread, self._draw, *work)
            self._kept[key] = kept
            if len(self._kept) > PICTURES_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept

    def text(self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str) -> str:
        """The whole position in words, for a reader."""
        return ARTISTS[game_key].board_text(view, names, self._say(names, language))

    def alt(self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str) -> str:
        """The words beside the picture, at most 1024 characters."""
        return ARTISTS[game_key].alt_text(view, names, self._say(names, language))

    def close(self) -> None:
        """Finish what is being drawn and draw no more."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _say(self, names: Mapping[Seat, str], language: str) -> "_Say":
        return _Say(self._words, language, names)

    def _draw(
        self, game_key: str, view: Any, marks: tuple[Mark, ...], names: dict[Seat, str], language: str
    ) -> Picture:
        artist, say = ARTISTS[game_key], self._say(names, language)
        painting = self._paintings.setdefault(game_key, Painting())
        scene = artist.scene(view, marks, names, say)
        png = painting.png(scene)
        alt = artist.alt_text(view, names, say)
        return Picture(png, f"{game_key}.png", alt, scene.width, scene.height)


class _Say:
    """Says messages in one language, with one table's names."""

    def __init__(self, words: Words, language: str, names: Mapping[Seat, str]) -> None:
        self._words, self._language, self._names = words, language, names

    def __call__(self, message: Message) -> str:
        return self._words.say(message, self._language, self._names)


def _digest(
    game_key: str, view: msgspec.Struct, marks: Sequence[Mark], names: Mapping[Seat, str], language: str
) -> bytes:
    content = msgspec.msgpack.encode((game_key, view, tuple(marks), sorted(names.items()), language))
    return hashlib.sha256(content).digest()
