"""Players join a table from `/table find` or from a post of `/table seek`. A full table deletes its post."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.controls import AGREE
from cogs.views.waits import SIT
from tests.wire.evening import CHANNEL, Wired, WireTable, control
from tests.wire.panels import change


async def test_joining_a_found_table_deletes_its_search_post(wired_bot: Wired) -> None:
    ariadne, theseus, daidalos, ikaros = map(wired_bot.person, ("Ariadne", "Theseus", "Daidalos", "Ikaros"))
    harbour = wired_bot.sandbox.channel("harbour")
    none = await theseus.command("/table find", CHANNEL)
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=3)
    unset = await ariadne.command("/table seek", CHANNEL)
    await change(ariadne, "/server settings", CHANNEL, seeking=harbour)

    stranger = await ikaros.command("/table seek", CHANNEL)
    sought = await ariadne.command("/table seek", CHANNEL)
    again = await ariadne.command("/table seek", CHANNEL)
    [post] = wired_bot.public_messages("harbour")
    found = await theseus.command("/table find", "labyrinth")
    own = await ariadne.command("/table find", CHANNEL)
    assert found.message is not None
    button = control(found.message, SIT)
    forged = await ikaros.forge(found.message, button)
    joined = await theseus.press(found.message, custom_id=button)
    await wired_bot.quiet()
    kept = len(wired_bot.public_messages("harbour"))
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    last = await daidalos.press(post, custom_id=control(post, SIT))
    await wired_bot.quiet()
    full = await ariadne.command("/table seek", CHANNEL)
    late = await ikaros.forge(post, control(post, SIT))

    place = f"<#{wired_bot.sandbox.channel(CHANNEL).id}>"
    assert none.text == "No table here has a free seat for you. Open one with `/table open`."
    assert unset.text.startswith(f"{REFUSED} This server has no channel for finding players")
    assert stranger.text.startswith(REFUSED)
    assert sought.text == again.text == f"Posted in <#{harbour.id}>. The post disappears once the table is full."
    assert post.text == f"🪑 Minos (classic) in {place} is looking for players."
    assert post.pings == []
    assert found.text.startswith(
        "### 1 table with a free seat\nMinos (classic) in " + place + ", up to 3 players; Ariadne"
    )
    assert own.text.startswith("No table here has a free seat for you.")
    assert forged.text.startswith(REFUSED)
    assert joined.text == f"You’ve joined the table in {place}."
    assert kept == 1
    assert not last.text.startswith(REFUSED)
    assert wired_bot.public_messages("harbour") == []
    assert full.text == f"{REFUSED} No seat is free, so there’s nobody to look for."
    assert late.text.startswith(REFUSED)
    session = await wired_bot.session()
    assert [sitter.name for sitter in session.table.sitters] == ["Ariadne", "Theseus", "Daidalos"]


async def test_a_search_post_names_the_channel_that_its_table_moved_to(wired_bot: Wired) -> None:
    ariadne, labyrinth = wired_bot.person("Ariadne"), wired_bot.sandbox.channel("labyrinth")
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("harbour"))
    await ariadne.command("/table open", CHANNEL, game="minerva", seats=2)
    await ariadne.command("/table seek", CHANNEL)
    table = str((await wired_bot.session()).table.id)
    await ariadne.command("/table move", "labyrinth", table=table)
    await wired_bot.quiet()
    (post,) = wired_bot.public_messages("harbour")
    joined = await wired_bot.person("Theseus").press(post, custom_id=control(post, SIT))

    assert post.text == f"🪑 Minerva in <#{labyrinth.id}> is looking for players."
    assert joined.text == f"You’ve joined the table in <#{labyrinth.id}>."


async def test_a_search_post_whose_confirmation_was_lost_counts(wired_bot: Wired) -> None:
    ariadne, harbour = wired_bot.person("Ariadne"), wired_bot.sandbox.channel("harbour")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=3)
    await change(ariadne, "/server settings", CHANNEL, seeking=harbour)
    wired_bot.sandbox.faults.drop(f"POST /channels/{harbour.id}/messages", applied=True)

    sought = await ariadne.command("/table seek", CHANNEL)
    (first,) = wired_bot.public_messages("harbour")
    await ariadne.command("/table seek", CHANNEL)

    assert sought.text.startswith("Posted in")
    (second,) = wired_bot.public_messages("harbour")
    assert second.id != first.id, "the first is known, so the second replaces it"


async def test_a_search_may_be_repeated_if_discord_is_busy(wired_bot: Wired) -> None:
    """The bot lacks no permission, so it doesn't ask for any."""
    ariadne, harbour = wired_bot.person("Ariadne"), wired_bot.sandbox.channel("harbour")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=3)
    await change(ariadne, "/server settings", CHANNEL, seeking=harbour)
    wired_bot.sandbox.faults.fail(f"POST /channels/{harbour.id}/messages", status=503, times=2)

    refused = await ariadne.command("/table seek", CHANNEL)
    sought = await ariadne.command("/table seek", CHANNEL)

    assert refused.text == f"{REFUSED} Discord didn’t accept my message just now. Try again in a few minutes."
    assert sought.text.startswith("Posted in")


async def test_an_open_seat_is_found_although_its_channel_is_gone(wired_bot: Wired) -> None:
    ariadne, theseus, ikaros = map(wired_bot.person, ("Ariadne", "Theseus", "Ikaros"))
    harbour = wired_bot.sandbox.channel("harbour")
    sessions, press = wired_bot.parts.sessions, wired_bot.sandbox.world.clock.fresh_id
    channel = wired_bot.sandbox.channel(CHANNEL)
    phaidra = wired_bot.person("Phaidra")
    session = await sessions.open(channel.guild_id, channel.id, ariadne.id, "Ariadne", "minos-classic", press())
    await session.lobby.join(theseus.id, "Theseus", press())
    await session.lobby.join(phaidra.id, "Phaidra", press())
    await session.lobby.start(ariadne.id, press())
    await change(ariadne, "/server settings", CHANNEL, seeking=harbour)
    nothing = await ariadne.command("/table seek", CHANNEL)
    await session.leaving.concede(theseus.id, press())

    await ariadne.command("/table seek", CHANNEL)
    [post] = wired_bot.public_messages("harbour")
    found = await ikaros.command("/table find", CHANNEL)
    assert found.message is not None
    joined = await ikaros.press(found.message, custom_id=control(found.message, SIT))
    await wired_bot.quiet()
    gone = wired_bot.public_messages("harbour")
    await session.leaving.concede(ikaros.id, press())
    wired_bot.sandbox.world.channels.delete(harbour)
    lost = await ariadne.command("/table seek", CHANNEL)

    assert nothing.text.startswith(REFUSED)
    assert "is looking for a substitute" in post.text
    assert "Ariadne" in found.text
    assert not joined.text.startswith(REFUSED)
    assert gone == []
    assert lost.text.startswith(f"{REFUSED} This server has no channel for finding players.")


async def test_a_search_post_stays_below_the_board_of_its_table(
    wired_bot: Wired, evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    ariadne, _, daidalos = evening.people
    boards, channel = wired_bot.parts.client.senders.boards.boards, wired_bot.sandbox.channel(CHANNEL)
    await change(ariadne, "/server settings", CHANNEL, seeking=channel)
    conceding = await evening.command(daidalos, "/table leave")
    assert conceding.message is not None
    await daidalos.press(conceding.message, conceding.message.buttons[0].label)
    await evening.board()
    monkeypatch.setattr(boards, "look_s", 0.0)

    sought = await evening.command(ariadne, "/table seek")
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()

    assert sought.text.startswith("Posted in")
    assert [seen for seen in wired_bot.public_messages() if "is looking for a substitute" in seen.text]


async def test_an_open_seat_is_filled_by_invitation_during_a_pause(wired_bot: Wired, evening: WireTable) -> None:
    ariadne, theseus, daidalos = evening.people
    ikaros, harbour = wired_bot.person("Ikaros"), wired_bot.sandbox.channel("harbour")
    await change(ariadne, "/server settings", CHANNEL, seeking=harbour)
    conceding = await evening.command(daidalos, "/table leave")
    assert conceding.message is not None
    await daidalos.press(conceding.message, conceding.message.buttons[0].label)
    await evening.command(theseus, "/table pace", pace="pause")
    await evening.use(ariadne, AGREE)

    invited = await evening.command(ariadne, "/table invite", player=ikaros)
    await wired_bot.quiet()
    called = wired_bot.board().pings
    world = wired_bot.sandbox.world
    crowd = [wired_bot.person(world.add_person(f"Guest {number}").name) for number in range(4)]
    for guest in crowd:
        await evening.command(ariadne, "/table invite", player=guest)
    await wired_bot.quiet()
    board = wired_bot.board().text
    stranger = await evening.command(ikaros, "/table seek")
    left = await evening.command(daidalos, "/table seek")
    sought = await evening.command(theseus, "/table seek")
    [post] = wired_bot.public_messages("harbour")
    joined = await ikaros.press(post, custom_id=control(post, SIT))
    await wired_bot.quiet()
    full = await evening.command(theseus, "/table seek")

    assert invited.text.startswith("Ikaros is invited.")
    assert called == ["Ikaros"], "by the board that was shown again"
    assert [f"<@{guest.id}>" in board for guest in (ikaros, *crowd)] == [False, False, True, True, True]
    assert stranger.text.startswith(f"{REFUSED} You’re not at this table")
    assert left.text.startswith(f"{REFUSED} Your seat is open")
    assert sought.text.startswith(f"Posted in <#{harbour.id}>.")
    assert not joined.text.startswith(REFUSED)
    assert wired_bot.public_messages("harbour") == []
    assert full.text == f"{REFUSED} No seat is free, so there’s nobody to look for."
    session = await evening.session()
    assert session.table.is_paused
    assert session.reader.seat_of(ikaros.id) == 2
