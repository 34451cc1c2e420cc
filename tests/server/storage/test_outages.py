"""The database may be away: people are told to try again, and the log tells it once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from support.databases import empty_postgres, kill_postgres
from support.guests import Guest, guests_at
from support.patience import until
from support.served import served
from support.sockets import refusal_of
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage.database import Storage, sqlite_url

pytestmark = pytest.mark.anyio
AT_SQLITE = "_connection_worker_thread"
"""A thread of aiosqlite, which tells the event loop of its end: it must not outlive it."""


async def test_while_postgres_is_away_people_are_told_to_try_again(own_postgres: Any, tmp_path: Path) -> None:
    database = empty_postgres(own_postgres.get_uri().replace("/postgres?", "/{}?")).replace("+psycopg", "")
    with served(tmp_path, TIANXIA_DATABASE=database) as server:
        async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
            table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
            kill_postgres(own_postgres)
            for path in ("/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/events"):
                answer = await ada.ask("GET", path)
                assert (answer.status_code, answer.json()["key"]) == (503, "server.away")
                assert answer.headers["Retry-After"] == "5"
            assert (await bo.ask("POST", f"/api/tables/{table}/seats/2", {})).status_code == 503
            assert await refusal_of(ada, table) == (503, "server.away")
            own_postgres.start()
            await until(lambda: is_answered(ada))
            await bo.sit_down(table, 2)
        assert server.stop() == 0
    told = [line["event"] for line in server.lines() if line["event"] != "request"]
    assert told == ["the database is away", "the database is back"]
    assert not any("exception" in line for line in server.lines())


async def is_answered(guest: Guest) -> bool:
    return (await guest.ask("GET", "/api/tables")).is_success


async def test_a_file_that_cannot_be_opened_is_away_too(tmp_path: Path) -> None:
    storage = Storage(sqlite_url(tmp_path / "nowhere" / "tianxia.db"))
    for way in (storage.reading, storage.writing, storage.rebuilding):
        with pytest.raises(UnavailableError, match="try again"):
            async with way():
                pass
    await storage.close()
    await until(lambda: not any(AT_SQLITE in thread.name for thread in threading.enumerate()))


async def test_a_wrong_query_is_our_own_mistake(database: str) -> None:
    storage = await Storage.open(database)
    for way in (storage.reading, storage.writing):
        with pytest.raises(DBAPIError, match="nowhere"):
            async with way() as connection:
                await connection.execute(text("SELECT 1 FROM nowhere"))
    await storage.close()
