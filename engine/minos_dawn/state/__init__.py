"""The table and every single change of it."""
