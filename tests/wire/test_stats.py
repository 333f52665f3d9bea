"""`/stats` of yourself, another person, a server or a game, and who may see them."""

import asyncio
from collections.abc import Iterable

import pytest

from cogs.interactions.answering import REFUSED
from cogs.people import stats
from sessions.lobby.lobby import LobbyOptions
from sessions.records.log import PastGame
from sessions.results.ladder import Standing, ladder
from tests.wire.evening import CHANNEL, Wired
from tests.wire.panels import change


async def play_to_the_end(wired_bot: Wired) -> str:
    """Play a short game of Minos (classic) to its end. Return the winner's name."""
    sessions, press = wired_bot.parts.sessions, wired_bot.sandbox.world.clock.fresh_id
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    channel = wired_bot.sandbox.channel(CHANNEL)
    session = await sessions.open(
        channel.guild_id,
        channel.id,
        ariadne.id,
        "Ariadne",
        "minos-classic",
        press(),
        LobbyOptions(options={"round_limit": 10}, seats_wanted=2),
    )
    await session.lobby.join(theseus.id, "Theseus", press())
    await session.lobby.start(ariadne.id, press())
    while session.pending:
        asked = session.pending[0]
        keys = session.reader.game.autopilot.answer(session.reader.timeline.position.state, asked)
        await session.play.answer(session.table.sitters[asked.seat].user, keys, press())
    await wired_bot.quiet()
    placings = session.reader.result()
    assert placings is not None
    return next(session.table.sitters[each.seat].name for each in placings if each.place == 1 and each.seat is not None)


async def test_server_results_omit_people_who_left_the_ladder(wired_bot: Wired) -> None:
    ariadne, theseus, ikaros = map(wired_bot.person, ("Ariadne", "Theseus", "Ikaros"))
    winner = await play_to_the_end(wired_bot)

    mine = await ariadne.command("/stats me", CHANNEL, game="minos-classic")
    ladder = await theseus.command("/stats server", CHANNEL)
    game = await theseus.command("/stats game", CHANNEL, game="minos-classic")
    player = await theseus.command("/stats player", CHANNEL, player=ariadne)
    stranger = await ikaros.command("/stats me", CHANNEL)
    left = await change(ariadne, "/settings", CHANNEL, ladder=False)
    hidden = await theseus.command("/stats player", CHANNEL, player=ariadne)
    without = await theseus.command("/stats server", CHANNEL, game="minos-classic")
    unnamed = await theseus.command("/stats game", CHANNEL, game="minos-classic")
    direct = await ariadne.command("/stats me", wired_bot.sandbox.world.channels.direct(ariadne.person))

    won = winner == "Ariadne"
    assert f"2 players: **1 game**, places 1 ({int(won)}×) and 2 ({int(not won)}×)" in mine.text
    assert "Average time per turn: 1 minute." in mine.text
    assert mine.text.endswith("-# Only you can see this.")
    first, second = (line for line in ladder.text.splitlines() if "(1 game)" in line)
    assert first.startswith(f"**1. {winner}** ")
    assert second.startswith("**1. Theseus** "), "they share the victory, so they have the same rating and rank"
    assert second.endswith(first.removeprefix(f"**1. {winner}**"))
    assert f"({winner})" in game.text
    assert player.text.startswith("## Ariadne in this server\n### Minos (classic)\n2 players: **1 game**")
    assert stranger.text.startswith("Zatím žádné dohrané hry.") or "No finished games yet." in stranger.text
    assert "✓ Public results: off" in left.text
    assert hidden.text == f"{REFUSED} Ariadne keeps results private. `/stats me` shows yours."
    assert "Ariadne" not in without.text
    assert "Theseus" in without.text
    assert "Ariadne" not in unnamed.text
    assert direct.text == (await ariadne.command("/stats me", CHANNEL)).text
    assert all(reply.is_ephemeral for reply in (mine, ladder, game, player, hidden, without))


async def test_the_event_loop_runs_while_a_ladder_is_rated(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 games take a tenth of a second. Others' presses don't wait for them."""
    loop = asyncio.get_running_loop()

    def rate(games: Iterable[PastGame]) -> list[Standing]:
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(timeout=5)
        return ladder(games)

    monkeypatch.setattr(stats, "ladder", rate)
    winner = await play_to_the_end(wired_bot)

    reply = await wired_bot.person("Theseus").command("/stats server", CHANNEL)

    assert f"**1. {winner}** " in reply.text


async def test_a_server_may_have_results_posted_publicly(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await play_to_the_end(wired_bot)
    await change(ariadne, "/server settings", CHANNEL, results=True)
    await change(ariadne, "/settings", CHANNEL, ladder=False)

    ladder = await theseus.command("/stats server", CHANNEL)
    own = await theseus.command("/stats me", CHANNEL)
    private = await ariadne.command("/stats player", CHANNEL, player=ariadne)
    unknown = await theseus.command("/stats server", CHANNEL, game="chess")

    assert ladder.message is not None
    assert (ladder.is_ephemeral, ladder.message.pings) == (False, [])
    assert own.is_ephemeral
    assert private.is_ephemeral
    assert unknown.is_ephemeral
    assert unknown.text.startswith(REFUSED)


async def test_a_ladder_counts_rated_games_and_marks_provisional_ratings(wired_bot: Wired) -> None:
    """In an earlier version, a single game looked like a settled rank, and a loser could annul a game by leaving."""
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await play_to_the_end(wired_bot)
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=2)
    await theseus.command("/table join", CHANNEL)
    await ariadne.command("/table start", CHANNEL)
    session = await wired_bot.session()
    fresh_id = wired_bot.sandbox.world.clock.fresh_id
    await session.leaving.concede(ariadne.id, fresh_id())
    await session.leaving.end_alone(theseus.id, fresh_id())
    await wired_bot.quiet()

    ladder = (await theseus.command("/stats server", CHANNEL)).text
    lost = (await ariadne.command("/stats me", CHANNEL)).text
    won = (await theseus.command("/stats me", CHANNEL)).text

    assert session.table.status == "over"
    assert "### Minos (classic) – 2 rated games\n" in ladder
    first, second = (line for line in ladder.splitlines() if "**" in line)
    assert first.startswith("**1. Theseus** ")
    assert second.startswith("**2. Ariadne** ")
    assert first.endswith("? (2 games)")
    # Both players won the first game.
    assert "2 players: **2 games**, places 1 (1×) and 2 (1×)" in lost
    assert "Games played to the end: 1 of 2." in lost
    assert "2 players: **2 games**, places 1 (2×) and 2 (0×)" in won
