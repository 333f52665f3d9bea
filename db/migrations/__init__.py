"""The history of the schema, with one file per migration. Alembic runs the migrations at start."""
