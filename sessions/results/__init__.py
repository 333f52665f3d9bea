"""Past games: history, export, ladder."""
