"""The tables of a server. Every change is one transaction: a command is checked, its events are stored, then everybody
who follows the table is woken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol
from weakref import WeakValueDictionary

from msgspec import structs
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.errors import TianxiaError
from tianxia.server.clock import now
from tianxia.server.contract.time_control import TimeControl
from tianxia.server.identifiers import new_id
from tianxia.server.limits import Limits
from tianxia.server.people.service import Person
from tianxia.server.refusals import TooManyError
from tianxia.server.storage.database import Storage
from tianxia.server.storage.notifications import TableChanged, notify
from tianxia.server.tables import commands
from tianxia.server.tables.cache import TableCache
from tianxia.server.tables.events import AnyEvent, Confirmed, Decision, Moved, Offered, SatDown, Started, StoredEvent
from tianxia.server.tables.game import GameStart, new_seed
from tianxia.server.tables.results import store_results
from tianxia.server.tables.running_positions import mind_running_positions
from tianxia.server.tables.store import (
    apply_new_events,
    count_unfinished,
    insert_events,
    insert_table,
    load_table,
    lock_table,
)
from tianxia.server.tables.table import Table
from tianxia.words import error


class TableListener(Protocol):
    """Called after a change of a table was committed."""

    def __call__(self, table: Table) -> None: ...


class TableWriter(Protocol):
    """Called in the transaction that stores new events, to store what follows from them: all is stored or nothing.

    `before` is the number of the last event that was stored before.
    """

    async def __call__(self, connection: AsyncConnection, table: Table, before: int) -> None: ...


class TableService:
    """The tables of one database, as one process sees them."""

    def __init__(
        self, storage: Storage, clock: Callable[[], int] = now, most_a_person: int = Limits.tables_a_person
    ) -> None:
        self.storage = storage
        self.clock = clock
        self.most_a_person = most_a_person  # most unfinished tables of one host
        self.name = new_id()  # the name of this process in notifications to others
        self.after_commit: list[TableListener] = []
        self.in_transaction: list[TableWriter] = []
        self.cache = TableCache()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # ---- finding

    async def find(self, id: str) -> Table:
        """The present state of a table; one that does not exist is refused."""
        if not self.storage.is_postgres:  # nobody else writes
            return await self.known(id)
        async with self._lock(id), self.storage.reading() as connection:
            return await self._catch_up(connection, id)

    async def known(self, id: str) -> Table:
        """A table as this process knows it, without asking the database: enough after this process was notified.

        It waits for the lock of the table, since a change is applied before it is stored, and must not be seen before.
        """
        async with self._lock(id):
            kept = self.cache.get(id)
            if kept is not None:
                self.cache.keep(kept)
                return kept
            async with self.storage.reading() as connection:
                return await self._catch_up(connection, id)

    def has_read(self, id: str, number: int) -> bool:
        """Whether this process knows the events of a table up to a number."""
        kept = self.cache.get(id)
        return kept is not None and kept.number >= number

    async def _catch_up(self, connection: AsyncConnection, id: str) -> Table:
        """The cached table with all events since. The caller has to hold its lock."""
        table = self.cache.get(id) or await load_table(connection, id)
        await apply_new_events(connection, table)
        self.cache.keep(table)
        return table

    def _lock(self, id: str) -> asyncio.Lock:
        lock = self._locks.get(id)
        if lock is None:
            self._locks[id] = lock = asyncio.Lock()
        return lock

    # ---- changing

    async def change(
        self, id: str, command: Callable[[Table], Sequence[AnyEvent]], *in_transaction: TableWriter
    ) -> Table:
        """Run a command on the present state of a table: apply, store and announce the events that it returns.

        What the command or the rules refuse is raised, and then nothing has changed.
        """
        table, before = None, 0
        async with self._lock(id):
            try:
                async with self.storage.writing() as connection:
                    table = await self._lock_present(connection, id)
                    before = table.number
                    self._apply(table, command(table))
                    if table.number > before:
                        await self._store(connection, table, before, *in_transaction)
            except TianxiaError:
                if table is not None and table.number > before:
                    self._drop_unstored(id)
                raise
            except BaseException:
                self._drop_unstored(id)
                raise
            self.cache.keep(table)
        if table.number > before:
            self._notify_listeners(table)
        return table

    async def _lock_present(self, connection: AsyncConnection, id: str) -> Table:
        """The present state of a table, which nobody else can change until this transaction ends."""
        kept = self.cache.get(id)
        if kept is not None and not self.storage.is_postgres:  # nobody else writes
            return kept
        number = await lock_table(connection, id)
        return kept if kept is not None and kept.number == number else await self._catch_up(connection, id)

    def _apply(self, table: Table, events: Sequence[AnyEvent]) -> None:
        for event in events:  # another process may be ahead by the error of its clock: time never goes back at a table
            table.apply(StoredEvent(table.number + 1, max(self.clock(), table.changed), event))

    def _drop_unstored(self, id: str) -> None:
        """Drop a table to which events were applied that were not stored: it is loaded again when it is needed."""
        self.cache.drop(id)

    async def _store(
        self, connection: AsyncConnection, table: Table, before: int, *in_transaction: TableWriter
    ) -> None:
        await insert_events(connection, table, before)
        new = [logged.stored.event for logged in table.log[before:]]
        if table.status == "over" and any(isinstance(one, Moved | Confirmed | Started) for one in new):
            await store_results(connection, table)
        await mind_running_positions(connection, table, new)
        for write in (*self.in_transaction, *in_transaction):
            await write(connection, table, before)
        if self.storage.is_postgres:
            await notify(connection, TableChanged(table.id, table.number, self.name))

    def _notify_listeners(self, table: Table) -> None:
        for listener in self.after_commit:
            listener(table)

    # ---- setting up

    async def create(
        self,
        person: Person,
        game_start: GameStart,
        time_control: TimeControl,
        seats: Sequence[Offered | SatDown],
        is_listed: bool = False,
        is_shuffled: bool = False,
        is_rated: bool = True,
    ) -> Table:
        """Set up a table, with its seats offered or taken. Where no seat is free, the game starts at once."""
        settings = time_control, is_listed, is_shuffled, self.clock(), is_rated
        table = Table(new_id(), person.id, new_id(), game_start, *settings)
        async with self._lock(table.id):
            async with self.storage.writing() as connection:
                await self._set_up(connection, table, seats)
            self.cache.keep(table)
        self._notify_listeners(table)
        return table

    async def rematch(self, id: str, person: Person) -> Table:
        """Set up another game for the same people and programs; where there is one already, return that."""
        chosen = new_id()

        async def set_up(connection: AsyncConnection, table: Table, before: int) -> None:
            game_start = structs.replace(table.game_start, seed=new_seed(), start=None, start_move=None)
            settings = table.time_control, table.is_listed, table.is_shuffled, self.clock(), table.is_rated
            again = Table(chosen, person.id, new_id(), game_start, *settings)
            await self._set_up(connection, again, commands.seats_again(table, person))

        table = await self.change(id, lambda table: commands.rematch(table, person, chosen), set_up)
        found = commands.rematch_of(table)
        assert found is not None
        another = await self.find(found)
        if found == chosen:
            self._notify_listeners(another)
        return another

    async def _set_up(self, connection: AsyncConnection, table: Table, seats: Sequence[Offered | SatDown]) -> None:
        if await count_unfinished(connection, table.host) >= self.most_a_person:
            raise error(TooManyError, "server.too-many-tables", most=self.most_a_person)
        await insert_table(connection, table)
        self._apply(table, seats)
        if not any(seat.is_free for seat in table.seats):
            self._apply(table, [commands.draw_seats(table)])
        await self._store(connection, table, 0)

    # ---- commands of people and programs

    async def sit_down(self, id: str, person: Person, seat: int, invite: str | None = None) -> Table:
        return await self.change(id, lambda table: commands.sit_down(table, person, seat, invite, self.clock()))

    async def leave(self, id: str, person: Person, seat: int) -> Table:
        return await self.change(id, lambda table: commands.leave(table, person, seat))

    async def offer(self, id: str, person: Person, wish: Offered | SatDown) -> Table:
        return await self.change(id, lambda table: commands.offer(table, person, wish))

    async def start(self, id: str, person: Person) -> Table:
        return await self.change(id, lambda table: commands.start(table, person))

    async def close(self, id: str, person: Person) -> Table:
        return await self.change(id, lambda table: commands.close(table, person))

    async def play(self, id: str, person: Person, decision: Decision, sequence: int) -> Table:
        return await self.change(id, lambda table: commands.play(table, person, decision, sequence, self.clock()))

    async def move_program(self, id: str, spec: str, seat: int, move: str, sequence: int, thinker: str) -> Table:
        return await self.change(id, lambda table: commands.move_program(table, spec, seat, move, sequence, thinker))

    async def take_hint(self, id: str, person: Person, seat: int, sequence: int) -> Table:
        return await self.change(id, lambda table: commands.take_hint(table, person, seat, sequence))

    async def run_out(self, id: str) -> Table:
        return await self.change(id, lambda table: commands.run_out(table, self.clock()))

    async def abandon(self, id: str, limit: int, is_empty: bool) -> Table:
        return await self.change(id, lambda table: commands.abandon(table, limit, is_empty))

    async def talk(self, id: str, person: Person, words: str) -> Table:
        return await self.change(id, lambda table: commands.talk(table, person, words))
