"""Finished pictures, drawn one by one in a process beside the bot's and kept while they are fresh.

That process may die, hang or be stopped: every order has a deadline, and whoever asked is told that there is no
picture. Nothing here waits in the event loop.
"""

import asyncio
import hashlib
import logging
import pickle
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from engine.kernel.decision import Seat
from locales.words import Words
from render.artist import EmojiArtist, LookupArtist, Mark, SeatArtist
from render.artists import ARTISTS
from render.child import BROKEN, Child
from render.studio import Order, Picture, Said

PICTURES_KEPT = 64
ORDER_S = 5.0
"""A picture takes some 50 ms, so a process that has not answered by then hangs."""
START_S = 5.0
"""So much longer may the first order of a new process take: it starts, and paints a ground."""
TRIES = 2
REST_S = 30.0
"""After an order that failed as often as it was tried nothing is drawn for so long: words go out meanwhile."""

log = logging.getLogger("knossos")


class CannotDraw(Exception):  # noqa: N818
    """There is no picture now: the process that draws hangs, dies or cannot be started. Words take its place."""


class Painter:
    """Draws views of any game. One for the whole bot; `close` it at the end.

    Every picture may be refused with `CannotDraw`, or with whatever drawing it met.
    """

    def __init__(
        self,
        words: Words | None = None,
        content: Path | None = None,
        *,
        order_s: float = ORDER_S,
        start_s: float = START_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`content` is a host's own, which this process has been told of already and the studio has not.

        `order_s` and `start_s` are the deadlines of an order and of a start, `clock` tells when to try again.
        """
        self._words = words or Words()
        self._content = [] if content is None else [str(content.resolve())]
        self._order_s, self._start_s, self._clock = order_s, start_s, clock
        self._child: Child | None = None
        self._rests_until: float | None = None
        self._is_closed = False
        self._line = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._kept: OrderedDict[bytes, Picture] = OrderedDict()

    @property
    def studio_pid(self) -> int:
        """The process that draws; 0 while there is none."""
        child = self._child
        return child.pid if child is not None and not self._is_closed else 0

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

    def seat_alt(
        self, game_key: str, view: msgspec.Struct, seat: Seat, names: Mapping[Seat, str], language: str
    ) -> str:
        """The words beside the picture of a seat, for a game that has one."""
        artist = ARTISTS[game_key]
        assert isinstance(artist, SeatArtist), game_key
        return artist.seat_alt(view, seat, names, Said(self._words, language, names))

    def close(self) -> None:
        """Draw no more. What is being drawn is thrown away, so that nobody waits for a process that hangs."""
        self._is_closed = True
        child = self._child
        if child is not None:
            child.kill()
        try:
            self._line.submit(self._dismiss)
        except RuntimeError:  # Python itself is ending: its threads are done
            self._dismiss()
        self._line.shutdown(wait=False)

    def _ordered(self, order: Order) -> Picture:
        """Have it drawn, by a new process if the last one has died or hangs. Waits in the line's thread."""
        if self._rests_until is not None and self._clock() < self._rests_until:
            raise CannotDraw
        for _ in range(TRIES):
            if self._is_closed:
                raise CannotDraw
            try:
                answer = self._asked(order)
            except BROKEN as error:
                self._dismiss()
                if not self._is_closed:
                    log.warning("painter restarted: why=%s", type(error).__name__)
                continue
            self._rests_until = None
            if isinstance(answer, Exception):
                raise answer
            return answer
        self._rests_until = self._clock() + REST_S
        raise CannotDraw

    def _asked(self, order: Order) -> Picture | Exception:
        child, within_s = self._child, self._order_s
        if child is None:
            child = self._child = Child(self._content)
            within_s += self._start_s
            if self._is_closed:
                child.kill()  # `close` came too early to see it
        answer = child.ask(pickle.dumps(order, pickle.HIGHEST_PROTOCOL), within_s)
        read = pickle.loads(answer)
        assert isinstance(read, (Picture, Exception))
        return read

    def _dismiss(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.forget()


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
