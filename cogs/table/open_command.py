"""`/table open`: a table here, or in a thread made for it."""

import discord
from discord import app_commands

from cogs.delivery.outcomes import Outcomes
from cogs.interactions.answering import Reply
from cogs.interactions.gate import check_server
from cogs.interactions.opening import check_may_open
from cogs.interactions.posting import check_may_post, check_may_post_in_thread
from cogs.interactions.promises import promise
from cogs.play.lobby_presses import seat_name
from cogs.table.computers import USUAL_LEVEL, Programs, level_meant, levels_suggested
from cogs.table.group import TablePart
from cogs.table.threads import Made, Threads
from cogs.ui.matching import Named
from cogs.ui.names import clean_name, computers_at
from cogs.ui.refusals import UIRefusal
from cogs.ui.speech import LANGUAGE_NAMES
from cogs.ui.suggestions import suggested
from cogs.ui.wording import computer_names, game_meant, games_named
from cogs.views.options import read_options, typed_options
from engine.kernel.decision import Message
from locales.words import LANGUAGES
from sessions.lobby.lobby import LobbyOptions


class OpenCommand(TablePart):
    """The command that opens a table, and what it suggests."""

    threads: Threads
    outcomes: Outcomes

    @app_commands.command(description="command.table.open")
    @app_commands.describe(
        game="command.table.open.game",
        seats="command.table.open.seats",
        options="command.table.open.options",
        language="command.table.open.language",
        thread="command.table.open.thread",
        computers="command.table.open.computers",
        level="command.table.open.level",
    )
    @app_commands.choices(language=[app_commands.Choice(name=name, value=key) for key, name in LANGUAGE_NAMES.items()])
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
    ) -> None:
        """Open a table here, or in a thread made for it."""
        programs = Programs(computers, level)
        await self._attend(interaction, self._open(interaction, game, seats, options, language, thread, programs))

    async def _open(
        self,
        interaction: discord.Interaction,
        game: str,
        seats: int | None,
        options: str,
        language: str | None,
        thread: bool,
        programs: Programs,
    ) -> Reply | None:
        services = self.services
        check_server(interaction)
        game = game_meant(services.wording, game, services.wording.speech.reader(interaction))
        chosen = read_options(services.wording.games[game], options)
        level = level_meant(services.wording, game, programs.level, services.wording.speech.reader(interaction))
        speaks = language if language in LANGUAGES else services.wording.speech.place(interaction)
        check_may_open(services.sessions.servers, interaction)
        await (check_may_post_in_thread(interaction) if thread else check_may_post(interaction))
        services.rates.admit_opening(interaction)
        assert interaction.channel_id is not None
        made = Made(interaction.channel_id)
        if thread:
            title = services.wording.say(services.wording.game_uis[game].name, speaks)
            made = await self.threads.once(interaction, f"{title} · {clean_name(interaction.user.display_name)}")
        session = await services.sessions.open(
            interaction.guild_id,
            made.channel,
            interaction.user.id,
            seat_name(interaction),
            game,
            interaction.id,
            LobbyOptions(options=chosen, seats_wanted=seats, language=speaks),
            computers=computers_at(
                computer_names(services.wording, game, speaks), seat_name(interaction), programs.number
            ),
            level=level,
        )
        name, place = services.wording.game_uis[game].name, f"<#{session.table.channel}>"
        opened = Message("table.opened", {"game": name, "channel": place})
        if thread and made.channel == interaction.channel_id:
            opened = Message("table.opened_full" if made.is_full else "table.opened_no_thread", {"game": name})
        opening = Message("table.opening", {"game": name, "channel": place})
        return promise(services.wording, self.outcomes, interaction, session, 0, begun=opening, done=opened)

    @open.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return suggested(current, games_named(self.services.wording, self.services.wording.speech.reader(interaction)))

    @open.autocomplete("options")
    async def _option_words(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        """What is typed already, and one more `key=value` for each option that matters and is not yet named."""
        language = self.services.wording.speech.reader(interaction)
        try:
            key = game_meant(self.services.wording, str(interaction.namespace.game or ""), language)
        except UIRefusal:
            return []
        game, game_ui = self.services.wording.games[key], self.services.wording.game_uis[key]
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
                found.append(Named(" ".join([*whole, word]), self.services.wording.say(pair, language), (word,)))
        return suggested(part, found)

    @open.autocomplete("level")
    async def _levels(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return levels_suggested(self.services.wording, interaction, current)
