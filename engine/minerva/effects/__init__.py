"""What the tiles do."""
