"""The programs that play."""
