"""Thinking ahead for a seat: continue the game in worlds that the seat can't rule out."""
