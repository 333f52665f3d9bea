"""Controls of boards on a browser 390 px wide take no more rows than the layout counts."""

import asyncio
from itertools import islice

import pytest
from msgspec.structs import replace
from selenium import webdriver

from benchmarks.phone import Layout, questions
from cogs.ui.layout import picture_panel
from cogs.ui.panel import PHONE_ROWS, Button, Row, Select, phone_rows
from cogs.ui.press import Press
from cogs.views.controls import UNDO
from cogs.views.menu import MENU, MINE
from engine.games import GAMES
from engine.kernel.decision import Message
from locales.words import LANGUAGES, Words
from sandbox import Sandbox
from tests.sandbox.bot import PIXEL, LittleBot
from tests.web.tabs import Tabs

WORDS = Words()
WIDTH, HEIGHT = 390, 844
ASKED = 400
"""Number of questions taken from a random game. Only those whose controls take the most rows are tested."""
TALLEST = 3
LINES = """
return [...document.querySelectorAll('.container')].map((box) => [...box.querySelectorAll('.row')].reduce((sum, row) =>
  sum + new Set([...row.children].map((child) => Math.round(child.getBoundingClientRect().top))).size, 0))
"""
"""Script that counts the lines of controls in each container.

Buttons are in one line if their upper edges are equal.
"""


def tools(language: str) -> tuple[Button, ...]:
    """Return the row of table buttons for a game with hands."""
    verbs = {MINE: "hand", UNDO: UNDO, MENU: MENU}
    return tuple(
        Button(Press(1, 1, verb), WORDS.say(Message(f"button.{word}"), language)) for verb, word in verbs.items()
    )


def with_emoji(row: Row, emoji: str) -> Row:
    """Return the row with each emoji replaced by one that exists."""
    if isinstance(row, Select):
        choices = (replace(choice, emoji=emoji if choice.emoji else None) for choice in row.choices)
        return replace(row, choices=tuple(choices))
    return tuple(replace(button, emoji=emoji) if button.emoji and button.label else button for button in row)


@pytest.mark.parametrize("key", GAMES)
async def test_a_phone_needs_no_more_rows_than_the_layout_counts(
    sandbox: Sandbox, bot: LittleBot, browser: webdriver.Chrome, key: str
) -> None:
    emoji = str(await bot.create_application_emoji(name="any", image=PIXEL))
    asked = list(islice(questions(key, 1), ASKED))
    counted: list[int] = []
    for language in LANGUAGES:
        layout = Layout(key, WORDS, language)
        made = [layout.presenter(decision).rows() for decision in asked]
        for rows in sorted(made, key=phone_rows)[-TALLEST:]:
            whole = [*(with_emoji(row, emoji) for row in rows), tools(language)]
            counted.append(phone_rows(whole))
            view = picture_panel("A board", (), "What now?", whole, 0x2A6F97)
            await bot.get_partial_messageable(sandbox.channel("agora").id).send(view=view)

    def look() -> list[int]:
        tabs = Tabs(browser, sandbox.address)
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 2, "mobile": True},
        )
        tabs.be("Ariadne")
        tabs.find(".container .row:last-child .button")
        return [int(lines) for lines in browser.execute_script(LINES)]

    shown = await asyncio.to_thread(look)

    assert len(shown) == len(counted)
    assert all(lines <= count for lines, count in zip(shown, counted, strict=True)), (shown, counted)
    assert max(shown) <= max(counted) <= PHONE_ROWS
    assert max(shown) >= 4, "the tallest messages were checked"
