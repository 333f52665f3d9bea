"""`/help` and `/rules`: how to use the bot, and the rules of each game with their ids."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

import discord_limits as limits
from cogs.interactions.answering import Reply, attend
from cogs.services import Services
from cogs.ui.game_ui import GameUI
from cogs.ui.layout import pages, text_panel
from cogs.ui.refusals import UIRefusal
from cogs.ui.rulebook import Rulebook
from cogs.ui.text import folded, shorten
from engine.kernel.decision import Message


def _names(game_uis: Mapping[str, GameUI]) -> tuple[Message, ...]:
    return tuple(game_ui.name for game_ui in game_uis.values())


class Guide(commands.Cog):
    """Teaches the commands and the games."""

    def __init__(self, services: Services, rulebooks: Mapping[str, Rulebook]) -> None:
        self.services = services
        self.rulebooks = rulebooks

    @app_commands.command(name="help", description="command.help")
    @app_commands.describe(game="command.help.game")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def help(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """How to play, in a minute: the commands and the game of the table here, or the game asked for."""

        async def action() -> Reply:
            game_uis = self.services.game_uis
            if game is not None and game not in game_uis:
                raise UIRefusal("refused.unknown_game", game=shorten(game, 50))
            taught = game_uis.get(game or self._game_here(interaction) or "")
            parts = [] if game else [Message("help.commands"), Message("help.games", {"games": _names(game_uis)})]
            if taught is not None:
                parts.append(Message("help.game", {"game": taught.name, "teach": taught.teach}))
            language = self.services.speech.reader(interaction)
            return Reply(view=text_panel("\n".join(self.services.say(part, language) for part in parts)))

        await attend(self.services, interaction, action())

    @app_commands.command(description="command.rules")
    @app_commands.describe(topic="command.rules.topic", game="command.rules.game", page="command.rules.page")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def rules(
        self,
        interaction: discord.Interaction,
        topic: str,
        game: str | None = None,
        page: app_commands.Range[int, 1, 99] = 1,
    ) -> None:
        """Look up a rule."""

        async def action() -> Reply:
            book = await self._book(interaction, game)
            found = book.find(topic)
            if not found:
                raise UIRefusal("refused.no_topic", topic=shorten(topic, 60).replace("`", "'"))
            whole = pages("\n\n".join(each.text for each in found), limits.TEXT_DISPLAY_TOTAL - 100)
            number = min(page, len(whole))
            text = whole[number - 1]
            if len(whole) > 1:
                text += "\n-# " + self.services.speech.translate(
                    interaction, "rules.page", page=number, count=len(whole)
                )
            return Reply(view=text_panel(text))

        await attend(self.services, interaction, action())

    async def _book(self, interaction: discord.Interaction, game: str | None) -> Rulebook:
        """The rulebook asked for: the named game's, else that of the table here, else the first."""
        if game is not None and game not in self.rulebooks:
            raise UIRefusal("refused.unknown_game", game=shorten(game, 50))
        key = game or self._game_here(interaction) or next(iter(self.rulebooks))
        return self.rulebooks[key]

    def _game_here(self, interaction: discord.Interaction) -> str | None:
        session = self.services.sessions.at_hand(interaction.channel_id or -1)
        return session.table.game if session else None

    @rules.autocomplete("topic")
    async def _topics(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        key = interaction.namespace.game or self._game_here(interaction) or next(iter(self.rulebooks))
        book = self.rulebooks.get(str(key))
        found = (book.find(current) if current else list(book.topics.values())) if book else []
        return [
            app_commands.Choice(name=shorten(topic.title, 100), value=topic.title[: limits.CHOICE_VALUE])
            for topic in found
        ][: limits.AUTOCOMPLETE_CHOICES]

    @help.autocomplete("game")
    @rules.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        language = self.services.speech.reader(interaction)
        named = [(self.services.say(game_ui.name, language), key) for key, game_ui in self.services.game_uis.items()]
        return [app_commands.Choice(name=name, value=key) for name, key in named if folded(current) in folded(name)]
