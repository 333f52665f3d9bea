"""Setup, rounds, turns and the end."""
