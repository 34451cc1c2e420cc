"""Records that somebody uploaded, and analyses of them and of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_records_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_records")),
        sa.UniqueConstraint("person", "digest", name=op.f("uq_records_person_digest")),
    )
    op.create_index(op.f("ix_records_seen"), "records", ["seen"])
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("table", sa.String(length=22), nullable=True),
        sa.Column("record", sa.String(length=22), nullable=True),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("simulations", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=32), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_analyses_table"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["record"], ["records.id"], name=op.f("fk_analyses_record"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_analyses_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analyses")),
    )
    op.create_index(op.f("ix_analyses_person"), "analyses", ["person"])
    op.create_index(op.f("ix_analyses_seen"), "analyses", ["seen"])
    op.create_table(
        "judgements",
        sa.Column("analysis", sa.String(length=22), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["analysis"], ["analyses.id"], name=op.f("fk_judgements_analysis"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("analysis", "place", name=op.f("pk_judgements")),
    )
