"""How much of a kind is going on, such as the live streams of a person: added up over all processes, in PostgreSQL.

Each process writes its own counts, and says from time to time that it still runs; those of a process that no longer
does are ignored after a while. Over SQLite there is one process, and over PostgreSQL each counts by itself while the
database does not answer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy import bindparam
from sqlalchemy import text as sql

from tianxia.server.identifiers import hash_secret, new_id
from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage.database import Storage
from tianxia.server.storage.shared_tables import NOW, create_shared_table
from tianxia.server.tasks import repeating

ANSWER_WITHIN: Final = 1.0  # seconds that the database has to answer
WRITE_EVERY: Final = 1.0  # seconds between two times that smaller counts are written
SEEN_EVERY: Final = 20.0  # seconds between two signs of life of a process
RUNS_FOR: Final = 60  # seconds after a sign of life for which the counts of a process are valid
_IS_VALID: Final = f"abs({NOW} - seen) < {RUNS_FOR}"  # a sign of life of the future: the clock was set back since
_COLUMNS: Final = "process text, key char(64), count integer NOT NULL, seen float8 NOT NULL, PRIMARY KEY (process, key)"
_WRITE: Final = sql(
    f"""
    INSERT INTO shared_counts (process, key, count, seen) VALUES (:process, :key, :count, {NOW})
    ON CONFLICT (process, key) DO UPDATE SET count = excluded.count, seen = excluded.seen
    """
)
_ELSEWHERE: Final = sql(
    f"""
    SELECT key, CAST(sum(count) AS integer) FROM shared_counts
    WHERE key IN :keys AND process <> :process AND {_IS_VALID} GROUP BY key
    """
).bindparams(bindparam("keys", expanding=True))
_SEEN: Final = sql(f"UPDATE shared_counts SET seen = {NOW} WHERE process = :process")
_DROP: Final = sql(f"DELETE FROM shared_counts WHERE NOT {_IS_VALID} OR (process = :process AND (count = 0 OR :ends))")


class SharedCounts:
    """Counts of a process, which knows those of the others."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.process = new_id()
        self.is_shared = False
        self._own: Counter[str] = Counter()
        self._unwritten: set[str] = set()  # keys whose counts became smaller

    @asynccontextmanager
    async def held(self, places: Mapping[str, int]) -> AsyncIterator[bool]:
        """Count one more at each key until the block ends; yields whether none has more than its `places` allow."""
        self._own.update(places.keys())
        try:
            yield self._fits(places, {}) and self._fits(places, await self._elsewhere(places))
        finally:
            self._own.subtract(places.keys())
            for key in places:
                if not self._own[key]:
                    del self._own[key]
            self._unwritten.update(places)

    def _fits(self, places: Mapping[str, int], elsewhere: Mapping[str, int]) -> bool:
        return all(self._own[key] + elsewhere.get(key, 0) <= most for key, most in places.items())

    async def _elsewhere(self, keys: Iterable[str]) -> dict[str, int]:
        """The counts of other processes, after those of this one are written; nothing while the database is away."""
        if not self.is_shared:
            return {}
        names = {hash_secret(key): key for key in keys}  # a key may be an address
        try:
            async with asyncio.timeout(ANSWER_WITHIN), self.storage.autocommitting() as connection:
                await connection.execute(_WRITE, [self._row(key) for key in keys])
                found = await connection.execute(_ELSEWHERE, {"keys": list(names), "process": self.process})
                return {names[row[0]]: row[1] for row in found}
        except (UnavailableError, TimeoutError):
            return {}

    def _row(self, key: str) -> dict[str, object]:
        return {"process": self.process, "key": hash_secret(key), "count": self._own[key]}

    # ---- in the background

    @asynccontextmanager
    async def shared(self) -> AsyncIterator[None]:
        """Share the counts with other processes until the block ends."""
        if not self.storage.is_postgres:
            yield
            return
        self.is_shared = await create_shared_table(self.storage, "shared_counts", _COLUMNS)
        if not self.is_shared:
            LOG.warning("no right to create or use the table shared_counts: each process counts streams by itself")
            yield
            return
        async with repeating(self._write, self._show_life):
            yield
        with suppress(UnavailableError, TimeoutError):
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._drop(ends=True)

    async def _write(self) -> float:
        keys, self._unwritten = self._unwritten, set()
        if keys:
            try:
                async with self.storage.autocommitting() as connection:
                    await connection.execute(_WRITE, [self._row(key) for key in sorted(keys)])
            except BaseException:
                self._unwritten |= keys
                raise
        return WRITE_EVERY

    async def _show_life(self) -> float:
        async with self.storage.autocommitting() as connection:
            seen = await connection.execute(_SEEN, {"process": self.process})
        if seen.rowcount < len(self._own):  # the database crashed, which empties the table
            self._unwritten.update(self._own)
        await self._drop(ends=False)
        return SEEN_EVERY

    async def _drop(self, ends: bool) -> None:
        """Drop what counts nothing any more."""
        async with self.storage.autocommitting() as connection:
            await connection.execute(_DROP, {"process": self.process, "ends": ends})
