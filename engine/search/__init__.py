"""Thinking ahead for a seat: playing on in worlds it may be in."""
