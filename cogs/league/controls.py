"""`/league`, and the controls of leagues: sign up, withdraw and look. Organisers can also correct and cancel."""

from dataclasses import dataclass

import discord
from msgspec.structs import replace

import discord_limits as limits
from cogs.delivery.permissions import check_may_open, manages_server, missing_for_league
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_IN_SERVERS, MANAGERS
from cogs.interactions.gate import check_server, is_private, picked_values
from cogs.interactions.slash import slash, suggest_games
from cogs.league.chore import SHOW, SIGN_UP, WITHDRAW, LeagueChore
from cogs.league.panel import BEGIN, SET, LeaguePanel, picked_in
from cogs.league.words import LeagueWords, stamp
from cogs.ui.layout import pages, panel, text_panel
from cogs.ui.names import clean_name, distinct_name
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import NOBODY, LeaguePress
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording, read_game
from sessions.records.league import League, Match
from sessions.refusals import NoLeague, NotSuchPlaces
from sessions.sessions import Sessions

LONGEST_NAME = 32
LEAVE, PICK, CORRECT, MATCH, PLACE, SAVE = "leave", "pick", "correct", "match", "place", "save"
CANCEL, STOP, HERE = "cancel", "stop", "here"
IN_PUBLIC = (SIGN_UP, WITHDRAW, SHOW)
FOR_ORGANISERS = (CORRECT, MATCH, PLACE, SAVE, CANCEL, STOP, HERE)
MOST_SELECTS = 4
PAGE = limits.TEXT_DISPLAY_TOTAL - 400
"""Maximum number of characters on a page. The rest of the message is for a note above it."""


@dataclass(frozen=True)
class LeagueControls:
    wording: Wording
    _sessions: Sessions
    _chore: LeagueChore

    @slash("league open", who=MANAGERS, suggests={"game": suggest_games})
    async def open(self, interaction: discord.Interaction, name: str, game: str) -> Reply:
        """Show the panel that opens a league here."""
        self._check_may_open(interaction)
        reader = self.wording.speech.reader(interaction)
        typed = f"{read_game(self.wording, game, reader)}:{clean_name(name, LONGEST_NAME)}"
        made = LeaguePanel(self.wording, reader, interaction.user.id, typed)
        pace = self._sessions.choices.servers.get(interaction.guild_id).pace
        return Reply(view=made.view(made.complete({}, pace)))

    @slash("league show", who=ANYONE_IN_SERVERS)
    async def show(self, interaction: discord.Interaction) -> Reply:
        """Show the server's league, or a list of them to pick from."""
        found, say = await self._leagues_here(interaction), self.wording.speech.translate
        if len(found) == 1:
            return await self._view(interaction, found[0])
        if not found:
            return Reply(say(interaction, "league.none"))
        options = tuple(
            PanelOption(str(each.id), each.name, hint=say(interaction, f"league.status.{each.status}"))
            for each in reversed(found[-limits.SELECT_OPTIONS :])
        )
        select = Select(LeaguePress(PICK, user=interaction.user.id), say(interaction, "league.pick"), options)
        return Reply(view=text_panel(say(interaction, "league.list"), [select]))

    async def take(self, interaction: discord.Interaction, press: LeaguePress) -> Reply:
        """Carry out a press. Raises `UIRefusal`, `NoLeague`, and the refusals of `Leagues`."""
        is_own, leagues = is_private(interaction), self._chore.leagues
        if press.user != (interaction.user.id if is_own else NOBODY):
            raise UIRefusal("refused.panel_of_another", command="`/league show`")
        if not is_own and press.verb not in IN_PUBLIC:
            raise UIRefusal("refused.unknown_control")
        if press.verb in (SET, BEGIN):
            return await self._prepare(interaction, press)
        wanted = next(iter(picked_values(interaction)), "") if press.verb == PICK else str(press.league)
        league = next((each for each in await self._leagues_here(interaction) if str(each.id) == wanted), None)
        if league is None:
            raise NoLeague
        if press.verb in FOR_ORGANISERS and not _organises(interaction, league):
            raise UIRefusal("refused.not_organiser")
        match press.verb:
            case "show" | "pick":
                return await self._view(interaction, league, press.index)
            case "signup":
                taken = {each.name for each in league.entrants if each.user != interaction.user.id}
                name = distinct_name(clean_name(interaction.user.display_name), taken)
                signed_up = await leagues.sign_up(league.id, interaction.user.id, name)
                return await self._confirm(interaction, signed_up, "league.you_signed_up")
            case "withdraw" if league.status == "playing" and _plays(interaction, league):
                return await self._ask(interaction, league, LEAVE)
            case "withdraw" | "leave":
                withdrawn = await leagues.withdraw(league.id, interaction.user.id)
                return await self._confirm(interaction, withdrawn, "league.you_withdrew")
            case "correct":
                return await self._list_matches(interaction, league)
            case "match" | "place" | "save":
                return await self._correct(interaction, league, press)
            case "cancel":
                return await self._ask(interaction, league, STOP)
            case "stop":
                return await self._confirm(interaction, await leagues.cancel(league.id), "league.stopped")
            case "here":
                self._check_may_open(interaction)
                moved = await leagues.keep_post(league.id, (interaction.channel_id or 0, 0))
                return await self._confirm(interaction, moved, "league.moved")
        raise UIRefusal("refused.unknown_control")

    async def _leagues_here(self, interaction: discord.Interaction) -> list[League]:
        found = await self._chore.leagues.of_guild(check_server(interaction))
        return [each for each in found if each.game in self.wording.games]

    def _check_may_open(self, interaction: discord.Interaction) -> None:
        check_server(interaction)
        if not manages_server(interaction):
            raise UIRefusal("refused.not_manager")
        check_may_open(self._sessions.choices.servers, interaction)
        if not isinstance(interaction.channel, discord.TextChannel):
            raise UIRefusal("refused.league_place")
        if lacking := missing_for_league(interaction.channel):
            raise UIRefusal("refused.league_permission", permissions=lacking)

    async def _prepare(self, interaction: discord.Interaction, press: LeaguePress) -> Reply:
        """Change a setting on the panel, or open the sign-up."""
        self._check_may_open(interaction)
        made = LeaguePanel(self.wording, self.wording.speech.reader(interaction), interaction.user.id, press.typed)
        if made.game not in self.wording.games:
            raise UIRefusal("refused.unknown_control")
        if press.verb == SET:
            return Reply(view=made.view(made.complete(picked_in(interaction))), replaces=True)
        league = made.read(interaction, self.wording.speech.place(interaction), self._sessions.context.clock())
        others = [each for each in await self._leagues_here(interaction) if each.id != league.id]
        if any(each.name == league.name and not each.is_finished for each in others):  # threads have the league's name
            raise UIRefusal("refused.league_name")
        return await self._confirm(interaction, await self._chore.leagues.create(league), "league.begun")

    async def _confirm(self, interaction: discord.Interaction, league: League, key: str) -> Reply:
        """Show this person what changed. The league's post soon shows the change to everyone."""
        await self._chore.refresh(league)
        return await self._view(interaction, league, note=key)

    async def _ask(self, interaction: discord.Interaction, league: League, verb: str) -> Reply:
        words = await self._words(interaction, league)
        button = self._chore.button(LeaguePress(verb, league.id, interaction.user.id), words, "danger")
        return Reply(view=text_panel(words.say(f"league.ask_{verb}"), [(button,)]), replaces=is_private(interaction))

    async def _list_matches(self, interaction: discord.Interaction, league: League) -> Reply:
        """List the matches to correct, the latest round first."""
        words, user = await self._words(interaction, league), interaction.user.id
        options = [
            PanelOption(at, _label(words, at, each), hint=words.result(each, each.places))
            for at, each in _matches(league).items()
        ]
        rows: list[Row] = []
        for index, start in enumerate(range(0, len(options), limits.SELECT_OPTIONS)[:MOST_SELECTS]):
            some = tuple(options[start : start + limits.SELECT_OPTIONS])
            title = words.say("league.matches", first=some[0].value, last=some[-1].value)
            rows.append(Select(LeaguePress(MATCH, league.id, user, index), title, some))
        return Reply(view=text_panel(words.say("league.which_match"), rows), replaces=True)

    async def _correct(self, interaction: discord.Interaction, league: League, press: LeaguePress) -> Reply:
        """Show a select with each player's place in a match, or save the chosen places."""
        at = next(iter(picked_values(interaction)), "") if press.verb == MATCH else press.typed
        match = _matches(league).get(at)
        if match is None:
            raise NotSuchPlaces
        chosen = dict(enumerate(map(str, match.places))) if press.verb == MATCH else picked_in(interaction)
        places = [str(place) for place in range(1, len(match.users) + 1)]
        if press.verb == SAVE:
            saved = {user: int(chosen[index]) for index, user in enumerate(match.users) if chosen.get(index) in places}
            number, _, place = at.partition(".")
            by = interaction.user.id
            corrected = await self._chore.leagues.correct(league.id, by, int(number), int(place) - 1, saved)
            return await self._confirm(interaction, corrected, "league.corrected")
        words, own = await self._words(interaction, league), LeaguePress(SAVE, league.id, interaction.user.id, 0, at)
        rows: list[Row] = []
        for index, name in enumerate(map(words.name_of, match.users)):
            options = tuple(PanelOption(each, f"{name}: {each}.", chosen.get(index) == each) for each in places)
            rows.append(Select(replace(own, verb=PLACE, index=index), name, options))
        text = words.say("league.set_places", match=_label(words, at, match))
        return Reply(view=text_panel(text, [*rows, (self._chore.button(own, words, "good"),)]), replaces=True)

    async def _view(
        self, interaction: discord.Interaction, league: League, page: int = 0, note: str | None = None
    ) -> Reply:
        """Show the league in private, with buttons for everything that this person can do."""
        words, own = await self._words(interaction, league), LeaguePress(SHOW, league.id, interaction.user.id)
        texts = pages(words.describe(), PAGE)
        shown = [texts[min(page, len(texts) - 1)]]
        if note is not None:
            said = words.say(note, until=stamp(league.signs_up_until))
            shown = [said, *shown] if is_private(interaction) else [said]
        is_live, plays = league.status in ("signing_up", "playing"), _plays(interaction, league)
        verbs = {WITHDRAW: is_live and plays, SIGN_UP: league.status == "signing_up" and not plays}
        if _organises(interaction, league):
            is_lost = is_live and self._chore.channel_of(league) is None
            verbs |= {CORRECT: bool(_matches(league)), CANCEL: is_live, HERE: is_lost}
            shown = [words.say("league.lost"), *shown] if is_lost else shown
        row = [self._chore.button(replace(own, verb=verb), words) for verb, is_there in verbs.items() if is_there]
        if len(texts) > 1:
            turn = replace(own, index=(page + 1) % len(texts))
            row.append(Button(turn, words.say("button.league_page", page=turn.index + 1, count=len(texts))))
        return Reply(view=panel("\n".join(shown), tuple(row)), replaces=is_private(interaction))

    async def _words(self, interaction: discord.Interaction, league: League) -> LeagueWords:
        return await self._chore.words(league, self.wording.speech.reader(interaction))


def _organises(interaction: discord.Interaction, league: League) -> bool:
    return interaction.user.id == league.organiser or manages_server(interaction)


def _plays(interaction: discord.Interaction, league: League) -> bool:
    return any(each.user == interaction.user.id for each in league.present)


def _matches(league: League) -> dict[str, Match]:
    """Return the matches with more than one player, by round and match number, the latest round first."""
    return {
        f"{each.number}.{place}": match
        for each in reversed(league.rounds_played)
        for place, match in enumerate(each.matches, 1)
        if len(match.users) > 1
    }


def _label(words: LeagueWords, at: str, match: Match) -> str:
    return f"{at}: {', '.join(map(words.name_of, match.users))}"
