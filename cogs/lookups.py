"""`/card`, `/vase`, `/symbol`: what a thing of a game is and does, for one's own eyes."""

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.ext import commands

from cogs import limits
from cogs.answering import Reply, attend
from cogs.commands import folded
from cogs.errors import FaceRefusal
from cogs.faces import Entry
from cogs.house import House
from cogs.layout import text_panel
from cogs.panel import shorten


class Lookups(commands.Cog):
    """Looks things up in all games that have some; those of the table here come first."""

    def __init__(self, house: House) -> None:
        self.house = house

    @app_commands.command(description="command.card")
    @app_commands.describe(name="command.lookup.name")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def card(self, interaction: discord.Interaction, name: str) -> None:
        """A card."""
        await self._show(interaction, "card", name)

    @app_commands.command(description="command.vase")
    @app_commands.describe(name="command.lookup.name")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def vase(self, interaction: discord.Interaction, name: str) -> None:
        """A vase."""
        await self._show(interaction, "vase", name)

    @app_commands.command(description="command.symbol")
    @app_commands.describe(name="command.lookup.name")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def symbol(self, interaction: discord.Interaction, name: str) -> None:
        """A symbol."""
        await self._show(interaction, "symbol", name)

    async def _show(self, interaction: discord.Interaction, kind: str, name: str) -> None:
        async def deed() -> Reply:
            language = self.house.speech.reader(interaction)
            entry = self._find(interaction, kind, name)
            return Reply(view=text_panel(self.house.say(entry.text, language)))

        await attend(self.house, interaction, deed())

    def _entries(self, interaction: discord.Interaction, kind: str) -> Iterator[Entry]:
        session = self.house.sessions.at_hand(interaction.channel_id or -1)
        here = session.table.game if session else None
        for face in sorted(self.house.faces.values(), key=lambda face: face.key != here):
            if face.entries is not None:
                yield from face.entries().get(kind, ())

    def _matches(self, interaction: discord.Interaction, kind: str, typed: str) -> list[tuple[str, Entry]]:
        """Entries whose name holds what was typed, those that begin with it first."""
        language, wanted = self.house.speech.reader(interaction), folded(typed)
        named = [(self.house.say(entry.name, language), entry) for entry in self._entries(interaction, kind)]
        found = [(name, entry) for name, entry in named if wanted in folded(name) or wanted == folded(entry.key)]
        return sorted(found, key=lambda pair: (not folded(pair[0]).startswith(wanted), folded(pair[0])))

    def _find(self, interaction: discord.Interaction, kind: str, typed: str) -> Entry:
        """The entry with that key or name, or the only one that it can mean. Raises `FaceRefusal`."""
        found = self._matches(interaction, kind, typed)
        exact = [entry for name, entry in found if folded(typed) in (folded(name), folded(entry.key))]
        if exact:
            return exact[0]
        if len(found) != 1:
            raise FaceRefusal("refused.unknown_entry", name=shorten(typed, 60).replace("`", "'"))
        return found[0][1]

    def _offer(self, interaction: discord.Interaction, kind: str, current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=shorten(name, limits.CHOICE_NAME), value=entry.key)
            for name, entry in self._matches(interaction, kind, current)
        ][: limits.AUTOCOMPLETE_CHOICES]

    @card.autocomplete("name")
    async def _cards(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return self._offer(interaction, "card", current)

    @vase.autocomplete("name")
    async def _vases(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return self._offer(interaction, "vase", current)

    @symbol.autocomplete("name")
    async def _symbols(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return self._offer(interaction, "symbol", current)
