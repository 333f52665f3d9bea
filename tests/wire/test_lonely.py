"""A person alone can begin a game: with *Start* before others have joined, from `/help`, or from the bot's hello."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.interactions.answering import REFUSED
from cogs.views.lobby import FILL, START
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sandbox.world import GUILD_ID
from tests.waiting import eventually
from tests.wire.endings import bot_of_all_games
from tests.wire.evening import CHANNEL, Wired, control, controls, sessions_of
from tests.wire.test_hello import arrive, said_in, sparta

CLASSIC, DAWN, MINERVA = "minos-classic", "minos-dawn", "minerva"
COMPUTER, PLAYERS, ALONE = "Add a computer player", "Find players", "Play alone"


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


async def start_alone(wired_bot: Wired, game: str = CLASSIC, **options: object) -> Seen:
    """Open a table as Ariadne and press *Start*. Return the private answer."""
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game=game, **options)
    await wired_bot.quiet()
    lobby = wired_bot.board()
    reply = await ariadne.press(lobby, custom_id=control(lobby, START))
    assert reply.is_ephemeral
    assert reply.message is not None
    return reply.message


async def set_server(wired_bot: Wired, **chosen: Any) -> None:
    """Change settings of the sandbox's server."""
    servers = wired_bot.parts.sessions.choices.servers
    await servers.keep(replace(servers.get(GUILD_ID), **chosen))


def labels(message: Seen) -> list[str | None]:
    return [button.label for button in message.buttons]


@pytest.mark.parametrize(
    ("game", "seats", "computers"), [(CLASSIC, None, 1), (DAWN, None, 1), (MINERVA, None, 1), (CLASSIC, 3, 2)]
)
async def test_a_lone_starter_can_add_computer_players_and_begin(
    wired_bot: Wired, game: str, seats: int | None, computers: int
) -> None:
    options = {} if seats is None else {"seats": seats}
    offer = await start_alone(wired_bot, game, **options)
    label = COMPUTER if computers == 1 else f"Add {computers} computer players"
    can_be_alone = game != CLASSIC

    assert offer.text.startswith(f"{REFUSED} {computers} more player")
    assert labels(offer) == [label, PLAYERS, *([ALONE] if can_be_alone else [])]
    await wired_bot.person("Ariadne").press(offer, label)
    await wired_bot.quiet()

    table = (await wired_bot.session()).table
    assert table.status == "running"
    assert len(table.computers) == computers
    assert len(table.people) == 1
    await eventually(lambda: offer.is_gone, "the message is deleted")


@pytest.mark.parametrize("game", [DAWN, MINERVA])
async def test_starting_alone_offers_a_solo_game_if_there_is_one(wired_bot: Wired, game: str) -> None:
    offer = await start_alone(wired_bot, game)

    await wired_bot.person("Ariadne").press(offer, ALONE)
    await wired_bot.quiet()

    table = (await wired_bot.session()).table
    assert (table.status, len(table.sitters)) == ("running", 1)


async def test_two_people_can_start_a_table_meant_for_three(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game=CLASSIC, seats=3)
    await theseus.command("/table join", CHANNEL)
    offer = (await ariadne.command("/table start", CHANNEL)).message
    assert offer is not None

    assert labels(offer) == [COMPUTER, PLAYERS, "Start with 2 players"]
    await ariadne.press(offer, "Start with 2 players")

    table = (await wired_bot.session()).table
    assert (table.status, len(table.sitters), len(table.people)) == ("running", 2, 2)


async def test_the_find_players_button_posts_in_the_seeking_channel(wired_bot: Wired) -> None:
    ariadne, harbour = wired_bot.person("Ariadne"), wired_bot.sandbox.channel("harbour")
    offer = await start_alone(wired_bot)

    unset = await ariadne.press(offer, PLAYERS)
    await set_server(wired_bot, seeking=harbour.id)
    await ariadne.press(offer, PLAYERS)

    assert unset.text.startswith(f"{REFUSED} This server has no channel for finding players")
    assert "`/table find` lists your table" in unset.text
    [post] = wired_bot.public_messages("harbour")
    assert "is looking for players" in post.text
    assert offer.text.startswith(f"Posted in <#{harbour.id}>")
    assert labels(offer) == []
    assert (await wired_bot.session()).table.status == "lobby"


async def test_typing_table_start_offers_a_lone_player_the_same_choices(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game=MINERVA)

    offer = await ariadne.command("/table start", CHANNEL)

    assert offer.message is not None
    assert labels(offer.message) == [COMPUTER, PLAYERS, ALONE]
    await ariadne.press(offer.message, COMPUTER)
    assert (await wired_bot.session()).table.status == "running"


async def test_the_offer_says_if_computer_players_are_off(wired_bot: Wired) -> None:
    ariadne, offer = wired_bot.person("Ariadne"), await start_alone(wired_bot)
    wired_bot.workers = 0
    await wired_bot.stop_bot()
    await wired_bot.start_bot()

    late = await ariadne.press(offer, COMPUTER)
    await wired_bot.quiet()
    again = await ariadne.command("/table start", CHANNEL)

    assert late.text.startswith(f"{REFUSED} This bot’s host has turned computer players off. Find people with")
    assert again.message is not None
    assert labels(again.message) == [PLAYERS]
    assert "This bot’s host has turned computer players off." in again.text
    assert (await wired_bot.session()).table.status == "lobby"


async def test_only_the_owner_can_use_the_offer_before_the_start(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    offer = await start_alone(wired_bot, seats=3)
    fill = control(offer, FILL)

    stolen = await theseus.forge(offer, fill)
    forged = [await ariadne.forge(offer, fill.replace(f"{FILL}3", f"{FILL}{seats}")) for seats in ("1", "9", "0")]
    await theseus.command("/table join", CHANNEL)
    await wired_bot.quiet()
    await ariadne.press(offer, custom_id=fill)
    await wired_bot.quiet()
    late = await ariadne.forge(offer, fill)

    assert all(each.text.startswith(REFUSED) for each in (stolen, *forged, late))
    await eventually(lambda: offer.is_gone, "the message is deleted")
    table = (await wired_bot.session()).table
    assert [sitter.is_computer for sitter in table.sitters] == [False, False, True]


GAMES = ("Minos (classic)", "Minos: Dawn of the Bronze Age", "Minerva")


async def begin_from_help(wired_bot: Wired, person: Actor, game: str, channel: str = CHANNEL) -> Reply:
    """Begin a game with one press under `/help`."""
    page = await person.command("/help", channel)
    assert page.message is not None
    reply = await person.press(page.message, game)
    await wired_bot.quiet()
    return reply


@pytest.mark.parametrize("game", GAMES)
async def test_help_begins_a_game_against_a_computer_with_one_press(wired_bot: Wired, game: str) -> None:
    ariadne = wired_bot.person("Ariadne")

    reply = await begin_from_help(wired_bot, ariadne, game)

    table = (await wired_bot.session()).table
    assert table.status == "running"
    assert [sitter.is_computer for sitter in table.sitters] == [False, True]
    assert table.owner == ariadne.id
    assert reply.is_ephemeral
    assert reply.text == f"{game}: your game has begun in <#{table.channel}>."
    assert controls(wired_bot.board())


async def test_help_opens_a_thread_if_the_channel_is_taken(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await theseus.command("/table open", CHANNEL, game=MINERVA)

    reply = await begin_from_help(wired_bot, ariadne, "Minerva")

    first, second = [session.table for session in await sessions_of(wired_bot)]
    assert (first.status, second.status) == ("lobby", "running")
    assert first.channel != second.channel
    assert reply.text == f"Minerva: your game has begun in <#{second.channel}>."


async def test_anyone_can_begin_a_game_from_the_greeting(wired_bot: Wired) -> None:
    world, guild = wired_bot.sandbox.world, sparta(wired_bot, "general")
    await arrive(wired_bot, guild)
    [(_, words)] = said_in(wired_bot, guild)
    [general] = world.channels.of(guild.id)
    [hello] = [Seen(wired_bot.sandbox, message) for message in world.messages[general.id].values()]

    replies = [await wired_bot.person(name).press(hello, "Minerva") for name in ("Ariadne", "Theseus")]
    await wired_bot.quiet()

    tables = [session.table for session in await sessions_of(wired_bot)]
    assert words.endswith("**Alone? Begin right now, against a computer player:**")
    assert labels(hello) == list(GAMES)
    assert [table.status for table in tables] == ["running", "running"]
    assert len({general.id, *(table.channel for table in tables)}) == 3
    assert [reply.text for reply in replies] == [
        f"Minerva: your game has begun in <#{table.channel}>." for table in tables
    ]
    assert labels(hello) == list(GAMES), "the greeting stays for the next person"


@pytest.mark.parametrize("is_public", [False, True])
async def test_a_double_tap_begins_one_game(wired_bot: Wired, is_public: bool) -> None:
    ariadne = wired_bot.person("Ariadne")
    page = (await ariadne.command("/help", CHANNEL)).message
    assert page is not None
    if is_public:
        guild = sparta(wired_bot, "general")
        await arrive(wired_bot, guild)
        [general] = wired_bot.sandbox.world.channels.of(guild.id)
        [page] = [Seen(wired_bot.sandbox, each) for each in wired_bot.sandbox.world.messages[general.id].values()]

    await asyncio.gather(ariadne.press(page, "Minerva"), ariadne.press(page, "Minerva"))
    await wired_bot.quiet()
    later = await ariadne.press(page, "Minerva")
    other = await ariadne.press(page, "Minos (classic)")
    await wired_bot.quiet()

    first, second = [session.table for session in await sessions_of(wired_bot)]
    assert (first.game, second.game) == (MINERVA, CLASSIC)
    assert later.text == f"Minerva: your game has begun in <#{first.channel}>."
    assert other.text == f"Minos (classic): your game has begun in <#{second.channel}>."


async def test_no_message_promises_a_computer_player_if_none_exists(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    old = await ariadne.command("/help", CHANNEL)
    assert old.message is not None
    wired_bot.workers = 0
    await wired_bot.stop_bot()
    await wired_bot.start_bot()

    late = await ariadne.press(old.message, "Minerva")
    page = await ariadne.command("/help", CHANNEL)
    guild = sparta(wired_bot, "general")
    await arrive(wired_bot, guild)

    assert late.text.startswith(f"{REFUSED} This bot’s host has turned computer players off. Find people with")
    assert page.message is not None
    assert labels(page.message) == []
    assert "computer" not in page.text
    assert "computer" not in said_in(wired_bot, guild)[0][1]
    assert await sessions_of(wired_bot) == []


async def test_a_game_begins_only_in_channels_that_allow_tables(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    page = await ariadne.command("/help", CHANNEL)
    direct = await ariadne.command("/help", wired_bot.sandbox.world.channels.direct(ariadne.person))
    assert page.message is not None
    assert direct.message is not None
    button = next(each.custom_id or "" for each in page.message.buttons if each.label == "Minerva")
    await set_server(wired_bot, channels=(wired_bot.sandbox.channel("harbour").id,))

    elsewhere = await ariadne.press(page.message, "Minerva")
    stolen = await theseus.forge(page.message, button)
    unknown = await ariadne.forge(page.message, button.replace("minerva", "chess"))

    assert elsewhere.text.startswith(f"{REFUSED} In this server, tables are opened in")
    assert all(reply.text.startswith(REFUSED) for reply in (stolen, unknown))
    assert labels(direct.message) == []
    assert await sessions_of(wired_bot) == []
