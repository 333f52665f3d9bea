"""The road of one press: which of our files it enters before the one that carries it out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import discord

from cogs.interactions.router import Router
from cogs.play.presses import Play
from tests.wire.evening import WireTable

ROOT = Path(__file__).parents[2]
OURS = ("cogs", "sessions", "engine", "db", "locales", "render", "ai")
MOST_BEFORE_PLAY = 5


class Road:
    """The files of ours that are entered from the listener on, up to the reply.

    After the commit other tasks run as well, so that only the number before `Play.take` is the same in each run.
    """

    def __init__(self) -> None:
        self.has_begun = self.is_over = False
        self.files: list[str] = []
        self.before_play = 0

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or self.is_over:
            return
        code = frame.f_code
        self.has_begun |= code is Router.on_interaction.__code__
        if not self.has_begun:
            return
        if code is discord.InteractionResponse.defer.__code__ or code.co_name == "edit_message":
            self.is_over = True
            return
        if code is Play.take.__code__ and not self.before_play:
            self.before_play = len(self.files)
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT):
            file = str(path.relative_to(ROOT))
            if file.split("/")[0] in OURS and file not in self.files:
                self.files.append(file)


@contextmanager
def traced() -> Iterator[Road]:
    """Note what runs in this thread."""
    road = Road()
    before = sys.getprofile()
    sys.setprofile(road.note)
    try:
        yield road
    finally:
        sys.setprofile(before)


async def test_a_press_enters_few_files_before_it_is_carried_out(evening: WireTable) -> None:
    person, board = await evening.asked(), await evening.board()
    with traced() as road:
        await person.press(board, "All")

    print(f"{road.before_play} files before Play.take, {len(road.files)} before the reply:", *road.files, sep="\n")
    assert road.is_over
    assert 0 < road.before_play <= MOST_BEFORE_PLAY, road.files[: road.before_play]
