"""Check whether an error is the fault of a package's game, and whether a failed game can be read again."""

from pathlib import Path
from traceback import walk_tb

from engine.kernel import play
from engine.kernel.codec import encode
from sessions.play.reader import TableReader
from sessions.play.state import round_of, stage_of

KERNEL = Path(play.__file__).parent


def passes_through(error: BaseException, folder: Path) -> bool:
    """Return whether an error was raised in code below this folder, or in what that code called."""
    inside = f"{folder}/"
    return any(frame.f_code.co_filename.startswith(inside) for frame, _ in walk_tb(error.__traceback__))


def is_fault_of(error: BaseException, folder: Path) -> bool:
    """Return whether an error at a table is its game's: raised by the game's package, or by the kernel playing it."""
    return passes_through(error, folder) or passes_through(error, KERNEL)


async def read_all(reader: TableReader) -> None:
    """Read everything that the table can show of its game now. Raises whatever the game raises."""
    if not reader.number:
        return
    for decision in reader.pending:
        reader.offers.as_shown(decision)
    for seat in (None, *range(reader.seats)):
        reader.view(seat)
    for sitter in reader.table.people:
        reader.offers.orders(sitter.user)
    round_of(reader)
    stage_of(reader)
    encode(reader.timeline.position)
    for line in await reader.log.lines(None, reader.number, reader.number):
        reader.log.describe(line.facts)
