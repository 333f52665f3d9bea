"""Agreements of a table: proposals, votes, pauses, seats that are left."""
