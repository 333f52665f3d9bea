"""Thinking ahead for a seat: worlds that it may be in, tried by playing on."""
