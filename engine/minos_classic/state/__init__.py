"""The state of the table, how it changes, and what is counted."""
