"""Durable storage of tables, their logs and snapshots, the outbox and people, in SQLite or PostgreSQL."""
