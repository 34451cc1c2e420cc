"""Whose game it was: how many moves of a seat its person made, and whether the game began elsewhere."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("start_move", sa.Integer(), nullable=True))
    for name in ("moves", "own_moves", "hints"):
        op.add_column("results", sa.Column(name, sa.Integer(), server_default="0", nullable=False))
