"""Draw pictures of game tables outside the event loop, with their alt texts."""

from render.client import RenderClient
from render.film import FilmClient, TooLarge
from render.names import narrow, show_name
from render.renderer import RENDERERS, CannotDraw, GameRenderer, Mark, Say
from render.score_sheet import ScoreSheet, Side
from render.seat_colours import SEAT_COLOURS, USUAL, Colours
from render.theme import GEAR
from render.worker import Picture

__all__ = [
    "GEAR", "RENDERERS", "SEAT_COLOURS", "USUAL", "CannotDraw", "Colours", "FilmClient", "GameRenderer",
    "Mark", "Picture", "RenderClient", "Say", "ScoreSheet", "Side", "TooLarge",
    "narrow", "show_name",
]  # fmt: skip
