"""Databases of every age become what this program expects."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, insert, select, text

from support.databases import empty_postgres
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage, sqlite_url
from tianxia.server.storage.upgrade import StorageError, revision_of, revisions, upgrade

pytestmark = pytest.mark.anyio

PERSON, TABLE, RECORD = "p" * 22, "t" * 22, "r" * 22
SAMPLE: Final[dict[str, dict[str, dict[str, Any]]]] = {
    # revision -> table -> a row as it could have been stored then; what a later step adds, that step lists alone
    "0001": {
        "people": {"id": PERSON, "name": "Ada", "created": 1},
        "sessions": {"secret": "s" * 64, "person": PERSON, "created": 1, "seen": 2},
        "handovers": {"code": "h" * 64, "person": PERSON, "expires": 3},
        "tables": {
            "id": TABLE,
            "host": PERSON,
            "invite": "i" * 22,
            "game": "forbidden-city",
            "edition": "standard",
            "players": 2,
            "options": {"start": "halls"},
            "seed": "0" * 32,
            "pace": {"kind": "leisurely"},
            "listed": True,
            "shuffled": False,
            "created": 1,
            "number": 1,
            "status": "waiting",
            "sequence": 0,
            "changed": 4,
        },
        "seats": {"table": TABLE, "seat": 1, "person": PERSON, "name": "Ada", "kept_for": "anybody"},
        "happenings": {"table": TABLE, "number": 1, "moment": 4, "body": {"kind": "closed"}},
        "results": {
            "table": TABLE,
            "seat": 1,
            "game": "forbidden-city",
            "players": 2,
            "person": PERSON,
            "score": 70,
            "win": 0.5,
            "moment": 5,
        },
        "ratings": {"game": "forbidden-city", "player": PERSON, "mu": 25.5, "sigma": 8.25},
        "notices": {"table": TABLE, "number": 1, "person": PERSON, "due": 6, "tries": 0},
    },
    "0002": {},
    "0003": {"tables": {"start_move": 20}, "results": {"moves": 9, "own_moves": 5, "hints": 1}},
    "0004": {
        "people": {"email": "ada@example.org", "email_verified": True},
        "email_codes": {"code": "c" * 64, "person": PERSON, "email": "ada@example.org", "expires": 7},
    },
    "0005": {"tables": {"founder": PERSON}},
    "0006": {
        "records": {
            "id": RECORD,
            "person": PERSON,
            "digest": "d" * 64,
            "document": {"tianxia": 1},
            "created": 8,
            "seen": 9,
        },
        "analyses": {
            "id": RECORD,
            "record": RECORD,
            "person": PERSON,
            "simulations": 100,
            "seed": "1" * 32,
            "decisions": 40,
            "done": 1,
            "failed": False,
            "created": 8,
            "seen": 9,
        },
        "judgements": {"analysis": RECORD, "place": 0, "body": {"number": 1}},
    },
    "0007": {"people": {"turn_emails": False, "unsubscribe_token": "u" * 22}},
    "0008": {"running_positions": {"table": TABLE, "fingerprint": "f" * 32}},
    "0009": {
        "tables": {"scores": [70, 70], "places": [1, 1]},
        "results": {"rating_before": 1.5, "rating_after": 2.25},
    },
    "0010": {"tables": {"rated": False}},
    "0011": {
        "progress": {
            "person": PERSON,
            "game": "forbidden-city",
            "kind": "step",
            "item": "first/lay",
            "value": "",
            "moment": 10,
        },
    },
}


def fill(connection: Connection, revision: str) -> dict[str, dict[str, Any]]:
    """Put the sample rows of a revision into a database that stands there; what they are."""
    rows: dict[str, dict[str, Any]] = {}
    for step in revisions()[: revisions().index(revision) + 1]:
        for table, row in SAMPLE[step].items():
            rows[table] = rows.get(table, {}) | row
    there = MetaData()
    there.reflect(connection)
    for found in there.sorted_tables:
        if found.name in rows:
            connection.execute(insert(found).values(rows[found.name]))
    assert set(rows) | {"alembic_version"} == set(there.tables), "every table needs a sample row"
    return rows


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "tianxia.db")
    return empty_postgres(request.getfixturevalue("postgres"))


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, schema.metadata))


async def test_an_empty_database_gets_the_tables_that_the_program_expects(database: str) -> None:
    storage = await Storage.open(database)
    async with storage.reading() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(revision_of) == revisions()[-1]
    await storage.close()


@pytest.mark.parametrize("revision", revisions())
async def test_a_database_of_any_age_is_brought_up_and_keeps_its_rows(database: str, revision: str) -> None:
    storage = Storage(database)
    async with storage.rebuilding() as connection:
        await connection.run_sync(upgrade, revision)
        rows = await connection.run_sync(fill, revision)
    await storage.upgrade()
    async with storage.reading() as connection:
        assert await connection.run_sync(differences) == []
        for table, row in rows.items():
            (kept,) = (await connection.execute(select(schema.metadata.tables[table]))).mappings()
            assert {name: kept[name] for name in row if name in kept} == {n: v for n, v in row.items() if n in kept}
    await storage.close()


async def test_an_address_that_was_confirmed_before_gets_a_link_that_turns_emails_off(database: str) -> None:
    storage = Storage(database)
    async with storage.rebuilding() as connection:
        await connection.run_sync(upgrade, "0006")
        await connection.run_sync(fill, "0006")
        await connection.execute(text("INSERT INTO people (id, name, created) VALUES ('none', 'Bo', 1)"))
    await storage.upgrade()
    people = schema.people
    async with storage.reading() as connection:
        query = select(people.c.unsubscribe_token, people.c.turn_emails).order_by(people.c.name)
        (ada, bo) = (await connection.execute(query)).all()
    assert (len(ada.unsubscribe_token), ada.turn_emails) == (22, True)
    assert (bo.unsubscribe_token, bo.turn_emails) == (None, True)
    await storage.close()


async def test_opening_a_database_again_changes_nothing(database: str) -> None:
    storage = await Storage.open(database)
    async with storage.writing() as connection:
        await connection.run_sync(fill, revisions()[-1])
    await storage.close()
    again = await Storage.open(database)
    async with again.reading() as connection:
        assert (await connection.execute(select(schema.people.c.name))).scalars().all() == ["Ada"]
    await again.close()


async def test_a_step_that_fails_leaves_everything_as_it_was(database: str) -> None:
    storage = Storage(database)

    async def fail() -> None:
        async with storage.rebuilding() as connection:
            await connection.run_sync(upgrade)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with storage.reading() as connection:
        assert await connection.run_sync(revision_of) is None
    await storage.close()
    await (await Storage.open(database)).close()


async def test_a_database_of_a_newer_program_is_refused(database: str) -> None:
    storage = await Storage.open(database)
    async with storage.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await storage.close()
    with pytest.raises(StorageError, match=r"newer Tianxia.*9999"):
        await Storage.open(database)


async def test_who_may_not_change_a_database_refuses_another_than_expected(database: str) -> None:
    with pytest.raises(StorageError, match="start tianxia serve first"):
        await Storage.open(database, upgrades=False)
    storage = Storage(database)
    async with storage.reading() as connection:
        assert await connection.run_sync(revision_of) is None
    await storage.upgrade()
    await (await Storage.open(database, upgrades=False)).close()
    async with storage.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await storage.close()
    with pytest.raises(StorageError, match="newer Tianxia"):
        await Storage.open(database, upgrades=False)


async def test_tables_of_somebody_else_are_refused(database: str) -> None:
    storage = Storage(database)
    async with storage.writing() as connection:
        await connection.execute(text("CREATE TABLE people (shoe_size INTEGER)"))
    await storage.close()
    with pytest.raises(StorageError, match="did not create"):
        await Storage.open(database)


OPEN = """
import asyncio, sys
from tianxia.server.storage.database import Storage, sqlite_url
async def main():
    await (await Storage.open(sys.argv[1])).close()
sys.stdin.readline()
asyncio.run(main())
"""


async def test_several_processes_may_start_at_once_on_an_empty_database(postgres: str) -> None:
    command = [sys.executable, "-c", OPEN, empty_postgres(postgres)]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("now\n")
        process.stdin.flush()
    told = [process.communicate()[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], told
