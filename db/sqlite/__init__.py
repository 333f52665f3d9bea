"""What is SQLite's alone: its driver, its file with lock and health, the order of its writes, and copies of it."""
