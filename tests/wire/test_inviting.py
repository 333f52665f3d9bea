"""A lobby with `/table invite`, *Ready*, and a replacement for somebody who leaves."""

from cogs.interactions.answering import REFUSED
from cogs.views.lobby import JOIN, OPTIONS, READY
from cogs.views.options import ITSELF, LEFT
from sandbox.seen import Seen
from tests.wire.evening import CHANNEL, Wired, control


def select_of(message: Seen, verb: str) -> str:
    """Return the custom id of the select with that verb."""
    return next(select.custom_id for select in message.selects if f":{verb}0" in select.custom_id)


async def test_a_lobby_admits_only_invited_people_and_members_of_a_role(wired_bot: Wired) -> None:
    ariadne, theseus, ikaros = map(wired_bot.person, ("Ariadne", "Theseus", "Ikaros"))
    theseus.person.plays = True
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=3)

    nobody = await ariadne.command("/table invite", CHANNEL)
    foreign = await theseus.command("/table invite", CHANNEL, anyone=True)
    role = await ariadne.command("/table invite", CHANNEL, role="Players")
    await wired_bot.quiet()
    lobby = wired_bot.board()
    said = lobby.text
    refused = await ikaros.press(lobby, custom_id=control(lobby, JOIN))
    await theseus.press(lobby, custom_id=control(lobby, JOIN))
    invited = await ariadne.command("/table invite", CHANNEL, player=ikaros)
    await wired_bot.quiet()
    lobby = wired_bot.board()
    pinged, posted = lobby.pings, len(wired_bot.public_messages())
    await ikaros.press(lobby, custom_id=control(lobby, JOIN))
    seated = await ariadne.command("/table invite", CHANNEL, player=ikaros)
    anyone = await ariadne.command("/table invite", CHANNEL, role="@everyone")

    assert nobody.text.startswith(f"{REFUSED} Choose a player")
    assert foreign.text.startswith(f"{REFUSED} ")
    assert role.text.startswith("Everyone with the <@&")
    assert "-# For <@&" in said
    assert refused.text.startswith(f"{REFUSED} This table is for <@&")
    assert invited.text.startswith("Ikaros is invited. Everyone with the <@&")
    assert (pinged, posted) == (["Ikaros"], 1)
    assert seated.text == f"{REFUSED} Ikaros is already at this table."
    assert anyone.text == "Anyone can join."
    session = await wired_bot.session()
    assert [sitter.name for sitter in session.table.sitters] == ["Ariadne", "Theseus", "Ikaros"]
    assert session.table.seating.admits == "anyone"


async def test_a_game_starts_automatically_when_all_are_ready(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=2)
    await wired_bot.quiet()
    lobby = wired_bot.board()
    panel = await ariadne.press(lobby, custom_id=control(lobby, OPTIONS))
    assert panel.message is not None
    await ariadne.press(panel.message, "Advanced options")
    await ariadne.choose(panel.message, "full", custom_id=select_of(panel.message, ITSELF))
    await ariadne.choose(panel.message, "standard", custom_id=select_of(panel.message, LEFT))
    await theseus.command("/table join", CHANNEL)
    await wired_bot.quiet()
    lobby = wired_bot.board()
    said = lobby.text

    await theseus.press(lobby, custom_id=control(lobby, READY))
    await wired_bot.quiet()

    assert "Starts automatically when all seats are taken and everyone is ready." in said
    assert "a computer player (standard) takes over" in said
    assert "1. Ariadne ✅\n2. Theseus\n" in said
    session = await wired_bot.session()
    assert (session.table.status, session.table.seating.left) == ("running", "standard")
