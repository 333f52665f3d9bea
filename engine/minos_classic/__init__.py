"""Minos (classic): the 1992 game of dice, harbours and walls."""

from engine.minos_classic.game import MinosClassic

GAME = MinosClassic()
"""The one object of this game; it holds no state."""
