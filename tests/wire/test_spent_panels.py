"""Private panels close, or become plain text, as soon as they can change nothing any more."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.play.agreeing import CLOSE
from cogs.play.presses import AGAIN_MS
from cogs.views.controls import CHOOSE
from cogs.views.lobby import FILL, OPTIONS
from cogs.views.menu import READ
from cogs.views.options import LANGUAGE, MORE
from sandbox.driver import Actor
from sandbox.seen import Seen
from tests.waiting import eventually
from tests.wire.evening import CHANNEL, Wired, WireTable, control, table_of


async def open_options(wired_bot: Wired) -> tuple[Actor, Seen]:
    """Let Ariadne open a table and press *Options*. Theseus joins. Return Ariadne and the panel."""
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.person("Theseus").command("/table join", CHANNEL)
    await wired_bot.quiet()
    lobby = wired_bot.board()
    reply = await ariadne.press(lobby, custom_id=control(lobby, OPTIONS))
    assert reply.message is not None
    return ariadne, reply.message


def select_of(panel: Seen, verb: str) -> str:
    return next(select.custom_id for select in panel.selects if f":{verb}" in select.custom_id)


@pytest.mark.parametrize("way", ["/table start", "Start", "/table close"])
async def test_the_options_panel_closes_when_the_lobby_ends(wired_bot: Wired, way: str) -> None:
    ariadne, panel = await open_options(wired_bot)
    await wired_bot.quiet()
    assert not panel.is_gone

    if way == "/table close":
        asked = await ariadne.command(way, CHANNEL)
        assert asked.message is not None
        await ariadne.press(asked.message, custom_id=control(asked.message, CLOSE))
    elif way == "Start":
        await ariadne.press(wired_bot.board(), way)
    else:
        await ariadne.command(way, CHANNEL)
    await wired_bot.quiet()

    await eventually(lambda: panel.is_gone, "the message is deleted")


async def test_a_panel_stays_open_after_a_change_until_the_start(wired_bot: Wired) -> None:
    ariadne, panel = await open_options(wired_bot)
    await ariadne.choose(panel, "fr", custom_id=select_of(panel, LANGUAGE))
    await wired_bot.quiet()
    assert panel.selects

    await ariadne.command("/table start", CHANNEL)
    await wired_bot.quiet()

    await eventually(lambda: panel.is_gone, "the message is deleted")


async def test_a_forgotten_panel_becomes_text_when_it_is_used(wired_bot: Wired) -> None:
    """After a restart the bot no longer knows which panels are open."""
    ariadne, panel = await open_options(wired_bot)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await ariadne.command("/table start", CHANNEL)
    await wired_bot.quiet()
    number = (await wired_bot.session()).number
    assert panel.selects

    await ariadne.choose(panel, "fr", custom_id=select_of(panel, LANGUAGE))

    assert panel.text.startswith(f"{REFUSED} The game has started")
    assert not panel.selects
    assert not panel.buttons
    session = await wired_bot.session()
    assert (session.number, session.table.language) == (number, "en")


async def test_turning_a_page_of_a_forgotten_panel_makes_it_text(wired_bot: Wired) -> None:
    ariadne, panel = await open_options(wired_bot)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await ariadne.command("/table start", CHANNEL)

    await ariadne.press(panel, custom_id=control(panel, MORE))

    assert panel.text.startswith(f"{REFUSED} The game has started")


async def test_the_offer_to_start_alone_closes_at_the_start(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()
    offer = (await ariadne.press(wired_bot.board(), "Start")).message
    assert offer is not None
    assert control(offer, FILL)
    await wired_bot.person("Theseus").command("/table join", CHANNEL)
    await ariadne.command("/table start", CHANNEL)
    await wired_bot.quiet()

    await eventually(lambda: offer.is_gone, "the message is deleted")


async def test_a_used_confirmation_becomes_text(evening: WireTable) -> None:
    """Two confirmations are open. The first one closes the table, so the second one can close nothing."""
    ariadne = evening.people[0]
    first, second = [(await evening.command(ariadne, "/table close")).message for _ in range(2)]
    assert first is not None
    assert second is not None
    await ariadne.press(first, custom_id=control(first, CLOSE))
    evening.wired_bot.pass_time(AGAIN_MS / 1000 + 1)

    await ariadne.press(second, custom_id=control(second, CLOSE))

    assert second.text.startswith(REFUSED)
    assert not second.buttons


async def test_private_answers_that_are_not_panels_stay(evening: WireTable) -> None:
    """Here the private answer is the board as text."""
    theseus = evening.people[1]
    hand = (await evening.from_menu(theseus, READ)).message
    assert hand is not None
    await evening.use(await evening.person_asked(), "all")
    await evening.wired_bot.quiet()

    assert not hand.is_gone


async def test_a_private_question_answered_elsewhere_becomes_text(dawn: Wired) -> None:
    async with table_of(dawn, "minos-dawn", 2) as evening:
        ariadne = evening.people[0]
        question = (await evening.use(ariadne, CHOOSE)).message
        assert question is not None
        assert question.selects
        session = await evening.session()
        asked = session.reader.decision_of(ariadne.id)
        assert asked is not None
        keys = tuple(option.key for option in asked.options[: asked.at_least])
        await session.play.answer(ariadne.id, keys, dawn.sandbox.world.clock.fresh_id())
        number = session.number

        late = await ariadne.choose(
            question, *(option.value for option in question.selects[0].options[: asked.at_least])
        )

        assert late.text.startswith(REFUSED)
        assert question.text.startswith(REFUSED)
        assert not question.selects
        assert session.number == number
