"""The schema's history, one step a file, run by Alembic at start."""
