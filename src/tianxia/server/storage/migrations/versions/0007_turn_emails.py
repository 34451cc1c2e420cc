"""Whether somebody wants e-mails about their turns, and the token of the link in them that turns them off.

Each confirmed address gets a token at once.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("people", sa.Column("turn_emails", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("people", sa.Column("unsubscribe_token", sa.String(length=22), nullable=True))
    op.create_index(op.f("ix_people_unsubscribe_token"), "people", ["unsubscribe_token"], unique=True)
    people = sa.table("people", sa.column("id"), sa.column("email_verified"), sa.column("unsubscribe_token"))
    connection = op.get_bind()
    for (person,) in connection.execute(sa.select(people.c.id).where(people.c.email_verified)).all():
        token = secrets.token_urlsafe(16)
        connection.execute(sa.update(people).where(people.c.id == person).values(unsubscribe_token=token))
