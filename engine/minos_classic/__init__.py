"""Minos (classic): the 1992 game of dice, harbours and walls."""
