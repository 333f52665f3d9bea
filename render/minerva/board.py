"""Measures of the cards that are looked up and listed, in pixels, and the colours of the seats."""

WIDTH = 1600
MARGIN = 12
COLUMNS = 8
"""Cards side by side."""
CARD_HEIGHT = 116
CARD_WIDTH = (WIDTH - MARGIN * (COLUMNS + 1)) // COLUMNS

COLOURS = ("crimson", "azure", "amber", "jade")
"""Colours of the seats, in order."""
