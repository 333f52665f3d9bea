"""The tool buttons under a board always have labels; *More…* has the rest."""

import pytest

from cogs.ui.press import Press
from cogs.views.controls import MORE
from games import GAMES
from tests.wire.evening import Wired, WireTable, table_of


async def test_the_more_button_offers_tools_that_do_not_fit(evening: WireTable) -> None:
    ariadne = evening.people[0]
    board = await evening.board()
    table = (await evening.session()).table

    offered = await ariadne.forge(board, Press(table.id, table.epoch, MORE).custom_id)
    message = offered.message
    assert message is not None
    read = await ariadne.press(message, "Since my last turn")

    assert offered.is_ephemeral
    assert [button.label for button in message.buttons] == ["Since my last turn", "My orders", "?"]
    assert read.text.startswith("### Since the start of the game")


@pytest.mark.parametrize("game", GAMES)
async def test_every_tool_button_has_a_label(wired_bot: Wired, game: str) -> None:
    async with table_of(wired_bot, game, 2) as table:
        labels = [button.label for button in (await table.board()).buttons]

    assert all(labels)
    assert "Undo" in labels
    assert {"Board as text", "Text"} & set(labels)
