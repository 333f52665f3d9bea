"""Draw pictures one at a time in another process, and cache the recent ones. The process may die, hang or be stopped,
so every order has a deadline, after which it fails. Nothing here blocks the event loop."""

import copy
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from math import inf
from pathlib import Path
from typing import Any, Self

import msgspec

import games
from engine.kernel.decision import Fact, Seat
from locales.words import Words
from render.child import BROKEN, Child, ChildLine
from render.film import FilmClient
from render.renderer import PLAIN, RENDERERS, CannotDraw, Mark, Names
from render.score_sheet import ScoreSheet
from render.seat_colours import Colours, use_colours
from render.worker import Picture, RenderJob, say_in

PICTURES_KEPT = 64
SMALLER = 2
"""Small pictures are scaled down by this factor. They still fill a message's width."""
ORDER_S = 5.0
"""After this many seconds the process counts as hanging. A picture takes about 0.05 s."""
START_S = 5.0
"""Extra seconds for the first order of a new process, which has to start and paint a background."""
TRIES = 2
REST_S = 30.0
"""Pause in seconds after an order has failed `TRIES` times. Meanwhile messages are sent without pictures."""

log = logging.getLogger("knossos")


class RenderClient:
    """Draws views of any game. The bot has one client and calls `close` when it exits. Every method that returns a
    picture may raise `CannotDraw`, or any error raised by the drawing code."""

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
        """`content` is a folder of custom content. This process has loaded it; drawing processes load it themselves. If
        `paints` is false, every picture raises `CannotDraw`. `order_s` and `start_s` are deadlines in seconds."""
        self._words = words or Words()
        self._content = [] if content is None else [str(content.resolve())]
        self._order_s, self._start_s, self._clock, self._paints = order_s, start_s, clock, paints
        self._line = ChildLine("painter", lambda: Child(["boards", *self._content]), start_s)
        self._rests_until: dict[str, float] = {}
        """When the pause after failed orders ends. Games from packages have separate pauses, by game key. The bot's own
        games share one, under ""."""
        self._kept: OrderedDict[bytes, tuple[Picture, ...]] = OrderedDict()
        self._shrink = 1

    @property
    def small(self) -> Self:
        """Return a client that draws small pictures in the same process."""
        client = copy.copy(self)
        client._shrink = SMALLER
        return client

    @property
    def worker_pid(self) -> int:
        return 0 if self._line.is_closed else self._line.pid

    async def board(
        self,
        game_key: str,
        view: msgspec.Struct,
        marks: Sequence[Mark],
        names: Names,
        language: str,
        moves: Sequence[Fact] = (),
        known: Collection[str] = (),
        *,
        colours: Colours,
        is_past: bool = False,
    ) -> tuple[Picture, ...]:
        """Return the plates of `view` after the turn's public `moves`, first the one for the current question.

        If `is_past`, return one small plate that shows the turn. Return () for a game without a renderer. Leave out the
        file of a plate if its name is in `known`. Raise `KeyError` for an unknown game.
        """
        if RENDERERS[game_key] is PLAIN:
            return ()
        job = RenderJob(game_key, view, tuple(marks), dict(names), language, moves=tuple(moves), colours=colours)
        if is_past:
            job = msgspec.structs.replace(job, subject="past", shrink=SMALLER)
        return await self._pictures(msgspec.structs.replace(job, known=frozenset(known)))

    async def score_sheet(
        self, game_key: str, sheet: ScoreSheet, language: str, known: Collection[str] = ()
    ) -> Picture:
        """Return the score sheet of a finished game. Leave out the file if its name is in `known`."""
        return await self._picture(RenderJob(game_key, sheet, (), {}, language, "sheet", known=frozenset(known)))

    def close_ups(self, game_key: str, view: msgspec.Struct) -> tuple[str, ...]:
        """Return the keys of the parts of `view` that can be drawn larger."""
        return tuple(RENDERERS.get(game_key, PLAIN).close_ups(view, None))

    async def close_up(
        self, game_key: str, view: Any, key: str, names: Names, language: str, *, colours: Colours, seat: Seat | None
    ) -> Picture:
        """Draw the part `key` as seen by `seat`, or by a spectator if None. Raise `KeyError` for an unknown key."""
        job = RenderJob(game_key, view, (), dict(names), language, "close up", seat, key=key, colours=colours)
        return await self._picture(job)

    def draws_entry(self, game_key: str, kind: str, key: str) -> bool:
        """Return whether `entry` can draw this kind of component, or an overview of the kind if `key` is empty."""
        renderer = RENDERERS.get(game_key, PLAIN)
        return kind in (renderer.entry_scenes if key else renderer.overview_scenes)

    async def entry(self, game_key: str, kind: str, key: str, language: str, alt: str) -> tuple[Picture, ...]:
        """Return pictures of one component, or an overview of its kind if `key` is empty. `alt` is the alt text."""
        drawn = await self._pictures(RenderJob(game_key, None, (), {}, language, "entry", kind=kind, key=key))
        return tuple(msgspec.structs.replace(each, alt=alt) for each in drawn)

    def emoji_of(self, game_key: str) -> tuple[str, ...]:
        return tuple(RENDERERS.get(game_key, PLAIN).emoji)

    async def emoji(self, game_key: str, name: str) -> bytes:
        """Return an emoji as a PNG. It isn't cached, since the bot asks for each emoji only once."""
        job = RenderJob(game_key, None, (), {}, "en", "emoji", key=name)
        if not self._paints:
            raise CannotDraw
        (drawn,) = await self._line.run(self._wait_for, job)
        return drawn.png

    async def _picture(self, job: RenderJob) -> Picture:
        (picture,) = await self._pictures(job)
        return picture

    async def _pictures(self, job: RenderJob) -> tuple[Picture, ...]:
        if not self._paints:
            raise CannotDraw
        job = msgspec.structs.replace(job, shrink=max(job.shrink, self._shrink))
        shown = msgspec.structs.replace(job, known=frozenset(), names=dict(sorted(job.names.items())))
        key = hashlib.sha256(msgspec.msgpack.encode(shown)).digest()
        kept = self._kept.get(key)
        if kept is None or not all(picture.png or picture.filename in job.known for picture in kept):
            kept = await self._line.run(self._wait_for, job)
            self._kept[key] = kept
            if len(self._kept) > PICTURES_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept

    def text(self, game_key: str, view: msgspec.Struct, names: Names, language: str, *, colours: Colours) -> str:
        with use_colours(colours):
            return RENDERERS[game_key].board_text(view, names, say_in(language, self._words, names))

    def alt(self, game_key: str, view: msgspec.Struct, names: Names, language: str, *, colours: Colours) -> str:
        with use_colours(colours):
            return RENDERERS[game_key].alt_text(view, names, say_in(language, self._words, names))

    def close_up_alt(
        self, game_key: str, view: Any, key: str, names: Names, language: str, *, colours: Colours, seat: Seat | None
    ) -> str:
        with use_colours(colours):
            return RENDERERS[game_key].close_ups(view, seat)[key].alt(names, say_in(language, self._words, names))

    def film(self) -> FilmClient:
        """Return a new film, which is made in its own process. The caller must close the film."""
        return FilmClient(self._content, self._order_s, self._start_s)

    def close(self) -> None:
        """Stop drawing and abandon the current picture: the process may hang."""
        self._line.close()

    def _wait_for(self, job: RenderJob) -> tuple[Picture, ...]:
        """Draw a job in the thread of the `ChildLine`. Start a new process if the last one died or hangs."""
        game = games.GAMES.get(job.game_key)
        who = job.game_key if game is not None and game.folder is not None else ""
        if self._clock() < self._rests_until.get(who, -inf):
            raise CannotDraw
        for _ in range(TRIES):
            if self._line.is_closed:
                raise CannotDraw
            try:
                answer = self._line.ask(job, self._order_s)
            except BROKEN as error:
                self._line.dismiss()
                if not self._line.is_closed:
                    log.warning("painter restarted: why=%s", type(error).__name__)
                continue
            self._rests_until.pop(who, None)
            if isinstance(answer, Exception):
                raise answer
            assert isinstance(answer, tuple)
            return answer
        self._rests_until[who] = self._clock() + REST_S
        raise CannotDraw
