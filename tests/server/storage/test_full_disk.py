"""Storage that is full, read-only or gone: everybody is told to try again, and when it is back, games go on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import event, insert
from sqlalchemy.exc import OperationalError

from support.analyses import golden
from support.databases import empty_postgres, new_sqlite, running_postgres_in
from support.full_disks import Disk, LimitedFiles, SmallDisk, small_disk
from support.guests import Guest, check_log, guests_at
from support.patience import until
from support.served import Served, served
from tianxia.server.people.service import People
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage, begun
from tianxia.server.storage.write_check import SPACE, WriteCheck

pytestmark = pytest.mark.anyio
PROGRAM = "mcts:1s"
"""It answers late enough for a disk to be filled meanwhile."""
SELDOM = 0.1  # seconds between requests of the same kind: these servers have their usual rate limits


@pytest.fixture(params=["limited files", "small disk"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A disk for SQLite."""
    if request.param == "limited files":
        yield LimitedFiles(tmp_path)
        return
    with small_disk(tmp_path / "disk", megabytes=8) as found:
        yield found


# ---- what a guest sees


async def is_ready(server: Served) -> bool:
    async with httpx.AsyncClient(base_url=server.address) as client:
        return (await client.get("/ready")).is_success


async def is_unready(server: Served) -> bool:
    """Not ready, but alive."""
    async with httpx.AsyncClient(base_url=server.address) as client:
        answer = await client.get("/ready")
        assert (await client.get("/health")).is_success
    return answer.status_code == 503 and bool(answer.json()["key"] == "server.not-ready")


def is_noted(server: Served, told: str) -> bool:
    return any(line["event"] == told for line in server.lines())


def noted_outages(server: Served) -> list[str]:
    """What the log says besides requests."""
    return [line["event"] for line in server.lines() if line["event"] != "request"]


async def sit_down_with_a_program(guest: Guest) -> str:
    seats = [{"who": "me"}, {"who": "program", "program": PROGRAM}]
    body = {"game": "forbidden-city", "seats": seats}
    id: str = (await guest.done("POST", "/api/tables", body))["state"]["id"]
    return id


async def pass_turn(guest: Guest, table: str) -> None:
    """Wait for the guest's turn, and move until it is the program's."""

    async def is_my_turn() -> bool:
        return bool((await guest.look(table, 1))["to_move"] == 1)

    await until(is_my_turn, SELDOM)
    while (state := await guest.look(table, 1))["to_move"] == 1:
        answer = await guest.move(table, 1, state["view"]["legal"][0], state["sequence"])
        assert answer.is_success, answer.text


async def fill_while_a_program_thinks(guest: Guest, table: str, disk: Disk, pid: int) -> None:
    """Fill the disk when it is a program's turn, so that its move will not be stored."""
    while True:
        await pass_turn(guest, table)
        disk.fill(pid)
        if (await guest.look(table, 1))["to_move"] == 2:
            return
        disk.free(pid)  # it has moved meanwhile


async def check_refusals(guest: Guest, table: str) -> None:
    """A change is refused in a sentence, and what is known can still be seen."""
    answer = await guest.ask("POST", f"/api/tables/{table}/talk", {"text": "Hello? " * 40})
    assert (answer.status_code, answer.json()["key"]) == (503, "server.away")
    assert answer.headers["Retry-After"] == "5"
    assert (await guest.look(table, 1))["to_move"] == 2


# ---- a full disk


async def test_a_full_disk_is_told_and_programs_go_on_when_there_is_space(tmp_path: Path, disk: Disk) -> None:
    with served(tmp_path, "--data", disk.folder, "--programs", 1) as server:
        async with guests_at(server.address, "Ada") as [ada]:
            table = await sit_down_with_a_program(ada)
            await fill_while_a_program_thinks(ada, table, disk, server.process.pid)
            await until(lambda: is_noted(server, "the database is away"))  # the program could not move
            await until(lambda: is_unready(server), SELDOM)
            await check_refusals(ada, table)
            assert await is_unready(server)
            disk.free(server.process.pid)
            await until(lambda: is_ready(server), SELDOM)
            await pass_turn(ada, table)  # the program has moved
            await check_log([ada], table)
        assert server.stop() == 0
    assert noted_outages(server) == ["the database is away", "the database is back"]


async def test_a_disk_is_full_before_the_smallest_change_fails(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", megabytes=8) as disk:
        storage = await Storage.open(new_sqlite(disk.folder))
        people, check = People(storage), WriteCheck(storage)
        disk.fill(os.getpid())
        os.truncate(disk.filler, disk.filler.stat().st_size - SPACE // 2)
        await people.welcome("Ada")
        with pytest.raises(UnavailableError):
            await check.check()
        disk.free(os.getpid())
        await check.check()
        await storage.close()


async def test_postgres_on_a_full_disk(tmp_path: Path) -> None:
    with full_postgres() as (postgres, disk):
        database = address_of(postgres)
        with served(tmp_path, "--programs", 1, TIANXIA_DATABASE=database) as server:
            async with guests_at(server.address, "Ada") as [ada]:
                table = await sit_down_with_a_program(ada)
                await pass_turn(ada, table)
                disk.fill(server.process.pid)
                await until(lambda: is_unready(server), SELDOM)
                large = {"record": golden("year-of-the-dragon-2-none-7")}  # files have to grow for it
                answer = await ada.ask("POST", "/api/records", large)
                assert (answer.status_code, answer.json()["key"]) == (503, "server.away")
                disk.free(server.process.pid)
                await until(lambda: is_ready(server), SELDOM)
                await ada.done("POST", "/api/records", large)
                await pass_turn(ada, table)
                await check_log([ada], table)
            assert server.stop() == 0
        assert noted_outages(server) == ["the database is away", "the database is back"]


@contextmanager
def full_postgres() -> Iterator[tuple[Any, SmallDisk]]:
    """A PostgreSQL on a disk that can be filled."""
    with (
        TemporaryDirectory(prefix="tianxia-") as folder,
        small_disk(Path(folder, "disk"), megabytes=250) as disk,
        running_postgres_in(disk.folder) as server,
    ):
        yield server, disk


def address_of(postgres: Any) -> str:
    return empty_postgres(postgres.get_uri().replace("/postgres?", "/{}?")).replace("+psycopg", "")


async def test_a_transaction_that_sqlite_rolled_back_itself_tells_why_it_failed(tmp_path: Path) -> None:
    storage = await Storage.open(new_sqlite(tmp_path))
    large = {"id": "p" * 22, "name": "A" * 1_000_000, "created": 1}
    async with storage.engine.connect() as outside:
        await outside.exec_driver_sql("PRAGMA max_page_count = 1")  # as large as it is

        async def store() -> None:
            async with begun(outside) as connection:
                await connection.execute(insert(schema.people), large)

        with pytest.raises(OperationalError, match="full"):
            await store()
        await outside.exec_driver_sql("PRAGMA max_page_count = 1000000")
        await store()
    await storage.close()


# ---- a read-only database


async def test_a_read_only_file_is_told_and_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    storage = await Storage.open(new_sqlite(tmp_path))
    people, check = People(storage), WriteCheck(storage)
    _, secret = await people.welcome("Ada")
    await check.check()
    with read_only(storage):
        with pytest.raises(UnavailableError):
            await people.welcome("Bo")
        with pytest.raises(UnavailableError):
            await check.check()
        assert await people.recognise(secret) is not None
    await check.watch()
    await people.welcome("Bo")
    await storage.close()
    assert "SQLITE_READONLY" in caplog.records[0].message
    assert ["away" in caplog.records[0].message, "back" in caplog.records[1].message] == [True, True]
    assert len(caplog.records) == 2


@contextmanager
def read_only(storage: Storage) -> Iterator[None]:
    def prepare(connection: Any, *_: object) -> None:
        connection.cursor().execute(f"PRAGMA query_only = {is_read_only}")

    is_read_only = True
    event.listen(storage.engine.sync_engine, "checkout", prepare)
    try:
        yield
    finally:
        is_read_only = False


async def test_a_read_only_postgres_is_told_and_programs_go_on_afterwards(own_postgres: Any, tmp_path: Path) -> None:
    database = address_of(own_postgres)
    with served(tmp_path, "--programs", 1, TIANXIA_DATABASE=database) as server:
        async with guests_at(server.address, "Ada") as [ada]:
            table = await sit_down_with_a_program(ada)
            await fill_while_a_program_thinks(ada, table, ReadOnly(own_postgres), server.process.pid)
            await until(lambda: is_noted(server, "the database is away"))
            await until(lambda: is_unready(server), SELDOM)
            await check_refusals(ada, table)
            ReadOnly(own_postgres).free(server.process.pid)
            await until(lambda: is_ready(server), SELDOM)
            await pass_turn(ada, table)
            await check_log([ada], table)
        assert server.stop() == 0
    assert noted_outages(server) == ["the database is away", "the database is back"]


class ReadOnly(Disk):
    """Not a disk, but a PostgreSQL that takes no changes."""

    def __init__(self, postgres: Any) -> None:
        self.postgres = postgres

    def fill(self, pid: int) -> None:
        self._set("on")

    def free(self, pid: int) -> None:
        self._set("off")

    def _set(self, value: str) -> None:
        with psycopg.connect(self.postgres.get_uri(), autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
            connection.execute("SELECT pg_reload_conf()")


# ---- a file that is gone


async def test_a_file_that_is_moved_away_is_told_and_games_go_on_when_it_is_back(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    with served(tmp_path, "--data", data, "--programs", 1) as server:
        async with guests_at(server.address, "Ada") as [ada]:
            table = await sit_down_with_a_program(ada)
            (data / "tianxia.db").rename(elsewhere)
            await until(lambda: is_noted(server, "the database is away"))  # nobody asked for anything
            assert await is_unready(server)
            assert (await ada.ask("POST", f"/api/tables/{table}/talk", {"text": "Hello?"})).status_code == 503
            assert (await ada.ask("GET", "/api/tables")).status_code == 503
            assert not (data / "tianxia.db").exists(), "no empty file was made in its place"
            elsewhere.rename(data / "tianxia.db")
            await until(lambda: is_ready(server), SELDOM)
            await pass_turn(ada, table)
            await check_log([ada], table)
        assert server.stop() == 0
    assert noted_outages(server) == ["the database is away", "the database is back"]


async def test_another_file_in_place_of_a_deleted_one_is_not_used(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(tmp_path, "--data", data) as server:
        async with guests_at(server.address, "Ada") as [ada]:
            for file in data.glob("tianxia.db*"):
                file.unlink()
            await until(lambda: is_unready(server), SELDOM)
            new_sqlite(data)
            assert await is_unready(server)
            assert (await ada.ask("POST", "/api/people", {"name": "Bo"})).status_code == 503
        assert server.stop() == 0
    assert noted_outages(server) == ["the database is away"]
    assert [line["reason"] for line in server.lines() if "reason" in line] == ["FileGoneError"]


async def test_a_write_ahead_log_that_is_deleted_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(tmp_path, "--data", data, "--programs", 1) as server:
        async with guests_at(server.address, "Ada") as [ada]:
            table = await sit_down_with_a_program(ada)
            (data / "tianxia.db-wal").unlink()
            await until(lambda: is_noted(server, "the database is away"))  # nobody asked for anything
            assert await is_unready(server)
            assert (await ada.ask("POST", f"/api/tables/{table}/talk", {"text": "Hello?"})).status_code == 503
        assert server.stop() == 0  # the process still has it open, and moves what it holds into the database
    assert [line["reason"] for line in server.lines() if "reason" in line] == ["FileGoneError"]
    with served(tmp_path, "--data", data, "--programs", 1) as server:
        async with guests_at(server.address, "Bo") as [bo]:
            assert (await bo.look(table))["number"] > 0


async def test_sqlite_may_make_its_write_ahead_log_anew_while_no_connection_is_open(tmp_path: Path) -> None:
    storage = await Storage.open(new_sqlite(tmp_path))
    people, log = People(storage), tmp_path / "tianxia.db-wal"
    await people.welcome("Ada")
    (tmp_path / "before").hardlink_to(log)  # its number is not given to another file
    await storage.engine.dispose()
    await until(lambda: not log.exists())  # the last connection removed it
    await people.welcome("Bo")
    assert not log.samefile(tmp_path / "before")
    await people.welcome("Cleo")
    await storage.close()
