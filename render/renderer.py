"""What the picture of a game is asked for and what draws it: one renderer a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import msgspec

from engine.kernel.decision import Fact, Message, Seat
from render.plate import Plate
from render.scene import Item, Scene

Say: TypeAlias = Callable[[Message], str]
"""A message in the picture's language."""


class CannotDraw(Exception):  # noqa: N818
    """There is no picture now: the process that draws hangs, dies or cannot be started. Words take its place."""


class Mark(msgspec.Struct, frozen=True):
    """A number on the board: that of an option as the player sees it, at the space which the option names."""

    number: int
    target: str


class GameRenderer(Protocol):
    """Draws and tells the views of one game."""

    def plates(
        self, view: Any, marks: Sequence[Mark], names: Mapping[Seat, str], words: Say, moves: Sequence[Fact] = ()
    ) -> tuple[Plate, ...]:
        """One or two plates of the board, the first with what the present question needs.

        `moves` is what everybody heard of the turn so far, oldest first: where it has led, there is an arrow or a glow.
        """

    def alt_text(self, view: Any, names: Mapping[Seat, str], words: Say) -> str:
        """The whole board in at most 1024 characters, where no picture can be drawn."""

    def board_text(self, view: Any, names: Mapping[Seat, str], words: Say) -> str:
        """The whole position in words, a line a thing."""


def filmed(renderer: GameRenderer, plates: Sequence[Plate]) -> Plate:
    """The plate that moving pictures show: the one that the renderer names in `film`, else the first.

    The first changes with the question, and a film of dice or of a market does not tell how the game went.
    """
    wanted = getattr(renderer, "film", "")
    return next((plate for plate in plates if plate.name == wanted), plates[0])


@runtime_checkable
class SeatRenderer(GameRenderer, Protocol):
    """Draws also all that is public of one seat."""

    def seat_scene(self, view: Any, seat: Seat, names: Mapping[Seat, str], words: Say) -> Scene:
        """All that is public of a seat."""

    def seat_alt(self, view: Any, seat: Seat, names: Mapping[Seat, str], words: Say) -> str:
        """That picture in at most 1024 characters."""


@runtime_checkable
class CardRenderer(SeatRenderer, Protocol):
    """Draws also the hand of a seat, for that seat alone."""

    def hand_scene(self, view: Any, names: Mapping[Seat, str], words: Say) -> Scene:
        """The hand of the seat that looks."""

    def hand_alt(self, view: Any, names: Mapping[Seat, str], words: Say) -> str:
        """That picture in at most 1024 characters."""


EntryScene: TypeAlias = Callable[[str, Say], Scene]
"""Draws what can be looked up under that key."""


OverviewScenes: TypeAlias = Callable[[Say], Sequence[Scene]]
"""Draws everything of a kind that can be looked up, in as many plates as it takes."""


@runtime_checkable
class LookupRenderer(GameRenderer, Protocol):
    """Draws also what people look up: printed things that everybody may see at any time.

    `entry_scenes` draws one thing, by kind (`card`, `tile`, …); its keys are those of the entries that the game's face
    offers. `overview_scenes` draws all of a kind at once, where that is of use. Kinds may be missing in either.
    """

    entry_scenes: Mapping[str, EntryScene]
    overview_scenes: Mapping[str, OverviewScenes]


@runtime_checkable
class EmojiRenderer(GameRenderer, Protocol):
    """Draws also the emoji of its game: by a name of letters, digits and underscores, in a square of `emoji.SIDE`.

    They become the application's emoji, called `<domain>_<name>`; the face's `sign` says which messages they stand for.
    """

    emoji: Mapping[str, tuple[Item, ...]]
