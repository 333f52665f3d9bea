"""The records that are stored: tables, logs, posts, people, clocks and past games."""
