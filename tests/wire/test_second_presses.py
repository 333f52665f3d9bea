"""Second presses by the same person on a board that has just changed, as on a slow connection."""

import asyncio

from cogs.interactions.answering import REFUSED
from cogs.play.presses import AGAIN_MS
from cogs.views.controls import UNDO
from cogs.views.lobby import JOIN
from sandbox.seen import Reply, Seen
from tests.wire.evening import CHANNEL, SLOW_MACHINE_S, Wired, WireTable, control, table_of
from tests.wire.test_refusals import refusal


def is_silent(reply: Reply) -> bool:
    """Return whether a press was acknowledged without a message."""
    return reply.kind in ("deferred_update", "update") and not reply.text.startswith(REFUSED)


def answer_on(board: Seen) -> str:
    """Return the id of the first button of a board. This button answers the board's question."""
    return board.buttons[0].custom_id or ""


async def test_a_double_tap_is_ignored_silently(evening: WireTable) -> None:
    asked, board = await evening.person_asked(), await evening.board()
    number = (await evening.session()).number

    replies = await asyncio.gather(*(asked.forge(board, answer_on(board)) for _ in range(3)))

    assert [is_silent(reply) for reply in replies] == [True] * 3
    assert (await evening.session()).number == number + 1, "and counts once"


async def test_other_controls_of_an_old_board_are_briefly_ignored(evening: WireTable) -> None:
    asked, old = await evening.person_asked(), await evening.board()
    first, second = [button.custom_id for button in old.buttons if button.custom_id][:2]
    await asked.forge(old, first)
    digest = (await evening.session()).reader.timeline.digest()

    soon = await asked.forge(old, second)
    evening.wired_bot.pass_time(AGAIN_MS / 1000)
    late = await asked.forge(old, second)

    assert is_silent(soon)
    assert late.text == refusal("refused.stale")
    assert (await evening.session()).reader.timeline.digest() == digest


async def test_other_peoples_presses_on_an_old_board_are_refused(evening: WireTable) -> None:
    asked, old = await evening.person_asked(), await evening.board()
    other = (await evening.others())[0]
    await asked.forge(old, answer_on(old))

    reply = await other.forge(old, answer_on(old))

    assert reply.text.startswith(REFUSED)


async def test_a_wrong_press_on_the_current_board_is_refused(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        first = await evening.person_asked()
        await evening.command(first, "/classic stop")
        await evening.command(first, "/classic end")
        assert (await evening.person_asked()).id != first.id

        board = await evening.board()
        reply = await first.forge(board, answer_on(board))

    assert reply.text.startswith(f"{REFUSED} It’s not your turn")


async def test_pressing_undo_twice_undoes_once(evening: WireTable) -> None:
    asked, board = await evening.person_asked(), await evening.board()
    await asked.forge(board, answer_on(board))
    board = await evening.board()

    replies = await asyncio.gather(*(asked.forge(board, control(board, UNDO)) for _ in range(2)))

    assert [is_silent(reply) for reply in replies] == [True] * 2
    assert (await evening.session()).table.epoch == 1


async def test_pressing_join_twice_is_not_an_error(wired_bot: Wired) -> None:
    owner, guest = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await owner.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()
    lobby = wired_bot.board()

    replies = [await guest.forge(lobby, control(lobby, JOIN)) for _ in range(2)]
    wired_bot.pass_time(AGAIN_MS / 1000)
    late = await guest.forge(lobby, control(lobby, JOIN))

    assert [is_silent(reply) for reply in replies] == [True] * 2
    assert late.text.startswith(REFUSED)


async def test_a_refused_command_delivered_again_later_changes_nothing(wired_bot: Wired) -> None:
    """Discord may deliver an interaction again. The person has read the refusal, so it must not be carried out."""
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        first, (second,) = await evening.person_asked(), await evening.others()
        early = await evening.command(second, "/classic stop")
        await evening.command(first, "/classic stop")
        await evening.command(first, "/classic end")
        assert (await evening.person_asked()).id == second.id
        session = await evening.session()
        number = session.number

        wired_bot.sandbox.interactions.deliver_again(early.interaction)
        await evening.command(first, "/table menu")
        await wired_bot.parts.client.services.traffic.calm(SLOW_MACHINE_S)

        assert early.text.startswith(REFUSED)
        assert session.number == number
