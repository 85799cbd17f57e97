"""Alembic runs on the connection it is given, inside the transaction that is open there."""

from alembic import context

from tablee.table.models import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
