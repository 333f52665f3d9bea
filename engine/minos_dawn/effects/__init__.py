"""Carrying out effects, and predicting what they would do."""
