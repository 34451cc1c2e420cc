"""Analyses of finished games: how they are requested, stored and shown. `work/analysts.py` computes them.

Decisions are judged one by one, and each judgement is stored at its place; a second one for the same place is dropped.
So nothing is lost when a process ends, and nothing is stored twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal, Protocol

from msgspec import Struct, convert
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.errors import SettingError
from tianxia.games import STANDARD_EDITIONS, AnyGame, find_game
from tianxia.games.base import Document
from tianxia.play import Match, read_record, write_record
from tianxia.server.clock import now
from tianxia.server.contract.records import Analysis, JudgedDecision, SeatReview, TurningPoint
from tianxia.server.library.records import Records, note_seen
from tianxia.server.limits import Limits
from tianxia.server.people.service import Person
from tianxia.server.refusals import StaleError, TooManyError
from tianxia.server.storage import schema
from tianxia.server.tables.commands import begun_match
from tianxia.server.tables.game import new_seed
from tianxia.server.tables.running_positions import fingerprints_of, refuse_running
from tianxia.server.tables.service import TableService
from tianxia.server.tables.store import lock_person
from tianxia.teaching import Retrospect, review, usual_depth
from tianxia.words import error

Kind = Literal["table", "record"]
ROWS, JUDGEMENTS = schema.analyses, schema.judgements


class AnalysisListener(Protocol):
    """Called after an analysis was begun that has decisions to judge."""

    def __call__(self, id: str) -> None: ...


class AnalysisWriter(Protocol):
    """Called in the transaction after which the decision at a place is the next to judge."""

    async def __call__(self, connection: AsyncConnection, id: str, place: int) -> None: ...


class Task(Struct, frozen=True):
    """The next decision to judge."""

    id: str  # of the analysis
    person: str  # the person who requested it
    document: Document  # the record
    place: int  # of the decision, from 0
    simulations: int
    seed: str


class Summary(Struct, frozen=True):
    """The parts of an analysis that are known once it is done."""

    seats: list[SeatReview] = []
    turning_points: list[TurningPoint] = []


class Analyses:
    """The analyses of a database."""

    def __init__(
        self,
        tables: TableService,
        records: Records,
        depth: int | None = None,
        most_a_person: int = Limits.analyses_a_person,
        clock: Callable[[], int] = now,
    ) -> None:
        self.storage = tables.storage
        self.tables = tables
        self.records = records
        self.depth = depth  # simulations for each decision; default: as many as the game needs
        self.most_a_person = most_a_person  # at once
        self.clock = clock
        self.after_commit: list[AnalysisListener] = []
        self.in_transaction: list[AnalysisWriter] = []

    # ---- requests

    async def start(self, kind: Kind, id: str, person: Person) -> None:
        """Begin an analysis, or continue one that was given up; nothing happens where there is one already."""
        document = await self.document_of(kind, id)
        row = await self._find(id)
        if row is None or row.failed:
            await self._refuse_running(document)
        if row is None:
            begun = await asyncio.to_thread(self._begin, kind, id, person, document)
            try:
                await self._insert(begun)
            except IntegrityError:  # if the game was deleted meanwhile, it is refused as missing
                await self._game_of(kind, id)
                raise
        elif row.failed:
            await self._take_up_again(id, row.done)
        else:
            return
        for listener in self.after_commit:
            listener(id)

    async def _refuse_running(self, document: Document) -> None:
        """Refuse a game that has a position of a game in progress: a record may be made up from there on."""
        fingerprints = await asyncio.to_thread(fingerprints_of, document)
        async with self.storage.reading() as connection:
            await refuse_running(connection, fingerprints)

    def _begin(self, kind: Kind, id: str, person: Person, document: Document) -> dict[str, Any]:
        """The row of a new analysis."""
        record = read_record(document)
        depth = self.depth or usual_depth(STANDARD_EDITIONS.game(record.game, record.edition)).simulations
        return {
            "id": id,
            "table": id if kind == "table" else None,
            "record": id if kind == "record" else None,
            "person": person.id,
            "simulations": depth,
            "seed": new_seed(),
            "decisions": len(Retrospect(record, STANDARD_EDITIONS).numbers),
            "done": 0,
            "failed": False,
            "created": self.clock(),
            "seen": self.clock(),
        }

    async def _insert(self, row: dict[str, Any]) -> None:
        async with self.storage.writing() as connection:
            await lock_person(connection, row["person"])
            going = select(func.count()).where(ROWS.c.person == row["person"], is_unfinished(), ROWS.c.id != row["id"])
            if (await connection.execute(going)).scalar_one() >= self.most_a_person:
                raise error(TooManyError, "server.too-many-analyses", most=self.most_a_person)
            insert_in = postgresql.insert if self.storage.is_postgres else sqlite.insert
            made = await connection.execute(insert_in(ROWS).values(row).on_conflict_do_nothing())
            if made.rowcount == 1:  # otherwise somebody else requested it at the same time
                await self._request_next(connection, row["id"], 0, row["decisions"])

    async def _take_up_again(self, id: str, done: int) -> None:
        async with self.storage.writing() as connection:
            await connection.execute(update(ROWS).where(ROWS.c.id == id).values(failed=False))
            for write in self.in_transaction:
                await write(connection, id, done)

    async def see(self, kind: Kind, id: str, since: int) -> Analysis:
        """The progress of an analysis, and its judgements from the place `since` on."""
        finished = await self._game_of(kind, id)
        row = await self._find(id)
        if row is None:
            return Analysis("none", 0, 0, 0, [])
        await note_seen(self.storage, ROWS, row, self.clock())
        rows = JUDGEMENTS
        query = select(rows.c.body).where(rows.c.analysis == id, rows.c.place >= since, rows.c.place < row.done)
        async with self.storage.reading() as connection:
            bodies = (await connection.execute(query.order_by(rows.c.place))).scalars().all()
        game = find_game(finished.game.id if isinstance(finished, Match) else finished["game"])
        judged = convert([_with_parsed_moves(body, game) for body in bodies], list[JudgedDecision])
        status = _status(row)
        summary = convert(await self._review(id, game, finished), Summary) if status == "done" else Summary()
        so_far = (status, row.done, row.decisions, row.simulations, judged)
        return Analysis(*so_far, seats=summary.seats, turning_points=summary.turning_points)

    async def _review(self, id: str, game: AnyGame, finished: Match | Document) -> Document:
        """What a whole analysis says about each seat, and where the game turned."""
        query = select(JUDGEMENTS.c.body).where(JUDGEMENTS.c.analysis == id).order_by(JUDGEMENTS.c.place)
        async with self.storage.reading() as connection:
            bodies = (await connection.execute(query)).scalars().all()
        if isinstance(finished, Match):
            return review(game, finished.setting.players, bodies, finished.winners)
        return review(game, finished["players"], bodies, finished["winners"])

    async def document_of(self, kind: Kind, id: str) -> Document:
        """The record of a game that is over."""
        finished = await self._game_of(kind, id)
        return await asyncio.to_thread(write_record, finished) if isinstance(finished, Match) else finished

    async def _game_of(self, kind: Kind, id: str) -> Match | Document:
        """A finished game; one that goes on is refused, since its analysis would be a secret hint."""
        if kind == "record":
            document = (await self.records.find(id)).document
            if "scores" not in document:
                raise error(SettingError, "server.record-not-over")
            return document
        table = await self.tables.find(id)
        match = begun_match(table)
        if table.status != "over":
            raise error(StaleError, "server.analyse-later")
        return match

    async def _find(self, id: str) -> Row[Any] | None:
        async with self.storage.reading() as connection:
            return (await connection.execute(select(ROWS).where(ROWS.c.id == id))).first()

    # ---- progress

    async def next_task(self, id: str) -> Task | None:
        """The next decision to judge, if there is one."""
        row = await self._find(id)
        if row is None or row.failed or row.done >= row.decisions:
            return None
        document = await self.document_of("table" if row.table is not None else "record", id)
        return Task(id, row.person, document, row.done, row.simulations, row.seed)

    async def store(self, task: Task, body: Document) -> None:
        """Store a judgement, unless another process was faster."""
        async with self.storage.writing() as connection:
            query = update(ROWS).where(ROWS.c.id == task.id, ROWS.c.done == task.place).values(done=task.place + 1)
            decisions = (await connection.execute(query.returning(ROWS.c.decisions))).scalar()
            if decisions is not None:
                row = {"analysis": task.id, "place": task.place, "body": body}
                await connection.execute(insert(JUDGEMENTS), row)
                await self._request_next(connection, task.id, task.place + 1, decisions)

    async def give_up(self, id: str) -> None:
        """Mark an analysis as failed: the same decision would fail again. A new request continues it."""
        async with self.storage.writing() as connection:
            await connection.execute(update(ROWS).where(ROWS.c.id == id).values(failed=True))

    async def _request_next(self, connection: AsyncConnection, id: str, place: int, decisions: int) -> None:
        if place < decisions:
            for write in self.in_transaction:
                await write(connection, id, place)


def _with_parsed_moves(body: Document, game: AnyGame) -> Document:
    """A judgement as it is stored, with its moves as structured data beside their notation."""

    def parsed(judged: Document) -> Document:
        return judged | {"parsed": game.read_move(judged["move"])}

    moves = {"played": parsed(body["played"]), "best": [parsed(judged) for judged in body["best"]]}
    explanation = body.get("explanation")
    if explanation is not None:
        moves["explanation"] = explanation | {"other_parsed": game.read_move(explanation["other"])}
    return body | moves


def _status(row: Row[Any]) -> Literal["going", "done", "failed"]:
    if row.done == row.decisions:
        return "done"
    return "failed" if row.failed else "going"


def is_unfinished() -> Any:
    """The SQL condition that an analysis has decisions left to judge."""
    return (ROWS.c.done < ROWS.c.decisions) & ROWS.c.failed.is_(False)
