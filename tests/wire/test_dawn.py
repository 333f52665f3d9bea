"""Minos: Dawn over the wire: typed drafts, private hands, and a round played with buttons across a restart."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from random import Random
from typing import Any

import pytest

from cogs.games.minos_dawn.words import card_words
from cogs.interactions import answering
from cogs.interactions.answering import REFUSED
from cogs.views.menu import MINE
from engine.kernel.play import Play
from engine.minos_dawn.content.box import DEVELOP
from engine.minos_dawn.content.words import die_text
from engine.minos_dawn.game import GAME
from engine.minos_dawn.phases.turn import Act
from engine.minos_dawn.state.state import Turn
from locales.words import Words
from render import Picture
from render.minos_dawn.text_board import cost_words
from sandbox.seen import Reply
from sessions.session import Session
from tests.engine.minos_dawn.table import ALICE, table, take_cards, with_steps
from tests.wire.dawn import dawn_table, decision_of, finish_setup, press_something, type_something
from tests.wire.evening import CHANNEL, Wired, WireTable, control
from tests.wire.panels import change

WORDS = Words()


@pytest.fixture
async def evening(dawn: Wired) -> AsyncIterator[WireTable]:
    async with dawn_table(dawn, 2) as evening:
        yield evening


def hand_of(evening: WireTable, seat: int) -> tuple[str, ...]:
    """Return the ids of the cards that the seat holds."""
    session = evening.wired_bot.parts.sessions.at_hand(evening.sandbox.channel(CHANNEL).id)
    assert session is not None
    return tuple(session.reader.timeline.position.state.players[seat].hand)


def name_of(card: str) -> str:
    return WORDS.say(card_words(card).blanks["card"], "en")  # type: ignore[arg-type]


async def test_two_people_draft_a_die_each_by_typing(evening: WireTable) -> None:
    """Rule DRAFT-3."""
    await finish_setup(evening)
    session = await evening.session()
    for _ in range(2):
        person = await evening.person_asked()
        dice = await person.autocomplete("/minos draft", CHANNEL, "die")
        die = dice[0]["value"]
        rows = await person.autocomplete("/minos draft", CHANNEL, "action", die=die, action="bui")
        assert [row["value"] for row in rows] == ["build"]
        before = len(session.reader.timeline.position.state.pool)

        reply = await evening.command(person, "/minos draft", die=die, action="build")

        assert reply.is_ephemeral
        assert "Build" in reply.text
        assert len(session.reader.timeline.position.state.pool) == before - 1
    assert len(session.reader.timeline.position.state.rows[2]) == 2


async def test_a_wish_is_drafted_while_its_owner_is_away(evening: WireTable) -> None:
    """Rule DRAFT-3."""
    await finish_setup(evening)
    session, asked = await evening.session(), await evening.person_asked()
    away = next(person for person in evening.people if person.id != asked.id)
    before = (await evening.board()).text
    posted = len(evening.wired_bot.public_messages())
    panel = await evening.from_menu(away, MINE)
    for place in (-2, -3):  # the option at the end drops all wishes
        assert panel.message is not None
        select = panel.message.selects[0] if place == -3 else panel.message.selects[-1]
        panel = await away.choose(panel.message, select.options[place].value, custom_id=select.custom_id)
    state = session.reader.timeline.position.state
    wishes = state.sealed[session.reader.seat_of(away.id)].chosen
    (first, row, _), (second, _, _) = (wish.split(":") for wish in wishes)
    assert "Your draft wishes, best first: 1. " in panel.text
    assert panel.is_ephemeral
    assert len(evening.wired_bot.public_messages()) == posted
    assert (await evening.board()).text == before

    die = next(die for die in state.pool if die not in (first, second))
    await evening.command(asked, "/minos draft", die=die, action=next(r for r in ("prepare", "build") if r != row))

    assert (await evening.person_asked()).id == asked.id, "nobody waited"
    drafted = session.reader.timeline.position.state
    assert first in [die_text(d.colour, d.value) for each in drafted.rows for d in each if d is not None]
    mine = await evening.from_menu(away, MINE)
    assert mine.text.count("or better") == 1
    for person in (asked, evening.wired_bot.newcomer("Glaukos")):
        for seen in [*person.inbox.sees(CHANNEL), *person.inbox.dms()]:
            assert "or better" not in str(seen.raw), "only their owner sees wishes"


async def test_a_wish_may_be_typed(evening: WireTable) -> None:
    """Rule DRAFT-3."""
    await finish_setup(evening)
    asked = await evening.person_asked()
    away = next(person for person in evening.people if person.id != asked.id)
    offered = await away.autocomplete("/minos wish", CHANNEL, "die", die="build")

    reply = await evening.command(away, "/minos wish", die=offered[0]["value"])
    wrong = await evening.command(away, "/minos wish", die="purple 9")

    assert reply.is_ephemeral
    assert reply.text.startswith("Your standing order, visible only to you: ")
    assert reply.text.endswith(" → Build, space 1 or better.")
    assert wrong.is_ephemeral
    assert wrong.text.startswith(REFUSED)


async def test_a_die_and_a_row_may_be_typed_in_words(evening: WireTable) -> None:
    await finish_setup(evening)
    person = await evening.person_asked()
    offered = await person.autocomplete("/minos draft", CHANNEL, "die")

    await evening.command(person, "/minos draft", die=offered[-1]["name"].upper(), action="expand")

    session = await evening.session()
    assert len(session.reader.timeline.position.state.rows[3]) == 1


async def test_the_refusal_of_a_missing_die_lists_available_dice(evening: WireTable) -> None:
    await finish_setup(evening)
    person = await evening.person_asked()

    reply = await evening.command(person, "/minos draft", die="green 9", action="build")

    assert reply.text.startswith("✋")
    assert (await person.autocomplete("/minos draft", CHANNEL, "die"))[0]["name"] in reply.text


async def test_nobody_else_sees_which_decrees_a_typed_command_keeps(evening: WireTable) -> None:
    """Rules SETUP-19, SETUP-20 and INFO-12."""
    ariadne, theseus = evening.people
    session = await evening.session()
    asked = decision_of(session, ariadne)
    hand = hand_of(evening, 0)
    kept = hand[: len(hand) - asked.at_least]

    reply = await evening.command(ariadne, "/minos setup keep", kept=" ".join(kept))
    palace = await evening.command(ariadne, "/minos palace", card=kept[0])
    await evening.board()

    assert reply.is_ephemeral
    assert palace.is_ephemeral
    assert session.reader.decision_of(ariadne.id) is None or decision_of(session, ariadne).rule == "SETUP-25"
    assert session.reader.timeline.position.state.sealed[0].cards == hand[len(kept) :]
    for seen in theseus.inbox.sees(CHANNEL):
        assert not [card for card in hand if card in str(seen.raw) or name_of(card) in str(seen.raw)]


async def filenames(evening: WireTable, reply: Reply) -> list[str]:
    """Wait for the pictures of an answer. Return their file names."""
    message = reply.message
    assert message is not None
    await evening.sandbox.until(lambda: message.pictures)
    return [picture.filename for picture in message.pictures]


async def test_a_hand_is_shown_only_to_its_owner(evening: WireTable) -> None:
    """Rule INFO-2."""
    await finish_setup(evening)
    for seat, person in enumerate(evening.people):
        shown = await evening.use(person, MINE)
        typed = await evening.command(person, "/hand")
        assert hand_of(evening, seat)
        for card in hand_of(evening, seat):
            assert WORDS.say(card_words(card), "en").splitlines()[0] in shown.text
            assert name_of(card) in typed.text
        assert shown.is_ephemeral
        assert typed.is_ephemeral
        assert await filenames(evening, shown) == ["hand.png"]
    for seat, person in enumerate(evening.people):
        for seen in [*person.inbox.sees(CHANNEL), *person.inbox.dms()]:
            assert not [card for card in hand_of(evening, 1 - seat) if name_of(card) in str(seen.raw)]


async def test_a_reduced_price_is_shown_next_to_the_printed_price(evening: WireTable) -> None:
    await finish_setup(evening)
    ariadne, session = evening.people[0], await evening.session()
    player = session.reader.timeline.position.state.players[0]
    player.goods[:] = [1] * len(player.goods)
    view: Any = session.reader.view(0)
    costs = [cost_words(view, 0, card) for card in hand_of(evening, 0)]

    shown = await evening.use(ariadne, MINE)
    offer = await evening.command(ariadne, "/table show", what="offer")

    assert any(" → " in cost for cost in costs)
    assert all(f"Cost: {cost} coins" in shown.text for cost in costs)
    assert offer.is_ephemeral


async def test_a_hand_is_shown_in_words_while_its_picture_loads(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish_setup(evening)
    render_client, is_drawn = evening.wired_bot.parts.render_client, asyncio.Event()
    drawn = render_client.close_up

    async def slowly(*order: Any, **how: Any) -> Picture:
        await is_drawn.wait()
        return await drawn(*order, **how)

    monkeypatch.setattr(render_client, "close_up", slowly)

    shown = await evening.use(evening.people[0], MINE)
    assert shown.message is not None
    assert shown.is_ephemeral
    assert shown.message.pictures == []
    assert all(name_of(card) in shown.text for card in hand_of(evening, 0))

    is_drawn.set()
    assert await filenames(evening, shown) == ["hand.png"]
    assert all(name_of(card) in shown.text for card in hand_of(evening, 0))


async def test_a_slow_private_answer_shows_a_private_thinking_message(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the press were acknowledged silently, it would seem to have had an effect."""
    await finish_setup(evening)
    monkeypatch.setattr(answering, "SLOW_S", 0.05)
    sessions, is_read = evening.wired_bot.parts.sessions, asyncio.Event()
    read = sessions.by_id

    async def slowly(table: int) -> Session:
        await is_read.wait()
        return await read(table)

    board = await evening.board()
    monkeypatch.setattr(sessions, "by_id", slowly)

    shown = await evening.people[0].press(board, custom_id=control(board, MINE))
    assert shown.kind == "deferred"
    is_read.set()
    message = await shown.settle()

    assert message.is_ephemeral
    assert all(name_of(card) in message.text for card in hand_of(evening, 0))


async def test_a_hand_is_sent_by_direct_message_on_request(evening: WireTable) -> None:
    ariadne, theseus = evening.people
    await change(ariadne, "/settings", evening.channel, hand_by_dm=True)
    await finish_setup(evening)
    await evening.board()

    told = "".join(seen.text for seen in ariadne.inbox.dms())
    assert all(name_of(card) in told for card in hand_of(evening, 0))
    assert [picture.filename for seen in ariadne.inbox.dms() for picture in seen.pictures][:1] == ["hand.png"]
    assert not theseus.inbox.dms()


async def test_the_board_mentions_only_players_who_still_must_choose(evening: WireTable) -> None:
    ariadne, theseus = evening.people
    session = await evening.session()
    board = await evening.board()
    assert sorted(board.pings) == [ariadne.name, theseus.name]
    assert "Your choice" in [button.label for button in board.buttons]
    assert session.reader.view(None).to_answer == session.reader.view(1).to_answer == (0, 1)  # type: ignore[attr-defined]
    dice = Random(2)

    while session.reader.decision_of(ariadne.id):
        await press_something(evening, ariadne, dice)

    after = await evening.board()
    assert theseus.mention in after.text
    assert ariadne.mention not in after.text
    assert session.reader.view(None).to_answer == (1,)  # type: ignore[attr-defined]


def _is_past(session: Session, number: int) -> bool:
    """Return whether the log has grown since entry `number`."""
    return session.number > number


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_round_played_by_buttons_survives_a_restart(evening: WireTable, seed: int) -> None:
    dice, answers, is_restarted = Random(seed), 0, False
    session = await evening.session()
    while session.reader.timeline.position.state.round < 2:
        person = next(person for person in evening.people if session.reader.decision_of(person.id))
        before = (session.number, session.reader.decision_of(person.id))
        reply = await press_something(evening, person, dice)
        assert reply.kind in ("deferred_update", "update", "message"), (before, reply.text)
        # A slow press is deferred before it is handled.
        await evening.sandbox.until(partial(_is_past, session, before[0]))
        answers += 1
        if answers == 12:
            digest = session.reader.timeline.position
            await evening.wired_bot.stop_bot()
            await evening.wired_bot.start_bot()
            session = await evening.session()
            assert session.reader.timeline.position == digest
            is_restarted = True
    assert is_restarted
    assert session.reader.timeline.position.state.round == 2


async def test_a_round_can_be_played_using_only_commands(evening: WireTable) -> None:
    dice = Random(3)
    session = await evening.session()
    while session.reader.timeline.position.state.round < 2:
        person = next(person for person in evening.people if session.reader.decision_of(person.id))
        before, asked = session.number, session.reader.decision_of(person.id)
        reply = await type_something(evening, person, dice)
        assert reply.is_ephemeral
        assert session.number > before, (asked, reply.text)


async def test_a_game_without_a_ui_cannot_be_opened(dawn: Wired) -> None:
    ariadne = dawn.person("Ariadne")
    reply = await ariadne.command("/table open", "harbour", game="minerva")
    assert reply.is_ephemeral
    assert reply.text.startswith("✋")


async def test_a_long_text_board_is_split_into_messages(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(f"{number} {'x' * 90}" for number in range(50))
    monkeypatch.setattr(evening.wired_bot.parts.render_client, "text", lambda *_, **__: text)

    reply = await evening.from_menu(evening.people[0], "read")
    shown = reply.message
    assert shown is not None
    await evening.sandbox.until(lambda: len(reply.followups) == 2)

    assert "\n".join([shown.text, *(seen.text for seen in reply.followups)]) == text
    assert reply.is_ephemeral
    assert all(seen.is_ephemeral for seen in reply.followups)


async def test_the_public_state_of_a_player_is_shown_privately(evening: WireTable) -> None:
    ariadne, theseus = evening.people
    posted = len(evening.wired_bot.public_messages())

    shown = await evening.command(ariadne, "/table show", what=f"Board: {theseus.name}")
    other = await evening.command(ariadne, "/table show", what="Board: Phaidra")

    assert shown.is_ephemeral
    assert shown.message is not None
    assert await filenames(evening, shown) == ["seat.png"]
    assert other.text.startswith("✋")
    assert len(evening.wired_bot.public_messages()) == posted


async def test_a_decree_that_draws_warns_that_undo_needs_consent(evening: WireTable) -> None:
    """Playing the decree draws a card automatically, so undoing the move needs consent."""
    await finish_setup(evening)
    session = await evening.session()
    state = table(2, coins=40)
    take_cards(state, ["A1-16", "A1-19"])
    state.offer = ["A1-16", "A1-19"]
    state.turn = Turn(ALICE, DEVELOP, 0, 3, 0, 1, DEVELOP, [], [], False, False, is_used=True)
    session.reader.timeline.play = Play(GAME, with_steps(state, Act(ALICE)).position)
    session.reader.timeline.settle()
    before = evening.wired_bot.board().id

    await evening.command(evening.people[ALICE], "/table show")
    await evening.sandbox.until(lambda: evening.wired_bot.board().id != before)

    board = await evening.board()
    lines = {option.label: option.description or "" for select in board.selects for option in select.options}
    (drawing,) = [line for label, line in lines.items() if name_of("A1-16") in label]
    (plain,) = [line for label, line in lines.items() if name_of("A1-19") in label]
    assert "No free undo" in drawing
    assert "undo" not in plain
