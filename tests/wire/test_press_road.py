"""A press runs through only a few of the bot's files before its handler."""

from tests.architecture.doors import MOST
from tests.architecture.road import traced
from tests.architecture.sources import ROOT
from tests.wire.evening import WireTable


async def test_a_press_enters_few_files_before_its_handler(evening: WireTable) -> None:
    person, board = await evening.person_asked(), await evening.board()
    with traced(ROOT) as road:
        await person.press(board, "All")

    assert road.is_over
    assert 0 < road.before_handler <= MOST["before"], road.files
