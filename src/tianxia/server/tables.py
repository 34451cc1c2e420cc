"""All that people and programs can do at tables. Every change is one transaction: checked, stored, then announced."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

from msgspec import convert, to_builtins
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.engine.chance import SEED_BYTES
from tianxia.errors import TianxiaError
from tianxia.server import schema
from tianxia.server.clock import now
from tianxia.server.deal import Deal
from tianxia.server.happenings import (
    AnyHappening,
    Closed,
    Confirmed,
    Left,
    Moved,
    Offered,
    Rematched,
    SatDown,
    Started,
    Stored,
    Talked,
    Undone,
    read_happening,
    write_happening,
)
from tianxia.server.identifiers import new_id
from tianxia.server.pace import Pace
from tianxia.server.people import Person
from tianxia.server.refusals import ForbiddenError, MissingError, StaleError
from tianxia.server.results import store_results
from tianxia.server.storage import CHANNEL, Storage
from tianxia.server.table import Seat, Table
from tianxia.words import error

MOST_CACHED: Final = 2000  # tables kept in memory: those that were used last


class Ear(Protocol):
    """Somebody who wants to know at once when something happened."""

    def __call__(self, table: Table) -> None: ...


class Witness(Protocol):
    """Somebody who writes down what follows from what happened, in the same transaction: all is stored or nothing."""

    async def __call__(self, connection: AsyncConnection, table: Table, before: int) -> None: ...


class Tables:
    """The tables of one database, as one process sees them."""

    def __init__(self, storage: Storage, clock: Callable[[], int] = now) -> None:
        self.storage = storage
        self.clock = clock
        self.ears: list[Ear] = []
        self.witnesses: list[Witness] = []
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # ---- finding

    async def find(self, id: str) -> Table:
        """A table as it is now."""
        if not self.storage.is_postgres:  # nobody else writes
            return await self.known(id)
        async with self._lock(id), self.storage.reading() as connection:
            return await self._catch_up(connection, id)

    @property
    def cached(self) -> int:
        """How many tables are kept in memory."""
        return len(self._cache)

    async def known(self, id: str) -> Table:
        """A table as this process knows it: enough for whoever is woken when something happened.

        Its lock is taken, since a change is applied before it is stored, and nobody may see it before.
        """
        async with self._lock(id):
            cached = self._cache.get(id)
            if cached is not None:
                self._cache.move_to_end(id)
                return cached
            async with self.storage.reading() as connection:
                return await self._catch_up(connection, id)

    def has_read(self, id: str, number: int) -> bool:
        """Whether this process knows what happened at a table up to a number."""
        cached = self._cache.get(id)
        return cached is not None and cached.number >= number

    async def _catch_up(self, connection: AsyncConnection, id: str) -> Table:
        """The table of the cache, with all that happened since; whoever calls holds its lock."""
        table = self._cache.get(id)
        if table is None:
            table = await _load(connection, id)
        rows = schema.happenings
        query = select(rows).where(rows.c.table == id, rows.c.number > table.number).order_by(rows.c.number)
        for row in await connection.execute(query):
            table.apply(Stored(row.number, row.moment, read_happening(row.body)))
        self._cache[id] = table
        self._cache.move_to_end(id)
        while len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
        return table

    def _lock(self, id: str) -> asyncio.Lock:
        lock = self._locks.get(id)
        if lock is None:
            self._locks[id] = lock = asyncio.Lock()
        return lock

    # ---- changing

    async def change(self, id: str, decide: Callable[[Table], Sequence[AnyHappening]]) -> Table:
        """Let something happen at a table: what `decide` says, seeing the table as it is. It may refuse."""
        table, before = None, 0
        async with self._lock(id):
            try:
                async with self.storage.writing() as connection:
                    await self._lock_row(connection, id)
                    table = await self._catch_up(connection, id)
                    before = table.number
                    happened = decide(table)
                    for happening in happened:
                        table.apply(Stored(table.number + 1, self.clock(), happening))
                    if table.number > before:
                        await self._store(connection, table, before)
            except TianxiaError:
                if table is not None and table.number > before:
                    self._forget_unstored(id)
                raise
            except BaseException:
                self._forget_unstored(id)
                raise
        if happened:
            self._tell(table)
        return table

    async def _lock_row(self, connection: AsyncConnection, id: str) -> None:
        """Let nobody else change the table until this transaction ends. (SQLite has one writer at a time anyway.)"""
        query = select(schema.tables.c.id).where(schema.tables.c.id == id)
        if (await connection.execute(query.with_for_update())).first() is None:
            raise error(MissingError, "server.no-table")

    def _forget_unstored(self, id: str) -> None:
        """What was applied and then not stored did not happen: the table is read afresh when it is needed again."""
        self._cache.pop(id, None)

    async def _store(self, connection: AsyncConnection, table: Table, before: int) -> None:
        new = [told.stored for told in table.log[before:]]
        rows = [
            {"table": table.id, "number": one.number, "moment": one.moment, "body": write_happening(one.happening)}
            for one in new
        ]
        await connection.execute(insert(schema.happenings), rows)
        await connection.execute(update(schema.tables).where(schema.tables.c.id == table.id).values(_told_again(table)))
        if any(isinstance(one.happening, SatDown | Left | Offered | Started) for one in new):
            await _store_seats(connection, table)
        if table.status == "over" and any(isinstance(one.happening, Moved | Confirmed | Started) for one in new):
            await store_results(connection, table)
        for witness in self.witnesses:
            await witness(connection, table, before)
        if self.storage.is_postgres:
            await connection.execute(select(func.pg_notify(CHANNEL, f"{table.id} {table.number}")))

    def _tell(self, table: Table) -> None:
        for ear in self.ears:
            ear(table)

    # ---- before the game

    async def create(
        self,
        person: Person,
        deal: Deal,
        pace: Pace,
        seats: Sequence[Offered | SatDown],
        is_listed: bool = False,
        is_shuffled: bool = False,
    ) -> Table:
        """A new table, with its seats offered or taken; a game for which nobody is missing starts at once."""
        table = Table(new_id(), person.id, new_id(), deal, pace, is_listed, is_shuffled, self.clock())
        row = _told_again(table) | {
            "id": table.id,
            "host": table.host,
            "invite": table.invite,
            **{name: getattr(deal, name) for name in ("game", "edition", "players", "options", "seed", "start")},
            "pace": to_builtins(pace),
            "listed": is_listed,
            "shuffled": is_shuffled,
            "created": table.created,
        }
        async with self._lock(table.id):
            async with self.storage.writing() as connection:
                await connection.execute(insert(schema.tables), row)
                await connection.execute(
                    insert(schema.seats), [{"table": table.id, **_seat_row(seat)} for seat in table.seats]
                )
                for happening in seats:
                    table.apply(Stored(table.number + 1, self.clock(), happening))
                if not any(seat.is_free for seat in table.seats):
                    table.apply(Stored(table.number + 1, self.clock(), start(table)))
                await self._store(connection, table, 0)
            self._cache[table.id] = table
        self._tell(table)
        return table

    async def sit_down(self, id: str, person: Person, seat: int, invite: str | None = None) -> Table:
        """Take a free seat; or come back to one's own."""

        def decide(table: Table) -> list[AnyHappening]:
            chosen = _seat(table, seat)
            if chosen.person == person.id:
                return [SatDown(seat, person.id, person.name)] if chosen.is_away else []
            _check_status(table, "waiting")
            if not chosen.is_free:
                raise error(StaleError, "server.seat-taken", seat=seat)
            if chosen.kept_for == "friend" and person.id != table.host and not _same(invite, table.invite):
                raise error(ForbiddenError, "server.seat-kept", seat=seat)
            return [SatDown(seat, person.id, person.name)]

        return await self.change(id, decide)

    async def leave(self, id: str, person: Person, seat: int) -> Table:
        """Give up a seat; in a game, have a program play on."""

        def decide(table: Table) -> list[AnyHappening]:
            if _own_seat(table, person, seat).is_away:
                return []
            _check_status(table, "waiting", "playing")
            is_last = all(other.person is None for other in table.seats if other.number != seat)
            return [Left(seat), Closed()] if is_last and table.status == "waiting" else [Left(seat)]

        return await self.change(id, decide)

    async def offer(self, id: str, person: Person, offer: Offered) -> Table:
        """Say whom a seat is for: the host does, before the game. Who sits there has to get up."""

        def decide(table: Table) -> list[AnyHappening]:
            _check_host(table, person)
            _check_status(table, "waiting")
            _seat(table, offer.seat)
            return [offer]

        return await self.change(id, decide)

    async def start(self, id: str, person: Person) -> Table:
        """Begin the game."""

        def decide(table: Table) -> list[AnyHappening]:
            _check_host(table, person)
            _check_status(table, "waiting")
            free = [seat.number for seat in table.seats if seat.is_free]
            if free:
                raise error(StaleError, "server.seats-free", seats=free)
            return [start(table)]

        return await self.change(id, decide)

    async def close(self, id: str, person: Person) -> Table:
        """Give a table up before its game has begun."""

        def decide(table: Table) -> list[AnyHappening]:
            _check_host(table, person)
            _check_status(table, "waiting")
            return [Closed()]

        return await self.change(id, decide)

    async def rematch(self, id: str, person: Person) -> Table:
        """Another game for the same people and programs; whoever asks second finds the one that is there."""
        table = await self.find(id)
        _check_status(table, "over")
        _check_present(table, person)
        found = [told.stored.happening for told in table.log if isinstance(told.stored.happening, Rematched)]
        if found:
            return await self.find(found[0].table)
        deal = Deal(**{**to_builtins(table.deal), "seed": new_seed(), "start": None})
        again = [_again(seat, person) for seat in table.seats]
        another = await self.create(person, deal, table.pace, again, table.is_listed, table.is_shuffled)
        await self.change(id, lambda _: [Rematched(another.id)])
        return another

    # ---- in the game

    async def decide(self, id: str, person: Person, decision: Moved | Confirmed | Undone, sequence: int) -> Table:
        """Move, confirm or undo, at the sequence number that the person saw."""

        def check(table: Table) -> list[AnyHappening]:
            _own_seat(table, person, decision.seat)
            _check_status(table, "playing")
            _check_sequence(table, sequence)
            seat = table.seat(decision.seat)
            back: list[AnyHappening] = [SatDown(seat.number, person.id, person.name)] if seat.is_away else []
            return [*back, decision]  # who moves is back

        return await self.change(id, check)

    async def move_program(self, id: str, spec: str, seat: int, move: str, sequence: int) -> Table:
        """The move of a program, thought of at a sequence number."""

        def check(table: Table) -> list[AnyHappening]:
            _check_sequence(table, sequence)
            if table.to_move != seat or table.mover != spec:
                raise error(StaleError, "server.stale")
            return [Moved(seat, move, confirmed=True, program=spec)]

        return await self.change(id, check)

    async def run_out(self, id: str) -> Table:
        """Have a program play on for whoever has no time left."""

        def decide(table: Table) -> list[AnyHappening]:
            deadline, seat = table.clock.deadline, table.clock.seat
            is_late = deadline is not None and seat is not None and deadline <= self.clock()
            return [Left(seat, late=True)] if is_late and seat is not None else []

        return await self.change(id, decide)

    async def talk(self, id: str, person: Person, words: str) -> Table:
        """Say something to everybody at the table."""

        def decide(table: Table) -> list[AnyHappening]:
            _check_present(table, person)
            return [Talked(person.id, person.name, words)]

        return await self.change(id, decide)


# ---- checks


def _seat(table: Table, number: int) -> Seat:
    if not 1 <= number <= len(table.seats):
        raise error(MissingError, "server.no-seat", seat=number)
    return table.seat(number)


def _own_seat(table: Table, person: Person, number: int) -> Seat:
    seat = _seat(table, number)
    if seat.person != person.id:
        raise error(ForbiddenError, "server.not-your-seat", seat=number)
    return seat


def _check_host(table: Table, person: Person) -> None:
    if table.host != person.id:
        raise error(ForbiddenError, "server.not-host")


def _check_present(table: Table, person: Person) -> None:
    if not table.seats_of(person.id):
        raise error(ForbiddenError, "server.not-at-table")


def _check_status(table: Table, *wanted: str) -> None:
    if table.status not in wanted:
        raise error(StaleError, f"server.is-{table.status}")


def _check_sequence(table: Table, sequence: int) -> None:
    if table.sequence != sequence:
        raise error(StaleError, "server.stale")


def _same(told: str | None, secret: str) -> bool:
    return told is not None and secrets.compare_digest(told.encode(), secret.encode())


# ---- helpers


def new_seed() -> str:
    return secrets.token_bytes(SEED_BYTES).hex()


def start(table: Table) -> Started:
    order = list(range(1, len(table.seats) + 1))
    if table.is_shuffled:
        random.SystemRandom().shuffle(order)
    return Started(tuple(order))


def _again(seat: Seat, person: Person) -> Offered | SatDown:
    """The same seat of a rematch: programs and who asks sit down, the others are invited."""
    if seat.program is not None:
        return Offered(seat.number, "program", seat.program)
    if seat.person == person.id:
        return SatDown(seat.number, person.id, person.name)
    return Offered(seat.number, "friend")


def _told_again(table: Table) -> dict[str, Any]:
    return {
        "number": table.number,
        "status": table.status,
        "sequence": table.sequence,
        "to_move": table.to_move,
        "program": table.mover,
        "deadline": table.clock.deadline,
        "changed": table.changed,
    }


async def _store_seats(connection: AsyncConnection, table: Table) -> None:
    rows = schema.seats
    for seat in table.seats:
        query = update(rows).where(rows.c.table == table.id, rows.c.seat == seat.number)
        await connection.execute(query.values(_seat_row(seat)))


def _seat_row(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "person": seat.person,
        "name": seat.name,
        "program": seat.program,
        "kept_for": seat.kept_for,
    }


async def _load(connection: AsyncConnection, id: str) -> Table:
    row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == id))).first()
    if row is None:
        raise error(MissingError, "server.no-table")
    deal = Deal(row.game, row.edition, row.players, row.options, row.seed, row.start)
    pace: Pace = convert(row.pace, Pace)
    return Table(row.id, row.host, row.invite, deal, pace, row.listed, row.shuffled, row.created)
