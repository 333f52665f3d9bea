"""SQLite: its driver, its file with lock and health, and copies of it."""
