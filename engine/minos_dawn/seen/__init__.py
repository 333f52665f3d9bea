"""Views, lines of the log, and statistics."""
