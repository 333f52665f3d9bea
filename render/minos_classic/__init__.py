"""The pictures of Minos (classic)."""
