"""The application's emoji are uploaded once, updated, shown next to words, and never required."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from random import Random

import pytest

import discord_limits as limits
from cogs.delivery import emoji_keeper
from cogs.delivery.emoji_keeper import EmojiKeeper
from cogs.games.minos_dawn import symbols as dawn_signs
from cogs.ui.wording import parts as emoji_parts
from engine.kernel.decision import Message
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import effect_of
from render.minos_dawn.legend import drawings
from render.minos_dawn.symbols import COUNTED
from sandbox.records import Emoji
from tests.wire.dawn import dawn_table, finish_setup, press_something
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable
from tests.wire.test_chronicle import faults_of
from tests.wire.toys import PIXEL

CREATE = "POST /applications/*/emojis"


@pytest.fixture
async def evening(dawn: Wired) -> AsyncIterator[WireTable]:
    async with dawn_table(dawn, 2) as evening:
        yield evening


def keeper(wired_bot: Wired) -> EmojiKeeper:
    client, services = wired_bot.parts.client, wired_bot.parts.client.services
    return EmojiKeeper(client, services.wording, services.painter, services.sessions, services.traffic, 0.0)


def uploaded_emoji(wired_bot: Wired) -> dict[str, int]:
    return {emoji.name: emoji.id for emoji in wired_bot.sandbox.world.application.emojis.values()}


def posts(wired_bot: Wired) -> int:
    return sum(request.startswith("POST /applications/") for request in wired_bot.sandbox.rest.requests)


OURS = {f"dawn_{name}" for name in drawings()}


async def test_all_emoji_are_uploaded_within_discords_limits(dawn: Wired) -> None:
    assert await keeper(dawn).update_all() == len(OURS)
    assert set(uploaded_emoji(dawn)) == OURS
    assert len(dawn.parts.client.services.wording.emoji) == len(OURS)
    assert all(limits.EMOJI_NAME_LEAST <= len(name) <= limits.EMOJI_NAME for name in OURS)
    assert list(dawn.sandbox.rest.refused) == []


async def test_a_restart_does_not_upload_emoji_again(dawn: Wired) -> None:
    await keeper(dawn).update_all()
    before, sent = uploaded_emoji(dawn), posts(dawn)
    await dawn.stop_bot()
    await dawn.start_bot()

    assert await keeper(dawn).update_all() == 0
    assert (uploaded_emoji(dawn), posts(dawn)) == (before, sent)
    assert len(dawn.parts.client.services.wording.emoji) == len(OURS)


async def test_only_the_emoji_with_a_changed_drawing_is_replaced(dawn: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    await keeper(dawn).update_all()
    before = uploaded_emoji(dawn)

    async def other(game_key: str, name: str) -> bytes:
        return PIXEL if name != "coin" else PIXEL + b"\0"

    monkeypatch.setattr(dawn.parts.render_client, "emoji", other)
    assert await keeper(dawn).update_all() == 1
    after = uploaded_emoji(dawn)
    assert {name for name in OURS if before[name] != after[name]} == {"dawn_coin"}
    assert dawn.parts.client.services.wording.emoji.markup("dawn_coin") == f"<:dawn_coin:{after['dawn_coin']}>"


async def test_the_bots_unused_emoji_are_deleted_but_foreign_emoji_stay(dawn: Wired) -> None:
    world = dawn.sandbox.world
    for number, name in enumerate(("logo", "dawn_of_old")):
        world.application.emojis[number + 1] = Emoji(number + 1, name, "image/png", "")
    await keeper(dawn).update_all()
    assert set(uploaded_emoji(dawn)) == OURS | {"logo"}


async def test_a_foreign_emoji_with_one_of_our_names_is_replaced(dawn: Wired) -> None:
    dawn.sandbox.world.application.emojis[1] = Emoji(1, "dawn_coin", "image/png", "")
    await keeper(dawn).update_all()
    assert uploaded_emoji(dawn)["dawn_coin"] != 1
    assert set(uploaded_emoji(dawn)) == OURS


async def test_texts_buttons_and_selects_show_emoji_next_to_words(evening: WireTable) -> None:
    await keeper(evening.wired_bot).update_all()
    await finish_setup(evening)
    asked = await evening.person_asked()
    board = await evening.board()
    options = [option for select in board.selects for option in select.options]
    shown = [option.emoji for option in options] + [button.emoji for button in board.buttons]
    assert any(name and name.startswith("dawn_") and name[-1].isdigit() for name in shown), (
        "a die to draft has its face"
    )
    assert all(option.label for option in options)

    hand = await evening.command(asked, "/hand")
    card = await evening.command(asked, "/look", thing="A1-34")
    assert f"<:dawn_ship:{uploaded_emoji(evening.wired_bot)['dawn_ship']}>" in card.text
    assert "<:dawn_" in hand.text
    assert len(hand.text) <= limits.TEXT_DISPLAY_TOTAL
    for reply in (hand, card):
        message = reply.message
        assert message is not None
        await evening.sandbox.until(partial(getattr, message, "pictures"))
        assert all("<:" not in str(picture.alt) for picture in message.pictures)


async def test_lines_with_emoji_omit_the_player_named_in_the_heading(evening: WireTable) -> None:
    """The channel still shows every log line."""
    await keeper(evening.wired_bot).update_all()
    await finish_setup(evening)
    for seed in range(60):
        await press_something(evening, await evening.person_asked(), Random(seed))
    await evening.wired_bot.quiet()

    signed = [
        (heading.rpartition(" ")[2], line.partition("> ")[2])
        for heading, *lines in (seen.text.splitlines() for seen in evening.wired_bot.public_messages())
        for line in lines
        if line.startswith("• <:") and heading.endswith(PEOPLE)
    ]
    assert len(signed) > 5
    assert [words for name, words in signed if words.startswith(f"{name} ")] == []
    assert await faults_of(evening.wired_bot) == []


async def test_autocomplete_and_the_text_board_have_no_emoji(evening: WireTable) -> None:
    await keeper(evening.wired_bot).update_all()
    await finish_setup(evening)
    asked = await evening.person_asked()
    offered = await asked.autocomplete("/minos choose", CHANNEL, "choice")
    read = await evening.from_menu(asked, "read")
    assert offered
    assert not any("<:" in choice["name"] for choice in offered)
    assert "<:" not in read.text


async def test_messages_are_complete_without_emoji(evening: WireTable) -> None:
    await finish_setup(evening)
    board = await evening.board()
    card = await evening.command(evening.people[0], "/look", thing="A1-34")
    assert "<:" not in board.text + card.text
    assert not [button.emoji for button in board.buttons if button.emoji]


async def test_a_refused_emoji_is_skipped_and_the_rest_uploaded(dawn: Wired) -> None:
    dawn.sandbox.faults.refuse(CREATE, 50035, times=2)
    assert await keeper(dawn).update_all() == len(OURS)
    assert len(uploaded_emoji(dawn)) == len(OURS) - 2
    assert await keeper(dawn).update_all() == 2
    assert set(uploaded_emoji(dawn)) == OURS


async def test_uploads_stop_when_discord_allows_no_more_emoji(dawn: Wired) -> None:
    dawn.sandbox.faults.refuse(CREATE, 30008, skip=5)
    assert await keeper(dawn).update_all() == 5
    assert len(uploaded_emoji(dawn)) == len(dawn.parts.client.services.wording.emoji) == 5


async def test_an_upload_is_retried_after_an_outage(dawn: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji_keeper, "RETRY_S", 0.05)
    dawn.sandbox.faults.drop(CREATE, skip=10)
    keeping = asyncio.create_task(keeper(dawn).keep())
    await dawn.sandbox.until(lambda: set(uploaded_emoji(dawn)) == OURS)
    assert not keeping.done()
    keeping.cancel()


async def test_boards_survive_deleted_emoji_and_emoji_are_restored(evening: WireTable) -> None:
    wired_bot = evening.wired_bot
    keeping = asyncio.create_task(keeper(wired_bot).keep())
    await wired_bot.sandbox.until(lambda: len(wired_bot.parts.client.services.wording.emoji) == len(OURS))
    await finish_setup(evening)
    wired_bot.sandbox.world.application.emojis.clear()
    session = await evening.session()
    number, seen = session.number, len(wired_bot.public_messages())
    await press_something(evening, await evening.person_asked(), Random(1))
    board = await evening.board()

    assert session.number > number
    assert len(wired_bot.public_messages()) > seen
    assert board.pings == [(await evening.person_asked()).name]
    assert board.pictures
    await wired_bot.sandbox.until(lambda: set(uploaded_emoji(wired_bot)) == OURS)
    keeping.cancel()


async def test_private_answers_omit_emoji_after_discord_refuses_one(evening: WireTable) -> None:
    wired_bot = evening.wired_bot
    await keeper(wired_bot).update_all()
    wired_bot.sandbox.faults.refuse("POST /interactions/*/callback", 50035)
    asked = asyncio.create_task(evening.command(evening.people[0], "/look", thing="A1-34"))
    await wired_bot.sandbox.until(wired_bot.parts.client.services.wording.emoji.is_doubted.is_set)
    asked.cancel()

    again = await evening.command(evening.people[0], "/look", thing="A1-34")
    assert "Isle of Mochlos" in again.text
    assert "<:" not in again.text


def test_every_emoji_used_in_texts_is_drawn() -> None:
    names = set(drawings())
    found = {dawn_signs.sign(part) for source in the_box().effects for part in _within(effect_of(source))}
    found |= set(dawn_signs.BY_ID.values())
    found |= {dawn_signs.sign(Message(f"minos_dawn.counter.{each}")) for each in COUNTED}
    assert found - {None} <= names
    for message in (
        Message("minos_dawn.die.gray", {"value": 6}), Message("minos_dawn.vase.v01"),
        Message("minos_dawn.log.scored.farms"),
        Message("minos_dawn.trigger.die34"), Message("minos_dawn.option.wild.build"),
        Message("minos_dawn.symbol.first"),
        Message("minos_dawn.log.advanced", {"track": Message("minos_dawn.track.cultural")}),
        Message("minos_dawn.log.temp_spent", {"good": Message("minos_dawn.good.herb")}),
    ):  # fmt: skip
        assert dawn_signs.sign(message) in names, message.id
    assert dawn_signs.sign(Message("minos_dawn.symbol.trait")) is None


def _within(message: Message) -> list[Message]:
    return list(emoji_parts(message))
