"""The effects of tiles: what each does when it is built or activated."""
