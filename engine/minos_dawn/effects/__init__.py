"""Carrying out effects, and predicting their results."""
