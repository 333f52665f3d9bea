"""Pictures: compare drawing a whole move to encoding the changed plates, and measure the plates in bytes."""

import asyncio
import tempfile
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
from render import USUAL, RenderClient
from sessions.snapshot import awaited_of

MOVES = 150
LARGEST_KB, TOGETHER_KB = 100, 160
"""The limits for a plate and for all plates of a message."""
PATIENCE_S = 60.0
"""Longest wait for a picture on a busy machine, in seconds."""
NAMES = {0: "Ariadne", 1: "Theseus", 2: "Daidalos"}


def seconds_to_encode(png: bytes) -> float:
    """Return the seconds to encode a finished picture: reduce full colour to a palette, then write a PNG at level 1."""
    finished = Image.open(BytesIO(png))
    pixels, palette = finished.convert("RGB"), finished.convert("P")
    begun = perf_counter()
    pixels.quantize(palette=palette, dither=Image.Dither.NONE).save(BytesIO(), "PNG", compress_level=1)
    return perf_counter() - begun


@dataclass
class Measured:
    """Seconds from press to plates and seconds to encode changed plates, for each move, and sizes in bytes."""

    whole: list[float] = field(default_factory=list)
    encoding: list[float] = field(default_factory=list)
    plates: list[int] = field(default_factory=list)
    messages: list[int] = field(default_factory=list)


async def moves(game: str, file: Path) -> Measured:
    """Play random moves and draw each move as its message does. Plates of the previous message are not drawn again."""
    tables, render_client = await Tables.open(file), RenderClient(order_s=PATIENCE_S)
    found, channel, first = Measured(), 1, 1
    session = await tables.start(channel, game)
    asked = [each.seat for each in session.pending]
    there: dict[str, int] = {}
    for number in range(MOVES + 20):
        if not session.pending:
            channel, first, there = channel + 1, 1, {}
            session = await tables.start(channel, game)
        begun = perf_counter()
        await tables.press(session)
        lines = await session.reader.log.lines(None, first, session.number)
        told = [fact for line in lines for fact in line.facts]
        public = awaited_of(session.reader).public_if_small(limits.SELECT_OPTIONS)
        marks, view = marks_of(public), session.reader.view(None)
        pictures = await render_client.board(game, view, marks, NAMES, "en", told, there, colours=USUAL)
        seconds = perf_counter() - begun
        changed = [picture.png for picture in pictures if picture.filename not in there]
        there = {each.filename: there.get(each.filename, len(each.png)) for each in pictures}
        if [each.seat for each in session.pending] != asked:
            asked, first = [each.seat for each in session.pending], session.number + 1
        if number >= 20 and changed:  # The first moves fill the caches of backgrounds and tiles.
            found.whole.append(seconds)
            found.encoding.append(sum(map(seconds_to_encode, changed)))
            found.plates += there.values()
            found.messages.append(sum(there.values()))
    render_client.close()
    await tables.close()
    return found


def rows_of(game: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(moves(game, Path(folder) / "bench.db"))
    move, encoded = median(found.whole) * 1000, median(found.encoding) * 1000
    against = "encoding the pixels that changed"
    return [
        Row(f"{game}: whole move with its plates, one table, p50", move, encoded, "ms", against, 3.0, 1.5),
        Row(f"{game}: largest plate", max(found.plates) / 1000, LARGEST_KB, "kB", "the limit", 1.0, 0.625),
        Row(f"{game}: largest message", max(found.messages) / 1000, TOGETHER_KB, "kB", "the limit", 1.0, 0.625),
    ]


def rows() -> list[Row]:
    return [row for game in GAMES for row in rows_of(game)]
