"""The games of Minos (classic) that are kept as text."""

from engine.minos_classic.game import GAME
from tests.engine.transcripts.transcript import Transcript

TRANSCRIPTS = (Transcript(GAME, 3, "greedy"), Transcript(GAME, 4, "random", head=80, tail=20))
