"""Pictures: the time of a whole move with its picture against encoding the same pixels, and the size of the file."""

import asyncio
import tempfile
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter

from PIL import Image

from benchmarks.row import Row
from benchmarks.tables import Tables
from cogs.views.controls import marks_of, public_decision
from engine.games import GAMES
from render import RenderClient

MOVES = 150
LIMIT_KB = 400
NAMES = {0: "Ariadne", 1: "Theseus", 2: "Daidalos"}


def seconds_to_encode(png: bytes) -> float:
    """Encoding the pixels of a finished picture: its palette from full colour, then PNG at level 1."""
    finished = Image.open(BytesIO(png))
    pixels, palette = finished.convert("RGB"), finished.convert("P")
    begun = perf_counter()
    pixels.quantize(palette=palette, dither=Image.Dither.NONE).save(BytesIO(), "PNG", compress_level=1)
    return perf_counter() - begun


async def moves(game: str, file: Path) -> tuple[list[float], list[float], list[int]]:
    """Seconds of each move from the press to the finished picture, of encoding alone, and bytes of the files."""
    tables, render_client = await Tables.opened(file), RenderClient()
    channel = 1
    session = await tables.start(channel, game)
    whole: list[float] = []
    encoding: list[float] = []
    sizes: list[int] = []
    for number in range(MOVES + 20):
        if not session.pending:
            channel += 1
            session = await tables.start(channel, game)
        begun = perf_counter()
        await tables.press(session)
        marks = marks_of(public_decision(session))
        pictures = await render_client.board(game, session.reader.view(None), marks, NAMES, "en")
        seconds = perf_counter() - begun
        if number >= 20:  # the first ones fill the stores of grounds and tiles
            whole.append(seconds)
            encoding.append(sum(seconds_to_encode(picture.png) for picture in pictures))
            sizes += [len(picture.png) for picture in pictures]
    render_client.close()
    await tables.close()
    return whole, encoding, sizes


def rows_of(game: str) -> list[Row]:
    """Both figures of a game."""
    with tempfile.TemporaryDirectory() as folder:
        whole, encoding, sizes = asyncio.run(moves(game, Path(folder) / "bench.db"))
    move, encoded = median(whole) * 1000, median(encoding) * 1000
    against = "encoding the same pixels"
    return [
        Row(f"{game}: whole move with picture, one table, p50", move, encoded, "ms", against, 3.0, 1.5),
        Row(f"{game}: largest picture", max(sizes) / 1000, LIMIT_KB, "kB", "the limit", 1.0, 0.625),
    ]


def rows() -> list[Row]:
    """Both figures of every game."""
    return [row for game in GAMES for row in rows_of(game)]
