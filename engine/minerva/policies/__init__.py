"""Policies: programs that play Minerva."""
