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
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from engine.kernel.decision import Fact, Seat
from locales.words import Words
from render.child import BROKEN, Child
from render.film_client import FilmClient
from render.plain import PlainRenderer
from render.renderer import CannotDraw, EmojiRenderer, LookupRenderer, Mark, SeatRenderer
from render.renderers import RENDERERS
from render.score_sheet import ScoreSheet
from render.seat_colours import Colours, chosen
from render.worker import Picture, RenderJob, Said

PICTURES_KEPT = 64
ORDER_S = 5.0
"""A picture takes some 50 ms, so a process that has not answered by then hangs."""
START_S = 5.0
"""So much longer may the first order of a new process take: it starts, and paints a ground."""
TRIES = 2
REST_S = 30.0
"""After an order that failed as often as it was tried nothing is drawn for so long: words go out meanwhile."""

log = logging.getLogger("knossos")


class RenderClient:
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
        paints: bool = True,
    ) -> None:
        """`content` is a host's own, which this process has been told of already and the worker has not.

        One that never `paints` raises `CannotDraw` for every picture.

        `order_s` and `start_s` are the deadlines of an order and of a start, `clock` tells when to try again.
        """
        self._words = words or Words()
        self._content = [] if content is None else [str(content.resolve())]
        self._order_s, self._start_s, self._clock = order_s, start_s, clock
        self._paints = paints
        self._child: Child | None = None
        self._rests_until: float | None = None
        self._is_closed = False
        self._line = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._kept: OrderedDict[bytes, tuple[Picture, ...]] = OrderedDict()

    @property
    def worker_pid(self) -> int:
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
        moves: Sequence[Fact] = (),
        known: Collection[str] = (),
        *,
        colours: Colours,
    ) -> tuple[Picture, ...]:
        """The plates of `view`, the first with what the present question needs. Raises `KeyError` for an unknown game.

        `names` and `colours` by seat. `moves` is what everybody heard of the turn so far. Of plates whose file names
        are `known` the files need not be there: whoever asks has them. A game without a renderer has no plates.
        """
        if isinstance(RENDERERS[game_key], PlainRenderer):
            return ()
        job = RenderJob(
            game_key,
            view,
            tuple(marks),
            dict(names),
            language,
            moves=tuple(moves),
            known=frozenset(known),
            colours=colours,
        )
        return await self._pictures(job)

    async def score_sheet(
        self, game_key: str, sheet: ScoreSheet, language: str, known: Collection[str] = ()
    ) -> Picture:
        """The score sheet of a game that is over; without its file where the file's name is `known`."""
        return await self._picture(RenderJob(game_key, sheet, (), {}, language, "sheet", known=frozenset(known)))

    def draws_seats(self, game_key: str) -> bool:
        """Whether `seat` has pictures for this game; a game with hands draws these too."""
        return isinstance(RENDERERS.get(game_key), SeatRenderer)

    async def hand(
        self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str, *, colours: Colours
    ) -> Picture:
        """The hand of whoever `view` is for; to be shown to nobody else."""
        return await self._picture(RenderJob(game_key, view, (), dict(names), language, "hand", colours=colours))

    async def seat(
        self,
        game_key: str,
        view: msgspec.Struct,
        seat: Seat,
        names: Mapping[Seat, str],
        language: str,
        *,
        colours: Colours,
    ) -> Picture:
        """All that is public of one seat."""
        return await self._picture(RenderJob(game_key, view, (), dict(names), language, "seat", seat, colours=colours))

    def draws_entry(self, game_key: str, kind: str, key: str) -> bool:
        """Whether `entry` has a picture of things of this kind; of all of them together, where `key` is empty."""
        renderer = RENDERERS.get(game_key)
        return isinstance(renderer, LookupRenderer) and kind in (
            renderer.entry_scenes if key else renderer.overview_scenes
        )

    async def entry(self, game_key: str, kind: str, key: str, language: str, alt: str) -> tuple[Picture, ...]:
        """Something to look up, or all of that kind where `key` is empty; `alt` are the words beside it."""
        drawn = await self._pictures(RenderJob(game_key, None, (), {}, language, "entry", kind=kind, key=key))
        return tuple(msgspec.structs.replace(each, alt=alt) for each in drawn)

    def emoji_of(self, game_key: str) -> tuple[str, ...]:
        """The names of the game's emoji."""
        renderer = RENDERERS.get(game_key)
        return tuple(renderer.emoji) if isinstance(renderer, EmojiRenderer) else ()

    async def emoji(self, game_key: str, name: str) -> bytes:
        """One of them as a PNG; not kept, since each is asked for once."""
        job = RenderJob(game_key, None, (), {}, "en", "emoji", key=name)
        if not self._paints:
            raise CannotDraw
        (drawn,) = await asyncio.get_running_loop().run_in_executor(self._line, self._wait_for, job)
        return drawn.png

    async def _picture(self, job: RenderJob) -> Picture:
        (picture,) = await self._pictures(job)
        return picture

    async def _pictures(self, job: RenderJob) -> tuple[Picture, ...]:
        """What was ordered, from those kept or newly drawn."""
        if not self._paints:
            raise CannotDraw
        key = _digest(job)
        kept = self._kept.get(key)
        if kept is None or not all(picture.png or picture.filename in job.known for picture in kept):
            kept = await asyncio.get_running_loop().run_in_executor(self._line, self._wait_for, job)
            self._kept[key] = kept
            if len(self._kept) > PICTURES_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept

    def text(
        self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str, *, colours: Colours
    ) -> str:
        """The whole position in words, for a reader."""
        with chosen(colours):
            return RENDERERS[game_key].board_text(view, names, Said(self._words, language, names))

    def alt(
        self, game_key: str, view: msgspec.Struct, names: Mapping[Seat, str], language: str, *, colours: Colours
    ) -> str:
        """The words beside the picture, at most 1024 characters."""
        with chosen(colours):
            return RENDERERS[game_key].alt_text(view, names, Said(self._words, language, names))

    def seat_alt(
        self,
        game_key: str,
        view: msgspec.Struct,
        seat: Seat,
        names: Mapping[Seat, str],
        language: str,
        *,
        colours: Colours,
    ) -> str:
        """The words beside the picture of a seat, for a game that has one."""
        renderer = RENDERERS[game_key]
        assert isinstance(renderer, SeatRenderer), game_key
        with chosen(colours):
            return renderer.seat_alt(view, seat, names, Said(self._words, language, names))

    def film(self) -> FilmClient:
        """A moving picture to be made, in a process of its own. Whoever takes it closes it."""
        return FilmClient(
            self._content, frame_s=2 * self._order_s, start_s=2 * self._start_s, finish_s=9 * self._order_s
        )

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

    def _wait_for(self, job: RenderJob) -> tuple[Picture, ...]:
        """Have it drawn, by a new process if the last one has died or hangs. Waits in the line's thread."""
        if self._rests_until is not None and self._clock() < self._rests_until:
            raise CannotDraw
        for _ in range(TRIES):
            if self._is_closed:
                raise CannotDraw
            try:
                answer = self._asked(job)
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

    def _asked(self, job: RenderJob) -> tuple[Picture, ...] | Exception:
        child, within_s = self._child, self._order_s
        if child is None:
            child = self._child = Child(self._content)
            within_s += self._start_s
            if self._is_closed:
                child.kill()  # `close` came too early to see it
        answer = child.ask(pickle.dumps(job, pickle.HIGHEST_PROTOCOL), within_s)
        read = pickle.loads(answer)
        assert isinstance(read, (tuple, Exception))
        return read

    def _dismiss(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.forget()


def _digest(job: RenderJob) -> bytes:
    names = sorted(job.names.items())
    what = (
        job.game_key,
        job.view,
        job.marks,
        names,
        job.language,
        job.subject,
        job.seat,
        job.kind,
        job.key,
        job.moves,
        job.colours,
    )
    content = msgspec.msgpack.encode(what)
    return hashlib.sha256(content).digest()
