"""`/table gif` and *Moving picture*: a finished game as a film, its progress told to whoever waits for it."""

import asyncio

import discord

from cogs.delivery.reactions import FAILURES
from cogs.interactions.answering import REFUSED, Reply
from cogs.logs import log
from cogs.replay.films import Film, Films
from cogs.services import Services
from cogs.ui.layout import text_panel, upload
from cogs.ui.refusals import UIRefusal, explain
from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from engine.kernel.refusals import Refusal
from render import Picture
from sessions.session import Session

TOLD_EVERY_S = 3.0
"""How often progress is told; Discord takes five edits in two seconds."""


async def show_film(services: Services, films: Films, interaction: discord.Interaction, session: Session) -> Reply:
    """The film where it was made lately; else how far it is, and then the film in its place.

    Raises `NotStarted`, `TableSuspended`, and `UIRefusal` while the game goes on.
    """
    services.rates.admit_file(interaction)
    session.reader.log.check_begun()
    language = services.wording.speech.reader(interaction)
    gif = films.kept(session)
    if gif is not None:
        return _screened(services.wording, session, gif, language)
    if not session.history.is_open:
        raise UIRefusal("refused.film_running")

    async def drawn() -> Reply | None:
        film = films.ask(session)
        try:
            if not await _waited(services.wording, films, session, film, interaction, language):
                return None
            return _screened(services.wording, session, film.made.result(), language)
        except Refusal as refusal:
            return Reply(view=text_panel(f"{REFUSED} {services.wording.say(explain(refusal, {}), language)}"))
        finally:
            films.leave(film)

    return Reply(
        view=text_panel(_progress(services.wording, films.before(session), Film(session.table.id), language)),
        drawn=drawn,
    )


async def _waited(
    wording: Wording, films: Films, session: Session, film: Film, interaction: discord.Interaction, language: str
) -> bool:
    """Whether the film is made, and somebody still waits for it here: a message that is gone has nobody before it."""
    told = ""
    while True:
        done, _ = await asyncio.wait({film.made}, timeout=TOLD_EVERY_S)
        if done:
            return not film.made.cancelled()
        words = _progress(wording, films.before(session), film, language)
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


def _progress(wording: Wording, before: int, film: Film, language: str) -> str:
    """How many films are made `before` this one, or how far it is."""
    if before:
        return wording.say(Message("film.waiting", {"count": before}), language)
    if not film.frames:
        return wording.say(Message("film.begun"), language)
    if film.drawn == film.frames:
        return wording.say(Message("film.joining", {"count": film.frames}), language)
    return wording.say(Message("film.drawing", {"number": film.drawn + 1, "total": film.frames}), language)


def _screened(wording: Wording, session: Session, gif: bytes, language: str) -> Reply:
    table = session.table
    game = wording.game_uis[table.game].name
    words = wording.say(Message("film.made", {"game": game}), language)
    alt = wording.say(Message("film.alt", {"game": game}), language)
    picture = Picture(gif, f"{table.game}-{table.id}.gif", alt, 0, 0)
    return Reply(view=text_panel(words, (), picture), file=upload(picture))
