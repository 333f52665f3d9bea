"""The lobby: a table before its game begins, and its seats."""
