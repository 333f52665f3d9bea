"""The rules that any board game has: decisions, positions, the agenda, named chance, storage and refusals."""
