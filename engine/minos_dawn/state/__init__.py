"""What lies on the table, and every single change of it."""
