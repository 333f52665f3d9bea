"""Pictures of tables: view to scene to PNG, off the event loop, with the words that stand beside them."""

from render.client import RenderClient
from render.film import TooLarge
from render.film_client import FilmClient
from render.renderer import CannotDraw, GameRenderer, Mark, Say
from render.renderers import RENDERERS
from render.score_sheet import ScoreSheet, Side
from render.theme import SEATS
from render.worker import Picture

SEAT_COLOURS = tuple(SEATS)
"""The colour of each seat, the first seat's first; each has a shape of its own in the pictures."""

__all__ = [
    "RENDERERS", "SEAT_COLOURS", "CannotDraw", "FilmClient", "GameRenderer",
    "Mark", "Picture", "RenderClient", "Say", "ScoreSheet", "Side", "TooLarge",
]  # fmt: skip
