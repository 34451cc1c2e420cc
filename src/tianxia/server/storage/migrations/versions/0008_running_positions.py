"""Fingerprints of the positions of games in progress, so that no copy of such a game gives secret hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "running_positions",
        sa.Column("table", sa.String(length=22), nullable=False),
        sa.Column("fingerprint", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_running_positions_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "fingerprint", name=op.f("pk_running_positions")),
    )
    op.create_index(op.f("ix_running_positions_fingerprint"), "running_positions", ["fingerprint"])
