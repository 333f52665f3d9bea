"""A running game: reading it, changing it, undo."""
