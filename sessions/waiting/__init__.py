"""Decisions that players make together: proposals, votes, pauses, leaving."""
