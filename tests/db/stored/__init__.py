"""Databases that earlier commits wrote, each named by its commit: games stored then have to go on now."""
