"""SQLite: its driver, its file with the lock and health checks, and copies of the file."""
