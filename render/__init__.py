"""Pictures of tables: view to scene to PNG, off the event loop, with the words that stand beside them."""

from render.client import CannotDraw, RenderClient
from render.renderer import GameRenderer, Mark, Say
from render.renderers import RENDERERS
from render.worker import Picture

__all__ = ["RENDERERS", "CannotDraw", "GameRenderer", "Mark", "Picture", "RenderClient", "Say"]
