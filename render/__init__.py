"""Pictures of tables: view to scene to PNG, off the event loop, with the words that stand beside them."""

from render.artist import Artist, Mark, Say
from render.artists import ARTISTS
from render.picture import CannotDraw, Painter
from render.studio import Picture

__all__ = ["ARTISTS", "Artist", "CannotDraw", "Mark", "Painter", "Picture", "Say"]
