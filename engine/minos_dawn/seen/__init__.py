"""The visible side of a game: views, lines of the log, statistics."""
