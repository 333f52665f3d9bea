"""Tests of the rules of Minos (classic), one file per chapter."""
