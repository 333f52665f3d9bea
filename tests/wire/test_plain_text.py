"""With plain text chosen in `/settings`, answers have no pictures and every move is confirmed in words."""

from cogs.interactions.answering import REFUSED
from cogs.views.menu import READ, REPLAYED
from tests.wire.evening import CHANNEL, Wired, WireTable
from tests.wire.panels import change
from tests.wire.test_lessons import begin_lesson
from tests.wire.test_promises import SEND, final_text


async def choose_plain_text(wired_bot: Wired, name: str, on: bool = True) -> None:
    chosen = await change(wired_bot.person(name), "/settings", CHANNEL, plain_text=on)
    assert chosen.is_ephemeral
    assert f"✓ Plain text: {'on' if on else 'off'}" in chosen.text


async def test_a_press_is_answered_with_events_and_the_question(evening: WireTable) -> None:
    first = await evening.person_asked()
    board = await evening.board()
    await choose_plain_text(evening.wired_bot, first.name)

    rolled = await first.press(board, "None")

    assert rolled.is_ephemeral
    assert rolled.message is not None
    assert "rolls" in rolled.text
    assert "**Your move:** " in rolled.text
    assert rolled.message.pictures == []


async def test_plain_text_changes_nothing_for_other_players(evening: WireTable) -> None:
    first = await evening.person_asked()
    board = await evening.board()
    for person in await evening.others():
        await choose_plain_text(evening.wired_bot, person.name)
    await choose_plain_text(evening.wired_bot, first.name)
    await choose_plain_text(evening.wired_bot, first.name, on=False)

    assert (await first.press(board, "None")).kind == "update"
    assert (await evening.board()).pictures[0].alt


async def test_the_board_as_text_has_no_pictures(evening: WireTable) -> None:
    first = await evening.person_asked()
    await choose_plain_text(evening.wired_bot, first.name)
    read = await evening.from_menu(first, READ)
    await evening.wired_bot.quiet()

    assert read.message is not None
    assert read.message.text
    assert read.message.pictures == []


async def test_a_plain_text_lesson_describes_its_board(wired_bot: Wired) -> None:
    await choose_plain_text(wired_bot, "Ariadne")
    step = await begin_lesson(wired_bot.person("Ariadne"), "minerva")

    assert step.pictures == []
    assert "Forum" in step.text
    assert "could not be drawn" not in step.text


async def test_the_plain_text_setting_survives_a_restart(evening: WireTable) -> None:
    first = await evening.person_asked()
    await choose_plain_text(evening.wired_bot, first.name)
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()

    assert "**Your move:** " in (await first.press(await evening.board(), "None")).text


async def test_people_with_plain_text_learn_that_their_table_is_open(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await choose_plain_text(wired_bot, ariadne.name)
    wired_bot.sandbox.faults.delay(SEND, 0.2)
    reply = await ariadne.command("/table open", CHANNEL, game="minos-classic")

    assert "setting up the table" in reply.text
    assert "the table is open in" in await final_text(wired_bot, reply, "setting up")


async def test_people_with_plain_text_learn_that_their_board_was_refused(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await choose_plain_text(wired_bot, ariadne.name)
    wired_bot.sandbox.faults.refuse(SEND, 50013)
    reply = await ariadne.command("/table open", CHANNEL, game="minos-classic")

    assert (await final_text(wired_bot, reply, "setting up")).startswith(REFUSED)


async def test_a_plain_text_replay_has_no_picture(evening: WireTable) -> None:
    first = await evening.person_asked()
    await first.press(await evening.board(), "None")
    await choose_plain_text(evening.wired_bot, first.name)
    shown = await evening.from_menu(first, REPLAYED)
    await evening.wired_bot.quiet()

    assert shown.message is not None
    assert "rolls" in shown.text
    assert shown.message.pictures == []
