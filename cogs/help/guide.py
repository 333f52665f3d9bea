"""`/help` and `/rules`: how to use the bot, and the rules of each game with their ids."""

from dataclasses import dataclass

import discord
from discord import app_commands

import discord_limits as limits
from cogs.interactions.answering import REFUSED, Reply
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.gate import is_private, picked_values
from cogs.interactions.slash import Choices, slash, suggest_games
from cogs.ui.layout import text_panel
from cogs.ui.panel import PanelOption, Row, Select
from cogs.ui.press import CONTENTS, OPEN, SEARCH, HelpPress, RulesPress
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording, read_game
from cogs.views.lobby import games_to_begin
from cogs.views.rules import ALL_SECTIONS, Library, RulesPage, RulesReader
from engine.kernel.decision import Message
from sessions.sessions import Sessions

START = "start"

SECTIONS = {
    "table": ("help.table.title", "help.table"),
    "turn": ("help.turn.title", "help.turn"),
    "look": ("help.look.title", "help.look"),
    "back": ("help.back.title", "help.back"),
    "own": ("help.own.title", "help.own"),
}
"""More topics, by the value in the menu: title and text."""


@dataclass(frozen=True, slots=True)
class Guide:
    wording: Wording
    _sessions: Sessions

    @slash("help", who=ANYONE_ANYWHERE, anywhere=True, suggests={"game": suggest_games})
    async def help(self, interaction: discord.Interaction, game: str | None = None) -> Reply:
        """Show the first steps for newcomers, or explain a game in a minute."""
        if game is None:
            return self._topic(interaction, START, self._game_here(interaction))
        return self._topic(interaction, read_game(self.wording, game, self.wording.speech.reader(interaction)))

    async def _topics(self, interaction: discord.Interaction, current: str) -> Choices:
        """Suggest matching topics of every game. Before anything is typed, suggest sections of the game, or games."""
        try:
            library = self._library(interaction, str(interaction.namespace.game or "") or None)
        except UIRefusal:
            return []
        if current.strip():
            return library.suggestions(current)

        def every(reader: RulesReader) -> app_commands.Choice[str]:
            name = reader.say("rules.suggest_all", count=len(reader.book.sections))
            return reader.suggest(name, ALL_SECTIONS, is_named=not library.has_own)

        if not library.has_own:
            return [every(reader) for reader in library.readers]
        own = library.readers[0]
        offered = [own.suggest(topic.title, topic.title, is_named=False) for topic in own.book.sections]
        most = limits.AUTOCOMPLETE_CHOICES
        return offered if len(offered) <= most else [*offered[: most - 1], every(own)]

    @slash("rules", who=ANYONE_ANYWHERE, anywhere=True, suggests={"topic": _topics, "game": suggest_games})
    async def rules(self, interaction: discord.Interaction, topic: str | None = None, game: str | None = None) -> Reply:
        """Look up a rule in `game` or in all games, the table's first. Without a topic, show a menu of the sections."""
        before, _, after = (topic or "").partition(":")
        if before in self.wording.game_uis:
            topic, game = after, before
        library = self._library(interaction, game)
        if not topic or topic.strip() == ALL_SECTIONS:
            return _reply(library.contents())
        found = library.found(topic)
        if found is None:
            nothing = library.nothing(topic)
            return _reply(RulesPage(f"{REFUSED} {nothing.text}", nothing.rows))
        return _reply(found)

    def _library(self, interaction: discord.Interaction, game: str | None) -> Library:
        """Return the rules of the named game, or of all games, the table's first. Raises `UIRefusal`."""
        language, here = self.wording.speech.reader(interaction), self._game_here(interaction)
        keys = sorted(self.wording.game_uis, key=lambda key: key != here)
        named = [read_game(self.wording, game, language)] if game else keys
        readers = tuple(RulesReader(self.wording, key, language, interaction.user.id) for key in named)
        return Library(readers, has_own=bool(game or here))

    def _game_here(self, interaction: discord.Interaction) -> str | None:
        session = self._sessions.at_hand(interaction.channel_id or -1)
        return session.table.game if session else None

    async def take(self, interaction: discord.Interaction, press: RulesPress | HelpPress) -> Reply:
        if not is_private(interaction) or press.user != interaction.user.id:
            raise UIRefusal("refused.reference_of_another")
        if isinstance(press, RulesPress):
            return _reply(self._page_of(interaction, press), replaces=True)
        picked = picked_values(interaction)
        return self._topic(interaction, picked[0] if picked else "", replaces=True)

    def _topic(
        self, interaction: discord.Interaction, picked: str, game_here: str | None = None, *, replaces: bool = False
    ) -> Reply:
        """Show a help topic, or the short explanation of a game. `replaces` is as in `Reply`. Raises `UIRefusal` for
        anything else."""
        game_uis, language = self.wording.game_uis, self.wording.speech.reader(interaction)
        rows: list[Row] = []
        if picked == START:
            words = [Message("help.start", {"games": tuple(game_ui.name for game_ui in game_uis.values())})]
            words += [Message("help.here", {"game": game_uis[game_here].name})] if game_here is not None else []
            if interaction.is_guild_integration() and self._sessions.context.offers_computers:
                words.append(Message("begin.alone"))
                rows += games_to_begin(self.wording, language, interaction.user.id)
        elif picked in SECTIONS:
            words = [Message(SECTIONS[picked][1])]
        elif picked in game_uis:
            game_here = picked
            words = [Message("help.game", {"game": game_uis[picked].name, "teach": game_uis[picked].words.teach})]
        else:
            raise UIRefusal("refused.no_page")
        text = "\n".join(self.wording.say(each, language) for each in words)
        rows.append(_select(self.wording, language, interaction.user.id, picked, game_here))
        return Reply(view=text_panel(text, rows), replaces=replaces)

    def _page_of(self, interaction: discord.Interaction, press: RulesPress) -> RulesPage:
        """Return the page that the control leads to. Raises `UIRefusal` if there is none."""
        if press.game not in self.wording.game_uis:
            raise UIRefusal("refused.no_page")
        reader = RulesReader(self.wording, press.game, self.wording.speech.reader(interaction), press.user)
        if press.verb == CONTENTS:
            return reader.contents()
        if press.verb == SEARCH:
            found = reader.found(press.typed, press.page)
            if found is None:
                raise UIRefusal("refused.no_page")
            return found
        place = _picked_section(interaction) if press.verb == OPEN else press.index
        if place is None or place >= len(reader.book.sections):
            raise UIRefusal("refused.no_page")
        return reader.topic(reader.book.sections[place], press.page)


def _picked_section(interaction: discord.Interaction) -> int | None:
    values = picked_values(interaction)
    return int(values[0]) if values and values[0].isdecimal() and len(values[0]) <= 3 else None


def _reply(page: RulesPage, *, replaces: bool = False) -> Reply:
    return Reply(view=text_panel(page.text, page.rows), replaces=replaces)


def _select(wording: Wording, language: str, user: int, shown: str, game_here: str | None) -> Select:

    def option(value: str, words: Message, hint: str = "") -> PanelOption:
        return PanelOption(value, wording.say(words, language), hint=hint)

    in_a_minute = wording.say(Message("help.game.hint"), language)
    games = sorted(wording.game_uis.values(), key=lambda game_ui: game_ui.key != game_here)
    options = [
        option(START, Message("help.start.title")),
        *(option(key, Message(title)) for key, (title, _) in SECTIONS.items()),
        *(option(game_ui.key, game_ui.name, in_a_minute) for game_ui in games),
    ]
    title = wording.say(Message("help.more"), language)
    return Select(HelpPress(user), title, tuple(each for each in options if each.value != shown))
