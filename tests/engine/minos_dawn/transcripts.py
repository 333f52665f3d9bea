"""The games of Minos: Dawn of the Bronze Age that are kept as text."""

from engine.minos_dawn.game import GAME
from tests.engine.transcripts.transcript import Transcript

TRANSCRIPTS = (
    Transcript(GAME, 1, "random"),
    Transcript(GAME, 2, "random", head=40, tail=4, shows_views=True),
    Transcript(GAME, 3, "random"),
)
