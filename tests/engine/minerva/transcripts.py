"""The games of Minerva that are kept as text."""

from engine.minerva.game import GAME
from tests.engine.transcripts.transcript import Transcript

TRANSCRIPTS = (Transcript(GAME, 1, "greedy"), Transcript(GAME, 3, "greedy", head=60, tail=30))
