"""Nobody waits for members who have left the server."""

import time
from collections.abc import Callable

import pytest

from cogs.interactions.answering import REFUSED
from cogs.members import KEPT_S, LOOK_S, THERE_S, Members
from cogs.views.controls import CALL, VOTE
from sandbox.driver import Actor
from sandbox.faults import NEVER_ENOUGH
from tests.wire.endings import begun, the_end
from tests.wire.evening import CHANNEL, Wired, WireTable, control, sessions_of, table_of
from tests.wire.test_history import rounds
from tests.wire.test_lost_servers import brisk_game
from tests.wire.test_reminders import in_its_time, pass_hours, reminders
from tests.wire.test_watching import start_watching

MEMBER = "GET /guilds/*/members/*"


def members_of(wired_bot: Wired, clock: Callable[[], float] = time.monotonic) -> Members:
    """Return the bot's member look-up with an empty cache."""
    members = Members(clock)
    members.fetch = wired_bot.parts.client.http.get_member
    return members


def guild_of(wired_bot: Wired) -> int:
    """Return the id of the sandbox's only server."""
    return next(iter(wired_bot.sandbox.world.guilds))


async def test_the_queue_seats_nobody_who_left_the_server(wired_bot: Wired) -> None:
    theseus, daidalos, ariadne = map(wired_bot.person, ("Theseus", "Daidalos", "Ariadne"))
    await theseus.command("/play", CHANNEL, game="minerva", seats="2")
    wired_bot.sandbox.world.absent.add(theseus.id)

    alone = await ariadne.command("/play", CHANNEL, game="minerva", seats="2")
    none_open = not await sessions_of(wired_bot)
    opened = await daidalos.command("/play", CHANNEL, game="minerva", seats="2")
    (session,) = (each for each in await sessions_of(wired_bot) if each.table.status == "lobby")

    assert none_open
    assert not alone.text.startswith(REFUSED)
    assert not opened.text.startswith(REFUSED)
    assert {sitter.user for sitter in session.table.people} == {ariadne.id, daidalos.id}


async def test_a_lobby_gets_a_new_owner_when_its_owner_leaves(wired_bot: Wired) -> None:
    owner, guest, third = map(wired_bot.person, ("Theseus", "Daidalos", "Ariadne"))
    await owner.command("/table open", CHANNEL, game="minerva")
    for person in (guest, third):
        await person.command("/table join", CHANNEL)
    before = await guest.command("/table start", CHANNEL)
    still = (await wired_bot.session()).table.owner
    wired_bot.sandbox.world.absent.add(owner.id)

    outsider = await wired_bot.person("Ikaros").command("/table start", CHANNEL)
    unmoved = (await wired_bot.session()).table.owner
    told = await third.command("/table start", CHANNEL)
    table = (await wired_bot.session()).table
    started = await guest.command("/table start", CHANNEL)

    assert before.text.startswith(REFUSED)
    assert still == unmoved == owner.id
    assert outsider.text.startswith(REFUSED)
    assert f"so <@{guest.id}> owns the table now" in told.text
    assert table.owner == guest.id
    assert [sitter.user for sitter in table.people] == [guest.id, third.id]
    assert not started.text.startswith(REFUSED)
    assert (await wired_bot.session()).table.status == "running"


async def test_a_member_counts_as_present_if_the_look_up_fails(wired_bot: Wired) -> None:
    members, theseus, guild = members_of(wired_bot), wired_bot.person("Theseus"), guild_of(wired_bot)
    wired_bot.sandbox.world.absent.add(theseus.id)
    fault = wired_bot.sandbox.faults.refuse(MEMBER, 50001, times=1)

    unknown = await members.find_gone(guild, [theseus.id])
    wired_bot.sandbox.faults.delay(MEMBER, 2 * LOOK_S)
    late = await members.find_gone(guild, [theseus.id])
    known = await members.find_gone(guild, [theseus.id])

    assert fault.met == 1
    assert unknown == late == frozenset()
    assert known == {theseus.id}


async def test_absence_from_the_server_is_cached_for_half_a_minute(wired_bot: Wired) -> None:
    seconds = [0.0]
    members, theseus = members_of(wired_bot, lambda: seconds[0]), wired_bot.person("Theseus")
    guild, absent = guild_of(wired_bot), wired_bot.sandbox.world.absent
    fault = wired_bot.sandbox.faults.delay(MEMBER, 0, times=NEVER_ENOUGH)

    here = await members.find_gone(guild, [theseus.id])
    absent.add(theseus.id)
    gone = [await members.find_gone(guild, [theseus.id]) for _ in range(3)]
    absent.remove(theseus.id)
    seconds[0] += KEPT_S
    back = await members.find_gone(guild, [theseus.id])

    assert fault.met == 3
    assert here == back == frozenset()
    assert gone == [frozenset({theseus.id})] * 3


async def test_only_members_of_the_server_can_be_invited(wired_bot: Wired) -> None:
    ariadne, theseus = map(wired_bot.person, ("Ariadne", "Theseus"))
    await ariadne.command("/table open", CHANNEL, game="minerva", seats=2)
    wired_bot.sandbox.world.absent.add(theseus.id)

    refused = await ariadne.command("/table invite", CHANNEL, player=theseus)
    await wired_bot.quiet()
    uninvited, called = (await wired_bot.session()).table.seating.invited, wired_bot.board().pings
    wired_bot.sandbox.world.absent.clear()
    wired_bot.pass_time(KEPT_S)
    invited = await ariadne.command("/table invite", CHANNEL, player=theseus)

    assert refused.text == f"{REFUSED} Theseus isn’t in this server. Ask them to join it first, then invite them."
    assert uninvited == ()
    assert called == []
    assert not invited.text.startswith(REFUSED)
    assert (await wired_bot.session()).table.seating.invited == (theseus.id,)


@pytest.mark.parametrize("is_early", [True, False])
async def test_nobody_waits_for_the_vote_of_a_member_who_left(wired_bot: Wired, is_early: bool) -> None:
    """Of three players, one is silent and one has left, so the third decides alone."""
    evening = await brisk_game(wired_bot)
    session, silent = await evening.session(), await evening.person_asked()
    gone, stays = await evening.others()
    if is_early:
        wired_bot.sandbox.world.absent.add(gone.id)
    while session.table.vote is None:
        await pass_hours(wired_bot, 8.5)
    board = await evening.board()
    wired_bot.sandbox.world.absent.add(gone.id)
    (select,) = (each for each in board.selects if f":{VOTE}" in each.custom_id)

    reply = await stays.choose(board, "once", custom_id=select.custom_id)
    await wired_bot.quiet()

    # On a busy machine, the same message also reminds the silent person.
    called = [name for name in board.pings if name != silent.name]
    assert called == [person.name for person in (gone, stays) if person is stays or not is_early]
    assert reply.kind == "deferred_update"
    assert session.table.vote is None
    assert (await evening.person_asked()).id != silent.id


async def test_a_vote_that_someone_calls_excludes_members_who_left(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 4) as evening:
        await evening.command(evening.people[0], "/classic stop")
        await evening.command(evening.people[0], "/classic end")
        silent = await evening.person_asked()
        caller, gone, stays = await evening.others()
        wired_bot.sandbox.world.absent.add(gone.id)
        await pass_hours(wired_bot, 8 * 24)
        before = await evening.board()

        nudged = await evening.from_menu(caller, "nudge")
        assert nudged.message is not None
        await caller.press(nudged.message, custom_id=control(nudged.message, CALL))
        board = await evening.board()

    assert board.id != before.id
    assert board.pings == [stays.person.name]
    assert silent.person.name in board.text


async def ask_somebody_who_is_out(wired_bot: Wired, evening: WireTable) -> tuple[Actor, Actor]:
    """Let the person who is asked be out of the server for a day. Return that person and the other one."""
    asked, (other,) = await evening.person_asked(), await evening.others()
    wired_bot.sandbox.world.absent.add(asked.id)
    await pass_hours(wired_bot, 24.5)
    return asked, other


async def test_a_member_who_returns_is_reminded_again(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked, other = await ask_somebody_who_is_out(wired_bot, evening)
        left = await evening.board()
        refused = await evening.from_menu(other, "nudge")
        early = reminders(asked)
        wired_bot.sandbox.world.absent.clear()
        await pass_hours(wired_bot, 48)
        back = await evening.board()

    assert "Ariadne has left this server." in left.text
    assert refused.text.startswith(f"{REFUSED} Nobody can be reminded right now.")
    assert early == []
    assert len(reminders(asked)) == 1
    assert "has left this server" not in back.text


async def test_a_member_who_returns_can_be_nudged(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        _, other = await ask_somebody_who_is_out(wired_bot, evening)
        wired_bot.sandbox.world.absent.clear()
        await pass_hours(wired_bot, 1)
        nudged = await evening.from_menu(other, "nudge")
        board = await evening.board()

    assert nudged.text == "Reminder sent."
    assert board.pings == ["Ariadne"]
    assert "has left this server" not in board.text


async def test_a_ladder_shows_nobody_who_has_left_the_server(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    async with begun(wired_bot, "minos-classic", 3) as evening:
        await the_end(evening)
        reader, gone, stays = evening.people
        looks = wired_bot.sandbox.faults.delay(MEMBER, 0, times=NEVER_ENOUGH)
        whole = await reader.command("/stats server", CHANNEL)
        first = looks.met
        again = await reader.command("/stats server", CHANNEL)
        second = looks.met
        wired_bot.sandbox.world.absent.add(gone.id)
        wired_bot.pass_time(THERE_S)
        without = await reader.command("/stats server", CHANNEL)
        wired_bot.sandbox.world.absent.clear()
        wired_bot.pass_time(KEPT_S)
        back = await reader.command("/stats server", CHANNEL)

    assert all(person.person.name in whole.text for person in evening.people)
    assert again.text == whole.text == back.text
    assert (first, second) == (2, 2), "nobody is looked up twice within an hour, and the reader not at all"
    assert gone.person.name not in without.text
    assert stays.person.name in without.text
    before, after = ({line.partition(" ")[2] for line in reply.splitlines() if "(1 game)" in line}
                     for reply in (whole.text, without.text))  # fmt: skip
    assert after == {line for line in before if gone.person.name not in line}, "their games count for the others"


async def test_a_watcher_who_left_the_server_is_not_notified(evening: WireTable) -> None:
    glaukos = await start_watching(evening)
    await rounds(evening, 1)
    told = len(glaukos.inbox.dms())
    looks = evening.sandbox.faults.delay(MEMBER, 0, times=NEVER_ENOUGH)

    evening.sandbox.world.absent.add(glaukos.id)
    await rounds(evening, 2)

    table = (await evening.session()).table.id
    assert told == 2
    assert len(glaukos.inbox.dms()) == told
    assert evening.wired_bot.parts.sessions.choices.watchers.get(table, glaukos.id) is None
    assert looks.met == 1
