"""The rules common to all board games: decisions, positions, the agenda, random draws, storage and refusals."""
