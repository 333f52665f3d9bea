"""Policies: computer players of Minos (classic)."""
