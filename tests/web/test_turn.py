"""Two people open a table on the page. Each plays a turn, one with buttons and one with typed commands."""

import asyncio
from functools import partial
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from sessions.session import Session
from tests.web.tabs import Tabs, errors_of
from tests.wire.evening import CHANNEL, Wired, wired


def is_past(session: Session, number: int) -> bool:
    """Return whether the table's log has an entry later than `number`."""
    return session.number > number


async def test_two_people_play_a_turn_each(browser: webdriver.Chrome, tmp_path: Path):
    async with wired(tmp_path) as wired_bot:
        tabs = Tabs(browser, wired_bot.sandbox.address)

        def sit_down() -> None:
            tabs.be("Ariadne")
            tabs.find(".composer textarea").send_keys("/table open")
            tabs.find(".suggestion", "/table open")
            tabs.type(Keys.TAB)
            tabs.type("game:classic")  # The bot's texts write options like this, and Discord accepts it.
            tabs.find(".suggestion", "classic")
            tabs.type(Keys.ENTER, Keys.ENTER)
            tabs.find(".button", "Join")
            tabs.be("Theseus")
            tabs.press("Join")
            tabs.find(".message", "Theseus")
            tabs.be("Ariadne")
            tabs.press("Start")
            tabs.find(".picture img")

        await asyncio.to_thread(sit_down)
        first, second = await in_turn(wired_bot)

        def play_by_buttons() -> None:
            tabs.be(first)
            tabs.find(".message.ping .picture img")
            tabs.press("All")
            tabs.press("End")
            tabs.use("sure")

        await asyncio.to_thread(play_by_buttons)
        await wired_bot.sandbox.until(lambda: wired_bot.board().pings == [second])

        def type_in_the_channel(command: str) -> None:
            tabs.find(".composer textarea").send_keys(command)
            tabs.find(".suggestion", command)
            tabs.type(Keys.TAB, Keys.ENTER)

        session = await wired_bot.session()
        await asyncio.to_thread(tabs.be, second)
        await asyncio.to_thread(tabs.find, ".message.ping .picture img")
        for command in ("/classic stop", "/classic end"):
            number = session.number
            await asyncio.to_thread(type_in_the_channel, command)
            await wired_bot.sandbox.until(partial(is_past, session, number))
        await wired_bot.sandbox.until(lambda: wired_bot.board().pings == [first])

        assert session.pending[0].seat == [sitter.user for sitter in session.table.sitters].index(
            wired_bot.person(first).id
        )
        assert errors_of(browser, wired_bot.sandbox) == []


async def in_turn(wired_bot: Wired) -> tuple[str, str]:
    """Return the names of the player whose turn it is and of the other player."""
    await wired_bot.quiet()
    session = await wired_bot.session(CHANNEL)
    seat = session.pending[0].seat
    names = [wired_bot.sandbox.world.people[sitter.user].name for sitter in session.table.sitters]
    return names[seat], names[1 - seat]
