"""`/card`, `/vase`, `/symbol` and the like: describe a component of a game in words and a picture, in private.

Each kind of entry in some game's `GameUI` has a command. With a name the command shows that entry; without a name it
lists all entries, under the renderer's overview if there is one.
"""

from collections.abc import Iterator, Mapping
from inspect import signature

import discord
from discord import app_commands
from msgspec.structs import replace

import discord_limits as limits
from cogs.interactions.answering import Answering, Reply, illustrate
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.slash import Choices, Command, Slash, build_command
from cogs.painter import Painter
from cogs.ui.game_ui import Entry, GameUI
from cogs.ui.layout import pages, text_panel
from cogs.ui.matching import Named, find_meant, match_stems, matching
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import fold, shorten
from cogs.ui.wording import Wording
from sessions.sessions import Sessions

NAMES_A_LINE = 6
MOST_NAMED = 8
"""The most matches of a name that an error message lists."""
DEFAULT = "en"
"""The language whose names are always found, in addition to the reader's."""


class Lookups:
    """Looks up entries of all games. Entries of the table's own game come first."""

    def __init__(self, wording: Wording, painter: Painter, sessions: Sessions) -> None:
        self._wording = wording
        self._painter = painter
        self._sessions = sessions

    def commands(self, answering: Answering) -> list[Command]:
        return [self._command(answering, kind) for kind in kinds(self._wording.game_uis)]

    def _command(self, answering: Answering, kind: str) -> Command:
        async def look_up(interaction: discord.Interaction, name: str | None = None) -> Reply:
            return self._one(interaction, kind, name) if name else self._all(interaction, kind)

        async def suggest(interaction: discord.Interaction, current: str) -> Choices:
            return self._suggest(interaction, kind, current)

        declared = Slash(kind, ANYONE_ANYWHERE, words={"name": "command.lookup.name"}, anywhere=True)
        return build_command(answering, declared, look_up, signature(look_up), {"name": suggest})

    def _one(self, interaction: discord.Interaction, kind: str, name: str) -> Reply:
        game, entry = self._find(interaction, kind, name)
        language = self._wording.speech.reader(interaction)
        alt = plain(self._wording.say(entry.text, language))
        text = self._wording.show(entry.text, language)
        here = self._named_here(interaction, entry)
        if here is not None:
            text += "\n-# " + self._wording.speech.translate(interaction, "lookup.here", name=here)
        return self._reply(interaction, text, game, kind, entry.key, alt)

    def _all(self, interaction: discord.Interaction, kind: str) -> Reply:
        """List the entries of the table's game, or of the first game that has entries of this kind."""
        language = self._wording.speech.reader(interaction)
        game = next(game for game, _ in self._entries(interaction, kind))
        named = [entry.name for found, entry in self._entries(interaction, kind) if found == game]
        alt = " · ".join(self._wording.say(name, language) for name in named)
        names = [self._wording.show(name, language) for name in named]
        how = self._wording.speech.translate(interaction, "lookup.how", command=f"/{kind}")
        lines = [" · ".join(names[start : start + NAMES_A_LINE]) for start in range(0, len(names), NAMES_A_LINE)]
        first, *more = pages("\n".join([how, *lines]), limits.CONTENT)
        reply = self._reply(interaction, first, game, kind, "", shorten(alt, limits.ALT_TEXT))
        return replace(reply, more=tuple(more))

    def _reply(self, interaction: discord.Interaction, text: str, game: str, kind: str, key: str, alt: str) -> Reply:
        render_client, language = self._painter.client, self._wording.speech.reader(interaction)

        async def draw() -> Reply:
            pictures = await self._painter.draw(render_client.entry(game, kind, key, language, alt)) or ()
            return illustrate(*pictures, text)

        return Reply(view=text_panel(text), drawn=draw if render_client.draws_entry(game, kind, key) else None)

    def _entries(self, interaction: discord.Interaction, kind: str) -> Iterator[tuple[str, Entry]]:
        """Yield the entries of a kind with their games; the table's game comes first."""
        session = self._sessions.at_hand(interaction.channel_id or -1)
        here = session.table.game if session else None
        for game_ui in sorted(self._wording.game_uis.values(), key=lambda game_ui: game_ui.key != here):
            if game_ui.entries is not None:
                yield from ((game_ui.key, entry) for entry in game_ui.entries().get(kind, ()))

    def _named_entries(self, interaction: discord.Interaction, kind: str) -> list[Named[tuple[str, Entry]]]:
        """Return every entry with its names (the reader's, the table's, English). The table's game comes first."""
        language = self._wording.speech.reader(interaction)
        session = self._sessions.at_hand(interaction.channel_id or -1)
        languages = [session.table.language] if session else []
        named = [
            Named(
                (game, entry),
                self._wording.say(entry.name, language),
                (*(self._wording.say(entry.name, other) for other in (*languages, DEFAULT)), entry.key),
            )
            for game, entry in self._entries(interaction, kind)
        ]
        order = list(dict.fromkeys(each.thing[0] for each in named))
        return sorted(named, key=lambda each: (order.index(each.thing[0]), fold(each.name)))

    def _find(self, interaction: discord.Interaction, kind: str, typed: str) -> tuple[str, Entry]:
        """Return the game and the entry that was typed, by key or name. Raises `UIRefusal` if several match."""
        named = self._named_entries(interaction, kind)
        found = find_meant(typed, named) or find_meant(self._synonym(interaction, kind, typed), named)
        if found is not None:
            return found
        if len(forms := match_stems(typed, named)) == 1:
            return forms[0].thing
        shown = shorten(typed, 60).replace("`", "'")
        fitting = tuple(entry.name for _, entry in (each.thing for each in matching(typed, named)))
        if 1 < len(fitting) <= MOST_NAMED:
            raise UIRefusal("refused.several", typed=shown, things=fitting)
        raise UIRefusal("refused.unknown_entry", name=shown)

    def _synonym(self, interaction: discord.Interaction, kind: str, typed: str) -> str:
        """Return the rulebook's words for a typed synonym, or an empty string."""
        language = self._wording.speech.reader(interaction)
        games = dict.fromkeys(game for game, _ in self._entries(interaction, kind))
        books = self._wording.rulebooks
        ours = (find(game, language, typed) for find in (books.find_meant, books.find_meant_by_stems) for game in games)
        return next((words for words in ours if words), "")

    def _named_here(self, interaction: discord.Interaction, entry: Entry) -> str | None:
        """Return the table's name of an entry, or None if it equals the reader's or if there is no table."""
        session = self._sessions.at_hand(interaction.channel_id or -1)
        if session is None:
            return None
        language = self._wording.speech.reader(interaction)
        name = self._wording.say(entry.name, session.table.language)
        return None if name == self._wording.say(entry.name, language) else name

    def _suggest(self, interaction: discord.Interaction, kind: str, current: str) -> Choices:
        """Suggest names, followed by the table's own name if that differs."""
        named = self._named_entries(interaction, kind)
        synonym = self._synonym(interaction, kind, current)
        found = matching(current, named) or (matching(synonym, named) if synonym else []) or match_stems(current, named)
        choices = []
        for each in found[: limits.AUTOCOMPLETE_CHOICES]:
            _, entry = each.thing
            here = self._named_here(interaction, entry)
            name = each.name if here is None else f"{each.name} · {here}"
            choices.append(app_commands.Choice(name=shorten(name, limits.CHOICE_NAME), value=entry.key))
        return choices


def kinds(game_uis: Mapping[str, GameUI]) -> tuple[str, ...]:
    """Return the kinds of entries, in the order of the games."""
    return tuple(dict.fromkeys(kind for game_ui in game_uis.values() if game_ui.entries for kind in game_ui.entries()))


def plain(text: str) -> str:
    return shorten(text.replace("**", "").replace("\n", " "), limits.ALT_TEXT)
