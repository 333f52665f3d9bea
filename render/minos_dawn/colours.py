"""Colours of the seats, and the name of the rival."""

from engine.kernel.decision import Message

COLOURS = ("crimson", "azure", "amber", "jade")
"""Colours of the seats, in order; the rival of a lone seat has the second."""
RIVAL_NAME = Message("minos_dawn.rival")
