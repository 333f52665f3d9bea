"""Trace the product files that one press enters until it is answered.

As a script: play the press in the checkout in the working directory, and print the files as JSON.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import FrameType
from typing import Any

PRODUCT = ("cogs", "sessions", "engine", "db", "locales", "render", "ai")
LISTENER = "on_interaction"
HANDLER = "cogs/play/presses.py"
REPLIES = ("defer", "edit_message", "send_message")

ON_ROAD = ContextVar("on_road", default=False)
"""Set in the listener's task, and so in every task that it starts."""


class Road:
    """The product files entered between the first listener and the reply, in order.

    Files count only if the listener's task, or a task that it started, entered them.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.has_begun = self.is_over = False
        self.files: list[str] = []

    @property
    def before_handler(self) -> int:
        """Return how many files a press enters before the file of its handler."""
        return self.files.index(HANDLER)

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Take note of a call, as `sys.setprofile` reports it."""
        if event != "call" or self.is_over:
            return
        code = frame.f_code
        path = Path(code.co_filename)
        is_product = path.is_relative_to(self.root) and path.relative_to(self.root).parts[0] in PRODUCT
        if not self.has_begun and is_product and code.co_name == LISTENER:
            self.has_begun = True
            ON_ROAD.set(True)
        if not ON_ROAD.get():
            return
        if code.co_name in REPLIES and path.match("discord/interactions.py"):
            self.is_over = True
        elif is_product and (file := path.relative_to(self.root).as_posix()) not in self.files:
            self.files.append(file)


@contextmanager
def traced(root: Path) -> Iterator[Road]:
    """Trace the functions that this thread calls."""
    road = Road(root)
    before = sys.getprofile()
    sys.setprofile(road.note)
    try:
        yield road
    finally:
        sys.setprofile(before)


async def play(root: Path) -> Road:
    """Press a control of Minos (classic) at a table of three."""
    from tests.wire.evening import table_of, wired  # This imports from the checkout in `root`.

    with tempfile.TemporaryDirectory() as folder:
        async with wired(Path(folder)) as wired_bot, table_of(wired_bot, "minos-classic", 3) as evening:
            person, board = await evening.person_asked(), await evening.board()
            with traced(root) as road:
                await person.press(board, "All")
            return road


if __name__ == "__main__":
    road = asyncio.run(play(Path.cwd()))
    print(json.dumps({"files": road.files, "before_handler": road.before_handler}))
