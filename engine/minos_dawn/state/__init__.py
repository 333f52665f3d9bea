"""The state of a game, and each kind of change to it."""
