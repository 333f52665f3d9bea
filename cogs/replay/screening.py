"""`/table gif` and *Animation*: show a finished game as an animation, with progress while it is made."""

import asyncio

import discord

from cogs.delivery.reactions import FAILURES
from cogs.interactions.answering import REFUSED, Reply, illustrate
from cogs.interactions.authority import ANYONE_AT_THE_END
from cogs.interactions.gate import LOOK, press
from cogs.interactions.slash import slash
from cogs.logs import log
from cogs.replay.films import Film, Films
from cogs.traffic import Rates
from cogs.ui.layout import text_panel
from cogs.ui.refusals import UIRefusal, explain
from cogs.ui.wording import Wording
from cogs.views.ending import FILM
from engine.kernel.decision import Message
from engine.kernel.refusals import Refusal
from render import Picture
from sessions.session import Session

TOLD_EVERY_S = 3.0
"""Seconds between progress reports; Discord allows five edits in two seconds."""


class Screen:
    def __init__(self, wording: Wording, rates: Rates, films: Films) -> None:
        self._wording = wording
        self._rates = rates
        self._films = films

    @slash("table gif", who=ANYONE_AT_THE_END)
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

        async def draw() -> Reply | None:
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
            view=text_panel(self._progress(self._films.before(session), Film(session.table.id), language)), drawn=draw
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
