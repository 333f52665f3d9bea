"""Databases written by earlier commits. Each is named by its commit, and its games must still be playable."""
