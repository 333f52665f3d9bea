"""Policies: programs that play Minos Classic."""
