"""The environment of Alembic: it runs migrations in the transaction of `upgrade`."""

from __future__ import annotations

from alembic import context

from tianxia.server.storage import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
context.run_migrations()
