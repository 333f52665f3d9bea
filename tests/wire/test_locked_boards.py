"""An accepted press disables its board until the next board is posted."""

import asyncio
import copy
import time
from collections.abc import AsyncIterator

import pytest

from cogs.interactions.gate import CONTROLS
from cogs.ui.press import read_press
from cogs.views.controls import UNDO
from cogs.views.menu import MENU
from sandbox.records import Json
from sandbox.seen import Seen
from sandbox.strict.components import walk
from tests.senders import silence
from tests.wire.evening import ANSWER_S, CHANNEL, Wired, WireTable, control, table_of

CALLBACK, EDIT = "POST /interactions/*/callback", "PATCH /channels/*/messages/*"
LATE_S = 0.6
"""A delay in seconds, longer than drawing a board takes."""


@pytest.fixture
async def pair(wired_bot: Wired) -> AsyncIterator[WireTable]:
    """A two-player game of Minos (classic), whose boards this process posts."""
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        yield evening


def parts(board: Seen) -> list[Json]:
    """Return a message's components, ignoring whether they are disabled."""
    found = copy.deepcopy(board.record.components)
    for part in walk(found):
        part.pop("disabled", None)
    return found


def disabled_controls(board: Seen) -> list[bool]:
    """Return whether each control that changes something is disabled."""
    return [bool(part.get("disabled")) for part in _controls(board) if not _only_looks(part)]


def _controls(board: Seen) -> list[Json]:
    return [part for part in walk(board.record.components) if "custom_id" in part]


def _only_looks(part: Json) -> bool:
    press = read_press(part["custom_id"])
    return press is None or CONTROLS[press.verb].only_looks


async def until_shown(evening: WireTable) -> Seen:
    """Wait until the newest board is enabled. Return that board."""
    board = await evening.board()
    assert True not in disabled_controls(board), "the new board is enabled"
    return board


async def test_an_accepted_press_disables_its_board_until_the_next(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    before, files = parts(board), [(each.filename, each.content) for each in board.pictures]
    pair.sandbox.faults.delay(EDIT, LATE_S)

    reply = await asked.press(board, "None")

    assert reply.kind == "update"
    assert set(disabled_controls(board)) == {True}
    assert parts(board) == before, "texts and pictures stay the same"
    assert files
    assert [(each.filename, each.content) for each in board.pictures] == files
    looking = [part for part in _controls(board) if _only_looks(part)]
    assert looking
    assert not any(part.get("disabled") for part in looking), "controls that only show something stay enabled"
    fresh = await until_shown(pair)
    assert fresh == board
    assert "After 1 reroll: " in fresh.text


async def test_disabling_a_board_sends_no_picture_again(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    ids = [each.id for each in board.record.attachments]
    pair.sandbox.faults.delay(EDIT, LATE_S)

    await asked.press(board, "None")

    assert ids
    assert [each.id for each in board.record.attachments] == ids


async def test_a_new_board_waits_until_the_old_is_disabled(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    pair.sandbox.faults.delay(CALLBACK, LATE_S)

    reply = await asked.press(board, "None")

    assert reply.kind == "update"
    assert set(disabled_controls(board)) == {True}, "the new board comes only after this answer"
    assert "After 1 reroll: " in (await until_shown(pair)).text


async def test_no_disabled_controls_remain_when_a_turn_ends(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        asked, board = await evening.person_asked(), await evening.board()
        await asked.choose(board, board.selects[0].options[0].value)
        await evening.board()
        evening.sandbox.faults.delay(CALLBACK, LATE_S)

        reply = await asked.press(board, custom_id=board.buttons[0].custom_id)

        assert reply.kind == "update"
        fresh = await until_shown(evening)
        assert fresh != board
        assert disabled_controls(board) == [], "the old one shows its turn and has no controls"
        assert board.pictures
        assert fresh.pings == [(await evening.person_asked()).name]


async def test_a_board_does_not_wait_for_an_answer_that_is_too_late(pair: WireTable) -> None:
    pair.sandbox.interactions.patience_s = 3.0
    asked, board = await pair.person_asked(), await pair.board()
    pair.sandbox.faults.delay(CALLBACK, 5.0)
    began = time.monotonic()

    pressing = asyncio.create_task(asked.press(board, "None"))
    await pair.sandbox.until(lambda: "After 1 reroll: " in board.text)
    took_s = time.monotonic() - began
    await pressing
    pair.sandbox.interactions.patience_s = ANSWER_S
    await pair.sandbox.until(lambda: len(pair.sandbox.rest.refused) > 0)

    assert took_s < 4.5
    assert True not in disabled_controls(board), "the answer came too late to change anything"


async def test_a_restarted_bot_posts_the_outstanding_board(pair: WireTable) -> None:
    wired_bot, asked, board = pair.wired_bot, await pair.person_asked(), await pair.board()
    silence(wired_bot.parts.sessions.outbox)  # The bot is killed before it posts.
    reply = await asked.press(board, "None")
    assert reply.kind == "update"
    assert set(disabled_controls(board)) == {True}

    await wired_bot.stop_bot()
    await wired_bot.start_bot()

    fresh = await until_shown(pair)
    assert "After 1 reroll: " in fresh.text
    assert (await (await pair.person_asked()).press(fresh, "All")).is_answered


async def test_a_refused_press_leaves_the_controls_as_they_are(pair: WireTable) -> None:
    board, other = await pair.board(), (await pair.others())[0]

    reply = await other.press(board, "None")

    assert reply.kind == "message"
    assert True not in disabled_controls(board)


async def test_an_undo_disables_its_board_too(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    await asked.press(board, "All")
    board = await pair.board()
    pair.sandbox.faults.delay(EDIT, LATE_S)

    reply = await asked.press(board, custom_id=control(board, UNDO))

    assert reply.kind == "update"
    assert set(disabled_controls(board)) == {True}
    await until_shown(pair)


async def test_a_press_while_the_board_is_being_changed_disables_nothing(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    edit = pair.sandbox.faults.delay(EDIT, LATE_S)
    await asked.press(board, "All")
    await pair.sandbox.until(lambda: edit.met > 0)

    reply = await asked.forge(board, control(board, UNDO))

    assert reply.kind == "deferred_update", "its answer might arrive after the edit in progress"
    assert (await pair.session()).table.epoch == 1
    await until_shown(pair)


async def test_a_press_that_only_shows_something_disables_nothing(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()

    await asked.press(board, custom_id=control(board, MENU))

    assert True not in disabled_controls(board)


async def test_a_board_used_by_several_people_stays_enabled(wired_bot: Wired) -> None:
    owner, guest = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await owner.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()
    wired_bot.sandbox.faults.delay(EDIT, LATE_S)

    joined = await guest.press(wired_bot.board(), "Join")

    assert joined.kind == "deferred_update"
    await wired_bot.quiet()


async def test_a_board_with_a_vote_on_it_stays_enabled(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    await asked.press(board, "None")
    await pair.board()
    session, other = await pair.session(), (await pair.others())[0]
    await session.proposals.propose("end", other.id, 1, epoch=session.table.epoch)
    board = await pair.board()

    reply = await asked.press(board, "All")

    assert reply.kind == "deferred_update"


async def test_a_board_shared_by_several_processes_stays_enabled(pair: WireTable) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    pair.wired_bot.parts.sessions.is_shared = True

    reply = await asked.press(board, "None")

    assert reply.kind == "deferred_update"


@pytest.mark.parametrize("code", [50035, 10008], ids=["unfit", "the board was deleted"])
async def test_a_press_is_acknowledged_even_if_locking_fails(pair: WireTable, code: int) -> None:
    asked, board = await pair.person_asked(), await pair.board()
    pair.sandbox.faults.refuse(CALLBACK, code)

    reply = await asked.press(board, "None")

    assert reply.kind == "deferred_update"
    assert "After 1 reroll: " in (await until_shown(pair)).text
