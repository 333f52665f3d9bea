"""A turn over the wire, by buttons and by commands."""

from tests.wire.evening import WireTable


async def test_a_turn_can_be_played_using_only_buttons(evening: WireTable) -> None:
    first = await evening.person_asked()
    board = await evening.board()
    assert board.pings == [first.name]
    assert board.pictures[0].alt
    rolled = await first.press(board, "None")
    assert rolled.kind == "update"
    board = await evening.board()
    stood = await first.press(board, "All")
    assert stood.kind == "update"
    board = await evening.board()
    assert "End" in " ".join(button.label for button in board.buttons)
