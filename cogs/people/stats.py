"""`/stats`: results of finished games, for oneself, a player, a server and its ladder, or a game."""

import asyncio
from collections.abc import Iterator

import discord

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE, ANYONE_IN_SERVERS
from cogs.interactions.gate import check_server
from cogs.interactions.slash import Choices, slash, suggest_games
from cogs.members import Members
from cogs.people.season_words import season_title
from cogs.people.stats_lines import game_lines, ladder_lines, person_lines
from cogs.ui.layout import pages, text_panel
from cogs.ui.matching import Named, as_shown, find_meant, suggest_matches
from cogs.ui.names import clean_name
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording, read_game
from engine.kernel.decision import Argument, Message
from sessions.records.log import PastGame
from sessions.results.ladder import Standing, count_rated, ladder
from sessions.results.seasons import past_seasons, running_season
from sessions.sessions import Sessions

FIRST_OF_EACH, FIRST_OF_ONE = 5, 20
"""Number of rows of a ladder if all games are shown, and if only one is."""
GAME = {"game": "command.stats.game_option"}
MOST_LOOKS = 4
MOST_SEASONS = 12


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
    async def server(self, interaction: discord.Interaction, game: str | None = None, all_time: bool = False) -> Reply:
        """Show the ladders of the running season, or those of all time."""
        guild, wanted = check_server(interaction), self._key(interaction, game)
        server, reader = self._sessions.choices.servers.get(guild), self.wording.speech.reader(interaction)
        past = await self._sessions.store.log.past_games(guild=guild, game=wanted)
        lines, first = [Message("stats.of_server")], FIRST_OF_ONE if wanted else FIRST_OF_EACH
        season = running_season(server, self._sessions.context.clock())
        if season is not None and not all_time:
            past = season.select(past)
            lines.append(Message("season.running", {"season": season_title(season, server.zone, reader)}))
        ladders: list[Message] = []
        for key, own in self._by_game(past):
            standings = await self._still_here(await self._standings(own), first, interaction)
            ladders += self._ladder(key, own, standings, first, interaction.user.id)
        return self._reply(interaction, [*lines, *(ladders or [Message("stats.none")]), Message("stats.foot_ladder")])

    async def _suggest_seasons(self, interaction: discord.Interaction, current: str) -> Choices:
        return suggest_matches(current, self._past_seasons(interaction))

    @slash("stats season", who=ANYONE_IN_SERVERS, anywhere=True, suggests={"season": _suggest_seasons})
    async def season(self, interaction: discord.Interaction, season: str | None = None) -> Reply:
        """Show the champions of past seasons, or one season's final ladders, with people who have left since."""
        past = await self._sessions.store.log.past_games(guild=check_server(interaction))
        server, named = self._sessions.choices.servers.get(interaction.guild_id), self._past_seasons(interaction)
        games = [each.select(past) for each in past_seasons(server, self._sessions.context.clock())]
        if season is None:
            lines = [Message("season.champions" if named else "season.none_ended")]
            for each in named[:MOST_SEASONS]:
                champions = await self._champions(games[int(each.thing) - 1]) or [Message("season.unplayed")]
                lines += [Message("stats.title", {"game": each.name}), *champions]
            return self._reply(interaction, lines)
        number = find_meant(season, named)
        if number is None:
            raise UIRefusal("refused.no_season", typed=as_shown(season))
        ladders: list[Message] = []
        for key, own in self._by_game(games[int(number) - 1]):
            ladders += self._ladder(key, own, await self._standings(own), FIRST_OF_ONE, interaction.user.id)
        title = next(each.name for each in named if each.thing == number)
        lines = [Message("season.ladders", {"season": title}), *(ladders or [Message("season.unplayed")])]
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
        return read_game(self.wording, game, self.wording.speech.reader(interaction)) if game is not None else None

    def _person(self, past: list[PastGame]) -> list[Message]:
        lines: list[Message] = []
        for key, game_ui in self.wording.game_uis.items():
            own = person_lines(game_ui, self.wording.games[key], [each for each in past if each.game == key])
            if own:
                lines += [Message("stats.title", {"game": game_ui.name}), *own]
        return lines or [Message("stats.none")]

    def _past_seasons(self, interaction: discord.Interaction) -> list[Named[str]]:
        """Return the number and the title of each season that has ended, newest first."""
        server = self._sessions.choices.servers.get(interaction.guild_id)
        language = self.wording.speech.reader(interaction)
        ended = reversed(past_seasons(server, self._sessions.context.clock()))
        titles = {str(each.number): season_title(each, server.zone, language) for each in ended}
        return [Named(number, self.wording.say(title, language), (number,)) for number, title in titles.items()]

    def _by_game(self, past: list[PastGame]) -> Iterator[tuple[str, list[PastGame]]]:
        """Yield each game's key and its past games without computer players."""
        for key in self.wording.games:
            own = [each for each in past if each.game == key and not each.computers]
            if own:
                yield key, own

    async def _standings(self, past: list[PastGame]) -> list[Standing]:
        """Return the ladder without people who left it. Rate in a thread: 1,000 games take a tenth of a second."""
        people = self._sessions.choices.people
        return [each for each in await asyncio.to_thread(ladder, past) if not people.get(each.user).off_ladder]

    async def _champions(self, past: list[PastGame]) -> list[Message]:
        """Return a line for each game about its best player, or several who are equal."""
        lines: list[Message] = []
        for key, own in self._by_game(past):
            standings = await self._standings(own)
            best = [each.name for each in standings if each.rating == standings[0].rating]
            game, names = self.wording.game_uis[key].name, ", ".join(best)
            if best:
                blanks: dict[str, Argument] = {"game": game, "names": names, "rating": standings[0].rating}
                lines.append(Message("season.champion", blanks))
        return lines

    def _ladder(
        self, key: str, past: list[PastGame], standings: list[Standing], first: int, reader: int
    ) -> list[Message]:
        """Return the number of rated games, and the ladder."""
        head = Message("stats.server_game", {"game": self.wording.game_uis[key].name, "count": count_rated(past)})
        return [head, *(ladder_lines(standings, first, reader) or [Message("stats.unrated")])]

    async def _still_here(
        self, standings: list[Standing], first: int, interaction: discord.Interaction
    ) -> list[Standing]:
        """Drop people who have left the server from the standings, until the `first` ones are all members."""
        members, reader = self._members, interaction.user.id
        for _ in range(MOST_LOOKS):
            shown = [each.user for each in standings[:first] if each.user != reader]
            gone = await members.find_probably_gone(interaction.guild_id, shown)
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
