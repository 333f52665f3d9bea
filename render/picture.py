"""Finished pictures, drawn one by one in a process beside the bot's and kept while they are fresh."""

import asyncio
import hashlib
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from engine.kernel.decision import Seat
from locales.words import Words
from render.artist import EmojiArtist, LookupArtist, Mark, SeatArtist
from render.artists import ARTISTS
from render.studio import Order, Picture, Said

HOME = Path(__file__).parents[1]
PICTURES_KEPT = 64


class Painter:
    """Draws views of any game. One for the whole bot; `close` it at the end."""

    def __init__(self, words: Words | None = None, content: Path | None = None) -> None:
        """`content` is a host's own, which this process has been told of already and the studio has not."""
        self._words = words or Words()
        self._content = [] if content is None else [str(content.resolve())]
        self._studio: subprocess.Popen[bytes] | None = None
        self._line = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._kept: OrderedDict[bytes, Picture] = OrderedDict()

    @property
    def studio_pid(self) -> int:
        """The process that draws; 0 while there is none."""
        return self._studio.pid if self._studio is not None else 0

    async def board(
        self,
        game_key: str,
        view: msgspec.Struct,
        marks: Sequence[Mark],
        names: Mapping[Seat, str],
        language: str,
    ) -> Picture:
        """The picture of `view`. `names` by seat. Raises `KeyError` for an unknown game."""
        return await self._picture(Order(game_key, view, tuple(marks), dict(names), language))

    def draws_seats(self, game_key: str) -> bool:
        """Whether `seat` has pictures for this game; a game with hands draws these too."""
        return isinstance(ARTISTS.get(game_key), SeatArtist)

    async def hand(self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str) -> Picture:
        """The hand of whoever `view` is for; to be shown to nobody else."""
        return await self._picture(Order(game_key, view, (), dict(names), language, "hand"))

    async def seat(
        self, game_key: str, view: msgspec.Struct, seat: Seat, names: Mapping[Seat, str], language: str
    ) -> Picture:
        """All that is public of one seat."""
        return await self._picture(Order(game_key, view, (), dict(names), language, "seat", seat))

    def draws_entry(self, game_key: str, kind: str, key: str) -> bool:
        """Whether `entry` has a picture of things of this kind; of all of them together, where `key` is empty."""
        artist = ARTISTS.get(game_key)
        return isinstance(artist, LookupArtist) and kind in (artist.entry_scenes if key else artist.overview_scenes)

    async def entry(self, game_key: str, kind: str, key: str, language: str, alt: str) -> Picture:
        """Something to look up, or all of that kind where `key` is empty; `alt` are the words beside it."""
        drawn = await self._picture(Order(game_key, None, (), {}, language, "entry", kind=kind, key=key))
        return msgspec.structs.replace(drawn, alt=alt)

    def emoji_of(self, game_key: str) -> tuple[str, ...]:
        """The names of the game's emoji."""
        artist = ARTISTS.get(game_key)
        return tuple(artist.emoji) if isinstance(artist, EmojiArtist) else ()

    async def emoji(self, game_key: str, name: str) -> bytes:
        """One of them as a PNG; not kept, since each is asked for once."""
        order = Order(game_key, None, (), {}, "en", "emoji", key=name)
        return (await asyncio.get_running_loop().run_in_executor(self._line, self._ordered, order)).png

    async def _picture(self, order: Order) -> Picture:
        """What was ordered, from those kept or newly drawn."""
        key = _digest(order)
        kept = self._kept.get(key)
        if kept is None:
            kept = await asyncio.get_running_loop().run_in_executor(self._line, self._ordered, order)
            self._kept[key] = kept
            if len(self._kept) > PICTURES_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept

    def text(self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str) -> str:
        """The whole position in words, for a reader."""
        return ARTISTS[game_key].board_text(view, names, Said(self._words, language, names))

    def alt(self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str) -> str:
        """The words beside the picture, at most 1024 characters."""
        return ARTISTS[game_key].alt_text(view, names, Said(self._words, language, names))

    def close(self) -> None:
        """Finish what is being drawn and draw no more."""
        self._line.shutdown(wait=True, cancel_futures=True)
        self._dismiss()

    def _ordered(self, order: Order) -> Picture:
        """Have it drawn, by a new studio if the last one has died. Waits in the line's thread, not in the loop."""
        try:
            answer = self._asked(order)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._dismiss()
            answer = self._asked(order)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _asked(self, order: Order) -> Picture | Exception:
        studio = self._studio
        if studio is None:
            studio = self._studio = subprocess.Popen(
                [sys.executable, "-m", "render", *self._content],
                cwd=HOME,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert studio.stdin is not None
        assert studio.stdout is not None
        pickle.dump(order, studio.stdin, pickle.HIGHEST_PROTOCOL)
        studio.stdin.flush()
        answer = pickle.load(studio.stdout)
        assert isinstance(answer, (Picture, Exception))
        return answer

    def _dismiss(self) -> None:
        studio, self._studio = self._studio, None
        if studio is not None:
            studio.kill()
            studio.communicate()


def _digest(order: Order) -> bytes:
    names = sorted(order.names.items())
    what = (
        order.game_key,
        order.view,
        order.marks,
        names,
        order.language,
        order.subject,
        order.seat,
        order.kind,
        order.key,
    )
    content = msgspec.msgpack.encode(what)
    return hashlib.sha256(content).digest()
