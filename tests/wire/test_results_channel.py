"""The results channel gets each finished game once: places, picture, *Replay* and *Rematch*."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.controls import STOP
from cogs.views.ending import REMATCH
from cogs.views.menu import REPLAYED
from sandbox import permissions
from sandbox.seen import Seen
from tests.senders import silence
from tests.wire.endings import begun, bot_of_all_games, play_out
from tests.wire.evening import CHANNEL, Wired, WireTable, control, table_of
from tests.wire.panels import change
from tests.wire.test_last_one import concede

HARBOUR = "harbour"


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


@pytest.fixture
async def evening(wired_bot: Wired) -> AsyncIterator[WireTable]:
    """A game of two people, in a server whose results go to another channel."""
    async with begun(wired_bot, "minerva", 2) as evening:
        await choose(wired_bot)
        yield evening


async def choose(wired_bot: Wired, **more: object) -> None:
    chosen = {"results_in": wired_bot.sandbox.channel(HARBOUR), **more}
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, **chosen)


def results(wired_bot: Wired) -> list[Seen]:
    return wired_bot.public_messages(HARBOUR)


async def kill(wired_bot: Wired) -> None:
    """Stop the bot abruptly: it posts nothing more. Then start it again."""
    silence(wired_bot.parts.sessions.outbox)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await wired_bot.quiet()


async def test_a_finished_game_is_posted_once_with_its_places(evening: WireTable) -> None:
    session = await play_out(evening)
    await kill(evening.wired_bot)

    (shown,) = results(evening.wired_bot)
    lines = shown.text.splitlines()
    names = [session.table.names[placing.seat] for placing in session.reader.result() or () if placing.seat is not None]
    assert lines[0] == f"### Minerva in <#{evening.sandbox.channel(CHANNEL).id}>"
    assert lines[1].startswith(f"## 🏆 {names[0]} wins with ")
    assert lines[2].startswith(f"**2.** {names[1]} – ")
    assert [button.label for button in shown.buttons] == ["Rematch", "Replay"]
    assert len(shown.pictures) == 1
    assert shown.pings == []
    assert "<@" not in shown.text


async def test_a_replay_opens_privately_in_the_results_channel(evening: WireTable) -> None:
    await play_out(evening)
    (shown,) = results(evening.wired_bot)
    stranger = evening.wired_bot.newcomer("Glaukos", locale="en-US")

    opened = await stranger.press(shown, custom_id=control(shown, REPLAYED))
    assert opened.message is not None
    turned = await stranger.press(opened.message, custom_id=opened.message.buttons[2].custom_id)

    assert opened.is_ephemeral
    assert opened.message.channel_id == shown.channel_id
    assert turned.kind in ("update", "deferred_update")
    assert len(results(evening.wired_bot)) == 1


async def test_a_rematch_opens_at_the_table_not_in_the_results_channel(evening: WireTable) -> None:
    await choose(evening.wired_bot, tables_in=evening.sandbox.channel(CHANNEL))
    await play_out(evening)
    (shown,) = results(evening.wired_bot)
    stranger = evening.wired_bot.newcomer("Glaukos", locale="en-US")

    refused = await stranger.press(shown, custom_id=control(shown, REMATCH))
    reply = await evening.people[1].press(shown, custom_id=control(shown, REMATCH))
    await evening.wired_bot.quiet()

    assert refused.is_ephemeral
    assert refused.text.startswith(REFUSED)
    assert reply.is_ephemeral
    assert (await evening.session()).table.rematch_of is not None
    assert len(results(evening.wired_bot)) == 1


async def test_a_rematch_from_elsewhere_respects_limits_of_the_table_channel(evening: WireTable) -> None:
    """The channel may have been closed to tables or to the bot since."""
    agora = evening.sandbox.channel(CHANNEL)
    await play_out(evening)
    (shown,) = results(evening.wired_bot)
    theseus = evening.people[1]

    await choose(evening.wired_bot, tables_in=evening.sandbox.channel(HARBOUR))
    elsewhere = await theseus.press(shown, custom_id=control(shown, REMATCH))
    await choose(evening.wired_bot, tables_in=())
    evening.sandbox.places.deny(agora, permissions.SEND_MESSAGES)
    await evening.sandbox.until(lambda: True)
    closed = await theseus.press(shown, custom_id=control(shown, REMATCH))

    assert elsewhere.text.startswith(f"{REFUSED} In this server, tables are opened in <#")
    assert closed.text.startswith(f"{REFUSED} I can’t post in <#{agora.id}>")


async def test_a_rematch_opens_in_an_archived_thread_of_an_allowed_channel(wired_bot: Wired) -> None:
    """The bot no longer knows the thread, so the channel of the press must not count instead."""
    sandbox, ariadne, theseus = wired_bot.sandbox, wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await choose(wired_bot, tables_in=sandbox.channel(CHANNEL))
    await ariadne.command("/table open", CHANNEL, game="minerva", seats=2, options="first_seat=first", thread=True)
    await wired_bot.quiet()
    (thread,) = (each for each in sandbox.world.channels.values() if each.parent_id is not None)
    await theseus.command("/table join", thread)
    await ariadne.command("/table start", thread)
    session = await wired_bot.parts.sessions.at(thread.id)
    await play_out(WireTable(wired_bot, [ariadne, theseus], thread.name))
    (shown,) = results(wired_bot)
    sandbox.places.archive(thread)
    await sandbox.until(lambda: wired_bot.parts.client.get_channel(thread.id) is None)

    reply = await theseus.press(shown, custom_id=control(shown, REMATCH))
    await wired_bot.quiet()

    rematch = await wired_bot.parts.sessions.at(thread.id)
    assert rematch.table.rematch_of == session.table.id, reply.text
    assert not thread.archived


async def test_the_result_uses_the_language_of_the_server(evening: WireTable) -> None:
    await choose(evening.wired_bot, language="cs")

    await play_out(evening)

    (shown,) = results(evening.wired_bot)
    assert shown.text.splitlines()[0].startswith("### Minerva v <#")
    assert [button.label for button in shown.buttons] == ["Odveta", "Přehrát hru"]


async def test_games_without_points_are_posted_too(wired_bot: Wired) -> None:
    await choose(wired_bot)
    async with table_of(wired_bot, "minerva", 2) as evening:
        await concede(evening)
        board = await evening.board()
        await evening.people[0].press(board, custom_id=control(board, STOP))
        await wired_bot.quiet()
    async with table_of(wired_bot, "minerva", 3) as evening:
        session = await evening.session()
        await session.leaving.close(1, wired_bot.sandbox.world.clock.fresh_id(), is_moderator=True)
        await wired_bot.quiet()

    last_one, cut_short = results(wired_bot)
    assert last_one.text.splitlines()[1:] == [
        "## 🏆 Ariadne has won: nobody else is left at the table.",
        "**2.** Theseus – left the game",
    ]
    assert cut_short.text.splitlines()[1] == (
        "**The game was ended early**, so nobody wins. Players: Ariadne, Theseus, and Daidalos."
    )


async def test_closed_lobbies_and_servers_without_the_setting_post_nothing(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await choose(wired_bot)
    await ariadne.command("/table open", CHANNEL, game="minerva")
    session = await wired_bot.session()
    await session.leaving.close(ariadne.id, wired_bot.sandbox.world.clock.fresh_id())
    await choose(wired_bot, results_in=())
    async with begun(wired_bot, "minerva", 2) as evening:
        await play_out(evening)

    assert results(wired_bot) == []


async def test_a_result_posted_before_a_kill_is_not_repeated(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has forgotten the nonce, so the bot looks for the message."""
    wired_bot = evening.wired_bot

    async def lose(*_: Any) -> None:
        await asyncio.Event().wait()

    def die() -> None:
        monkeypatch.setattr(wired_bot.parts.store.posts, "settle", lose)

    playing = asyncio.ensure_future(play_out(evening, before_end=die))
    await wired_bot.sandbox.until(lambda: bool(results(wired_bot)))
    playing.cancel()
    wired_bot.sandbox.rest.context.nonces.clear()
    await kill(wired_bot)

    assert len(results(wired_bot)) == 1


async def test_a_result_waits_for_permissions(evening: WireTable) -> None:
    wired_bot, harbour = evening.wired_bot, evening.sandbox.channel(HARBOUR)
    evening.sandbox.places.deny(harbour, permissions.SEND_MESSAGES)
    blocked = wired_bot.parts.client.services.blocked_channels
    playing = asyncio.ensure_future(play_out(evening))
    await evening.sandbox.until(lambda: harbour.id in blocked)
    overview = await wired_bot.person("Ariadne").command("/server overview", CHANNEL)
    before = results(wired_bot)

    evening.sandbox.places.allow(harbour, permissions.SEND_MESSAGES)
    await playing

    assert before == []
    assert f"⚠️ I lack permissions in <#{harbour.id}>: Send Messages" in overview.text
    assert len(results(wired_bot)) == 1
    assert harbour.id not in blocked


@pytest.mark.parametrize("code", [50013, 0], ids=["refused", "broken"])
async def test_a_result_that_discord_refuses_is_tried_again(evening: WireTable, code: int) -> None:
    """The bot's own list of permissions was outdated, or Discord failed."""
    faults, harbour = evening.sandbox.faults, evening.sandbox.channel(HARBOUR)
    route = f"POST /channels/{harbour.id}/messages"
    fault = faults.refuse(route, code) if code else faults.fail(route)
    fault.delay_s = 0.2
    playing = asyncio.ensure_future(play_out(evening))
    await evening.sandbox.until(lambda: bool(fault.met))
    before = results(evening.wired_bot)

    # The bot hears of the new permissions before it hears of the refusal.
    evening.sandbox.places.allow(harbour, permissions.SEND_MESSAGES)
    await playing

    assert before == []
    assert len(results(evening.wired_bot)) == 1


async def test_the_result_of_a_deleted_channel_is_dropped(evening: WireTable) -> None:
    evening.sandbox.world.channels.delete(evening.sandbox.channel(HARBOUR))

    session = await play_out(evening)
    board = await evening.board()

    assert session.table.status == "over"
    assert "Rematch" in [button.label for button in board.buttons]
    assert await evening.wired_bot.has_sent_all()


async def test_a_result_at_its_own_table_is_not_taken_for_a_board(evening: WireTable) -> None:
    wired_bot, channel = evening.wired_bot, evening.sandbox.channel(CHANNEL)
    await choose(wired_bot, results_in=channel)
    session = await play_out(evening)
    client = wired_bot.parts.client
    tries, place = client.senders.boards.boards.tries, client.get_partial_messageable(channel.id)

    shown = [(seen, await place.fetch_message(seen.id)) for seen in wired_bot.public_messages() if seen.buttons]

    boards = [tries.is_try(message, session) for seen, message in shown if "Replay" not in labels(seen)]
    assert [tries.is_try(message, session) for seen, message in shown if labels(seen) == ["Rematch", "Replay"]] == [
        False
    ]
    assert boards[-1]


async def test_a_result_is_posted_below_its_board_after_a_failure(evening: WireTable) -> None:
    wired_bot, channel = evening.wired_bot, evening.sandbox.channel(CHANNEL)
    await choose(wired_bot, results_in=channel)

    def fail_result() -> None:
        wired_bot.sandbox.faults.fail(f"POST /channels/{channel.id}/messages", status=503, skip=1)

    await play_out(evening, before_end=fail_result)

    assert [labels(seen) for seen in wired_bot.public_messages() if "Replay" in labels(seen)] == [["Rematch", "Replay"]]


def labels(seen: Seen) -> list[str | None]:
    return [button.label for button in seen.buttons]
