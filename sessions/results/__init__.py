"""Past games: their history, their export, the ladder."""
