"""A hand sent by direct message stays one message: the bot edits or replaces it, and sends it again after outages."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from cogs.delivery import hand_sender
from cogs.members import THERE_S
from engine.kernel.decision import Message
from locales.words import Words
from sandbox.driver import Actor
from sandbox.faults import NEVER_ENOUGH
from sandbox.seen import Seen
from tests.wire.dawn import dawn_table, finish_setup, press_something
from tests.wire.evening import Wired, WireTable
from tests.wire.panels import change
from tests.wire.test_dawn import hand_of, name_of

WORDS = Words()


@pytest.fixture
async def evening(dawn: Wired) -> AsyncIterator[WireTable]:
    async with dawn_table(dawn, 2) as evening:
        yield evening


async def ask_for_hands(evening: WireTable) -> tuple[Actor, Seen]:
    """Let a person ask for hands by direct message. Return the person and the message with the hand."""
    ariadne = evening.people[0]
    await change(ariadne, "/settings", evening.channel, hand_by_dm=True)
    _, hand = ariadne.inbox.dms()
    return ariadne, hand


async def test_a_hand_is_sent_as_soon_as_requested(evening: WireTable) -> None:
    _, hand = await ask_for_hands(evening)
    assert all(name_of(card) in hand.text for card in hand_of(evening, 0))
    assert [picture.filename for picture in hand.pictures] == ["hand.png"]


async def test_the_note_is_shown_next_to_the_hand(evening: WireTable) -> None:
    """The note appears immediately, since no other change updates the hand."""
    ariadne, hand = await ask_for_hands(evening)
    opened = await evening.from_menu(ariadne, "note")
    await ariadne.fill(opened, {"Note to yourself": "Ugarit first"})
    await evening.wired_bot.quiet()

    assert "📝 Ugarit first" in hand.text


async def test_the_message_is_edited_in_place_when_the_hand_changes(evening: WireTable) -> None:
    ariadne, hand = await ask_for_hands(evening)
    before = hand_of(evening, 0)
    await finish_setup(evening)
    await evening.board()

    assert hand_of(evening, 0) != before
    assert [seen.id for seen in ariadne.inbox.dms()][1:] == [hand.id]
    assert all(name_of(card) in hand.text for card in hand_of(evening, 0))
    assert all(name_of(card) not in hand.text for card in set(before) - set(hand_of(evening, 0)))
    assert len(hand.pictures) == 1


async def test_an_unchanged_hand_is_not_edited(evening: WireTable) -> None:
    await finish_setup(evening)
    await evening.board()
    _, hand = await ask_for_hands(evening)
    held, edits = hand_of(evening, 0), hand.record.edits
    await press_something(evening, await evening.person_asked(), Random(1))
    await evening.board()
    assert hand_of(evening, 0) == held
    assert hand.record.edits == edits


async def test_a_restarted_bot_edits_the_same_hand_message(evening: WireTable) -> None:
    ariadne, hand = await ask_for_hands(evening)
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()
    await finish_setup(evening)
    await evening.board()
    assert [seen.id for seen in ariadne.inbox.dms()][1:] == [hand.id]
    assert all(name_of(card) in hand.text for card in hand_of(evening, 0))


@pytest.mark.parametrize("why", ["old", "gone"])
async def test_an_old_or_deleted_message_is_replaced(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    ariadne, hand = await ask_for_hands(evening)
    if why == "old":
        monkeypatch.setattr(hand_sender, "ROTATE_MS", 0)
    else:
        evening.sandbox.world.messages.delete(hand.record)
    await finish_setup(evening)
    await evening.board()
    fresh = ariadne.inbox.dms()[1:]
    assert len(fresh) == 1, "the old one is taken away"
    assert fresh[0].id != hand.id
    assert all(name_of(card) in fresh[0].text for card in hand_of(evening, 0))


async def test_an_outage_delays_a_hand_but_does_not_lose_it(evening: WireTable) -> None:
    ariadne, _ = await ask_for_hands(evening)
    channel = ariadne.inbox.dms()[0].channel_id
    evening.sandbox.faults.drop(f"PATCH /channels/{channel}/messages/*")
    await finish_setup(evening)
    await evening.board()
    assert all(name_of(card) in ariadne.inbox.dms()[-1].text for card in hand_of(evening, 0))


async def test_closed_direct_messages_are_reported_when_hands_are_requested(evening: WireTable) -> None:
    ariadne, _ = await ask_for_hands(evening)
    evening.sandbox.places.close_dms(ariadne.person)
    evening.sandbox.world.messages.delete(ariadne.inbox.dms()[1].record)
    await finish_setup(evening)
    await evening.board()
    assert evening.wired_bot.parts.sessions.choices.people.is_dm_closed(ariadne.id)
    tried = [path for path, _, code in evening.sandbox.rest.refused if code == 50007]
    assert len(tried) == 1

    shown = await evening.command(ariadne, "/hand")
    assert WORDS.say(Message("hand.dm_closed"), "en") in shown.text
    assert all(name_of(card) in shown.text for card in hand_of(evening, 0))


async def test_a_member_who_left_gets_no_more_hands(evening: WireTable) -> None:
    ariadne, hand = await ask_for_hands(evening)
    before, edits = hand_of(evening, 0), hand.record.edits
    looks = evening.sandbox.faults.delay("GET /guilds/*/members/*", 0, times=NEVER_ENOUGH)
    evening.sandbox.world.absent.add(ariadne.id)
    evening.wired_bot.pass_time(THERE_S)

    await finish_setup(evening)
    await evening.board()

    assert hand_of(evening, 0) != before
    assert hand.record.edits == edits
    assert [seen.id for seen in ariadne.inbox.dms()][1:] == [hand.id]
    assert looks.met == 1
