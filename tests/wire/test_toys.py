"""The generic presenter serves games with secrets: simultaneous choices, hands, choices in several steps."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import bot
from cogs.play.presses import AGAIN_MS
from sandbox.seen import Seen
from tests.wire import evening as wire
from tests.wire.evening import CHANNEL, Wired, WireTable, table_of, wired
from tests.wire.panels import change
from tests.wire.toys import GAME_UIS, TOYS, ToyRenderClient, ToyWords


@pytest.fixture
async def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    monkeypatch.setattr(bot, "GAMES", TOYS)
    monkeypatch.setattr(bot, "GAME_UIS", GAME_UIS)
    monkeypatch.setattr(bot, "Words", ToyWords)
    monkeypatch.setattr(wire, "render_client", ToyRenderClient)
    async with wired(tmp_path) as wired_bot:
        yield wired_bot


@pytest.fixture
async def orchard(toys: Wired) -> AsyncIterator[WireTable]:
    async with table_of(toys, "orchard", 3, options="crows=false") as evening:
        yield evening


def private(evening: WireTable, name: str) -> Seen:
    """Return the newest private message to that person."""
    person = evening.wired_bot.person(name)
    return [seen for seen in person.inbox.sees(CHANNEL) if seen.is_ephemeral][-1]


async def test_a_secret_choice_is_offered_and_answered_privately(orchard: WireTable) -> None:
    board = await orchard.board()
    assert [button.label for button in board.buttons] == ["Your choice", "Undo", "Menu"]
    assert sorted(board.pings) == ["Ariadne", "Daidalos", "Theseus"]
    assert "orchard.prompt.pick" not in board.text
    ariadne = orchard.people[0]

    asked = await ariadne.press(board, "Your choice")
    assert asked.is_ephemeral
    assert asked.message is not None
    answered = await ariadne.press(asked.message, asked.message.buttons[1].label)

    session = await orchard.session()
    assert answered.kind == "deferred_update"
    message = asked.message
    await orchard.sandbox.until(lambda: message.is_gone)
    assert [decision.seat for decision in session.pending] == [1, 2]
    for other in orchard.people[1:]:
        for seen in other.inbox.sees(CHANNEL):
            assert "tree:1" not in str(seen.raw)


async def test_one_of_several_answers_edits_the_board_without_pings(orchard: WireTable) -> None:
    board = await orchard.board()
    count = len(orchard.wired_bot.public_messages())

    asked = await orchard.people[1].press(board, "Your choice")
    assert asked.message is not None
    await orchard.people[1].press(asked.message, asked.message.buttons[0].label)
    after = await orchard.board()

    assert len(orchard.wired_bot.public_messages()) == count
    assert orchard.people[1].mention not in after.text
    assert orchard.people[0].mention in after.text
    assert orchard.people[2].mention in after.text


async def test_the_board_does_not_depend_on_secret_picks(toys: Wired) -> None:
    seen: list[tuple[object, ...]] = []
    for pick, channel in ((0, "agora"), (2, "harbour")):
        async with table_of(toys, "orchard", 2, channel=channel, options="crows=false") as evening:
            asked = await evening.people[0].press(await evening.board(), "Your choice")
            assert asked.message is not None
            await evening.people[0].press(asked.message, asked.message.buttons[pick].label)
            board = await evening.board()
            table = (await evening.session()).table
            ids = [(button.custom_id or "").replace(f"k1:{table.id}:", "") for button in board.buttons]
            lines = [line for line in board.text.splitlines() if "sealed" not in line]
            seen.append((lines, ids, board.pings, board.edits))

    assert seen[0] == seen[1]


async def test_an_old_private_panel_is_refused(orchard: WireTable) -> None:
    ariadne = orchard.people[0]
    asked = await ariadne.press(await orchard.board(), "Your choice")
    again = await ariadne.press(await orchard.board(), "Your choice")
    assert asked.message is not None
    assert again.message is not None
    await ariadne.press(asked.message, asked.message.buttons[0].label)
    orchard.wired_bot.pass_time(AGAIN_MS / 1000)

    late = await ariadne.press(again.message, again.message.buttons[1].label)

    assert late.is_ephemeral
    assert late.text.startswith("✋")


async def test_a_hand_by_direct_message_is_opt_in_and_private(orchard: WireTable) -> None:
    ariadne, theseus, _ = orchard.people
    await change(ariadne, "/settings", orchard.channel, hand_by_dm=True)
    (_, before) = [seen.text for seen in ariadne.inbox.dms()]

    asked = await theseus.press(await orchard.board(), "Your choice")
    assert asked.message is not None
    await theseus.press(asked.message, asked.message.buttons[0].label)
    await orchard.wired_bot.quiet()

    (_, hand) = ariadne.inbox.dms()
    assert hand.text != before
    assert "looking=0" in hand.text
    assert not theseus.inbox.dms()


async def test_a_large_choice_is_split_into_several_selects(toys: Wired) -> None:
    async with table_of(toys, "granary", 2, options="") as evening:
        ariadne = evening.people[0]
        session = await evening.session()
        opened = await ariadne.press(await evening.board(), "Your choice")
        panel = opened.message
        assert panel is not None
        assert [len(select.options) for select in panel.selects] == [25, 5]
        assert panel.buttons[0].disabled

        await ariadne.choose(panel, "3", "4", custom_id=panel.selects[0].custom_id)
        await ariadne.choose(panel, "29", custom_id=panel.selects[1].custom_id)
        assert panel.buttons[0].label == "Done: 3 chosen"
        await ariadne.choose(panel, "3", custom_id=panel.selects[0].custom_id)
        done = await ariadne.press(panel, "Done: 2 chosen")

        assert done.kind == "deferred_update"
        assert session.table.status == "over"
        assert session.reader.timeline.position.state.chosen == [3, 29]
        assert f"🏆 <@{ariadne.id}>" in (await evening.board()).text.splitlines()[1]
