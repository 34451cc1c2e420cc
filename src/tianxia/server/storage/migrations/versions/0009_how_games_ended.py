"""How a game ended, for lists of tables, and how it changed ratings. Games that were over before have neither."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("scores", sa.JSON(), nullable=True))
    op.add_column("tables", sa.Column("places", sa.JSON(), nullable=True))
    op.add_column("results", sa.Column("rating_before", sa.Float(), nullable=True))
    op.add_column("results", sa.Column("rating_after", sa.Float(), nullable=True))
