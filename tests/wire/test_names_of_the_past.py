"""The log keeps showing who acted after someone else takes the seat."""

import pytest

from cogs.views.chronicle import describe_log
from db import privacy
from sandbox.driver import Actor
from sessions.snapshot import snapshot_of
from tests.wire.endings import begun, the_end
from tests.wire.evening import CHANNEL, Wired, WireTable


async def replace_player(evening: WireTable, boards: list[str] | None = None) -> tuple[Actor, Actor]:
    """Let Ariadne play and leave, and Phaidra take her seat. Append the channel's content at each step to `boards`."""
    boards = [] if boards is None else boards
    ariadne, phaidra = evening.people[0], evening.wired_bot.person("Phaidra")
    await evening.command(ariadne, "/classic roll")
    sure = await evening.command(ariadne, "/table leave")
    assert sure.message is not None
    await ariadne.press(sure.message, "Leave: autopilot")
    boards.append((await evening.board()).text)
    await evening.command(phaidra, "/table join")
    boards.append((await evening.board()).text)
    return ariadne, phaidra


async def test_the_log_names_the_person_who_made_each_move(evening: WireTable) -> None:
    _, phaidra = await replace_player(evening)

    log = (await evening.from_menu(phaidra, "log")).text
    lines = [line for line in log.splitlines() if line.startswith("• ")]

    over = lines.index("• Phaidra takes over Ariadne’s seat.")
    assert "• Ariadne leaves the game; the autopilot takes the seat." in lines[:over]
    assert any(line.startswith("• Rolls 6 dice") for line in lines[:over])
    assert not any("Phaidra" in line for line in lines[:over])
    assert not any("Ariadne" in line for line in lines[over + 1 :])
    assert log.index("**Ariadne** – ") < log.index("**Phaidra** – ")


async def test_the_channel_announces_leavers_and_newcomers(evening: WireTable) -> None:
    await replace_player(evening)

    lines = [line for seen in evening.wired_bot.public_messages() for line in seen.text.splitlines()]
    left, over = "• Ariadne leaves the game; the autopilot takes the seat.", "• Phaidra takes over Ariadne’s seat."
    assert lines.count(left) == lines.count(over) == 1
    assert lines.index(left) < lines.index(over)


async def test_a_recap_names_both_players_of_a_replaced_seat(evening: WireTable) -> None:
    """The recap lists the newcomer's turn next to the leaver's. The newcomer is asked next."""
    _, phaidra = await replace_player(evening)
    session = await evening.session()
    while session.reader.decision_of(phaidra.id) is None:
        asked = await evening.person_asked()
        if session.pending[0].rule == "DICE-3":
            await evening.command(asked, "/classic stop")
        await evening.command(asked, "/classic end")
    await evening.command(phaidra, "/classic roll")

    entries = await session.reader.log.lines(None, 1, session.number)
    lines = describe_log(evening.wired_bot.parts.client.services.wording, snapshot_of(session), entries, "fr")
    board = await evening.board()

    names = [name for line in lines for name in ("Ariadne", "Phaidra") if name in line]
    assert names.index("Phaidra") > 1
    assert "Ariadne" not in names[names.index("Phaidra") :]
    assert names[-1] == "Phaidra"
    assert f"{phaidra.mention} –" in board.text


async def test_past_names_survive_a_restart(evening: WireTable) -> None:
    _, phaidra = await replace_player(evening)
    before = (await evening.from_menu(phaidra, "log")).text
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()

    assert (await evening.from_menu(phaidra, "log")).text == before


async def forget(evening: WireTable, person: Actor) -> None:
    """Delete everything about this person, and restart the bot."""
    writer = evening.wired_bot.parts.store.transactions.writer
    await writer.submit(lambda connection: privacy.forget(connection, person.id))
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()


@pytest.mark.parametrize("ended", ["finished", "moderated"])
async def test_a_result_names_deleted_people_by_number(wired_bot: Wired, ended: str) -> None:
    async with begun(wired_bot, "minerva", 3) as evening:
        if ended == "finished":
            await the_end(evening)
        else:
            await (await evening.session()).leaving.close(1, 99, is_moderator=True)
        await forget(evening, evening.people[0])
        await evening.people[1].command("/table show", CHANNEL)
        await wired_bot.quiet()
        shown = (await evening.board()).text

    assert (await evening.session()).table.ended == ended
    assert "Player 1" in shown.replace("1 Player 1", "")
    assert "<@0>" not in shown


async def test_the_log_has_no_mention_of_a_deleted_person(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minerva", 3) as evening:
        ariadne, theseus, daidalos = evening.people
        session, fresh_id = await evening.session(), wired_bot.sandbox.world.clock.fresh_id
        await session.leaving.open_seat(ariadne.id, daidalos.id, fresh_id(), is_gone=True)
        await session.leaving.close(1, fresh_id(), is_moderator=True)
        await forget(evening, ariadne)
        log = (await evening.from_menu(theseus, "log")).text

    assert f"• {daidalos.name} is gone. ? opens the seat" in log
    assert "<@0>" not in log
