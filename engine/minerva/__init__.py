"""Minerva: Roman cities of tiles, one to four seats."""
