"""What the picture of a game is asked for and what draws it: one artist a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from engine.kernel.decision import Message, Seat
from render.scene import Scene

Say: TypeAlias = Callable[[Message], str]
"""A message in the picture's language."""


class Mark(msgspec.Struct, frozen=True):
    """A number on the board: that of an option as the player sees it, at the space which the option names."""

    number: int
    target: str


class Artist(Protocol):
    """Draws and tells the views of one game."""

    def scene(self, view: Any, marks: Sequence[Mark], names: Mapping[Seat, str], words: Say) -> Scene:
        """The picture."""

    def alt_text(self, view: Any, names: Mapping[Seat, str], words: Say) -> str:
        """The picture in at most 1024 characters."""

    def board_text(self, view: Any, names: Mapping[Seat, str], words: Say) -> str:
        """The whole position in words, a line a thing."""
