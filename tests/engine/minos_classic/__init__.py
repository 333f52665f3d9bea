"""The rules of Minos (classic), one file a chapter."""
