"""Who draws which game, loaded when the first picture of that game is asked for."""

from collections.abc import Mapping

from games import Parts
from render.artist import Artist

ARTISTS: Mapping[str, Artist] = Parts("renderer")
"""What draws each game, by the game's key."""
