"""What people see of a game: views, lines of the log, statistics."""
