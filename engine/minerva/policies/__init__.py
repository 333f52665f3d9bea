"""Policies: computer players of Minerva."""
