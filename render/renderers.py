"""The renderer of each game, and the board in words for a game without pictures."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games import GameParts
from render.alt import LONGEST_ALT
from render.renderer import GameRenderer, Names, Say


def _board_text(view: Any, names: Names, words: Say) -> str:
    """Show each field of a view on a line. A list with an entry per seat takes a line per seat."""
    return "\n".join(line for field, value in _fields(view) for line in _lines(field, value, names))


PLAIN = GameRenderer(
    plates=lambda *_: (),
    alt_text=lambda view, names, words: _board_text(view, names, words)[:LONGEST_ALT],
    board_text=_board_text,
)


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


RENDERERS: Mapping[str, GameRenderer] = GameParts("renderer", lambda key: PLAIN)
"""Renderers by game key, loaded when first used."""
