"""A table before its game begins, and who sits down at it."""
