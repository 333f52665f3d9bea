"""A game that has only rules and English words can be played at a table."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

import bot
import games
import locales.words
from cogs.views.menu import READ
from games import registration
from locales.words import Words
from sandbox.driver import Actor
from tests.wire.evening import CHANNEL, WireTable, table_of, wired
from tests.wire.test_second_presses import answer_on, is_silent

ORCHARD = Path(__file__).parents[2] / "examples/orchard/knossos_orchard"
MOST_LINES = 150


@pytest.fixture
async def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WireTable]:
    words = tmp_path / "locales"
    shutil.copytree(Path(locales.words.__file__).parent, words)
    shutil.copy(ORCHARD / "locales/en/orchard.po", words / "en")
    placed = replace(registration("orchard"), engine="knossos_orchard.game:GAME")  # without its renderer
    monkeypatch.setattr(games, "GAMES", {"orchard": placed})
    monkeypatch.setattr(bot, "Words", lambda: Words(words))
    async with wired(tmp_path) as wired_bot, table_of(wired_bot, "orchard", 2) as evening:
        yield evening


def test_the_plain_game_is_at_most_150_lines() -> None:
    files = [ORCHARD / name for name in ("game.py", "locales/en/orchard.po")]
    assert sum(len(file.read_text().splitlines()) for file in files) <= MOST_LINES


async def test_the_plain_game_can_be_played_from_lobby_to_result(orchard: WireTable) -> None:
    first, second = orchard.people
    await first.press(await orchard.board(), "3 plums")
    await orchard.wired_bot.quiet()
    assert "### Orchard · Ariadne\n• Picks 3 plums." in story(second)
    while (session := await orchard.session()).pending:
        person, most = await orchard.person_asked(), len(session.pending[0].options)
        await person.press(await orchard.board(), "1 plum" if most == 1 else f"{most} plums")
        await orchard.wired_bot.quiet()

    placings = session.reader.result()
    assert placings is not None
    assert f"{placings[0].score} plums" in story(second)


async def test_the_board_of_a_plain_game_is_text_made_from_the_view(orchard: WireTable) -> None:
    board = await orchard.board()

    assert "tree: 20\nbaskets · Ariadne: 0\nbaskets · Theseus: 0" in board.text
    assert not board.pictures
    assert "Rule" not in [button.label for button in board.buttons], "there is no rulebook to open"
    reply = await orchard.from_menu(await orchard.person_asked(), READ)
    assert "tree: 20" in reply.text


def story(person: Actor) -> str:
    """Return all text that this person sees in the channel."""
    return "\n".join(seen.text for seen in person.inbox.sees(CHANNEL))


async def test_a_double_tap_counts_once_if_questions_share_an_id(orchard: WireTable) -> None:
    first, board = await orchard.person_asked(), await orchard.board()

    replies = await asyncio.gather(*(first.forge(board, answer_on(board)) for _ in range(2)))

    session = await orchard.session()
    assert session.number == 2
    assert [decision.id for decision in session.pending] == [0], "the first question of each seat"
    assert [is_silent(reply) for reply in replies] == [True] * 2
