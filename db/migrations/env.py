"""Alembic's entry: migrate over the connection that `db.schema` hands in."""

from alembic import context

from db.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
