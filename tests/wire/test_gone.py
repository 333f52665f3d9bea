"""People who have left the server: nobody waits for them, and nothing hangs on them."""

from cogs.interactions.answering import REFUSED
from cogs.members import KEPT_S, LOOK_S, Members
from sandbox.faults import NEVER_ENOUGH
from tests.wire.evening import CHANNEL, Wired

MEMBER = "GET /guilds/*/members/*"


async def test_nobody_is_seated_by_the_queue_who_has_left_the_server(wired_bot: Wired) -> None:
    theseus, daidalos, ariadne = map(wired_bot.person, ("Theseus", "Daidalos", "Ariadne"))
    await theseus.command("/play", CHANNEL, game="minerva", seats=2)
    wired_bot.sandbox.world.absent.add(theseus.id)

    alone = await ariadne.command("/play", CHANNEL, game="minerva", seats=2)
    none_open = not any(session.table.is_live for session in wired_bot.parts.sessions.loaded)
    opened = await daidalos.command("/play", CHANNEL, game="minerva", seats=2)
    (session,) = (each for each in wired_bot.parts.sessions.loaded if each.table.status == "lobby")

    assert none_open
    assert not alone.text.startswith(REFUSED)
    assert not opened.text.startswith(REFUSED)
    assert {sitter.user for sitter in session.table.people} == {ariadne.id, daidalos.id}


async def test_a_lobby_passes_on_when_its_owner_has_left_the_server(wired_bot: Wired) -> None:
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
    assert f"the table now belongs to <@{guest.id}>" in told.text
    assert table.owner == guest.id
    assert [sitter.user for sitter in table.people] == [guest.id, third.id]
    assert not started.text.startswith(REFUSED)
    assert (await wired_bot.session()).table.status == "running"


async def test_whoever_cannot_be_looked_up_counts_as_there(wired_bot: Wired) -> None:
    members, theseus = Members(), wired_bot.person("Theseus")
    await wired_bot.parts.client.has_arrived.wait()
    guild = wired_bot.parts.client.guilds[0]
    wired_bot.sandbox.world.absent.add(theseus.id)
    fault = wired_bot.sandbox.faults.refuse(MEMBER, 50001, times=1)

    unknown = await members.gone(guild, [theseus.id])
    wired_bot.sandbox.faults.delay(MEMBER, 2 * LOOK_S)
    late = await members.gone(guild, [theseus.id])
    known = await members.gone(guild, [theseus.id])

    assert fault.met == 1
    assert unknown == late == frozenset()
    assert known == {theseus.id}


async def test_it_is_kept_for_half_a_minute_that_somebody_is_gone(wired_bot: Wired) -> None:
    seconds = [0.0]
    members, theseus = Members(lambda: seconds[0]), wired_bot.person("Theseus")
    await wired_bot.parts.client.has_arrived.wait()
    guild, absent = wired_bot.parts.client.guilds[0], wired_bot.sandbox.world.absent
    fault = wired_bot.sandbox.faults.delay(MEMBER, 0, times=NEVER_ENOUGH)

    here = await members.gone(guild, [theseus.id])
    absent.add(theseus.id)
    gone = [await members.gone(guild, [theseus.id]) for _ in range(3)]
    absent.remove(theseus.id)
    seconds[0] += KEPT_S
    back = await members.gone(guild, [theseus.id])

    assert fault.met == 3
    assert here == back == frozenset()
    assert gone == [frozenset({theseus.id})] * 3
