"""The host of a table is the present one; who set it up is kept beside, where that is another."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("founder", sa.String(length=22), nullable=True))
