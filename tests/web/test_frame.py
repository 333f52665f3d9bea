"""Pictures look as in Discord: they are in a frame, and a click shows them large and allows zooming."""

import asyncio
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from cogs.ui.layout import finish_view, picture_panel, upload
from render import Picture
from render.plate import FRAME_HEIGHT, FRAME_WIDTH, PHONE_WIDTH
from sandbox import Sandbox
from tests.sandbox.bot import LittleBot
from tests.web.tabs import Tabs

SIZES = """
return [...document.querySelectorAll('.gallery')].map((gallery) => [...gallery.querySelectorAll('img')].map((image) => {
  const room = gallery.parentElement, at = image.getBoundingClientRect(), style = getComputedStyle(room);
  return [at.width, at.height, getComputedStyle(image).objectFit,
    room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)];
}))
"""
"""Script that returns, for each picture in a gallery, its width, height and overflow style, and the message's width."""


def picture(name: str, width: int, height: int) -> Picture:
    file = BytesIO()
    Image.new("P", (width, height), 7).save(file, "PNG")
    return Picture(file.getvalue(), f"{name}.png", f"The {name}", width, height)


async def test_pictures_are_framed_and_open_large(sandbox: Sandbox, bot: LittleBot, browser: webdriver.Chrome) -> None:
    plates = [picture("map", 1650, 1050), picture("seats", 1650, 1050), picture("tall", 1600, 1814)]
    channel = bot.get_partial_messageable(sandbox.channel("agora").id)
    view = picture_panel("A board", plates, "What now?", [], 0x2A6F97)
    await channel.send(view=view, files=[upload(each) for each in plates])
    both: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    for each in plates[:2]:
        both.add_item(media=f"attachment://{each.filename}")
    await channel.send(view=finish_view([both]), files=[upload(each) for each in plates[:2]])
    tabs = Tabs(browser, sandbox.address)

    def sizes() -> list[list[list[Any]]]:
        tabs.wait_for_pictures(".gallery img", 5)
        return list(browser.execute_script(SIZES))

    def look() -> tuple[list[list[list[Any]]], list[list[list[Any]]]]:
        tabs.be("Ariadne")
        wide = sizes()
        zoom()
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": PHONE_WIDTH, "height": 844, "deviceScaleFactor": 2, "mobile": True},
        )
        return wide, sizes()

    def zoom() -> None:
        first = tabs.find(".picture")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", first)
        first.click()
        large = tabs.find(".lightbox img")
        tabs.wait_for_pictures(".lightbox img", 1)
        whole = large.rect["width"]
        assert FRAME_WIDTH < whole <= 1280
        ActionChains(browser).move_to_element_with_offset(large, whole // 2 - 5, 0).click().perform()
        tabs.find(".lightbox.zoomed")
        assert large.rect["width"] >= max(1650, 2 * whole - 2)
        assert browser.execute_script("return document.querySelector('.pane').scrollLeft") > whole / 2
        large.click()
        assert large.rect["width"] == whole
        tabs.type(Keys.ESCAPE)
        tabs.wait_until_gone(".lightbox")

    wide, narrow = await asyncio.to_thread(look)

    (first,), (second,), (tall,), (left, right) = wide
    assert first[:2] == second[:2] == [FRAME_WIDTH, FRAME_HEIGHT]
    assert tall[1] == pytest.approx(FRAME_HEIGHT, abs=1)
    assert tall[0] == pytest.approx(FRAME_HEIGHT * 1600 / 1814, abs=1)
    assert left[:3] == right[:3]
    assert left[2] == "cover"
    assert left[0] < FRAME_WIDTH / 2
    assert left[1] == pytest.approx(FRAME_HEIGHT, abs=1)
    for gallery in narrow[:3]:
        ((width, _, _, room),) = gallery
        assert width == pytest.approx(room, abs=1)
        assert 250 < width < PHONE_WIDTH
