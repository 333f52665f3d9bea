"""What lies on the table, what happens to it and what is counted on it."""
