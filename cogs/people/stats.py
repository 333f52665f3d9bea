"""`/stats`: results of finished games, for oneself, a player, a server and its ladder, or a game."""

import discord

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE, ANYONE_IN_SERVERS
from cogs.interactions.gate import check_server
from cogs.interactions.slash import slash, suggest_games
from cogs.members import Members
from cogs.people.stats_lines import game_lines, ladder_lines, person_lines
from cogs.ui.layout import pages, text_panel
from cogs.ui.names import clean_name
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording, game_meant
from engine.kernel.decision import Message
from sessions.records.log import PastGame
from sessions.results.ladder import Standing, count_rated, ladder
from sessions.sessions import Sessions

FIRST_OF_EACH, FIRST_OF_ONE = 5, 20
"""Number of rows of a ladder if all games are shown, and if only one is."""
GAME = {"game": "command.stats.game_option"}
MOST_LOOKS = 4


class Stats:
    def __init__(self, wording: Wording, sessions: Sessions, members: Members) -> None:
        self.wording = wording
        self._sessions = sessions
        self._members = members

    @slash("stats me", who=ANYONE_ANYWHERE, anywhere=True, words=GAME, suggests={"game": suggest_games})
    async def me(self, interaction: discord.Interaction, game: str | None = None) -> Reply:
        key = self._key(interaction, game)
        past = await self._sessions.store.log.past_games(user=interaction.user.id, game=key)
        return self._reply(interaction, [*self._person(past), Message("stats.foot_private")], is_public=False)

    @slash("stats player", who=ANYONE_IN_SERVERS, anywhere=True, words=GAME, suggests={"game": suggest_games})
    async def player(self, interaction: discord.Interaction, player: discord.User, game: str | None = None) -> Reply:
        """Show a player's games in this server, unless they keep them private."""
        check_server(interaction)
        if player.id != interaction.user.id and self._sessions.choices.people.get(player.id).off_ladder:
            raise UIRefusal("refused.off_ladder", name=clean_name(player.display_name))
        key = self._key(interaction, game)
        store = self._sessions.store
        past = await store.log.past_games(user=player.id, guild=interaction.guild_id, game=key)
        title = Message("stats.of_player", {"name": clean_name(player.display_name)})
        is_shown = not self._sessions.choices.people.get(player.id).off_ladder
        return self._reply(interaction, [title, *self._person(past)], is_public=is_shown)

    @slash("stats server", who=ANYONE_IN_SERVERS, anywhere=True, words=GAME, suggests={"game": suggest_games})
    async def server(self, interaction: discord.Interaction, game: str | None = None) -> Reply:
        check_server(interaction)
        wanted = self._key(interaction, game)
        past = await self._sessions.store.log.past_games(guild=interaction.guild_id, game=wanted)
        lines = [Message("stats.of_server")]
        for key in [wanted] if wanted else self.wording.games:
            own = [each for each in past if each.game == key]
            lines += await self._ladder(own, key, interaction, wanted is not None)
        if len(lines) == 1:
            lines.append(Message("stats.none"))
        return self._reply(interaction, [*lines, Message("stats.foot_ladder")])

    @slash("stats game", who=ANYONE_IN_SERVERS, anywhere=True, words=GAME, suggests={"game": suggest_games})
    async def game(self, interaction: discord.Interaction, game: str) -> Reply:
        check_server(interaction)
        key = self._key(interaction, game) or ""
        game_ui = self.wording.game_uis[key]
        past = await self._sessions.store.log.past_games(guild=interaction.guild_id, game=key)
        hidden = {each.user for each in past if self._sessions.choices.people.get(each.user).off_ladder}
        lines = game_lines(game_ui, past, hidden) or [Message("stats.none")]
        return self._reply(interaction, [Message("stats.title", {"game": game_ui.name}), *lines])

    def _key(self, interaction: discord.Interaction, game: str | None) -> str | None:
        """Return the key of the game that was typed, or None. Raises `UIRefusal` if there is no such game."""
        return game_meant(self.wording, game, self.wording.speech.reader(interaction)) if game is not None else None

    def _person(self, past: list[PastGame]) -> list[Message]:
        lines: list[Message] = []
        for key, game_ui in self.wording.game_uis.items():
            own = person_lines(game_ui, self.wording.games[key], [each for each in past if each.game == key])
            if own:
                lines += [Message("stats.title", {"game": game_ui.name}), *own]
        return lines or [Message("stats.none")]

    async def _ladder(
        self, past: list[PastGame], key: str, interaction: discord.Interaction, is_whole: bool
    ) -> list[Message]:
        """Return the number of rated games, and the ladder without people who left the ladder or the server."""
        past = [each for each in past if not each.computers]
        if not past:
            return []
        people = self._sessions.choices.people
        standings = [each for each in ladder(past) if not people.get(each.user).off_ladder]
        head = Message("stats.server_game", {"game": self.wording.game_uis[key].name, "count": count_rated(past)})
        first = FIRST_OF_ONE if is_whole else FIRST_OF_EACH
        standings = await self._still_here(standings, first, interaction)
        return [head, *(ladder_lines(standings, first, interaction.user.id) or [Message("stats.unrated")])]

    async def _still_here(
        self, standings: list[Standing], first: int, interaction: discord.Interaction
    ) -> list[Standing]:
        """Drop people who have left the server from the standings, until the `first` ones are all members."""
        members, reader = self._members, interaction.user.id
        for _ in range(MOST_LOOKS):
            shown = [each.user for each in standings[:first] if each.user != reader]
            gone = await members.probably_gone(interaction.guild_id, shown)
            if not gone:
                break
            standings = [each for each in standings if each.user not in gone]
        return standings

    def _reply(self, interaction: discord.Interaction, lines: list[Message], is_public: bool = True) -> Reply:
        language = self.wording.speech.reader(interaction)
        text = "\n".join(self.wording.say(line, language) for line in lines)
        chosen = self._sessions.choices.servers.get(interaction.guild_id).results_public
        first, *more = pages(text, limits.CONTENT)
        return Reply(view=text_panel(first), more=tuple(more), is_public=is_public and chosen)
