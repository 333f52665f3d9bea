"""Who draws which game, loaded when the first picture of that game is asked for."""

from collections.abc import Mapping

from games import Parts
from render.renderer import GameRenderer

RENDERERS: Mapping[str, GameRenderer] = Parts("renderer")
"""What draws each game, by the game's key."""
