"""The schema of the database, the same in SQLite and in PostgreSQL.

Tables are event-sourced: the events of a table, stored as happenings, are the truth, numbered without gaps and never
changed. The columns of `tables` and `seats` marked *derived* are denormalised: they follow from the events, and serve
queries like "whose turn is it where"; they are written in the same transaction. Moments are milliseconds since 1970,
UTC.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID: Final = String(22)  # of people and tables: 128 random bits, see `identifiers.new_id`
HASH: Final = String(64)  # a SHA-256 in hex; of a secret only its hash is stored

people = Table(
    "people",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # of an account, in lower case; null: none
    Column("password", Text),  # its argon2 hash
    Column("email", Text),  # where to write when it is their turn
    Column("email_verified", Boolean, nullable=False, server_default=false()),  # by the code that was sent there
    Column(
        "turn_emails", Boolean, nullable=False, server_default=true()
    ),  # whether they want e-mails about their turns
    Column("unsubscribe_token", ID, index=True, unique=True),  # of the link that turns these off; null: not verified
    Column("webhook", Text),  # what to call then
    Column("created", BigInteger, nullable=False),
)

sessions = Table(  # devices on which somebody is logged in
    "sessions",
    metadata,
    Column("secret", HASH, primary_key=True),  # of the cookie
    Column("person", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # to the day
)

handovers = Table(  # one-time codes for another device
    "handovers",
    metadata,
    Column("code", HASH, primary_key=True),
    Column("person", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

email_codes = Table(  # codes that were sent to an e-mail address to confirm it
    "email_codes",
    metadata,
    Column("code", HASH, primary_key=True),
    Column("person", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("email", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("invite", String(22), nullable=False),  # lets friends in, until an event has another
    Column("game", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String(32), nullable=False),  # secret until the game is over
    Column("start", JSON),  # a position document, where the game does not start at the beginning
    Column("start_move", Integer),  # the number of moves before that position, in the record that it was taken from
    Column("pace", JSON, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("shuffled", Boolean, nullable=False),  # whether seats are drawn when the game starts
    Column("rated", Boolean, nullable=False, server_default=true()),  # whether its host wanted it to be rated
    Column("created", BigInteger, nullable=False),
    Column("founder", ID),  # the person who set it up, where another is the host now
    # derived
    Column("host", ID, ForeignKey("people.id"), nullable=False),  # the present host
    Column("number", Integer, nullable=False),  # of the last event
    Column("status", String(8), nullable=False),  # "waiting", "playing", "over" or "closed"
    Column("sequence", Integer, nullable=False),  # of the match
    Column("to_move", Integer),  # seat
    Column("program", Text),  # the program that makes the next move; null: a person does
    Column("deadline", BigInteger),  # when the seat to move runs out of time
    Column("changed", BigInteger, nullable=False),  # the moment of the last event
    Column("scores", JSON(none_as_null=True)),  # by seat, once the game is over; null: not over, or not stored yet
    Column("places", JSON(none_as_null=True)),  # by seat, from 1, likewise
    Index(None, "status", "listed", "changed"),
    Index(None, "deadline"),
    Index(None, "program"),
    Index(None, "host", "status"),
)

seats = Table(  # derived
    "seats",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("seat", Integer),  # from 1
    Column("person", ID, ForeignKey("people.id"), index=True),
    Column("name", Text, nullable=False),  # of who sits there
    Column("program", Text),  # a program's spec, if one sits there
    Column(
        "kept_for", String(8), nullable=False
    ),  # while the seat is free: "friend" or "anybody"; "program" where one was set there
    PrimaryKeyConstraint("table", "seat"),
)

events = Table(
    "happenings",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("number", Integer),  # from 1, without gaps
    Column("moment", BigInteger, nullable=False),
    Column("body", JSON, nullable=False),  # see tables/events.py
    PrimaryKeyConstraint("table", "number"),
)

running_positions = Table(  # of games that nobody may have judged elsewhere while they go on
    "running_positions",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("fingerprint", String(32), index=True),  # of a position that the game reached, see tables/running_positions
    PrimaryKeyConstraint("table", "fingerprint"),
)

results = Table(  # one row for each seat of a finished game
    "results",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("seat", Integer),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("person", ID, ForeignKey("people.id"), index=True),  # null: a program
    Column("program", Text),  # the program that made the last moves, also for a person who had left
    Column("score", Integer, nullable=False),
    Column("win", Float, nullable=False),  # its share of the victory
    Column("moves", Integer, nullable=False, server_default="0"),  # of the seat; 0 if they were not counted yet
    Column("own_moves", Integer, nullable=False, server_default="0"),  # moves that the person made themselves
    Column("hints", Integer, nullable=False, server_default="0"),  # that the seat took
    Column("moment", BigInteger, nullable=False),
    Column("rating_before", Float),  # of the player, as it is shown; null: this was not stored yet
    Column("rating_after", Float),
    PrimaryKeyConstraint("table", "seat"),
)

ratings = Table(  # Plackett-Luce, as openskill has it
    "ratings",
    metadata,
    Column("game", Text),
    Column("player", Text, index=True),  # a person's id or a program's spec
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    PrimaryKeyConstraint("game", "player"),
)

notices = Table(  # notices to people that it is their turn, until they are sent
    "notices",
    metadata,
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("number", Integer),  # the event that made it their turn
    Column("person", ID, ForeignKey("people.id", ondelete="CASCADE")),
    Column("due", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
    PrimaryKeyConstraint("table", "number", "person"),
)

records = Table(  # uploaded records, for everybody who has the link
    "records",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),  # whose it is
    Column("digest", HASH, nullable=False),  # of the document, so that it is stored once for each person
    Column("document", JSON, nullable=False),  # it was verified
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),  # when somebody last looked at it, to the day
    UniqueConstraint("person", "digest"),
)

progress = Table(  # what people have learned; each fact once, see library/progress.py
    "progress",
    metadata,
    Column("person", ID, ForeignKey("people.id", ondelete="CASCADE")),
    Column("game", Text),
    Column("kind", String(8)),  # "step", "place", "puzzle", "daily" or "mistake"
    Column("item", Text),  # which step, which puzzle ...
    Column("value", Text, nullable=False),
    Column("moment", BigInteger, nullable=False),  # when it was stored
    PrimaryKeyConstraint("person", "game", "kind", "item"),
)

analyses = Table(  # what a strong program thinks of a game that is over
    "analyses",
    metadata,
    Column("id", ID, primary_key=True),  # of the table or the record
    Column("table", ID, ForeignKey("tables.id", ondelete="CASCADE")),  # the table it is of; null: of a record
    Column("record", ID, ForeignKey("records.id", ondelete="CASCADE")),  # the record it is of; null: of a table
    Column("person", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),  # who asked for it
    Column("simulations", Integer, nullable=False),  # for each decision
    Column("seed", String(32), nullable=False),  # of its random numbers
    Column("decisions", Integer, nullable=False),  # of the game
    Column("done", Integer, nullable=False),  # how many of them were judged
    Column("failed", Boolean, nullable=False),  # whether it was given up
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),  # when somebody last looked at it, to the day
)

judgements = Table(  # of the decisions of an analysis
    "judgements",
    metadata,
    Column("analysis", ID, ForeignKey("analyses.id", ondelete="CASCADE")),
    Column("place", Integer),  # among the decisions, from 0, without gaps
    Column("body", JSON, nullable=False),  # `contract.JudgedDecision`
    PrimaryKeyConstraint("analysis", "place"),
)
