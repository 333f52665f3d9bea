"""Databases written by earlier commits. Each is named after its commit, and all games in it must still be playable."""
