"""The effects of tiles when they are built or activated."""
