"""Durable storage: tables, log, snapshots and outbox in one SQLite file."""
