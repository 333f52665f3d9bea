"""The interface of a game's renderer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import msgspec

from engine.kernel.decision import Fact, Message, Seat
from render.plate import Plate, Plates
from render.scene import Item, Scene

Names: TypeAlias = Mapping[Seat, str]
"""The players' names by seat."""
Say: TypeAlias = Callable[[Message], str]
"""Says a message in the picture's language."""


class CannotDraw(Exception):  # noqa: N818
    """No picture is available: the process that draws hangs, died or can't be started."""


class Mark(msgspec.Struct, frozen=True):
    """The number of an option, as the player sees it, at the space that the option names."""

    number: int
    target: str


class GameRenderer(Protocol):
    """Draws and describes the views of one game."""

    def plates(self, view: Any, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()) -> Plates:
        """Return one or two plates of the board, first the one that the current question needs.

        `moves` are the public facts of the turn so far, oldest first. They are shown as arrows and glows.
        """

    def alt_text(self, view: Any, names: Names, words: Say) -> str:
        """Return the whole board in at most 1,024 characters."""

    def board_text(self, view: Any, names: Names, words: Say) -> str:
        """Return the whole position in words, with a line per item."""


def film_plate(renderer: GameRenderer, plates: Sequence[Plate]) -> Plate:
    """Return the plate for moving pictures: the one that the renderer names in `film`, or else the first.

    The first plate depends on the question, and a plate of dice or a market doesn't show the course of the game.
    """
    wanted = getattr(renderer, "film", "")
    return next((plate for plate in plates if plate.name == wanted), plates[0])


@runtime_checkable
class SeatRenderer(GameRenderer, Protocol):
    """Also draws everything public about one seat."""

    def seat_scene(self, view: Any, seat: Seat, names: Names, words: Say) -> Scene:
        """Return a picture of everything public about a seat."""

    def seat_alt(self, view: Any, seat: Seat, names: Names, words: Say) -> str:
        """Return its alt text, at most 1,024 characters."""


@runtime_checkable
class CardRenderer(SeatRenderer, Protocol):
    """Also draws a seat's hand, for that seat alone."""

    def hand_scene(self, view: Any, names: Names, words: Say) -> Scene:
        """Return the hand of the seat that sees the view."""

    def hand_alt(self, view: Any, names: Names, words: Say) -> str:
        """Return its alt text, at most 1,024 characters."""


EntryScene: TypeAlias = Callable[[str, Say], Scene]


OverviewScenes: TypeAlias = Callable[[Say], Sequence[Scene]]
"""Draws all entries of a kind, on as many plates as needed."""


@runtime_checkable
class LookupRenderer(GameRenderer, Protocol):
    """Also draws printed components that anyone may look up.

    `entry_scenes` draws one entry, by kind (`card`, `tile`, …); keys are those of the game's UI. `overview_scenes`
    draws a whole kind. Either may lack kinds.
    """

    entry_scenes: Mapping[str, EntryScene]
    overview_scenes: Mapping[str, OverviewScenes]


@runtime_checkable
class EmojiRenderer(GameRenderer, Protocol):
    """Also draws the game's emoji, by names of letters, digits and underscores, in a square of `paint.SIDE`.

    They become application emoji named `<domain>_<name>`. The UI's `sign` names the messages that they replace.
    """

    emoji: Mapping[str, tuple[Item, ...]]
