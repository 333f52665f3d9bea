"""Two people use the page in a real browser, and each sees only their own messages."""

import asyncio

import discord
from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from sandbox import Sandbox
from tests.sandbox.bot import PIXEL, LittleBot
from tests.web.tabs import Tabs


async def test_two_people_use_the_page_and_read_private_messages(
    sandbox: Sandbox, bot: LittleBot, browser: webdriver.Chrome
):
    tabs = Tabs(browser, sandbox.address)

    def evening() -> None:
        tabs.be("Theseus")
        tabs.be("Ariadne")
        tabs.find(".composer textarea").send_keys("/walk")
        tabs.find(".suggestion", "/walk to")
        tabs.type(Keys.TAB, "py")
        tabs.find(".suggestion", "Pyrgos")
        tabs.type(Keys.ARROW_DOWN, Keys.ENTER, Keys.ENTER)
        tabs.find(".message", "walks to pyrgos")

        tabs.find(".composer textarea").send_keys("/laby", Keys.TAB, Keys.ENTER)
        tabs.find(".button", "Whisper").click()
        tabs.find(".message.hidden", "The thread is yours.")

        tabs.be("Theseus")
        tabs.find(".message", "walks to pyrgos")
        tabs.find(".button", "Enter").click()
        tabs.find(".message", "Theseus is inside")
        tabs.find(".opener").click()
        tabs.find(".option", "Knossos").click()
        tabs.find(".options .done").click()
        tabs.find(".message", "To knossos")
        tabs.find(".button", "Write").click()
        tabs.find("dialog input").send_keys("I am lost", Keys.ENTER)
        tabs.find(".message", "Theseus wrote: I am lost")
        assert "The thread is yours." not in tabs.frames()

        tabs.be("Ariadne")
        tabs.find(".message", "Theseus wrote: I am lost")
        assert "The thread is yours." in tabs.frames()
        tabs.find(".message.hidden .plain", "Dismiss").click()
        tabs.wait_until_gone(".message.hidden")

    await asyncio.to_thread(evening)

    assert sandbox.rest.unknown == []
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


async def test_commands_are_listed_in_collapsible_groups(sandbox: Sandbox, bot: LittleBot, browser: webdriver.Chrome):
    """Newcomers who type a slash don't have to scroll through all commands."""
    tabs = Tabs(browser, sandbox.address)

    def suggestions() -> list[str]:
        script = "return [...document.querySelectorAll('.suggestion b')].map((line) => line.textContent)"
        return list(browser.execute_script(script))

    def look() -> None:
        tabs.be("Ariadne")
        tabs.find(".composer textarea").send_keys("/")
        tabs.find(".suggestion", "/silence")
        assert suggestions() == ["/walk", "/labyrinth", "/ping", "/secret", "/silence"]
        assert "1 command" in tabs.find(".suggestion", "/walk").text
        tabs.find(".suggestion", "/walk").click()
        tabs.find(".suggestion", "/walk to")
        assert suggestions() == ["/walk to"]
        assert tabs.find(".composer textarea").get_attribute("value") == "/walk "
        tabs.type(Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE)
        assert suggestions()[0] == "/walk to"
        tabs.type(Keys.TAB)
        tabs.find(".bar .command", "/walk to")

    await asyncio.to_thread(look)


async def test_the_page_shows_the_language_of_each_person_twice(sandbox: Sandbox, browser: webdriver.Chrome):
    tabs = Tabs(browser, sandbox.address)

    def look() -> None:
        browser.get(sandbox.address)
        tabs.find(".card", "Ikaros")
        cards = browser.find_elements("css selector", ".card")
        assert {card.text.replace("\n", " · ").partition(" · ")[2] for card in cards} == {
            "Ariadne · English",
            "Theseus · English",
            "Daidalos · Français",
            "Phaidra · Français",
            "Ikaros · Čeština",
            "Pasiphae · Čeština",
        }
        tabs.be("Daidalos")
        corner = tabs.find(".self select[aria-label='Who you are']", "Daidalos · Français")
        shown = "return arguments[0].selectedOptions[0].textContent"
        assert browser.execute_script(shown, corner) == "Daidalos · Français"
        assert browser.execute_script(shown, tabs.find(".self .locale")) == "Discord: Français"
        Select(tabs.find(".self .locale")).select_by_visible_text("Discord: Čeština")
        tabs.find(".self select[aria-label='Who you are']", "Daidalos · Čeština")
        assert sandbox.person("Daidalos").person.locale == "cs"

    await asyncio.to_thread(look)


async def test_the_page_says_if_the_bot_is_offline_or_silent(
    sandbox: Sandbox, bot: LittleBot, browser: webdriver.Chrome
):
    tabs = Tabs(browser, sandbox.address)
    sandbox.interactions.patience_s = 0.3

    def ask() -> None:
        tabs.be("Ikaros")
        tabs.find(".composer textarea").send_keys("/silence", Keys.TAB, Keys.ENTER)
        tabs.find(".note", "The application did not respond")

    await asyncio.to_thread(ask)
    await bot.close()
    await asyncio.to_thread(tabs.find, ".offline", "offline")


async def test_pictures_enlarge_with_alt_text_and_unread_channels_are_marked(
    sandbox: Sandbox, bot: LittleBot, browser: webdriver.Chrome
):
    tabs = Tabs(browser, sandbox.address)
    await sandbox.person("Ariadne").command("/labyrinth", "agora", picture=True)
    await sandbox.person("Ariadne").command("/walk to", "harbour", where="pylos")

    def look() -> None:
        tabs.be("Ariadne")
        tabs.find("li.unread .channel", "harbour")
        tabs.find(".picture").click()
        tabs.find(".lightbox p", "A map")
        tabs.type(Keys.ESCAPE)
        tabs.find("button.channel", "harbour").click()
        tabs.find(".message.ping", "walks to pylos")
        tabs.find("li.open:not(.unread) .channel", "harbour")

    await asyncio.to_thread(look)


async def test_application_emoji_appear_in_text_and_buttons(
    sandbox: Sandbox, bot: LittleBot, browser: webdriver.Chrome
):
    tabs = Tabs(browser, sandbox.address)
    ring = await bot.create_application_emoji(name="ring", image=PIXEL)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(f"A {ring} ring"))
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Take", emoji=ring, custom_id="take")))
    await bot.get_partial_messageable(sandbox.channel("agora").id).send(view=view)

    def look() -> None:
        tabs.be("Ariadne")
        tabs.wait_for_pictures(".words img.emoji", 1)
        tabs.wait_for_pictures(".button img.emoji", 1)
        assert tabs.find(".words img.emoji").get_attribute("alt") == ":ring:"

    await asyncio.to_thread(look)
