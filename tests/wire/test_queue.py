"""`/play` brings people with matching wishes to one table, and shows how many people wait for each game."""

import asyncio
import json

import pytest

from cogs.interactions.answering import REFUSED
from cogs.ui.press import QueuePress
from cogs.views.lobby import READY
from sandbox.driver import Actor
from sandbox.parts import Place
from sandbox.seen import Reply, Seen
from sandbox.world import GUILD_ID
from sessions.refusals import StorageUnavailable
from sessions.session import Session
from tests.db.test_commands import run_on
from tests.wire.evening import CHANNEL, Wired, control, sessions_of
from tests.wire.panels import change

CLASSIC, MINERVA = "Minos (classic)", "Minerva"


async def waits(person: Actor, game: str = "minos-classic", channel: Place = CHANNEL, **values: object) -> Reply:
    return await person.command("/play", channel, game=game, **values)


async def overview(person: Actor) -> Reply:
    return await person.command("/play", CHANNEL)


def labels(reply: Reply) -> list[str | None]:
    assert reply.message is not None
    return [button.label for button in reply.message.buttons]


async def press(person: Actor, reply: Reply, label: str) -> Reply:
    assert reply.message is not None
    return await person.press(reply.message, label)


async def lobbies(wired_bot: Wired) -> list[Session]:
    await wired_bot.quiet()
    return [each for each in await sessions_of(wired_bot) if each.table.status == "lobby"]


def board_of(wired_bot: Wired, session: Session) -> Seen:
    return wired_bot.board(wired_bot.sandbox.world.channels.find(session.table.channel).name)


async def ready(wired_bot: Wired, session: Session, *people: Actor) -> None:
    for person in people:
        board = board_of(wired_bot, session)
        await person.press(board, custom_id=control(board, READY))
        await wired_bot.quiet()


def names(session: Session) -> list[str]:
    return [sitter.name for sitter in session.table.sitters]


async def pass_through(wired_bot: Wired) -> None:
    """Do all due work now."""
    due_work = wired_bot.parts.client.services.due_work
    await wired_bot.sandbox.until(lambda: due_work.is_running)
    await due_work.tick()
    await wired_bot.quiet()


async def test_a_table_opens_when_enough_people_queue(wired_bot: Wired, capsys: pytest.CaptureFixture[str]) -> None:
    ariadne, theseus, daidalos = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos"))
    path = wired_bot.folder / "knossos.db"

    first = await waits(ariadne, seats="3")
    again = await waits(ariadne, seats="3")
    wrong = await waits(theseus, game="chess")
    too_many = await waits(theseus, seats="2-3-4")
    none_like_it = await waits(theseus, seats="9")
    idle = await theseus.command("/play", CHANNEL, leave=True)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    second = await waits(theseus, seats="3", pace="brisk")
    assert await run_on(path, "export", theseus.id) == 0
    exported = json.loads(capsys.readouterr().out)["queue"]
    gone = await theseus.command("/play", CHANNEL, leave=True)
    await waits(theseus, seats="3")
    opened = await waits(daidalos, seats="3")
    (session,) = await lobbies(wired_bot)
    board = board_of(wired_bot, session)
    said, pinged = board.text, sorted(board.pings)
    await ready(wired_bot, session, ariadne, theseus)
    alone = await overview(ariadne)

    assert first.text.startswith(f"You’re waiting for:\n• **{CLASSIC}**, 3 players.\n1 person is waiting for")
    assert f"1 person is waiting for **{CLASSIC}**; 2 more start it." in first.text
    assert first.is_ephemeral
    assert again.text == first.text
    assert wrong.text.startswith(REFUSED)
    assert too_many.text.startswith(f"{REFUSED} “2-3-4” isn’t a number of players for this game.")
    assert "It takes 2–4 players" in none_like_it.text
    assert idle.text.startswith("You weren’t waiting here.")
    assert "3 players. Pace: brisk (8 h, +2 h a turn, at most 12 h)." in second.text
    assert f"2 people are waiting for **{CLASSIC}**; one more starts it." in second.text
    assert [(each["game"], each["seats"], each["most"]) for each in exported] == [("minos-classic", 3, 3)]
    assert gone.text.startswith(f"You’ve stopped waiting.\n1 person is waiting for **{CLASSIC}**")
    assert opened.text.startswith(CLASSIC)
    assert pinged == ["Ariadne", "Theseus"]
    assert "Matched by `/play`" in said
    assert names(session) == ["Daidalos", "Ariadne", "Theseus"]
    assert session.table.status == "running"
    assert alone.text.startswith("You’re not waiting for a game."), "people who found a table no longer wait"


async def test_due_work_does_not_wait_for_a_table_that_opens(wired_bot: Wired) -> None:
    """Clocks and computer players wait for the end of a pass, and a thread may take seconds."""
    ariadne, theseus, due_work = (
        wired_bot.person("Ariadne"), wired_bot.person("Theseus"), wired_bot.parts.client.services.due_work
    )  # fmt: skip
    await waits(ariadne, seats="2")
    await pass_through(wired_bot)
    slow = wired_bot.sandbox.faults.delay("POST /channels/*/threads", 3.0)

    opening = asyncio.ensure_future(waits(theseus, seats="2"))
    await wired_bot.sandbox.until(lambda: slow.met)
    async with asyncio.timeout(1.0):
        await due_work.tick()
    await opening
    await wired_bot.quiet()

    assert [names(session) for session in await lobbies(wired_bot)] == [["Theseus", "Ariadne"]]


async def test_a_command_delivered_twice_queues_once(wired_bot: Wired) -> None:
    """This is also true if the command opened a table or took a free seat."""
    ariadne, theseus, daidalos = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos"))
    await waits(ariadne, seats="2")
    wired_bot.sandbox.interactions.deliveries = 2
    await waits(theseus, seats="2")
    (session,) = await lobbies(wired_bot)
    await session.lobby.leave(ariadne.id, wired_bot.sandbox.world.clock.fresh_id())
    await waits(daidalos, seats="2")
    await wired_bot.quiet()
    now = wired_bot.parts.sessions.context.clock()

    assert names(session) == ["Theseus", "Daidalos"]
    assert await wired_bot.parts.store.queue.waiting(GUILD_ID, now) == []
    assert len(await lobbies(wired_bot)) == 1


async def test_queuing_is_confirmed_although_the_queue_cannot_be_read(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    theseus, queue = wired_bot.person("Theseus"), wired_bot.parts.store.queue

    async def refuse(*_: object) -> None:
        raise StorageUnavailable

    with monkeypatch.context() as failing:
        failing.setattr(queue, "waiting", refuse)
        reply = await theseus.command("/play", CHANNEL, game="minos-classic")
    shown = await theseus.command("/play", CHANNEL)

    assert reply.text == "Done."
    assert shown.text.startswith("You’re waiting for:")


async def test_people_at_a_new_table_leave_the_queue_despite_a_failure(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    ariadne, theseus, queue = wired_bot.person("Ariadne"), wired_bot.person("Theseus"), wired_bot.parts.store.queue
    await waits(ariadne, seats="2-3")
    await waits(ariadne, game="minerva", seats="2")
    await pass_through(wired_bot)

    async def refuse(*_: object) -> None:
        raise StorageUnavailable

    with monkeypatch.context() as failing:
        failing.setattr(queue, "leave", refuse)
        reply = await waits(theseus, seats="2-3")
    await pass_through(wired_bot)

    waiting = await queue.waiting(GUILD_ID, wired_bot.parts.sessions.context.clock())
    assert [names(session) for session in await lobbies(wired_bot)] == [["Theseus", "Ariadne"]]
    assert [(each.user, each.game) for each in waiting] == [(ariadne.id, "minerva")]
    await wired_bot.sandbox.until(lambda: "the table is open in" in reply.text)


async def test_a_person_queues_for_several_games_and_leaves_each(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")

    one = await waits(ariadne, seats="3")
    both = await waits(ariadne, game="minerva", seats="3-4")
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    listed = await overview(ariadne)
    shown = listed.text
    assert listed.message is not None
    stop = QueuePress("stop", "minerva", ariadne.id).custom_id
    forged = await theseus.forge(listed.message, stop)
    unknown = await ariadne.forge(listed.message, QueuePress("stop", "chess", ariadne.id).custom_id)
    stopped = await press(ariadne, listed, f"Stop: {MINERVA}")
    left = (stopped.text, labels(stopped))
    again = (await ariadne.forge(listed.message, stop)).text
    await waits(ariadne, game="minerva")
    none = await press(ariadne, await overview(ariadne), "Stop all")
    last = await press(ariadne, await waits(ariadne), "Stop waiting")

    assert labels(one) == ["Stop waiting"]
    assert both.text == shown
    assert f"• **{CLASSIC}**, 3 players.\n• **{MINERVA}**, 3–4 players.\n" in shown
    assert labels(both) == [f"Stop: {CLASSIC}", f"Stop: {MINERVA}", "Stop all"]
    assert forged.text.startswith(REFUSED)
    assert unknown.text.startswith(REFUSED)
    assert left[0].startswith(f"You’ve stopped waiting.\nYou’re waiting for:\n• **{CLASSIC}**")
    assert left[1] == ["Stop waiting"]
    assert again.startswith("You weren’t waiting here.")
    assert none.text == "You’ve stopped waiting."
    assert last.text == "You’ve stopped waiting."


async def test_people_with_overlapping_wishes_meet_at_a_suitable_table(wired_bot: Wired) -> None:
    people = list(map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos", "Ikaros")))
    ariadne, theseus, daidalos, ikaros = people
    await change(ariadne, "/server settings", CHANNEL, pace="daily")
    await waits(ariadne, game="minerva", seats="2-3", pace="brisk")
    await waits(theseus, game="minerva", seats="3–4")
    apart = await lobbies(wired_bot)
    await waits(daidalos, game="minerva", seats="4", pace="brisk")
    await waits(ikaros, game="minerva", seats="2", pace="none")
    still_apart = await lobbies(wired_bot)
    await waits(ikaros, game="minerva")
    (session,) = await lobbies(wired_bot)
    rest = await overview(ariadne)
    await waits(ariadne, game="minos-classic", seats="2")
    await waits(theseus, game="minos-classic")
    usual = next(each for each in await lobbies(wired_bot) if each.table.game == "minos-classic")

    assert apart == still_apart == []
    assert names(session) == ["Ikaros", "Ariadne", "Theseus"], "three seats suit them, and the longest wait goes first"
    assert session.table.seats_wanted == 3
    assert session.table.pace == "brisk"
    assert f"1 person is waiting for **{MINERVA}**; 3 more start it." in rest.text
    assert usual.table.pace == "daily", "nobody chose a pace, so the server’s pace applies"


async def test_player_counts_are_suggested_for_the_chosen_game(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    found = await ariadne.autocomplete("/play", CHANNEL, "seats", game="minos-classic")
    some = await ariadne.autocomplete("/play", CHANNEL, "seats", game="minerva", seats="3-")
    none = await ariadne.autocomplete("/play", CHANNEL, "seats", seats="3")

    assert [each["name"] for each in found] == [
        "2–4 players",
        "2–3 players",
        "3–4 players",
        "2 players",
        "3 players",
        "4 players",
    ]
    assert [each["value"] for each in some] == ["3", "3-4", "2-3"]
    assert none == []


async def test_the_queue_is_shown_in_find_and_the_seeking_channel(wired_bot: Wired) -> None:
    ariadne, theseus, daidalos = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos"))
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("harbour"))

    async def posts() -> list[Seen]:
        await pass_through(wired_bot)
        return [seen for seen in wired_bot.public_messages("harbour") if "waiting" in seen.text]

    await waits(ariadne, seats="3")
    (first,) = await posts()
    one, pings, ids = first.text, first.pings, [first.id]
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await waits(theseus, game="minerva", seats="3")
    (second,) = await posts()
    await waits(daidalos, game="minerva", seats="4")
    (third,) = await posts()
    three, ids = third.text, [*ids, second.id, third.id]
    found = await daidalos.command("/table find", CHANNEL)
    listed = found.text
    await theseus.command("/play", CHANNEL, leave=True)
    (edited,) = await posts()
    two, offered = edited.text, [button.label for button in edited.buttons]
    joined = await press(daidalos, found, f"Play {CLASSIC}")
    (fourth,) = await posts()
    opened = await theseus.press(fourth, f"Play {CLASSIC}")
    (fifth,) = await posts()
    await daidalos.command("/play", CHANNEL, leave=True)
    gone = await posts()
    stale = await theseus.forge(fifth, QueuePress("wait", "chess").custom_id)

    assert one == f"1 person is waiting for **{CLASSIC}**; 2 more start it."
    assert pings == []
    assert second.id == ids[0], "the first change after a restart is an edit"
    assert ids[2] > ids[1], "somebody new makes a new post"
    assert three.splitlines()[1:] == [f"2 people are waiting for **{MINERVA}**; 2 more start it."]
    assert listed.startswith("No table here has a free seat for you. Open one with `/table open`.\n")
    assert three in listed
    assert edited.id == ids[2]
    assert two.splitlines()[1:] == [f"1 person is waiting for **{MINERVA}**; 3 more start it."]
    assert offered == [f"Play {CLASSIC}", f"Play {MINERVA}"]
    assert f"• **{CLASSIC}**, 2–4 players." in joined.text
    assert opened.is_ephemeral
    assert opened.text.startswith(CLASSIC)
    assert gone == []
    assert stale.text.startswith(REFUSED)
    (session,) = await lobbies(wired_bot)
    assert names(session) == ["Theseus", "Ariadne", "Daidalos"]


async def test_a_slow_press_on_the_queue_post_is_answered_privately(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a silently deferred press, the original response is the public post."""
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("harbour"))
    await waits(ariadne, seats="2")
    await pass_through(wired_bot)
    post = wired_bot.board("harbour")
    monkeypatch.setattr("cogs.interactions.answering.SLOW_S", 0.0)

    pressed = await theseus.press(post, f"Play {CLASSIC}")
    open_in = f"{CLASSIC}: the table is open in "
    await wired_bot.sandbox.until(
        lambda: [seen for seen in wired_bot.sandbox.messages("harbour") if open_in in seen.text]
    )

    assert pressed.kind == "deferred_update"
    (said,) = (seen for seen in wired_bot.sandbox.messages("harbour") if open_in in seen.text)
    assert said.is_ephemeral


@pytest.mark.parametrize("is_kept", [True, False], ids=["reply lost", "not recorded"])
async def test_a_queue_post_sent_before_a_failure_is_not_repeated(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    ariadne, theseus, harbour = (
        wired_bot.person("Ariadne"), wired_bot.person("Theseus"), wired_bot.sandbox.channel("harbour")
    )  # fmt: skip
    await change(ariadne, "/server settings", CHANNEL, seeking=harbour)
    queue, keep_post = wired_bot.parts.store.queue, wired_bot.parts.store.queue.keep_post

    async def refuse(*_: object) -> None:
        monkeypatch.setattr(queue, "keep_post", keep_post)
        raise StorageUnavailable

    due_work = wired_bot.parts.client.services.due_work
    if is_kept:
        wired_bot.sandbox.faults.drop(f"POST /channels/{harbour.id}/messages", applied=True)
    else:
        monkeypatch.setattr(queue, "keep_post", refuse)
    await waits(ariadne, seats="3")
    await wired_bot.sandbox.until(lambda: due_work._is_doubted if is_kept else queue.keep_post == keep_post)
    due_work.trust()
    await waits(theseus, game="minerva", seats="3")
    await pass_through(wired_bot)

    (post,) = wired_bot.public_messages("harbour")
    assert len(post.text.splitlines()) == 2, "it shows both waits"


async def show_two_waits(wired_bot: Wired) -> tuple[Actor, Actor]:
    """Let two people wait for different games, and the harbour show it. Return both."""
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("harbour"))
    await waits(ariadne, seats="3")
    await waits(theseus, game="minerva", seats="4")
    await pass_through(wired_bot)
    return ariadne, theseus


async def test_a_deleted_queue_post_is_posted_again(wired_bot: Wired) -> None:
    ariadne, theseus = await show_two_waits(wired_bot)
    wired_bot.sandbox.world.messages.delete(wired_bot.board("harbour").record)
    await theseus.command("/play", CHANNEL, leave=True)
    await pass_through(wired_bot)
    again = wired_bot.board("harbour").text
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("labyrinth"))
    await pass_through(wired_bot)
    moved = wired_bot.board("labyrinth").text, wired_bot.public_messages("harbour")
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("harbour"))
    await pass_through(wired_bot)
    wired_bot.sandbox.world.channels.delete(wired_bot.sandbox.channel("harbour"))
    await waits(theseus, game="minerva", seats="4")
    await pass_through(wired_bot)

    assert again == f"1 person is waiting for **{CLASSIC}**; 2 more start it."
    assert moved == (again, [])
    assert len((await overview(ariadne)).text.splitlines()) == 5, "a deleted channel delays nobody"


async def test_a_queue_post_that_is_too_old_to_edit_is_replaced(wired_bot: Wired) -> None:
    """Discord accepts few edits of old messages and makes a bot wait for the rest of the hour."""
    _, theseus = await show_two_waits(wired_bot)
    old = wired_bot.board("harbour").id
    wired_bot.sandbox.faults.refuse("PATCH /channels/*/messages/*", 30046, retry_after_s=3600.0)
    await theseus.command("/play", CHANNEL, leave=True)
    await pass_through(wired_bot)

    (post,) = wired_bot.public_messages("harbour")
    assert post.id != old
    assert post.text == f"1 person is waiting for **{CLASSIC}**; 2 more start it."


async def test_the_queue_post_has_no_buttons_in_channels_forbidding_tables(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    agora, harbour = map(wired_bot.sandbox.channel, (CHANNEL, "harbour"))
    await change(ariadne, "/server settings", CHANNEL, seeking=harbour, tables_in=agora)
    await waits(ariadne, seats="3")
    await pass_through(wired_bot)
    post = wired_bot.board("harbour")
    refused = await theseus.forge(post, QueuePress("wait", "minos-classic").custom_id)

    assert post.text == f"1 person is waiting for **{CLASSIC}**; 2 more start it."
    assert post.buttons == []
    assert refused.text.startswith(REFUSED)
    assert f"<#{agora.id}>" in refused.text


async def test_people_of_two_servers_are_never_matched(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    world = wired_bot.sandbox.world
    walls = world.channels.new(world.add_guild("Troy").id, "walls")
    await wired_bot.sandbox.until(lambda: wired_bot.parts.client.get_channel(walls.id) is not None)

    await waits(ariadne)
    apart = await waits(theseus, channel=walls)
    here = await overview(theseus)
    await theseus.command("/play", CHANNEL, leave=True)
    there = await theseus.command("/play", walls)

    assert await lobbies(wired_bot) == []
    assert f"1 person is waiting for **{CLASSIC}**" in apart.text
    assert here.text.startswith("You’re not waiting for a game.")
    assert there.text == apart.text
