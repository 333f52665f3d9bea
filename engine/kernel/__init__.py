"""What is true of any board game: decisions, positions, the agenda, named chance, storage and refusals."""
