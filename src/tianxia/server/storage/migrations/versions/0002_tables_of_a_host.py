"""The tables of a host are found at once."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index(op.f("ix_tables_host_status"), "tables", ["host", "status"])
