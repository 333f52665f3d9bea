"""Orchard, a game for Knossos in a package of its own."""

INTERFACE = 1
"""The version of Knossos' interface for games (`games.INTERFACE`) that this package is made for."""
