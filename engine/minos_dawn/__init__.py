"""Minos: Dawn of the Bronze Age, for two to four seats."""

from engine.minos_dawn.game import GAME, MinosDawn

__all__ = ["GAME", "MinosDawn"]
