"""Migrations of the schema, which Alembic runs (see `upgrade.py`)."""
