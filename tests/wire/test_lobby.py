"""The lobby for a newcomer: the game, its duration, the usual options."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui.panel import Button, Select
from cogs.ui.wording import Speech
from cogs.views.lobby import options_of
from cogs.views.options import ADVANCED, FIRST, MORE, OptionPages
from locales.words import LANGUAGES, Words
from sandbox.driver import Actor
from sandbox.seen import Seen
from sandbox.strict.components import STRING_SELECT
from sessions.lobby.lobby import LobbyOptions
from sessions.snapshot import snapshot_of
from tests.waiting import eventually
from tests.wire.endings import bot_of_all_games
from tests.wire.evening import CHANNEL, PEOPLE, Wired, control

LONGEST_LABEL, LONGEST_NAMED = 34, 48
GAMES = ("minos-classic", "minos-dawn", "minerva")


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


async def open_lobby(wired_bot: Wired, person: Actor, game: str, **options: object) -> Seen:
    """Open a table. Return its lobby."""
    reply = await person.command("/table open", CHANNEL, game=game, **options)
    assert not reply.text.startswith("✋"), reply.text
    await wired_bot.quiet()
    return wired_bot.board()


async def panel(wired_bot: Wired, person: Actor) -> Seen:
    """Open the options as the table's owner."""
    reply = await person.press(wired_bot.board(), custom_id=button_with(wired_bot.board(), ":options"))
    assert reply.message is not None
    return reply.message


def button_with(message: Seen, verb: str) -> str:
    return next(button.custom_id for button in message.buttons if button.custom_id and verb in button.custom_id)


def select_with(message: Seen, verb: str) -> str:
    return next(select.custom_id for select in message.selects if verb in select.custom_id)


@pytest.mark.parametrize(
    ("game", "seats", "time", "fewer"),
    [
        ("minos-classic", 4, "or around 6 days at", "2 players"),
        ("minos-dawn", 4, "4 players: about 3 hours in one sitting", "2 players"),
        ("minerva", 4, "4 players: about 1½ hours in one sitting", "2 players"),
    ],
)  # fmt: skip
async def test_a_lobby_shows_player_counts_duration_and_default_options(
    wired_bot: Wired, game: str, seats: int, time: str, fewer: str
) -> None:
    lobby = await open_lobby(wired_bot, wired_bot.person("Ariadne"), game)

    assert f"Up to {seats} people can play, and you can **Start** as soon as there are {fewer}." in lobby.text
    assert time in lobby.text
    options = lobby.text.split("4. free\n\n")[1].split("\nLanguage")[0].split("\n")
    assert lobby.text.count("(recommended)") == len(options)
    assert "First game? Leave the options as they are and press **How to play**." in lobby.text
    assert [button.label for button in lobby.buttons] == [
        "Join",
        "Leave",
        "Options",
        "Start",
        "How to play",
        "Add a computer player",
    ]
    for jargon in ("AAA", "Jokers", "twice", "Market, Blacksmith, …", "SHA"):
        assert jargon not in lobby.text


ALONE = {
    "en": ("Your score earns a title", "About 30 minutes."),
    "fr": ("Une table en solo\u00a0: votre score vous vaut un titre", "Environ 30 minutes."),
    "cs": ("Soupeře nemáte; podle výsledku získáte titul", "Asi 30 minut."),
}
RIVAL = {
    "en": "A solo table against the automated rival Rhadamanthus",
    "fr": "Une table solo contre Rhadamanthe",
    "cs": "Vaším soupeřem je Rhadamanthys",
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_solo_lobby_shows_the_goal(wired_bot: Wired, language: str) -> None:
    """Minerva has no opponent in a solo game. In Minos: Dawn the opponent is Rhadamanthus."""
    person = wired_bot.person("Ariadne")
    minerva = await open_lobby(wired_bot, person, "minerva", seats=1, language=language)
    assert all(words in minerva.text for words in ALONE[language])
    sure = await person.command("/table close", CHANNEL)
    assert sure.message is not None
    await person.press(sure.message, "Close table")
    dawn = await open_lobby(wired_bot, person, "minos-dawn", seats=1, language=language)

    assert RIVAL[language] in dawn.text
    assert "200" in dawn.text
    assert "290" not in dawn.text, "the level that is chosen, not all of them"


@pytest.mark.parametrize("game", GAMES)
async def test_every_option_is_labelled_and_fits_a_phone(wired_bot: Wired, game: str) -> None:
    await open_lobby(wired_bot, wired_bot.person("Ariadne"), game)
    session, wording = await wired_bot.session(), wired_bot.parts.client.services.wording
    for seats in session.reader.game.rules.seats:
        await session.lobby.configure(
            session.table.owner, wired_bot.sandbox.world.clock.fresh_id(), LobbyOptions(seats_wanted=seats)
        )
        for language in LANGUAGES:
            pages = OptionPages(wording, snapshot_of(session), language, session.table.owner)
            first, advanced = pages.sections(FIRST), pages.sections(ADVANCED)
            both = [*first, *advanced]
            assert sum(isinstance(row, Select) for _, row in first) <= 3
            assert all(text for text, row in both if isinstance(row, Select))
            selects = [row for _, row in both if isinstance(row, Select)]
            buttons = [button for _, row in both if isinstance(row, tuple) for button in row]
            assert len(selects) == (5 if seats == 1 else 9) + len(options_of(snapshot_of(session)))
            for select in selects:
                assert all(len(choice.label) <= LONGEST_LABEL for choice in select.choices if not choice.is_picked)
            assert all(isinstance(button, Button) and len(button.label) <= LONGEST_LABEL for button in buttons)
            for select in selects:
                assert all(len(choice.label) <= LONGEST_NAMED for choice in select.choices), select
                shown = [choice.label for choice in select.choices if choice.is_picked]
                assert [label.startswith(select.placeholder) for label in shown] == [True], (
                    "a closed select names its option"
                )
            assert not [one for each in selects for one in each.choices if one.hint.startswith(one.label)], "said once"
            for page in (first, advanced):
                assert sum(len(text) for text, _ in page) < 4000
                assert 3 * len(page) <= 40


async def test_the_options_panel_starts_with_three_options(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await open_lobby(wired_bot, ariadne, "minos-classic")
    first = await panel(wired_bot, ariadne)
    assert [select.placeholder for select in first.selects] == ["Number of seats", "Pace", "Language"]
    assert "Jokers and stars" not in first.text

    turned = await ariadne.press(first, "Advanced options")
    more = turned.message or first
    assert "**Short game** – some sites stay closed" in more.text
    assert [select.placeholder for select in more.selects] == [
        "Starting player",
        "Short game",
        "Last round",
        "Same site twice",
        "Jokers and stars",
        "Start",
        "If someone leaves",
        "Rating",
        "Hints",
        "Pictures",
        "Notifications",
    ]
    await ariadne.choose(more, "one building per site per turn", custom_id=more.selects[3].custom_id)
    await wired_bot.quiet()

    assert len(more.selects) == 11, "the page stays"
    assert "Same site twice: **one building per site per turn**" in wired_bot.board().text
    back = await ariadne.press(more, "Back")
    assert len((back.message or more).selects) == 3


async def test_a_table_starts_in_the_language_of_its_owner(wired_bot: Wired) -> None:
    """The language can be changed until the start."""
    pasiphae, theseus = wired_bot.person("Pasiphae"), wired_bot.person("Theseus")
    pasiphae.person.locale = "cs"
    lobby = await open_lobby(wired_bot, pasiphae, "minerva")
    assert lobby.text.startswith("## Otevřený stůl: Minerva")

    options = await panel(wired_bot, pasiphae)
    assert options.text.startswith("Možnosti hry.")
    language = select_with(options, ":language")
    await pasiphae.choose(options, "Français", custom_id=language)
    await wired_bot.quiet()
    lobby = wired_bot.board()
    assert lobby.text.startswith("## Nouvelle table\u00a0: Minerva")
    assert options.text.startswith("Možnosti hry."), "private answers stay in the reader's language"

    await theseus.press(
        lobby, "S’asseoir" if any(b.label == "S’asseoir" for b in lobby.buttons) else lobby.buttons[0].label
    )
    await pasiphae.command("/table start", CHANNEL)
    await wired_bot.quiet()
    await eventually(lambda: options.is_gone, "the message is deleted")
    late = await pasiphae.forge(options, language, values=["en"], kind=STRING_SELECT)
    assert late.text.startswith("✋")
    assert (await wired_bot.session()).table.language == "fr"


async def test_a_table_prefers_the_language_of_the_server(wired_bot: Wired) -> None:
    pasiphae = wired_bot.person("Pasiphae")
    pasiphae.person.locale = "cs"
    guild = next(iter(wired_bot.sandbox.world.guilds.values()))
    guild.locale = "fr"
    lobby = await open_lobby(wired_bot, pasiphae, "minerva")

    assert lobby.text.startswith("## Nouvelle table\u00a0: Minerva")


def place(guild_locale: str, features: list[str], own: str = "cs") -> str:
    """Return the language of a table that is opened in a server with these settings."""
    interaction: Any = SimpleNamespace(
        guild_id=1,
        guild_locale=guild_locale,
        guild=SimpleNamespace(features=features),
        locale=own,
        user=SimpleNamespace(id=1),
    )
    return Speech(Words(), "en", lambda _: None).place(interaction)


def test_an_english_community_server_counts_as_choosing_english() -> None:
    assert place("en-US", []) == "cs"
    assert place("en-US", ["COMMUNITY"]) == "en"
    assert place("en-GB", []) == "en"
    assert place("fr", ["COMMUNITY"]) == "fr"
    assert place("de", ["COMMUNITY"]) == "cs"


@pytest.mark.parametrize(("locale", "words"), [("en-US", "Found colonies"), ("fr", "Fondez"), ("cs", "Zakládejte")])
async def test_how_to_play_answers_in_the_language_of_the_reader(wired_bot: Wired, locale: str, words: str) -> None:
    await open_lobby(wired_bot, wired_bot.person("Ariadne"), "minos-classic")
    stranger = wired_bot.person("Phaidra")
    stranger.person.locale = locale
    reply = await stranger.press(wired_bot.board(), "How to play")

    assert reply.is_ephemeral
    assert words in reply.text
    assert reply.text.count("/learn") == 1
    assert "`/rules`" in reply.text


async def test_only_the_owner_can_change_options(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await open_lobby(wired_bot, ariadne, "minos-classic")
    refused = await theseus.press(wired_bot.board(), "Options")
    assert refused.text.startswith(f"✋ Only {ariadne.mention} can do this")
    options = await panel(wired_bot, ariadne)
    await theseus.press(wired_bot.board(), "Join")
    await ariadne.command("/table start", CHANNEL)
    await wired_bot.quiet()

    late = await ariadne.forge(options, control(options, MORE))
    assert late.text.startswith("✋ The game has started,")


async def test_a_closed_lobby_no_longer_asks_to_start_the_game(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await open_lobby(wired_bot, ariadne, "minerva")
    sure = await ariadne.command("/table close", CHANNEL)
    assert sure.message is not None
    await ariadne.press(sure.message, "Close table")
    replies = [await ariadne.command(command, CHANNEL) for command in ("/table menu", "/hand")]

    assert {reply.text for reply in replies} == {"✋ This game is over. Open a new table with `/table open`."}


@pytest.mark.parametrize("starts_itself", [False, True])
async def test_a_full_table_pings_the_people_who_can_begin(wired_bot: Wired, starts_itself: bool) -> None:
    owner, guest, last = map(wired_bot.person, PEOPLE[:3])
    await owner.command("/table open", CHANNEL, game="minerva", seats=3)
    session = await wired_bot.session()
    if starts_itself:
        options = LobbyOptions(starts_itself=True)
        await session.lobby.configure(owner.id, wired_bot.sandbox.world.clock.fresh_id(), options)
    await guest.command("/table join", CHANNEL)
    await wired_bot.quiet()
    early = wired_bot.board().pings
    await last.command("/table join", CHANNEL)
    await wired_bot.quiet()
    board = wired_bot.board()

    assert early == []
    assert board.pings == [guest.name if starts_itself else owner.name]
    assert f"Your table is full. Press “{'Ready' if starts_itself else 'Start'}” to begin." in board.push
    assert ("sets the options; everyone presses **Ready**" in board.text) is starts_itself
    assert ("sets the options and starts the game" in board.text) is not starts_itself
