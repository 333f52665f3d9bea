"""`/play` seats people who want the same game at one table. The game starts when all are ready."""

import json

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.lobby import READY
from sandbox.driver import Actor
from sandbox.seen import Reply
from tests.db.test_commands import run_on
from tests.wire.evening import CHANNEL, Wired, control, sessions_of


async def waits(person: Actor, game: str = "minos-classic", seats: int = 3, **values: object) -> Reply:
    return await person.command("/play", CHANNEL, game=game, seats=seats, **values)


async def test_a_table_opens_when_enough_people_queue(wired_bot: Wired, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("Ariadne", "Theseus", "Daidalos", "Ikaros")
    ariadne, theseus, daidalos, ikaros = map(wired_bot.person, names)
    path = wired_bot.folder / "knossos.db"

    first = await waits(ariadne)
    again = await waits(ariadne)
    other = await waits(ikaros, seats=2)
    wrong = await waits(theseus, game="chess")
    idle = await theseus.command("/play", CHANNEL, leave=True)
    nothing = await theseus.command("/play", CHANNEL, game="minos-classic")
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    second = await waits(theseus)
    assert await run_on(path, "export", theseus.id) == 0
    exported = json.loads(capsys.readouterr().out)["queue"]
    gone = await theseus.command("/play", CHANNEL, leave=True)
    await waits(theseus)
    opened = await waits(daidalos)
    await wired_bot.quiet()
    session = next(each for each in await sessions_of(wired_bot) if each.table.status == "lobby")
    thread = wired_bot.sandbox.world.channels.find(session.table.channel)
    lobby = wired_bot.board(thread.name)
    said, pinged = lobby.text, sorted(lobby.pings)
    for person in (ariadne, theseus):
        await person.press(lobby, custom_id=control(lobby, READY))
    alone = await waits(ariadne)
    paced = await waits(ariadne, seats=2, pace="brisk")
    await waits(theseus, seats=2)
    await ariadne.command("/server", CHANNEL, pace="brisk")
    unpaced = await waits(daidalos, seats=2, pace="soon")
    together = await waits(daidalos, seats=2)
    hasty = next(each for each in await sessions_of(wired_bot) if each.table.pace == "brisk")

    assert "1 of 3 so far" in first.text
    assert first.is_ephemeral
    assert again.text == first.text
    assert "1 of 2 so far" in other.text
    assert wrong.text.startswith(REFUSED)
    assert idle.text == "You weren’t in the queue here."
    assert nothing.text.startswith(f"{REFUSED} Choose a game and a number of players.")
    assert "2 of 3 so far" in second.text
    assert [(each["game"], each["seats"]) for each in exported] == [("minos-classic", 3)]
    assert gone.text == "You’ve left the queue."
    assert opened.text.startswith("Minos (classic)")
    assert pinged == ["Ariadne", "Theseus"]
    assert "Found by `/play`" in said
    assert [sitter.name for sitter in session.table.sitters] == ["Daidalos", "Ariadne", "Theseus"]
    assert session.table.status == "running"
    assert "1 of 3 so far" in alone.text, "who found company waits no longer"
    assert "1 of 2 so far" in paced.text
    assert paced.text.endswith("Pace: brisk (8 h, +2 h a turn, at most 12 h).")
    assert unpaced.text.startswith(f"{REFUSED} “soon” isn’t a pace.")
    assert together.text.startswith("Minos (classic)"), "who names no pace waits for the server’s, as others do"
    assert [sitter.name for sitter in hasty.table.sitters] == ["Daidalos", "Ariadne"]
    assert hasty.table.pace == "brisk"
