"""The end over the wire: everyone is called once, the winner first, a score sheet that fits a phone, and looking back."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.ui.columns import WIDEST, width_of
from sandbox.seen import Seen
from sessions.refusals import StorageUnavailable
from tests.wire.endings import begun, bot_of_all_games, called, the_end
from tests.wire.evening import Wired

GAMES = [("minos-classic", 2), ("minos-dawn", 3), ("minerva", 3)]


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


def table_in(text: str) -> list[str]:
    """The lines of the code block in a text."""
    found = re.search(r"```\n(.*?)\n```", text, re.DOTALL)
    assert found is not None, text
    return found[1].split("\n")


def button_for(message: Seen, label: str) -> str:
    """The custom id of a button."""
    return next(button.custom_id for button in message.buttons if button.label == label and button.custom_id)


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_everyone_is_called_once_and_the_winner_comes_first(wired_bot: Wired, game: str, seats: int) -> None:
    async with begun(wired_bot, game, seats) as evening:
        board = await the_end(evening)
        session = await evening.session()
        placings = session.result()

        assert placings is not None
        assert called(evening.people, board) == [person.name for person in evening.people]
        winner = session.table.sitters[placings[0].seat or 0].user
        assert board.text.split("\n")[1].startswith(f"## 🏆 <@{winner}> wins with {placings[0].score} ")
        for placing in placings[1:]:
            assert (
                f"{placing.place}. <@{session.table.sitters[placing.seat or 0].user}> – {placing.score} " in board.text
            )
        lines = table_in(board.text)
        assert all(width_of(line) <= WIDEST for line in lines)
        assert lines[-1].split() == ["total", *(str(placing.score) for placing in placings)]
        rows = [[int(cell) for cell in line.split()[-seats:]] for line in lines[1:-2]]
        assert [sum(column) for column in zip(*rows, strict=True)] == [placing.score for placing in placings]
        assert all(any(row) for row in rows)
        assert ": 0 VP for" not in board.text
        assert session.reader.seed().hex() in board.text  # type: ignore[union-attr]

        await evening.command(evening.people[0], "/table show")
        again = await evening.board()
        assert again.id != board.id
        assert called(evening.people, again) == []


async def test_the_end_calls_whoever_was_called_often_lately(wired_bot: Wired) -> None:
    """T5: the limit on pings is for questions; a game ends once."""
    async with begun(wired_bot, "minerva", 2) as evening:
        session = await evening.session()
        for _ in range(9):
            session.writer.pings.note(person.id for person in evening.people)
        board = await the_end(evening)

        assert called(evening.people, board) == ["Theseus", "Ariadne"]


async def test_the_end_calls_once_though_the_bot_dies_between_sending_and_noting_it(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T5: the call goes with the row of the outbox, and its nonce keeps a second try from being a second message."""
    async with begun(wired_bot, "minerva", 2) as evening:
        with monkeypatch.context() as broken:
            for name in ("settle_posts", "keep_message"):
                broken.setattr(wired_bot.parts.sessions.store, name, _unnoted)
            board = await the_end(evening)
            await wired_bot.stop_bot()
        await wired_bot.start_bot()
        assert wired_bot.parts.sessions.outbox.depth, "the row is still there"
        await wired_bot.quiet()

        assert [message.id for message in wired_bot.posted() if "🏆" in message.text] == [board.id]
        for person in evening.people:
            assert [ping.id for ping in person.pings].count(board.id) == 1


async def _unnoted(*_: object) -> None:
    raise StorageUnavailable


async def test_whoever_left_is_not_called_and_whoever_stayed_is(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minerva", 3) as evening:
        leaver = (await evening.others())[0]
        session = await evening.session()
        await session.concede(leaver.id, evening.sandbox.world.clock.fresh_id())
        board = await the_end(evening)

        assert called(evening.people, board) == [person.name for person in evening.people if person.id != leaver.id]
        assert leaver.mention not in board.text
        assert f". {leaver.name} – " in board.text
