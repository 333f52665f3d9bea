"""The bot works as a guest: in people's private chats, and in servers that have not added it."""

import pytest

from cogs.interactions.answering import REFUSED
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.interactions import FOLLOW_UPS_AS_A_GUEST
from sandbox.records import Channel
from tests.wire.evening import Wired

COMMANDS: dict[str, dict[str, object]] = {
    "/help": {},
    "/learn": {"game": "minerva"},
    "/rules": {"topic": "BUILD-4", "game": "minos-classic"},
    "/away": {},
    "/settings": {},
    "/myturns": {},
    "/look": {},
    "/stats me": {},
}
"""Commands that work everywhere, with their arguments."""
IN_SERVERS = {"/stats server": {}, "/stats game": {"game": "minerva"}}
"""Commands that work only in servers. Elsewhere the bot refuses them."""
PLACES = ("a group", "two people", "a server without the bot")


def place_of(wired_bot: Wired, name: str) -> Channel:
    world = wired_bot.sandbox.world
    people = [wired_bot.person(each).person for each in ("Ariadne", "Theseus", "Daidalos")]
    if name == "a server without the bot":
        guild = world.add_guild("Troy")
        guild.bot_present = False
        return world.channels.new(guild.id, "walls")
    return world.channels.group(*people[: 2 if name == "two people" else 3])


@pytest.fixture
def ariadne(wired_bot: Wired) -> Actor:
    """Someone who has installed the bot for herself."""
    ariadne = wired_bot.person("Ariadne")
    wired_bot.sandbox.world.application.user_installs.add(ariadne.id)
    return ariadne


@pytest.mark.parametrize("name", PLACES)
async def test_a_guest_gets_private_answers_only(wired_bot: Wired, ariadne: Actor, name: str) -> None:
    place = place_of(wired_bot, name)

    replies = {path: await ariadne.command(path, place, **values) for path, values in COMMANDS.items()}
    report = await ariadne.command("/report", place)
    await wired_bot.parts.client.services.attended.calm(30)

    for path, reply in replies.items():
        assert reply.is_ephemeral, path
        assert not reply.text.startswith(REFUSED), (path, reply.text)
        assert len(reply.interaction.response.followups) <= FOLLOW_UPS_AS_A_GUEST, path
    assert report.modal is not None
    assert wired_bot.person("Theseus").inbox.sees(place) == []
    assert [code for _, _, code in wired_bot.sandbox.rest.refused if code == 40094] == []


@pytest.mark.parametrize("name", PLACES)
async def test_a_lesson_works_in_a_group_chat(wired_bot: Wired, ariadne: Actor, name: str) -> None:
    place = place_of(wired_bot, name)
    page = (await ariadne.command("/learn", place, game="minerva")).message
    assert page is not None
    first = page.text
    while any(button.label == "Continue" for button in page.buttons):
        await ariadne.press(page, "Continue")
        await wired_bot.parts.client.services.attended.calm(30)

    assert page.text != first
    assert len(ariadne.inbox.sees(place)) == 1, "it is one message throughout"
    assert wired_bot.person("Theseus").inbox.sees(place) == []


@pytest.mark.parametrize("name", PLACES[:2])
async def test_server_commands_are_refused_in_a_group_chat(wired_bot: Wired, ariadne: Actor, name: str) -> None:
    place = place_of(wired_bot, name)

    for path, values in IN_SERVERS.items():
        reply = await ariadne.command(path, place, **values)
        assert reply.text.startswith(REFUSED), path
        assert reply.is_ephemeral
    with pytest.raises(NotOffered):
        await ariadne.command("/table open", place, game="minerva")
