"""Two people draft in Minos: Dawn by typing, and view their hands. Neither receives the other's cards."""

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import card as card_name
from locales.words import LANGUAGES, Words
from sandbox.records import Message
from sandbox.world import Change
from tests.web.tabs import Tabs, errors_of
from tests.web.test_turn import in_turn
from tests.wire.dawn import finish_setup
from tests.wire.evening import CHANNEL, Wired, WireTable, wired

NAMES = ("Ariadne", "Theseus")
WORDS = Words()
PRIVATE_PICTURE = ".message.hidden .picture img"


async def test_typed_drafts_reveal_no_cards_to_others(browser: webdriver.Chrome, tmp_path: Path) -> None:
    """DRAFT-3, CARD-1: both people view their hands by command and by button, before and after choosing cards."""
    async with wired(tmp_path) as wired_bot:
        tabs, pictures = Tabs(browser, wired_bot.sandbox.address), Pictures(wired_bot)
        await asyncio.to_thread(sit_down, tabs)
        await wired_bot.quiet()
        evening = WireTable(wired_bot, [wired_bot.person(name) for name in NAMES], CHANNEL)
        secrets = {name: set(await held_by(wired_bot, name)) for name in NAMES}
        seen = {name: await asyncio.to_thread(look_at_hand, tabs, name) for name in NAMES}
        await finish_setup(evening)

        drafted: dict[str, str] = {}
        for _ in NAMES:
            name, _ = await in_turn(wired_bot)
            session = await wired_bot.session()
            left, number = len(session.reader.timeline.position.state.pool), session.number
            drafted[name] = await asyncio.to_thread(draft, tabs, name)
            assert session.number > number
            assert len(session.reader.timeline.position.state.pool) == left - 1
        assert set(drafted) == set(NAMES)
        for name in NAMES:
            secrets[name] |= set(await held_by(wired_bot, name))
            seen[name] += await asyncio.to_thread(look_at_hand, tabs, name)
        await wired_bot.quiet()

        received = await asyncio.to_thread(tabs.read_traffic)
        shown = {name: await asyncio.to_thread(whole_page, tabs, name) for name in NAMES}
        in_the_open = await seen_by_all(wired_bot)
        for name, other in (NAMES, NAMES[::-1]):
            one, theirs = received[name], secrets[other] - in_the_open
            paths = {urlsplit(address).path for address in one.addresses}
            code = await asyncio.to_thread(other_texts, set(one.addresses), pictures)
            told = "\n".join([*one.frames, *one.addresses, shown[name], code])
            assert named_in(told, secrets[name]) == sorted(secrets[name]), "the person's own hand is described"
            assert theirs
            assert named_in(told, theirs) == [], name
            assert len(set(seen[name])) == 4
            assert set(seen[name]) <= pictures.of(name)
            assert set(seen[name]) <= paths, "the pictures of the person's own hand were loaded"
            assert not pictures.of(other) & paths
        assert errors_of(browser, wired_bot.sandbox) == []


def sit_down(tabs: Tabs) -> None:
    tabs.be(NAMES[0])
    tabs.find(".composer textarea").send_keys("/table open")
    tabs.find(".suggestion", "/table open")
    tabs.type(Keys.TAB)
    tabs.find(".suggestion", "Dawn")
    tabs.type("dawn")
    tabs.find(".suggestion", "Dawn")
    tabs.type(Keys.ENTER, Keys.ENTER)
    tabs.find(".button", "Join")
    tabs.be(NAMES[1])
    tabs.press("Join")
    tabs.find(".message", NAMES[1])
    tabs.be(NAMES[0])
    tabs.press("Start")
    tabs.find(".picture img")


def draft(tabs: Tabs, name: str) -> str:
    """Type `/minos draft` with a die and a row that autocomplete offers. Return the die."""
    tabs.be(name)
    tabs.find(".message.ping")
    tabs.find(".composer textarea").send_keys("/minos draft")
    tabs.find(".suggestion", "/minos draft")
    tabs.type(Keys.TAB)
    tabs.find(".suggestions .heading", "die")
    die = tabs.find(".suggestion b").text
    tabs.type(die)
    tabs.find(".suggestion", die)
    tabs.type(Keys.ENTER, "Prep")
    tabs.find(".suggestion", "Prepare")
    tabs.type(Keys.ENTER, Keys.ENTER)
    tabs.find(".message.hidden", f"drafts {die}")
    return die


def look_at_hand(tabs: Tabs, name: str) -> list[str]:
    """View the hand by command, then by the button below the board. Return the paths of the new pictures.

    The next private answer to a press on the board replaces the button's pictures, but not the command's.
    """
    tabs.be(name)
    before = tabs.pictures(PRIVATE_PICTURE)
    tabs.find(".composer textarea").send_keys("/hand", Keys.TAB, Keys.ENTER)
    by_command = tabs.wait_for_new_picture(PRIVATE_PICTURE, before)
    tabs.use("mine0")
    by_button = tabs.wait_for_new_picture(PRIVATE_PICTURE, [*before, by_command])
    assert by_command in tabs.pictures(PRIVATE_PICTURE), "the command's picture stays"
    return [urlsplit(address).path for address in (by_command, by_button)]


def whole_page(tabs: Tabs, name: str) -> str:
    tabs.be(name)
    return str(tabs.browser.execute_script("return document.documentElement.outerHTML"))


class Pictures:
    """Every picture ever posted, by path.

    The value is the id of the only person who could see the picture, or None for everyone.
    """

    def __init__(self, wired_bot: Wired) -> None:
        self._wired_bot = wired_bot
        self.only_for: dict[str, int | None] = {}
        wired_bot.sandbox.world.listen(self._note_pictures)

    def _note_pictures(self, change: Change) -> None:
        if isinstance(change.record, Message):
            for attachment in change.record.attachments:
                told = self._wired_bot.sandbox.payloads.attachment(change.record.channel_id, attachment)
                self.only_for[urlsplit(told["url"]).path] = change.record.only_for

    def of(self, name: str) -> set[str]:
        """Return the paths of the pictures that only this person can see."""
        person = self._wired_bot.person(name).id
        return {path for path, only_for in self.only_for.items() if only_for == person}


def other_texts(addresses: set[str], pictures: Pictures) -> str:
    """Fetch the texts at these addresses, except pictures of messages."""
    texts = []
    for address in sorted(addresses):
        if address.startswith("http") and urlsplit(address).path not in pictures.only_for:
            with urlopen(address) as answer:
                texts.append(answer.read().decode())
    return "\n".join(texts)


def named_in(told: str, cards: set[str]) -> list[str]:
    """Return the cards named in the text, by id or in any language."""
    return [
        card
        for card in sorted(cards)
        if any(name in told for name in (card, *(WORDS.say(card_name(card), language) for language in LANGUAGES)))
    ]


async def held_by(wired_bot: Wired, name: str) -> tuple[str, ...]:
    """Return the cards of the person's hand."""
    session = await wired_bot.session()
    seat = session.reader.seat_of(wired_bot.person(name).id)
    assert seat is not None
    return tuple(session.reader.timeline.position.state.players[seat].hand)


async def seen_by_all(wired_bot: Wired) -> set[str]:
    """Return the decrees that everyone can see."""
    view: Any = (await wired_bot.session()).reader.view(None)
    shown = {*view.offer, *view.discards[0], *view.discards[1], view.in_payment}
    for seat in view.seats:
        shown |= {*seat.area, *seat.palace}
    return shown & set(the_box().decrees)
