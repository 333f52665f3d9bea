"""Plums: the smallest playable game, from `docs/adding-a-game.md`."""
