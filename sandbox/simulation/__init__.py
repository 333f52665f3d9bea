"""Simulated people at tables of a real bot, and everything they saw compared with the bot's own log."""
