"""Animations of finished games, shown with progress while they are made. One is made at a time, and kept for later."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

import discord

import discord_limits as limits
from cogs.delivery.reactions import FAILURES
from cogs.interactions.answering import REFUSED, Reply, illustrate
from cogs.interactions.authority import ANYONE_AT_THE_END
from cogs.interactions.gate import LOOK, press
from cogs.logs import log
from cogs.traffic import Rates
from cogs.ui.layout import text_panel
from cogs.ui.refusals import UIRefusal, explain
from cogs.ui.wording import Wording
from cogs.views.ending import FILM
from engine.kernel.decision import Message
from engine.kernel.refusals import Refusal
from render import CannotDraw, FilmClient, Picture, TooLarge
from sessions.lobby.colours import colours_of
from sessions.session import Session

MOST_FRAMES = 60
WORK_S = 60.0
"""Longest time in seconds to make an animation. It takes some 10 s on an idle machine."""
KEPT_BYTES = 32 * 1024 * 1024
TOLD_EVERY_S = 3.0
"""Seconds between progress reports; Discord allows five edits in two seconds."""


class Film:
    def __init__(self, table: int) -> None:
        self.table = table
        self.frames = self.drawn = 0
        self.waiting = 0
        self.made: asyncio.Task[bytes]


class Films:
    """All animations of a process. Call `close` at the end."""

    def __init__(self, client: Callable[[], FilmClient]) -> None:
        self._client = client
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        self._line: list[Film] = []
        """The films under way: the first is being made, the others wait."""
        self._turn = asyncio.Condition()

    def recall(self, session: Session) -> bytes | None:
        """Return the table's animation if it was made recently."""
        gif = self._kept.get(session.table.id)
        if gif is not None:
            self._kept.move_to_end(session.table.id)
        return gif

    def ask(self, session: Session) -> Film:
        """Return the table's animation; start making it if needed. Call `leave` to stop waiting for it."""
        film = self._film_of(session)
        if film is None:
            film = Film(session.table.id)
            self._line.append(film)
            film.made = asyncio.create_task(self._make(film, session))
            film.made.add_done_callback(_retrieve)
        film.waiting += 1
        return film

    def _film_of(self, session: Session) -> Film | None:
        return next((film for film in self._line if film.table == session.table.id), None)

    def leave(self, film: Film) -> None:
        """Stop waiting for an animation. Cancel it if nobody else waits."""
        film.waiting -= 1
        if not film.waiting:
            film.made.cancel()

    def before(self, session: Session) -> int:
        film = self._film_of(session)
        return len(self._line) if film is None else self._line.index(film)

    def close(self) -> None:
        for film in self._line.copy():
            film.made.cancel()

    async def _make(self, film: Film, session: Session) -> bytes:
        """Wait for a free slot, then make the animation. Raises `UIRefusal`, and the refusals of `History.steps`."""
        try:
            async with self._turn:
                await self._turn.wait_for(lambda: self._line[0] is film)
            gif = await self._draw(film, session)
        finally:
            self._line.remove(film)
            async with self._turn:
                self._turn.notify_all()
        self._keep(film.table, gif)
        return gif

    async def _draw(self, film: Film, session: Session) -> bytes:
        client = self._client()
        try:
            async with asyncio.timeout(WORK_S):
                return await self._draw_frames(client, film, session)
        except TimeoutError:
            log.warning("no film in time: table=%s frames=%s of %s", film.table, film.drawn, film.frames)
            raise UIRefusal("refused.film_late") from None
        except CannotDraw:
            log.warning("no film: table=%s, its process hangs or has died", film.table)
            raise UIRefusal("refused.film_failed") from None
        except TooLarge:
            raise UIRefusal("refused.film_large") from None
        except Refusal:
            raise
        except Exception:  # the render process's errors are raised here
            log.warning("no film: table=%s, drawing it met a mistake of ours", film.table, exc_info=True)
            raise UIRefusal("refused.film_failed") from None
        finally:
            client.close()

    async def _draw_frames(self, client: FilmClient, film: Film, session: Session) -> bytes:
        table = session.table
        log_of_game = await session.history.steps()
        stops = {stop.last: stop for stop in log_of_game.stops("turn")}
        lasts = frames_of(list(stops), MOST_FRAMES)
        film.frames = len(lasts)
        for last in lasts:
            seen = await session.reader.past.view_after(log_of_game.steps[last - 1].entry)
            if seen is None:
                raise UIRefusal("refused.film_rules")
            view, names = seen
            lines = await session.history.lines(log_of_game.steps[stops[last].first - 1 : last], None)
            moves = [fact for line in lines for fact in line.facts]
            film.drawn = await client.add(table.game, view, names, table.language, moves, colours=colours_of(table))
        return await client.finish(limits.FILE_BYTES_LEAST)

    def _keep(self, table: int, gif: bytes) -> None:
        self._kept[table] = gif
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > KEPT_BYTES:
            self._kept.popitem(last=False)


def _retrieve(made: "asyncio.Task[bytes]") -> None:
    """Retrieve the exception, or asyncio would log it. Everyone who waits receives it anyway."""
    if not made.cancelled():
        made.exception()


def frames_of(entries: Sequence[int], most: int) -> list[int]:
    """Return at most `most` of these entries, evenly spaced, including the first and the last."""
    if len(entries) <= most:
        return list(entries)
    return [entries[place * (len(entries) - 1) // (most - 1)] for place in range(most)]


class Screen:
    def __init__(self, wording: Wording, rates: Rates, films: Films) -> None:
        self._wording = wording
        self._rates = rates
        self._films = films

    @press(FILM, "*Animation*", at=LOOK, who=ANYONE_AT_THE_END)
    async def show(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the animation, or its progress. Raises `NotStarted`, `TableSuspended`, `UIRefusal`."""
        self._rates.take("file", interaction.user.id)
        session.reader.log.check_begun()
        language = self._wording.speech.reader(interaction)
        gif = self._films.recall(session)
        if gif is not None:
            return self._screen(session, gif, language)
        if not session.history.is_open:
            raise UIRefusal("refused.film_running")

        async def finish() -> Reply | None:
            film = self._films.ask(session)
            try:
                if not await self._wait(session, film, interaction, language):
                    return None
                return self._screen(session, film.made.result(), language)
            except Refusal as refusal:
                return Reply(view=text_panel(f"{REFUSED} {self._wording.say(explain(refusal, {}), language)}"))
            finally:
                self._films.leave(film)

        return Reply(
            view=text_panel(self._progress(self._films.before(session), Film(session.table.id), language)),
            finish=finish,
        )

    async def _wait(self, session: Session, film: Film, interaction: discord.Interaction, language: str) -> bool:
        """Report progress until the animation is made. Return False if the reply was deleted and nobody waits."""
        told = ""
        while True:
            done, _ = await asyncio.wait({film.made}, timeout=TOLD_EVERY_S)
            if done:
                return not film.made.cancelled()
            words = self._progress(self._films.before(session), film, language)
            if words == told:
                continue
            try:
                await interaction.edit_original_response(view=text_panel(words))
            except (discord.NotFound, discord.Forbidden) as error:
                log.info("nobody waits: interaction=%s code=%s", interaction.id, error.code)
                return False
            except FAILURES as error:
                log.info("progress not told: interaction=%s why=%s", interaction.id, type(error).__name__)
            else:
                told = words

    def _progress(self, before: int, film: Film, language: str) -> str:
        if before:
            return self._wording.say(Message("film.waiting", {"count": before}), language)
        if not film.frames:
            return self._wording.say(Message("film.begun"), language)
        if film.drawn == film.frames:
            return self._wording.say(Message("film.joining", {"count": film.frames}), language)
        return self._wording.say(Message("film.drawing", {"number": film.drawn + 1, "total": film.frames}), language)

    def _screen(self, session: Session, gif: bytes, language: str) -> Reply:
        table = session.table
        game = self._wording.game_uis[table.game].name
        words = self._wording.say(Message("film.made", {"game": game}), language)
        alt = self._wording.say(Message("film.alt", {"game": game}), language)
        picture = Picture(gif, f"{table.game}-{table.id}.gif", alt, 0, 0)
        return illustrate(picture, words)
