"""Simulate people at tables of a real bot. Compare everything that they saw with the bot's own log."""
