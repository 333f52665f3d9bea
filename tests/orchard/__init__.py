"""Plums: the smallest game that plays at a table, from `docs/adding-a-game.md`."""
