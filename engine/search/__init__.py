"""Thinking ahead for a seat: playing on in worlds that the seat can't rule out."""
