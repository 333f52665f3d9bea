"""Who draws which game, loaded when the first picture of that game is asked for."""

from collections.abc import Mapping

from games import GameParts
from render.plain import PlainRenderer
from render.renderer import GameRenderer

RENDERERS: Mapping[str, GameRenderer] = GameParts("renderer", lambda key: PlainRenderer())
"""What draws each game, by the game's key."""
