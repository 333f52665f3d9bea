"""The renderer of each game, and the board in words for a game without pictures."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.kernel.decision import Fact
from games import GameParts
from render.alt import LONGEST_ALT
from render.plate import Plates
from render.renderer import GameRenderer, Mark, Names, Say


class PlainRenderer:
    """Shows each field of a view on a line. A list with an entry per seat takes a line per seat."""

    def plates(self, view: Any, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()) -> Plates:
        return ()

    def alt_text(self, view: Any, names: Names, words: Say) -> str:
        return self.board_text(view, names, words)[:LONGEST_ALT]

    def board_text(self, view: Any, names: Names, words: Say) -> str:
        return "\n".join(line for field, value in _fields(view) for line in _lines(field, value, names))


def _fields(view: Any) -> list[tuple[str, Any]]:
    named = msgspec.to_builtins(view)
    return [(field.replace("_", " "), value) for field, value in named.items() if field != "type"]


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


RENDERERS: Mapping[str, GameRenderer] = GameParts("renderer", lambda key: PlainRenderer())
"""Renderers by game key, loaded when first used."""
