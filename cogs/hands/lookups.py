"""`/look`: describe a card, a tile, a place, or all things of a kind, in words and a picture, in private."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import discord
import msgspec
from discord import app_commands

import discord_limits as limits
from cogs.interactions.answering import REFUSED, Reply, illustrate
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.gate import is_private, picked_values
from cogs.interactions.slash import Choices, slash
from cogs.painter import Painter
from cogs.ui.game_ui import Entry
from cogs.ui.layout import text_panel
from cogs.ui.matching import Named, as_shown, find_meant, match_nearest, match_stems, matching
from cogs.ui.option_words import with_name
from cogs.ui.panel import PanelOption, Row, Select
from cogs.ui.press import LookPress
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import fold, shorten
from cogs.ui.wording import Wording
from engine.kernel.decision import Message
from sessions.records.table import Table
from sessions.sessions import Sessions

LONGEST_LABEL = 80
"""Maximum number of characters in a suggestion or in an option of a list."""
DEFAULT = "en"
"""The language whose names are always found, in addition to the reader's."""


class Thing(msgspec.Struct, frozen=True):
    """An entry of a game. An entry with an empty key stands for all entries of its kind."""

    game: str
    kind: str
    entry: Entry

    @property
    def id(self) -> str:
        return f"{self.game}:{self.kind}:{self.entry.key}"


Things: TypeAlias = "Sequence[Named[Thing]]"


class Collection:
    """Everything that one person can look up. Each of the `things` has names in the reader's language, the table's
    language and English. Things of the channel's game come first, and kinds come before single things."""

    def __init__(self, wording: Wording, table: Table | None, reader: str, user: int) -> None:
        self._wording, self._table, self._reader, self._user = wording, table, reader, user
        others = (table.language if table else DEFAULT, DEFAULT)
        named = [
            Named(
                thing,
                self.say(thing.entry.name),
                (*(wording.say(thing.entry.name, language) for language in others), thing.entry.key),
            )
            for thing in _everything(wording)
        ]
        self.things = sorted(
            named, key=lambda each: (not self._is_here(each.thing), each.thing.entry.key != "", fold(each.name))
        )

    def say(self, message: Message) -> str:
        return self._wording.say(message, self._reader)

    def _is_here(self, thing: Thing) -> bool:
        return self._table is not None and self._table.game == thing.game

    def by_id(self, id: str) -> Thing | None:
        return next((each.thing for each in self.things if each.thing.id == id), None)

    def find(self, typed: str) -> Thing | None:
        """Return the thing with that id or name, preferably of the table's game. Return None if several match."""
        if (exact := self.by_id(typed)) is not None:
            return exact
        here = [each for each in self.things if self._is_here(each.thing)]
        for group in (here, self.things[len(here) :]):
            found = find_meant(typed, group) or find_meant(self._synonym(typed, group), group)
            if found is not None:
                return found
        forms = match_stems(typed, self.things)
        return forms[0].thing if len(forms) == 1 else None

    def fitting(self, typed: str) -> Things:
        """Return the matches. The table's game comes first. If nothing matches, return things with similar names."""
        synonym = self._synonym(typed, self.things)
        found = matching(typed, self.things) or (matching(synonym, self.things) if synonym else [])
        found = found or match_stems(typed, self.things) or match_nearest(typed, self.things)
        return sorted(found, key=lambda each: not self._is_here(each.thing))

    def _synonym(self, typed: str, things: Things) -> str:
        """Return the rulebook's words for a typed synonym, or an empty string."""
        books, games = self._wording.rulebooks, dict.fromkeys(each.thing.game for each in things)
        finds = (books.find_meant, books.find_meant_by_stems)
        return next((words for find in finds for game in games if (words := find(game, self._reader, typed))), "")

    def _other(self, thing: Thing) -> str:
        """Return the text after a thing's name: its game or, at a table of that game, its name in the table's
        language."""
        if self._table is None or not self._is_here(thing):
            return self.say(self._wording.game_uis[thing.game].name)
        name = self._wording.say(thing.entry.name, self._table.language)
        return name if thing.entry.key and name != self.say(thing.entry.name) else ""

    def label(self, thing: Thing) -> str:
        return shorten(with_name(self.say(thing.entry.name), self._other(thing)), LONGEST_LABEL)

    def page(self, thing: Thing) -> str:
        """Describe a thing, followed by its game or by its name in the table's language."""
        text, other = self._wording.show(thing.entry.text, self._reader), self._other(thing)
        if not thing.entry.key or not other:
            return text
        return f"{text}\n-# {self.say(Message('look.here', {'name': other})) if self._is_here(thing) else other}"

    def inside(self, thing: Thing) -> Things:
        """Return the entries of a category, or nothing if this is already a single entry."""
        return [] if thing.entry.key else [each for each in self.things if each.thing.id.startswith(thing.id)][1:]

    def lists(self, things: Things) -> list[Row]:
        """Return selects of these things, each titled with its first and last entry, then a select of all kinds."""
        made: list[Row] = []
        for start in range(0, len(things), limits.SELECT_OPTIONS):
            part = things[start : start + limits.SELECT_OPTIONS]
            options = tuple(PanelOption(each.thing.id, self.label(each.thing)) for each in part)
            title = " – ".join(dict.fromkeys((part[0].name, part[-1].name)))
            made.append(Select(LookPress(self._user, len(made) + 1), title, options))
        whole = [each for each in self.things if not each.thing.entry.key]
        games = (self.say(self._wording.game_uis[each.thing.game].name) for each in whole)
        kinds = tuple(PanelOption(each.thing.id, each.name, hint=game) for each, game in zip(whole, games, strict=True))
        return [*made, Select(LookPress(self._user), self.say(Message("look.more")), kinds)]


def _everything(wording: Wording) -> Iterator[Thing]:
    """For each kind of component of every game, yield a thing for the whole kind, then one for each entry."""
    for game, game_ui in wording.game_uis.items():
        for kind, entries in (game_ui.entries() if game_ui.entries else {}).items():
            name = Message(f"look.kind.{kind}")
            yield Thing(game, kind, Entry("", name, Message("look.kind", {"kind": name, "game": game_ui.name})))
            yield from (Thing(game, kind, entry) for entry in entries)


@dataclass(frozen=True, slots=True)
class Lookups:
    wording: Wording
    _painter: Painter
    _sessions: Sessions
    _latest: dict[int, int] = field(default_factory=dict)
    """The last interaction of each reader. A late picture for an earlier one is dropped."""

    def _collection(self, interaction: discord.Interaction) -> Collection:
        session = self._sessions.at_hand(interaction.channel_id or -1)
        reader = self.wording.speech.reader(interaction)
        return Collection(self.wording, session.table if session else None, reader, interaction.user.id)

    async def _suggest(self, interaction: discord.Interaction, current: str) -> Choices:
        collection = self._collection(interaction)
        found = collection.fitting(current)[: limits.AUTOCOMPLETE_CHOICES]
        return [app_commands.Choice(name=collection.label(each.thing), value=each.thing.id) for each in found]

    @slash("look", who=ANYONE_ANYWHERE, anywhere=True, suggests={"thing": _suggest})
    async def look(self, interaction: discord.Interaction, thing: str | None = None) -> Reply:
        """Show a thing. If several things match, list them. If none matches, list things with similar names."""
        collection = self._collection(interaction)
        if thing is None:
            return Reply(view=text_panel(collection.say(Message("look.all")), collection.lists([])))
        found = collection.find(thing)
        if found is not None:
            return self._page(interaction, collection, found)
        is_several = bool(matching(thing, collection.things))
        text = Message("look.several" if is_several else "look.unknown", {"typed": as_shown(thing)})
        rows = collection.lists(collection.fitting(thing)[: limits.SELECT_OPTIONS])
        return Reply(view=text_panel(f"{REFUSED} {collection.say(text)}", rows))

    async def take(self, interaction: discord.Interaction, press: LookPress) -> Reply:
        if not is_private(interaction) or press.user != interaction.user.id:
            raise UIRefusal("refused.reference_of_another")
        collection, picked = self._collection(interaction), picked_values(interaction)
        found = collection.by_id("".join(picked))
        if found is None:
            raise UIRefusal("refused.no_page")
        return msgspec.structs.replace(self._page(interaction, collection, found), replaces=True)

    def _page(self, interaction: discord.Interaction, collection: Collection, thing: Thing) -> Reply:
        """Show one thing, or the lists of all things of a kind under their overview."""
        client = self._painter.of(interaction.user.id).client
        language = self.wording.speech.reader(interaction)
        text, rows = collection.page(thing), collection.lists(collection.inside(thing))
        alt = shorten(collection.say(thing.entry.text).replace("**", "").replace("\n", " "), limits.ALT_TEXT)
        self._latest[interaction.user.id] = interaction.id

        async def draw() -> Reply | None:
            drawn = client.entry(thing.game, thing.kind, thing.entry.key, language, alt)
            pictures = await self._painter.draw(drawn) or ()
            is_latest = self._latest.get(interaction.user.id) == interaction.id
            return illustrate(*pictures, text, *rows) if is_latest else None

        is_drawn = client.draws_entry(thing.game, thing.kind, thing.entry.key)
        return Reply(view=text_panel(text, rows), drawn=draw if is_drawn else None)
