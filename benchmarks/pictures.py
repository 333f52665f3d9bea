"""Pictures: compare drawing a whole move with encoding the changed plates, and measure the plates in bytes."""

import asyncio
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter

from PIL import Image

import discord_limits as limits
from benchmarks.row import Row
from benchmarks.tables import Tables
from cogs.ui.option_words import marks_of
from engine.games import GAMES
from render import USUAL, Mark, Picture, RenderClient
from sessions.session import Session
from sessions.snapshot import awaited_of

MOVES, ROUNDS = 150, 6
"""Moves measured at one table, and rounds in which all `TABLES` tables move."""
TABLES = 50
LARGEST_KB, TOGETHER_KB = 100, 160
"""Limits for one plate, and for all plates of a message."""
PATIENCE_S = 60.0
"""Longest wait for a picture on a busy machine, in seconds."""
NAMES = {0: "Ariadne", 1: "Theseus", 2: "Daidalos"}


def seconds_to_encode(png: bytes) -> float:
    """Return the seconds to reduce a finished picture from full colour to a palette and write it as PNG, level 1."""
    finished = Image.open(BytesIO(png))
    pixels, palette = finished.convert("RGB"), finished.convert("P")
    begun = perf_counter()
    pixels.quantize(palette=palette, dither=Image.Dither.NONE).save(BytesIO(), "PNG", compress_level=1)
    return perf_counter() - begun


@dataclass
class Measurements:
    """Measurements of every move."""

    whole: list[float] = field(default_factory=list)
    """Seconds from the press to its plates."""
    encoding: list[float] = field(default_factory=list)
    """Seconds to encode the changed plates."""
    plates: list[int] = field(default_factory=list)
    """Bytes of each plate."""
    messages: list[int] = field(default_factory=list)
    """Bytes of all plates of the message."""
    marked: list[tuple[float, float]] = field(default_factory=list)
    """Seconds to draw a second board that differs only in its marks, and seconds to encode its changed plates."""


class Board:
    """One table's message. Plates that it already shows are not drawn again."""

    def __init__(self, client: RenderClient, session: Session) -> None:
        self._client, self.session = client, session
        self._asked, self._first = [each.seat for each in session.pending], 1
        self.there: dict[str, int] = {}

    async def draw(self) -> list[bytes]:
        """Draw the position with its marks. Return the files of the changed plates."""
        session = self.session
        public = awaited_of(session.reader).public_if_small(limits.SELECT_OPTIONS)
        changed = await self._draw(marks_of(public))
        if [each.seat for each in session.pending] != self._asked:
            self._asked, self._first = [each.seat for each in session.pending], session.number + 1
        return changed

    async def draw_unmarked(self) -> list[bytes]:
        """Draw the same position without marks. Return the files of the changed plates."""
        return await self._draw(())

    async def _draw(self, marks: Sequence[Mark]) -> list[bytes]:
        session, known = self.session, self.there
        lines = await session.reader.log.lines(None, self._first, session.number)
        told = [fact for line in lines for fact in line.facts]
        game, view = session.table.game, session.reader.view(None)
        pictures = await self._client.board(game, view, marks, NAMES, "en", told, known, colours=USUAL)
        self.there = {each.filename: known.get(each.filename, len(each.png)) for each in pictures}
        return _pick_changed(pictures, known)


def _pick_changed(pictures: Sequence[Picture], known: Collection[str]) -> list[bytes]:
    return [picture.png for picture in pictures if picture.filename not in known]


async def moves(game: str, file: Path) -> Measurements:
    """Play random moves, and draw each one as the board's message would."""
    tables, client = await Tables.open(file), RenderClient(order_s=PATIENCE_S)
    found, channel = Measurements(), 1
    board = Board(client, await tables.start(channel, game))
    for number in range(MOVES + 20):
        if not board.session.pending:
            channel += 1
            board = Board(client, await tables.start(channel, game))
        begun = perf_counter()
        await tables.press(board.session)
        changed = await board.draw()
        drawn = perf_counter()
        shown = board.there
        unmarked = await board.draw_unmarked()
        drawn_again = perf_counter()
        if number < 20:  # The first moves fill the caches of backgrounds and tiles.
            continue
        if changed:
            found.whole.append(drawn - begun)
            found.encoding.append(sum(map(seconds_to_encode, changed)))
            found.plates += shown.values()
            found.messages.append(sum(shown.values()))
        if unmarked:
            found.marked.append((drawn_again - drawn, sum(map(seconds_to_encode, unmarked))))
        board.there = shown
    client.close()
    await tables.close()
    return found


async def pictures_per_second(game: str, file: Path) -> tuple[float, float]:
    """Press at all tables together and draw their boards. Then encode the same pictures. Return both speeds in pictures
    per second.
    """
    tables, client = await Tables.open(file), RenderClient(order_s=PATIENCE_S)
    boards = [Board(client, await tables.start(channel, game)) for channel in range(1, TABLES + 1)]

    async def move(board: Board) -> list[bytes]:
        await tables.press(board.session)
        return await board.draw()

    pictures, drawing_s, encoding_s = 0, 0.0, 0.0
    for number in range(ROUNDS + 1):
        begun = perf_counter()
        changed = [png for found in await asyncio.gather(*map(move, boards)) for png in found]
        if number:  # The first round fills the caches.
            drawing_s += perf_counter() - begun
            encoding_s += sum(map(seconds_to_encode, changed))
            pictures += len(changed)
    client.close()
    await tables.close()
    return pictures / drawing_s, pictures / encoding_s


def rows_of(game: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(moves(game, Path(folder) / "bench.db"))
        ours, theirs = asyncio.run(pictures_per_second(game, Path(folder) / "many.db"))
    move, encoded = median(found.whole) * 1000, median(found.encoding) * 1000
    marked, reference = (1000 * median(each[place] for each in found.marked) for place in (0, 1))
    against, together = "encoding the pixels that changed", f"{TABLES} tables moving together"
    return [
        Row(f"{game}: whole move with its plates, one table, p50", move, encoded, "ms", against, 1.25),
        Row(f"{game}: second board with other marks only, p50", marked, reference, "ms", against, 1.1),
        Row(f"{game}: {together}", ours, theirs, "pictures/s", "one core encoding them", 0.6, more_is_better=True),
        Row(f"{game}: largest plate", max(found.plates) / 1000, LARGEST_KB, "kB", "the limit", 1.0),
        Row(f"{game}: largest message", max(found.messages) / 1000, TOGETHER_KB, "kB", "the limit", 1.0),
    ]


def rows() -> list[Row]:
    return [row for game in GAMES for row in rows_of(game)]
