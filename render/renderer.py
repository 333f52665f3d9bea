"""The interface of a game's renderer, and a default for games without pictures: the board in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from engine.kernel.decision import Fact, Message, Seat
from games import GameParts
from render.plate import LONGEST_ALT, Plate, Plates
from render.scene import Item, Scene

Names: TypeAlias = Mapping[Seat, str]
"""The players' names by seat."""
Say: TypeAlias = Callable[[Message], str]
"""Translates a message into the picture's language."""


class CannotDraw(Exception):  # noqa: N818
    """No picture can be drawn: the drawing process hangs, has died or can't be started."""


class Mark(msgspec.Struct, frozen=True):
    """The number of an option, as the player sees it, and the space that the option names."""

    number: int
    target: str


@dataclass(frozen=True)
class CloseUp:
    """A part of a board, large enough to read on a phone. The alt text has at most 1,024 characters."""

    scene: Callable[[Names, Say], Scene]
    alt: Callable[[Names, Say], str]


CloseUps: TypeAlias = Mapping[str, CloseUp]


@dataclass(frozen=True, kw_only=True)
class GameRenderer:
    """Draws and describes the views of one game. Only the first three fields are required."""

    plates: Callable[..., Plates]
    """Takes a view, marks, names, `Say`, and the public facts of the turn so far, oldest first. Returns one or two
    plates, first the one that the current question needs."""
    alt_text: Callable[[Any, Names, Say], str]
    """Describes the board in at most 1,024 characters."""
    board_text: Callable[[Any, Names, Say], str]
    """Describes the whole position, with a line per item."""
    film: str = ""
    """The name of the plate for animations."""
    past_plate: Callable[[Any, Sequence[Plate], Sequence[Fact]], Plate] | None = None
    """Takes a view, its plates and a turn's facts. Returns the plate to keep after the turn. The default is the plate
    for animations."""
    close_ups: Callable[[Any, Seat | None], CloseUps] = lambda view, seat: {}
    """Takes a view and the seat that looks (None for a spectator). Returns the parts that can be drawn larger, by key.
    A key is `seat:` and a seat's number, `hand` for the reader's own hand, or any other word. The message
    `<domain>.close_up.<key>` names the part."""
    entry_scenes: Mapping[str, Callable[[str, Say], Scene]] = field(default_factory=dict)
    """For each kind of component (`card`, `tile`, …), a function that draws one by its key in the game's UI. Kinds may
    be missing."""
    overview_scenes: Mapping[str, Callable[[Say], Sequence[Scene]]] = field(default_factory=dict)
    """For each kind, a function that draws all its components."""
    emoji: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)
    """Drawings in a square of `paint.SIDE`, by name. Names consist of letters, digits and underscores. The
    application's emoji are called `<domain>_<name>`. `GameEmoji.sign` of the game's UI returns the name for a
    message."""

    def film_plate(self, plates: Sequence[Plate]) -> Plate:
        return next((plate for plate in plates if plate.name == self.film), plates[0])


def _board_text(view: Any, names: Names, words: Say) -> str:
    """List the fields of a view, one per line. A list with an entry for each seat gets a line per seat."""
    shown = {field.replace("_", " "): value for field, value in msgspec.to_builtins(view).items() if field != "type"}
    return "\n".join(line for field, value in shown.items() for line in _lines(field, value, names))


PLAIN = GameRenderer(
    plates=lambda *_: (),
    alt_text=lambda view, names, words: _board_text(view, names, words)[:LONGEST_ALT],
    board_text=_board_text,
)


def _lines(field: str, value: Any, names: Names) -> list[str]:
    if isinstance(value, list) and len(value) == len(names) > 1:
        return [f"{field} · {names[seat]}: {_words(each)}" for seat, each in enumerate(value)]
    return [f"{field}: {_words(value)}"]


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(each)}" for key, each in value.items())
    return str(value)


RENDERERS: Mapping[str, GameRenderer] = GameParts("renderer", lambda key: PLAIN)
"""Renderers by game key. Each is loaded when first used."""
