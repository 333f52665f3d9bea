"""What remains of a game: its history, its export, the ladder."""
