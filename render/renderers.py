"""The renderer of each game, loaded when first used."""

from collections.abc import Mapping

from games import GameParts
from render.plain import PlainRenderer
from render.renderer import GameRenderer

RENDERERS: Mapping[str, GameRenderer] = GameParts("renderer", lambda key: PlainRenderer())
"""Renderers by game key."""
