"""Alembic asks this file how to reach the database; the store hands it an open connection."""

from alembic import context

from sidings.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
