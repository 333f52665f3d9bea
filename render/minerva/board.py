"""Sizes of the cards in listings and look-ups, in pixels."""

WIDTH = 1600
MARGIN = 12
COLUMNS = 8
"""Cards side by side."""
CARD_HEIGHT = 116
CARD_WIDTH = (WIDTH - MARGIN * (COLUMNS + 1)) // COLUMNS
