"""Minos: Dawn of the Bronze Age, for one to four seats."""
