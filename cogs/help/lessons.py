"""`/learn`: a lesson of about ten minutes for one person, on a prepared game, with the real controls.

Nothing is stored: a control names its game and step, and the steps are replayed. So a lesson survives a restart, takes
no space, and appears in no record.
"""

import asyncio
from dataclasses import dataclass, field

import discord

from cogs.help.lesson_page import LessonPages
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.gate import is_private, pressed_keys
from cogs.interactions.slash import Choices, slash
from cogs.logs import log
from cogs.painter import Painter
from cogs.traffic import Rates
from cogs.ui.matching import Named, find_meant, suggest_matches
from cogs.ui.presenter import ANSWERS
from cogs.ui.press import GO, RULE, LessonPress
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import shorten
from cogs.ui.wording import Wording, games_named
from engine.kernel.proof.lesson import Course, LessonUnfit
from engine.kernel.refusals import Refusal
from sessions.kept.choices import People


@dataclass(frozen=True)
class Lessons:
    """Gives the lessons of all games that have one."""

    wording: Wording
    _painter: Painter
    _people: People
    _rates: Rates
    _courses: dict[str, Course] = field(default_factory=dict, init=False)

    async def _games(self, interaction: discord.Interaction, current: str) -> Choices:
        return suggest_matches(current, self._games_taught(interaction))

    @slash("learn", who=ANYONE_ANYWHERE, anywhere=True, suggests={"game": _games})
    async def learn(self, interaction: discord.Interaction, game: str) -> Reply:
        key = self._game_meant(interaction, game)
        return await (await self._pages(interaction, key)).step(0)

    def _games_taught(self, interaction: discord.Interaction) -> list[Named[str]]:
        games = games_named(self.wording, self.wording.speech.reader(interaction))
        return [each for each in games if self.wording.game_uis[each.thing].lesson is not None]

    def _game_meant(self, interaction: discord.Interaction, typed: str) -> str:
        """The game meant, by its key or a name. Raises `UIRefusal`."""
        taught = self._games_taught(interaction)
        key = find_meant(typed, taught)
        if key is None:
            games = ", ".join(each.name for each in taught)
            raise UIRefusal("refused.no_lesson", typed=shorten(typed, 50), games=games)
        return key

    async def take(self, interaction: discord.Interaction, press: LessonPress) -> Reply:
        """Carry out a press in a lesson."""
        self._rates.admit(interaction)
        if not is_private(interaction) or press.user != interaction.user.id:
            raise UIRefusal("refused.lesson_of_another")
        game_ui = self.wording.game_uis.get(press.game)
        if game_ui is None or game_ui.lesson is None:
            raise UIRefusal("refused.no_step")
        pages = await self._pages(interaction, press.game)
        if press.epoch >= len(pages.course.steps):
            raise UIRefusal("refused.no_step")
        if press.verb == GO:
            return await pages.step(press.epoch)
        if press.verb == RULE:
            return pages.rule(press.epoch)
        return await self._answer(interaction, press, pages)

    async def _answer(self, interaction: discord.Interaction, press: LessonPress, pages: LessonPages) -> Reply:
        step = pages.course.steps[press.epoch]
        if step.decision is None or press.verb not in ANSWERS:
            raise UIRefusal("refused.no_step")
        try:
            keys = pressed_keys(interaction, step.decision, press)
            view = pages.course.fork(press.epoch, keys)
        except Refusal as refusal:
            raise UIRefusal("refused.no_step") from refusal
        if step.is_meant(keys):
            return await pages.step(press.epoch + 1)
        return await pages.detour(press.epoch, keys, view)

    async def _pages(self, interaction: discord.Interaction, key: str) -> LessonPages:
        """Return the pages of a lesson. Raises `UIRefusal` if it doesn't fit the game as it is played here."""
        if key not in self._courses:
            game, lesson = self.wording.games[key], self.wording.game_uis[key].lesson
            assert lesson is not None
            try:
                # Building the offers is too long for the event loop the first time.
                self._courses[key] = await asyncio.to_thread(Course, game, lesson)
            except LessonUnfit as unfit:
                log.warning("no lesson: game=%s why=%s", key, unfit)
                raise UIRefusal("refused.lesson_unfit") from unfit
        plain_text = self._people.get(interaction.user.id).plain_text
        return LessonPages(self.wording, self._painter, interaction, key, self._courses[key], plain_text=plain_text)
