"""Views and log lines. They know content and state only."""
