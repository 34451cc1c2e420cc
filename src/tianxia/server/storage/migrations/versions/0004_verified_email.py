"""E-mail addresses that are known to be somebody's. Those that were left before have to be confirmed, too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sa.Column("email_verified", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "email_codes",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_email_codes_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_email_codes")),
    )
    op.create_index(op.f("ix_email_codes_person"), "email_codes", ["person"])
