"""Simulated people at many tables of a real bot, and everything they saw held against the bot's own log.

A schedule says who acts when: `sandbox.evening` and `sandbox.month` are two.
"""
