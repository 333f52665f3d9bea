"""Players' view of rated and casual tables, of the cost of leaving, and of people who left the server."""

import pytest

from cogs.views.lobby import OPTIONS
from cogs.views.options import HINTS, RATING
from sandbox.driver import Actor
from sandbox.seen import Seen
from tests.wire.evening import CHANNEL, Wired, control
from tests.wire.panels import change
from tests.wire.test_inviting import select_of

RATED = "Rated: the result counts on this server’s ladder"
CASUAL = "Casual: the result doesn’t count on the ladder."


async def open_table(wired_bot: Wired, *others: Actor, seats: int = 2) -> Actor:
    """Open a table of Minos (classic) as Ariadne, and let the others join."""
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=seats)
    for other in others:
        await other.command("/table join", CHANNEL)
    await wired_bot.quiet()
    return ariadne


async def show_advanced(wired_bot: Wired, owner: Actor) -> Seen:
    panel = await owner.press(wired_bot.board(), custom_id=control(wired_bot.board(), OPTIONS))
    assert panel.message is not None
    await owner.press(panel.message, "Advanced options")
    return panel.message


async def test_the_lobby_shows_whether_the_game_is_rated(wired_bot: Wired) -> None:
    theseus = wired_bot.person("Theseus")
    ariadne = await open_table(wired_bot, theseus)
    rated = wired_bot.board().text
    page = await show_advanced(wired_bot, ariadne)
    usual = page.text
    await ariadne.choose(page, "casual", custom_id=select_of(page, RATING))
    await wired_bot.quiet()
    casual = wired_bot.board().text
    await ariadne.choose(page, "yes", custom_id=select_of(page, HINTS))
    await wired_bot.quiet()
    hinted = wired_bot.board().text
    await ariadne.choose(page, "rated", custom_id=select_of(page, RATING))
    await wired_bot.quiet()
    again, seating = wired_bot.board().text, (await wired_bot.session()).table.seating

    assert RATED in rated
    assert "choosing *rated* turns hints off" in usual
    assert CASUAL in casual
    assert RATED not in casual
    assert "Hints are allowed" in hinted
    assert RATED in again
    assert "Hints are allowed" not in again
    assert (seating.casual, seating.hints) == (False, False)


async def test_a_casual_game_is_not_on_the_ladder(wired_bot: Wired) -> None:
    theseus = wired_bot.person("Theseus")
    ariadne = await open_table(wired_bot, theseus)
    page = await show_advanced(wired_bot, ariadne)
    await ariadne.choose(page, "casual", custom_id=select_of(page, RATING))
    await ariadne.command("/table start", CHANNEL)
    question = (await theseus.command("/table leave", CHANNEL)).message
    assert question is not None
    asked = question.text
    await theseus.press(question, "Concede")
    await wired_bot.quiet()
    await ariadne.press(wired_bot.board(), "End the game")
    await wired_bot.quiet()

    mine = await theseus.command("/stats me", CHANNEL)
    ladder = await ariadne.command("/stats server", CHANNEL)

    assert "You’ll take last place. The game isn’t rated, but `/stats` counts it as a game you left." in asked
    assert "Games played to the end: 0 of 1." in mine.text
    assert "### Minos (classic) – 0 rated games\nNo rated games yet." in ladder.text


async def test_leaving_a_rated_game_says_what_it_costs(wired_bot: Wired) -> None:
    theseus, ikaros = wired_bot.person("Theseus"), wired_bot.person("Ikaros")
    ariadne = await open_table(wired_bot, theseus, ikaros, seats=3)
    await ariadne.command("/table start", CHANNEL)

    leaving = await theseus.command("/table leave", CHANNEL)
    ending = await theseus.command("/table close", CHANNEL)

    assert "You’ll take last place, and the game is rated." in leaving.text
    assert "You’ll take last place, and the game is rated." in ending.text


async def test_the_last_player_wins_by_closing_but_not_by_leaving(wired_bot: Wired) -> None:
    theseus = wired_bot.person("Theseus")
    ariadne = await open_table(wired_bot, theseus)
    await ariadne.command("/table start", CHANNEL)
    session, fresh_id = await wired_bot.session(), wired_bot.sandbox.world.clock.fresh_id
    await session.leaving.concede(theseus.id, fresh_id())
    await session.leaving.play_on(ariadne.id, fresh_id())
    await wired_bot.quiet()

    leaving = await ariadne.command("/table leave", CHANNEL)
    closing = (await ariadne.command("/table close", CHANNEL)).message
    assert closing is not None
    asked = closing.text
    await ariadne.press(closing, "Close table")
    await wired_bot.quiet()
    won = await ariadne.command("/stats me", CHANNEL)

    assert "If you leave instead, nobody wins." in leaving.text
    assert "Everyone else has left, so you win." in asked
    assert "has won: nobody else is left at the table." in wired_bot.board().text
    assert "**2.** Theseus – left the game" in wired_bot.board().text
    assert "Won because everyone else left: 1 game." in won.text


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_people_who_left_or_were_banned_come_last(wired_bot: Wired, seats: int) -> None:
    """To the bot, a ban and a deleted account look the same: Discord knows no such member."""
    theseus, *others = map(wired_bot.person, ("Theseus", "Ikaros", "Daidalos")[: seats - 1])
    ariadne = await open_table(wired_bot, theseus, *others, seats=seats)
    await ariadne.command("/table start", CHANNEL)
    wired_bot.sandbox.world.absent.add(theseus.id)

    await ariadne.command("/table kick", CHANNEL, player=theseus)
    await wired_bot.quiet()
    session, fresh_id = await wired_bot.session(), wired_bot.sandbox.world.clock.fresh_id
    for other in others:
        await session.leaving.concede(other.id, fresh_id())
    if session.table.is_left_alone:
        await session.leaving.end_alone(ariadne.id, fresh_id())
    else:
        await session.leaving.close(ariadne.id, fresh_id())
    past = await wired_bot.parts.sessions.store.log.past_games(guild=session.table.guild)
    places = {side.user: side.place for side in past}

    assert session.table.ended == "conceded"
    assert (places[ariadne.id], places[theseus.id]) == (1, seats)
    assert sorted(place or 0 for place in places.values()) == list(range(1, seats + 1))
    assert {side.user for side in past if side.is_given_up} == {theseus.id, *(other.id for other in others)}


async def test_the_lobby_shows_how_many_games_people_finish(wired_bot: Wired) -> None:
    theseus, ikaros = wired_bot.person("Theseus"), wired_bot.person("Ikaros")
    fresh_id, asked = wired_bot.sandbox.world.clock.fresh_id, []
    for leaves in (True, False, False):
        ariadne = await open_table(wired_bot, theseus)
        asked.append(wired_bot.board().text)
        await ariadne.command("/table start", CHANNEL)
        session = await wired_bot.session()
        leaver, last = (theseus, ariadne) if leaves else (ariadne, theseus)
        await session.leaving.concede(leaver.id, fresh_id())
        await session.leaving.end_alone(last.id, fresh_id())
        await wired_bot.quiet()
    own = await theseus.command("/play", CHANNEL)
    unknown = await ikaros.command("/play", CHANNEL)

    ariadne = await open_table(wired_bot, theseus, ikaros, seats=3)
    shown = wired_bot.board().text
    await change(theseus, "/settings", CHANNEL, ladder=False)
    await ikaros.command("/table leave", CHANNEL)
    await wired_bot.quiet()
    hidden = wired_bot.board().text

    assert not any("finished" in text for text in asked), "two games are too few"
    assert "1. Ariadne · finished 1 of 3 games\n2. Theseus · finished 2 of 3 games\n3. Ikaros\n" in shown
    assert "1. Ariadne · finished 1 of 3 games\n2. Theseus\n" in hidden
    assert "you played 2 of 3 to the end. Others see that next to your name" in own.text
    assert "to the end" not in unknown.text


async def test_a_moderator_who_ends_their_own_game_comes_last(wired_bot: Wired) -> None:
    """Otherwise a moderator who is about to lose could annul the game."""
    ariadne = await open_table(wired_bot, wired_bot.person("Theseus"))
    await ariadne.command("/table start", CHANNEL)
    await wired_bot.quiet()
    question = (await ariadne.command("/table close", CHANNEL)).message
    assert question is not None
    asked = question.text
    await ariadne.press(question, "End as moderator")
    await wired_bot.quiet()
    lost = await ariadne.command("/stats me", CHANNEL)

    *_, recap, board = wired_bot.public_messages()
    assert "If you play in it, you’ll take last place." in asked
    assert "• Ariadne leaves the game." in recap.text
    assert f"• A moderator, {ariadne.mention}, ends the game early." in recap.text
    assert f"{wired_bot.person('Theseus').mention} has won" in board.text
    assert "**2.** Ariadne – left the game" in board.text
    assert "Games played to the end: 0 of 1." in lost.text
