"""`/card`, `/vase`, `/symbol` and the like: what a thing of a game is and does, in words and picture, in private.

There is a command for each kind of entry that some game's `GameUI` offers. A name shows that thing; without a name all
of the kind are listed, under the renderer's overview where it has one.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands
from msgspec.structs import replace

import discord_limits as limits
from cogs.interactions.answering import Reply, attend
from cogs.services import Services
from cogs.ui.game_ui import Entry, GameUI
from cogs.ui.layout import pages, text_panel, upload
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import folded, shorten

NAMES_A_LINE = 6

Command: TypeAlias = app_commands.Command[Any, ..., None]


class Lookups:
    """Looks things up in all games that have some; those of the table here come first."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def commands(self) -> list[Command]:
        """One for each kind."""
        return [_command(self, kind) for kind in kinds(self.services.game_uis)]

    async def show(self, interaction: discord.Interaction, kind: str, name: str | None) -> None:
        """Answer `/kind name`."""
        action = self._one(interaction, kind, name) if name else self._all(interaction, kind)
        await attend(self.services, interaction, action)

    async def _one(self, interaction: discord.Interaction, kind: str, name: str) -> Reply:
        game, entry = self._find(interaction, kind, name)
        language = self.services.speech.reader(interaction)
        alt = plain(self.services.say(entry.text, language))
        return self._shown(interaction, self.services.show(entry.text, language), game, kind, entry.key, alt)

    async def _all(self, interaction: discord.Interaction, kind: str) -> Reply:
        """Every entry of the game here, else of the first game that has some."""
        language = self.services.speech.reader(interaction)
        game = next(game for game, _ in self._entries(interaction, kind))
        named = [entry.name for found, entry in self._entries(interaction, kind) if found == game]
        alt = " · ".join(self.services.say(name, language) for name in named)
        names = [self.services.show(name, language) for name in named]
        how = self.services.speech.translate(interaction, "lookup.how", command=f"/{kind}")
        lines = [" · ".join(names[start : start + NAMES_A_LINE]) for start in range(0, len(names), NAMES_A_LINE)]
        first, *more = pages("\n".join([how, *lines]), limits.CONTENT)
        reply = self._shown(interaction, first, game, kind, "", shorten(alt, limits.ALT_TEXT))
        return replace(reply, more=tuple(more))

    def _shown(self, interaction: discord.Interaction, text: str, game: str, kind: str, key: str, alt: str) -> Reply:
        """The words, and the picture once it is drawn."""
        render_client, language = self.services.render_client, self.services.speech.reader(interaction)

        async def drawn() -> Reply:
            picture = await self.services.drawn(render_client.entry(game, kind, key, language, alt))
            return Reply(view=text_panel(text, picture=picture), file=upload(picture) if picture else None)

        return Reply(view=text_panel(text), drawn=drawn if render_client.draws_entry(game, kind, key) else None)

    def _entries(self, interaction: discord.Interaction, kind: str) -> Iterator[tuple[str, Entry]]:
        """The entries of that kind and their games, those of the table here first."""
        session = self.services.sessions.at_hand(interaction.channel_id or -1)
        here = session.table.game if session else None
        for game_ui in sorted(self.services.game_uis.values(), key=lambda game_ui: game_ui.key != here):
            if game_ui.entries is not None:
                yield from ((game_ui.key, entry) for entry in game_ui.entries().get(kind, ()))

    def _matches(self, interaction: discord.Interaction, kind: str, typed: str) -> list[tuple[str, str, Entry]]:
        """Name, game and entry where the name holds what was typed, those that begin with it first."""
        language, wanted = self.services.speech.reader(interaction), folded(typed)
        named = [
            (self.services.say(entry.name, language), game, entry) for game, entry in self._entries(interaction, kind)
        ]
        found = [each for each in named if wanted in folded(each[0]) or wanted == folded(each[2].key)]
        return sorted(found, key=lambda each: (not folded(each[0]).startswith(wanted), folded(each[0])))

    def _find(self, interaction: discord.Interaction, kind: str, typed: str) -> tuple[str, Entry]:
        """The entry with that key or name, or the only one that it can mean, and its game. Raises `UIRefusal`."""
        found = self._matches(interaction, kind, typed)
        exact = [each for each in found if folded(typed) in (folded(each[0]), folded(each[2].key))]
        if not exact and len(found) != 1:
            raise UIRefusal("refused.unknown_entry", name=shorten(typed, 60).replace("`", "'"))
        _, game, entry = (exact or found)[0]
        return game, entry

    def offer(self, interaction: discord.Interaction, kind: str, current: str) -> list[app_commands.Choice[str]]:
        """What may be typed as a name."""
        return [
            app_commands.Choice(name=shorten(name, limits.CHOICE_NAME), value=entry.key)
            for name, _, entry in self._matches(interaction, kind, current)
        ][: limits.AUTOCOMPLETE_CHOICES]


def kinds(game_uis: Mapping[str, GameUI]) -> tuple[str, ...]:
    """The kinds of things that can be looked up, in the order of the games."""
    return tuple(dict.fromkeys(kind for game_ui in game_uis.values() if game_ui.entries for kind in game_ui.entries()))


def plain(text: str) -> str:
    """Marked-up words as alt text."""
    return shorten(text.replace("**", "").replace("\n", " "), limits.ALT_TEXT)


def _command(lookups: Lookups, kind: str) -> Command:
    @app_commands.command(name=kind, description=f"command.{kind}")
    @app_commands.describe(name="command.lookup.name")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def look_up(interaction: discord.Interaction, name: str | None = None) -> None:
        await lookups.show(interaction, kind, name)

    @look_up.autocomplete("name")
    async def names(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return lookups.offer(interaction, kind, current)

    return look_up
