"""What people have learned: steps of tutorials, puzzles, own mistakes. Until now browsers alone kept it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "progress",
        sa.Column("person", sa.String(22), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("moment", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_progress_person_people"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", "kind", "item", name=op.f("pk_progress")),
    )
