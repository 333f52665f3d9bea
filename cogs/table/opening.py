"""`/table open`, the buttons of the help, and *Rematch*: open a table here, or in a new thread."""

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import discord
from discord import app_commands

from cogs.delivery.live_messages import CONTROL
from cogs.delivery.permissions import check_may_open, check_may_post, check_may_post_in_thread, find_place, may_post
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_OPENING, SEATED_AT_THE_END
from cogs.interactions.gate import ASK_ANYWHERE, check_server, press, table_here
from cogs.interactions.promises import Promises
from cogs.interactions.slash import LANGUAGE_CHOICES, Choices, slash, suggest_games
from cogs.members import Members
from cogs.play.lobby_presses import seat_name
from cogs.table.threads import Threads, may_make_thread
from cogs.traffic import Rates
from cogs.ui.matching import Named, find_meant, suggest_matches
from cogs.ui.names import computers_at
from cogs.ui.press import NOBODY, BeginPress
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording, computer_names, read_game
from cogs.views.ending import REMATCH
from cogs.views.options import read_options, typed_options
from engine.kernel.decision import Message
from locales.words import OFFERED
from sessions.lobby.lobby import LobbyOptions
from sessions.records.table import LiveMessage, Seating, Table
from sessions.refusals import NoComputers, NoTable, StorageRefusal, TableExists
from sessions.session import Session
from sessions.sessions import Sessions

USUAL_LEVEL = Seating().level
JUST_BEGUN_MS = 60_000
"""A second press on a help button within this many ms counts as a slip."""


@dataclass(frozen=True)
class Opening:
    wording: Wording
    _sessions: Sessions
    _rates: Rates
    _members: Members
    _threads: Threads
    _promises: Promises
    _beginning: set[int] = field(default_factory=set, init=False)
    """The people whose game against a computer player is being opened."""

    async def _option_words(self, interaction: discord.Interaction, current: str) -> Choices:
        """Suggest one more `key=value` for each relevant option that isn't typed yet."""
        language = self.wording.speech.reader(interaction)
        try:
            key = read_game(self.wording, str(interaction.namespace.game or ""), language)
        except UIRefusal:
            return []
        game, game_ui = self.wording.games[key], self.wording.game_uis[key]
        whole, part = typed_options(game, current)
        named = {word.partition("=")[0] for word in whole}
        found: list[Named[str]] = []
        seats = interaction.namespace.seats
        for option in game.rules.options:
            if option.key in named or (isinstance(seats, int) and not option.matters_for(seats)):
                continue
            for value in option.choices:
                word = f"{option.key}={str(value).lower()}"
                named_value = game_ui.words.value(option.key, value)
                pair = Message("lobby.choice", {"option": game_ui.words.option(option.key), "value": named_value})
                found.append(Named(" ".join([*whole, word]), self.wording.say(pair, language), (word,)))
        return suggest_matches(part, found)

    async def _level_words(self, interaction: discord.Interaction, current: str) -> Choices:
        language = self.wording.speech.reader(interaction)
        try:
            game = read_game(self.wording, str(interaction.namespace.game or ""), language)
        except UIRefusal:
            game = next(iter(self.wording.games))
        return suggest_matches(current, _levels(self.wording, game, language))

    @slash(
        "table open",
        who=ANYONE_OPENING,
        choices={"language": LANGUAGE_CHOICES},
        suggests={"game": suggest_games, "options": _option_words, "level": _level_words},
    )
    async def open(
        self,
        interaction: discord.Interaction,
        game: str,
        seats: int | None = None,
        options: str = "",
        language: str | None = None,
        thread: bool = False,
        computers: app_commands.Range[int, 0, 3] = 0,
        level: str = USUAL_LEVEL,
    ) -> Reply:
        check_server(interaction)
        game = read_game(self.wording, game, self.wording.speech.reader(interaction))
        chosen = read_options(self.wording.games[game], options)
        level = read_level(self.wording, game, level, self.wording.speech.reader(interaction))
        speaks = language if language in OFFERED else self.wording.speech.place(interaction)
        check_may_open(self._sessions.choices.servers, interaction)
        await (check_may_post_in_thread(interaction) if thread else check_may_post(interaction))
        self._rates.admit_opening(interaction)
        session = await self._sessions.open(
            interaction.guild_id,
            self._channel(interaction, self.wording.say(self.wording.game_uis[game].name, speaks), in_thread=thread),
            interaction.user.id,
            seat_name(interaction),
            game,
            interaction.id,
            LobbyOptions(options=chosen, seats_wanted=seats, language=speaks),
            computers=computers_at(computer_names(self.wording, game, speaks), seat_name(interaction), computers),
            level=level,
        )
        done = "table.opened"
        if thread and session.table.channel == interaction.channel_id:
            is_full = self._threads.found_server_full(interaction)
            done = "table.opened_full" if is_full else "table.opened_no_thread"
        return self._promises.make(interaction, session, 0, "table.opening", done)

    async def begin(self, interaction: discord.Interaction, press: BeginPress) -> Reply | None:
        """Begin a game with computer players: here if the press is private and no table is open, else in a new
        thread."""
        guild, user = check_server(interaction), interaction.user.id
        if press.user not in (NOBODY, user):
            raise UIRefusal("refused.reference_of_another")
        if press.game not in self.wording.games:
            raise UIRefusal("refused.unknown_control")
        if user in self._beginning:
            return None
        self._beginning.add(user)
        try:
            return await self._begin(interaction, press, guild)
        finally:
            self._beginning.discard(user)

    async def _begin(self, interaction: discord.Interaction, press: BeginPress, guild: int) -> Reply:
        user, name, game = interaction.user.id, seat_name(interaction), self.wording.game_uis[press.game].name
        since = self._sessions.context.clock() - JUST_BEGUN_MS
        for table in await self._sessions.store.tables.in_guild(guild):
            is_same = (table.owner, table.game, table.status) == (user, press.game, "running") and table.is_alone
            if is_same and table.created_at > since:
                return Reply(self.wording.speech.translate(interaction, "begin.done", **self.wording.place_of(table)))
        check_may_open(self._sessions.choices.servers, interaction)
        if not self._sessions.context.offers_computers:
            raise NoComputers
        wants_thread = press.user == NOBODY or await self._has_table(interaction)
        has_thread = wants_thread and may_make_thread(interaction)
        if not has_thread:
            await check_may_post(interaction)
        self._rates.admit_opening(interaction)
        speaks = self.wording.speech.place(interaction)
        seats = min(count for count in self.wording.games[press.game].rules.seats if count > 1)
        session = await self._sessions.open(
            guild,
            self._channel(interaction, self.wording.say(game, speaks), in_thread=has_thread),
            user,
            name,
            press.game,
            interaction.id,
            LobbyOptions(seats_wanted=seats, language=speaks),
            computers=computers_at(computer_names(self.wording, press.game, speaks), name, seats - 1),
        )
        await session.lobby.start(user, -interaction.id)  # opening the table has used the interaction's own id
        return self._promises.make(interaction, session, 0, "table.opening", "begin.done")

    @press(REMATCH, "*Rematch*", at=ASK_ANYWHERE, who=SEATED_AT_THE_END)
    async def rematch(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Open the lobby of a rematch, or join the open one. Raises the refusals of `Sessions.rematch`."""
        channel = session.table.channel
        if interaction.channel_id == channel:
            check_may_open(self._sessions.choices.servers, interaction)
            await check_may_post(interaction)
        else:
            place = None
            with contextlib.suppress(discord.NotFound):  # posting the lobby fails, and the answer says why
                place = await find_place(interaction, channel)
            check_may_open(self._sessions.choices.servers, interaction, place)
            if not may_post(place):
                raise UIRefusal("refused.channel_closed", channel=f"<#{channel}>")
        self._rates.admit_opening(interaction)
        user = interaction.user.id
        others = [sitter.user for sitter in session.table.people if sitter.user != user]
        away = await self._members.find_gone(interaction.guild_id, others)
        try:
            rematch = await self._sessions.rematch(session, user, interaction.id, away)
        except TableExists:
            raise UIRefusal("refused.rematch_occupied") from None
        table = rematch.table
        shown = None
        with contextlib.suppress(StorageRefusal):  # the lobby is open
            messages = await self._sessions.store.posts.live_messages(table.id)
            shown = next((message for message in messages if message.kind == CONTROL), None)
        if shown is None and table.is_live:
            return self._promises.make(interaction, rematch, 0, "table.opening", _rematch_state(table))
        link = _link(table, shown)
        return Reply(self.wording.speech.translate(interaction, _rematch_state(table), channel=link))

    def _channel(
        self, interaction: discord.Interaction, game: str, *, in_thread: bool
    ) -> int | Callable[[], Awaitable[int]]:
        """Return the channel of a new table, or the function that creates its thread."""
        assert interaction.channel_id is not None
        if not in_thread:
            return interaction.channel_id
        return partial(self._threads.once, interaction, f"{game} · {seat_name(interaction)}")

    async def _has_table(self, interaction: discord.Interaction) -> bool:
        with contextlib.suppress(NoTable):
            return (await table_here(self._sessions, interaction)).table.is_live
        return False


def read_level(wording: Wording, game: str, typed: str, language: str) -> str:
    """Return the level that was typed. Raises `UIRefusal` if there is no such level."""
    levels = _levels(wording, game, language)
    if not levels:
        return USUAL_LEVEL  # without computer players the level has no effect
    found = find_meant(typed, levels)
    if found is None:
        names = tuple(Message("table.person", {"name": named.name}) for named in levels)
        raise UIRefusal("refused.unknown_level", levels=names)
    return found


def _levels(wording: Wording, game: str, language: str) -> list[Named[str]]:
    levels = wording.games[game].programs.levels
    return [Named(level, wording.say(Message(f"lobby.level.{level}"), language), (level,)) for level in levels]


def _rematch_state(table: Table) -> str:
    match table.status:
        case "lobby":
            return "rematch.lobby" if table.proposal is None else "rematch.open"
        case "over" | "closed":
            return "rematch.over"
    return "rematch.running"


def _link(table: Table, shown: LiveMessage | None) -> str:
    if shown is None or table.guild is None:
        return f"<#{table.channel}>"
    return f"https://discord.com/channels/{table.guild}/{shown.channel}/{shown.message}"
