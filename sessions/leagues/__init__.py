"""Leagues: pairing, standings, and what happens when."""
