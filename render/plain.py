"""The board in words for a game that has no pictures, made from its view alone."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.decision import Fact, Seat
from render.plate import Plate
from render.renderer import Mark, Say

ALT_CHARACTERS = 1024


class PlainRenderer:
    """Shows a line for each field of a view. A list with an entry for each seat has a line for each."""

    def plates(
        self, view: Any, marks: Sequence[Mark], names: Mapping[Seat, str], words: Say, moves: Sequence[Fact] = ()
    ) -> tuple[Plate, ...]:
        """Return no plate: there is nothing to draw."""
        return ()

    def alt_text(self, view: Any, names: Mapping[Seat, str], words: Say) -> str:
        """Return the board in words, cut at 1,024 characters."""
        return self.board_text(view, names, words)[:ALT_CHARACTERS]

    def board_text(self, view: Any, names: Mapping[Seat, str], words: Say) -> str:
        """Return the fields of the view, a line each."""
        return "\n".join(line for field, value in _fields(view) for line in _lines(field, value, names))


def _fields(view: Any) -> list[tuple[str, Any]]:
    named = msgspec.to_builtins(view)
    return [(field.replace("_", " "), value) for field, value in named.items() if field != "type"]


def _lines(field: str, value: Any, names: Mapping[Seat, str]) -> list[str]:
    if isinstance(value, list) and len(value) == len(names) > 1:
        return [f"{field} · {names[seat]}: {_words(each)}" for seat, each in enumerate(value)]
    return [f"{field}: {_words(value)}"]


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(each)}" for key, each in value.items())
    return str(value)
