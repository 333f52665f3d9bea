"""Where everything lies on the picture of the table, in pixels."""

WIDTH = 1600
MARGIN = 12
BANNER = 88
"""Height of the strip at the top."""
STRIP_HEIGHT = 96
"""Height of the strip of the turn, or of the result."""
SUPPLY_HEIGHT = 62
"""Height of the strip of glory and order tiles."""
COLUMNS, MANY_COLUMNS, MANY = 8, 10, 40
"""Cards in a row of the market; more where it holds more than `MANY` kinds."""
CARD_HEIGHT = 116
GAP = 8

COLOURS = ("crimson", "azure", "amber", "jade")
"""Colours of the seats, in order."""
