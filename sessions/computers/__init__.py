"""Computer players: when they answer, and the reasons behind a move."""
