"""What is backed up can be restored elsewhere, and the games go on."""

from __future__ import annotations

import asyncio
import json
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from sqlalchemy import func, insert, select, text

from support.analyses import golden
from support.databases import new_postgres, new_sqlite
from support.patience import until
from support.servers import OWN_SITE, SETTINGS
from tianxia.errors import TianxiaError, UnreadableError
from tianxia.server.backup.archive import back_up, restore
from tianxia.server.backup.rows import BATCH_BYTES, LONGEST_LINE, BadLine, read_batches
from tianxia.server.http.app import make_app
from tianxia.server.storage import schema
from tianxia.server.storage import upgrade as upgrading
from tianxia.server.storage.database import Storage, sqlite_url
from tianxia.server.storage.upgrade import StorageError

pytestmark = pytest.mark.anyio


def silent(done: int, total: int) -> None:
    assert 0 < done <= total


@pytest.fixture(params=["sqlite", "postgres"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of another empty database."""
    if request.param == "sqlite":
        (tmp_path / "elsewhere").mkdir()
        return new_sqlite(tmp_path / "elsewhere")
    return new_postgres(request.getfixturevalue("postgres"))


async def play_a_little(database: str) -> tuple[dict[str, Any], dict[str, str]]:
    """A game that has begun, as its player sees it, and the player's cookie."""
    async with AsyncTestClient(make_app(database, SETTINGS)) as client:
        client.headers.update(OWN_SITE)
        await client.post("/api/people", json={"name": "Ada 🐉"})
        seats = [{"who": "me"}] * 3
        table = (await client.post("/api/tables", json={"game": "emperor-of-china", "seats": seats})).json()
        for _ in range(3):
            table = await move(client, table["state"])
        return table, dict(client.cookies)


async def move(client: AsyncTestClient[Litestar], state: dict[str, Any]) -> dict[str, Any]:
    eyes = {"seat": state["to_move"]}
    seen = (await client.get(f"/api/tables/{state['id']}", params=eyes)).json()["state"]
    sent = eyes | {"move": seen["view"]["legal"][0], "sequence": seen["sequence"]}
    answer = await client.post(f"/api/tables/{state['id']}/moves", json=sent)
    assert answer.status_code == 200, answer.text
    moved: dict[str, Any] = answer.json()
    return moved


async def save(database: str, file: Path) -> None:
    storage = await Storage.open(database)
    await back_up(storage, file, silent)
    await storage.close()


async def load(database: str, file: Path) -> int:
    storage = await Storage.open(database)
    try:
        return await restore(storage, file, silent)
    finally:
        await storage.close()


async def people_of(database: str) -> list[str]:
    storage = await Storage.open(database)
    async with storage.reading() as connection:
        names = (await connection.execute(select(schema.people.c.name))).scalars().all()
    await storage.close()
    return list(names)


async def test_games_go_on_elsewhere(database: str, elsewhere: str, tmp_path: Path) -> None:
    before, cookies = await play_a_little(database)
    file = tmp_path / "backup.zip"
    await save(database, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert await load(elsewhere, file) > 0
    async with AsyncTestClient(make_app(elsewhere, SETTINGS), cookies=cookies) as client:
        client.headers.update(OWN_SITE)
        state = before["state"]
        found = (await client.get(f"/api/tables/{state['id']}", params={"seat": state["eyes"]})).json()
        for told in (before, found):
            del told["state"]["moment"]
        assert found == before
        moved = await move(client, state)
        assert moved["state"]["sequence"] > state["sequence"]
    again = tmp_path / "again.zip"
    await save(elsewhere, again)
    assert zipfile.ZipFile(again).read("people.jsonl") == zipfile.ZipFile(file).read("people.jsonl")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_every_kind_of_seat_is_restored(database: str, elsewhere: str, tmp_path: Path) -> None:
    seats: list[dict[str, Any]] = [{"who": who} for who in ("me", "program", "friend", "anybody")]
    async with AsyncTestClient(make_app(database, SETTINGS)) as client:
        client.headers.update(OWN_SITE)
        await client.post("/api/people", json={"name": "Ada"})
        made = (await client.post("/api/tables", json={"game": "forbidden-city", "seats": seats})).json()
        path = f"/api/tables/{made['state']['id']}"
        cookies = dict(client.cookies)
        before = (await client.get(path)).json()["state"]["seats"]
    file = tmp_path / "backup.zip"
    await save(database, file)
    await load(elsewhere, file)
    async with AsyncTestClient(make_app(elsewhere, SETTINGS), cookies=cookies) as client:
        found = (await client.get(path)).json()["state"]["seats"]
    assert [seat["who"] for seat in found] == ["person", "program", "friend", "anybody"]
    assert found == before


@pytest.mark.parametrize(("database", "elsewhere"), [("sqlite", "postgres"), ("postgres", "sqlite")], indirect=True)
async def test_an_analysis_goes_on_elsewhere(database: str, elsewhere: str, tmp_path: Path) -> None:
    async with AsyncTestClient(make_app(database, SETTINGS)) as client:
        client.headers.update(OWN_SITE)
        await client.post("/api/people", json={"name": "Ada"})
        record = {"record": golden("year-of-the-dragon-2-none-7")}
        path = f"/api/records/{(await client.post('/api/records', json=record)).json()['id']}/analysis"
        await client.post(path)

        async def judged(least: int) -> dict[str, Any] | None:
            found: dict[str, Any] = (await client.get(path)).json()
            return found if found["done"] >= least else None

        await until(lambda: judged(2))
    file = tmp_path / "backup.zip"
    await save(database, file)
    begun = json.loads(zipfile.ZipFile(file).read("analyses.jsonl"))
    assert 2 <= begun["done"] < begun["decisions"]
    await load(elsewhere, file)
    async with AsyncTestClient(make_app(elsewhere, SETTINGS)) as client:
        found = await until(lambda: judged(begun["decisions"]))
    assert found is not None
    assert (found["status"], len(found["judged"])) == ("done", begun["decisions"])


STEP = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{}"


def upgrade() -> None:
    anew = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("people", recreate=anew) as people:
        people.add_column(sa.Column("motto", sa.Text, server_default="onwards", nullable=False))
"""


async def test_what_an_older_program_wrote_is_brought_up_to_date(
    elsewhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_a_little(sqlite_url(tmp_path / "tianxia.db"))
    await save(sqlite_url(tmp_path / "tianxia.db"), tmp_path / "backup.zip")
    steps = shutil.copytree(upgrading.FOLDER, tmp_path / "migrations")
    (steps / "versions" / "next.py").write_text(STEP.format(upgrading.revisions()[-1]))
    monkeypatch.setattr(upgrading, "FOLDER", steps)
    await load(elsewhere, tmp_path / "backup.zip")
    storage = await Storage.open(elsewhere)
    async with storage.reading() as connection:
        assert (await connection.execute(text("SELECT motto FROM people"))).scalars().all() == ["onwards"]
        assert len((await connection.execute(select(schema.sessions))).all()) == 1
    await storage.close()


async def test_more_rows_than_are_stored_at_once(database: str, tmp_path: Path) -> None:
    names = [f"person {number}" for number in range(1203)]
    storage = await Storage.open(database)
    async with storage.writing() as connection:
        rows = [{"id": f"{number:022}", "name": name, "created": 1} for number, name in enumerate(names)]
        await connection.execute(insert(schema.people), rows)
    await storage.close()
    await save(database, tmp_path / "backup.zip")
    assert await load(other := sqlite_url(tmp_path / "other.db"), tmp_path / "backup.zip") == len(names)
    assert sorted(await people_of(other)) == sorted(names)


async def test_a_database_that_holds_something_is_left_alone(database: str, tmp_path: Path) -> None:
    await play_a_little(database)
    await save(database, tmp_path / "backup.zip")
    with pytest.raises(StorageError, match="not empty"):
        await load(database, tmp_path / "backup.zip")
    assert await people_of(database) == ["Ada 🐉"]


async def test_a_file_is_not_overwritten_unless_somebody_says_so(tmp_path: Path) -> None:
    storage = await Storage.open(sqlite_url(tmp_path / "tianxia.db"))
    file = tmp_path / "backup.zip"
    file.write_bytes(b"precious")
    with pytest.raises(TianxiaError, match=r"backup\.zip"):
        await back_up(storage, file, silent)
    assert file.read_bytes() == b"precious"
    await back_up(storage, file, silent, force=True)
    assert zipfile.is_zipfile(file)
    assert not list(tmp_path.glob("*.part"))
    assert not list(tmp_path.glob(".*.part"))
    await storage.close()


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def foreign(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("holiday.txt", "sun")


def no_zip(file: Path) -> None:
    file.write_text("hello")


def scratched(file: Path) -> None:
    """One byte of the packed rows of a table is another."""
    with zipfile.ZipFile(file) as archive:
        start = archive.getinfo("happenings.jsonl").header_offset + 120
    data = bytearray(file.read_bytes())
    data[start] ^= 255
    file.write_bytes(data)


def changed(change: Callable[[str, bytes], bytes]) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        with zipfile.ZipFile(file) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        with zipfile.ZipFile(file, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, change(name, data))

    return damage


def without_last_row(name: str, data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[:-1]) if name == "seats.jsonl" else data


def with_another_column(name: str, data: bytes) -> bytes:
    return data.replace(b'"name"', b'"nom"') if name == "people.jsonl" else data


def of_nobody(name: str, data: bytes) -> bytes:
    """Sessions refer to people who are not there."""
    if name != "sessions.jsonl":
        return data
    row = msgspec.json.decode(data)
    return msgspec.json.encode(row | {"person": "x" * 22}) + b"\n"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a game that has begun, for tests that damage a copy of it."""
    folder = tmp_path_factory.mktemp("whole")
    source, file = new_sqlite(folder), folder / "backup.zip"

    async def make_it() -> None:
        await play_a_little(source)
        await save(source, file)

    asyncio.run(make_it())
    return file


async def check_refused(whole: Path, damage: Callable[[Path], None], elsewhere: str, folder: Path, where: str) -> None:
    file = Path(shutil.copy(whole, folder / "damaged.zip"))
    damage(file)
    with pytest.raises(UnreadableError) as refusal:
        await load(elsewhere, file)
    told = str(refusal.value)
    assert told.startswith(f"{file} is ")
    assert told.endswith("Nothing was restored.")
    assert where in told
    assert "\n" not in told
    assert await rows_of(elsewhere) == {table.name: 0 for table in schema.metadata.sorted_tables}


async def rows_of(database: str) -> dict[str, int]:
    """How many rows there are; the database is as this program expects it."""
    storage = await Storage.open(database, upgrades=False)
    async with storage.reading() as connection:
        found = {
            table.name: (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            for table in schema.metadata.sorted_tables
        }
    await storage.close()
    return found


DAMAGES = [
    (cut, "not a backup"),
    (foreign, "not a backup"),
    (no_zip, "not a backup"),
    (scratched, "line 1 of happenings.jsonl"),
    (changed(without_last_row), "line 3 of seats.jsonl"),
    (changed(with_another_column), "line 1 of people.jsonl"),
]


@pytest.mark.parametrize(("damage", "where"), DAMAGES)
async def test_a_damaged_file_is_refused(
    damage: Callable[[Path], None], where: str, whole: Path, tmp_path: Path
) -> None:
    await check_refused(whole, damage, new_sqlite(tmp_path), tmp_path, where)


async def test_what_does_not_fit_together_leaves_nothing(elsewhere: str, whole: Path, tmp_path: Path) -> None:
    await check_refused(whole, changed(of_nobody), elsewhere, tmp_path, "line 1 of sessions.jsonl")


# ---- crafted ones


def with_value(table: str, column: str, value: Any) -> Callable[[Path], None]:
    """The last row of a table holds something else."""

    def change(name: str, data: bytes) -> bytes:
        if name != f"{table}.jsonl":
            return data
        *rows, last = data.splitlines()
        crafted = msgspec.json.decode(last) | {column: value}
        return b"\n".join([*rows, json.dumps(crafted).encode()]) + b"\n"

    return changed(change)


NESTED: list[Any] = []
for _ in range(200):
    NESTED = [NESTED]

CRAFTED = [
    ("people", "created", 1 << 70),
    ("people", "created", "yesterday"),
    ("people", "created", None),
    ("people", "created", True),
    ("people", "created", 10**4000),
    ("people", "name", 7),
    ("people", "name", "A\0da"),
    ("people", "id", "x" * 23),
    ("seats", "seat", 1 << 31),
    ("seats", "seat", [1]),
    ("tables", "listed", 1),
    ("tables", "options", {"start": 1 << 70}),
    ("tables", "pace", NESTED),
    ("tables", "pace", {"kind": "nope"}),
]


@pytest.mark.parametrize(("table", "column", "value"), CRAFTED)
async def test_a_value_of_another_kind_is_refused_by_its_line(
    whole: Path, elsewhere: str, tmp_path: Path, table: str, column: str, value: object
) -> None:
    line = len(zipfile.ZipFile(whole).read(f"{table}.jsonl").splitlines())
    where = f"line {line} of {table}.jsonl"
    if value != 10**4000:  # which is beyond what can be read at all
        where += f" has an invalid value in {column}"
    await check_refused(whole, with_value(table, column, value), elsewhere, tmp_path, where)


MEANINGLESS = [
    ("tables", "pace", {"kind": "days", "days": 10_000}),
    ("tables", "options", ["halls"]),
    ("tables", "options", {"start": None}),
    ("tables", "start", []),
    ("tables", "seed", "f" * 31 + "g"),
    ("tables", "status", "asleep"),
    ("seats", "kept_for", "nobody"),
    ("happenings", "body", {"kind": "exploded"}),
    ("happenings", "body", {"kind": "moved", "seat": "1", "move": "pass"}),
]


@pytest.mark.parametrize(("table", "column", "value"), MEANINGLESS)
def test_what_the_server_could_not_read_again_is_found_before_it_is_stored(
    whole: Path, tmp_path: Path, table: str, column: str, value: object
) -> None:
    file = Path(shutil.copy(whole, tmp_path / "crafted.zip"))
    with_value(table, column, value)(file)
    with zipfile.ZipFile(file) as archive:
        last = len(archive.read(f"{table}.jsonl").splitlines())
        with pytest.raises(BadLine) as refusal:
            list(read_batches(archive, schema.metadata.tables[table], last))
    assert (refusal.value.line, refusal.value.column) == (last, column)


def with_another_step(file: Path) -> None:
    """Rows for the table in which Alembic keeps which step came last."""
    with zipfile.ZipFile(file) as archive:
        about = msgspec.json.decode(archive.read("about.json"))
    about["rows"]["alembic_version"] = 1
    changed(lambda name, data: msgspec.json.encode(about) if name == "about.json" else data)(file)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("alembic_version.jsonl", b'{"version_num": "9999"}\n')


def same_seat_twice(name: str, data: bytes) -> bytes:
    if name != "seats.jsonl":
        return data
    first, _second, third = data.splitlines(keepends=True)
    return first + first + third


def no_json(name: str, data: bytes) -> bytes:
    return b"{\n" + data.partition(b"\n")[2] if name == "seats.jsonl" else data


def too_deep(name: str, data: bytes) -> bytes:
    return b"[" * 1_000_000 + b"\n" if name == "people.jsonl" else data


def more_rows_than_told(name: str, data: bytes) -> bytes:
    return data * 2 if name == "people.jsonl" else data


def endless_line(name: str, data: bytes) -> bytes:
    return data[:-2] + b" " * (LONGEST_LINE + 10) + b"}\n" if name == "people.jsonl" else data


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (with_another_step, "line 1 of about.json"),
        (changed(same_seat_twice), "line 2 of seats.jsonl"),
        (changed(no_json), "line 1 of seats.jsonl"),
        (changed(too_deep), "line 1 of people.jsonl"),
        (changed(more_rows_than_told), "line 2 of people.jsonl"),
        (changed(endless_line), "line 1 of people.jsonl"),
    ],
)
async def test_a_crafted_file_is_refused_by_its_line(
    whole: Path, elsewhere: str, tmp_path: Path, damage: Callable[[Path], None], where: str
) -> None:
    await check_refused(whole, damage, elsewhere, tmp_path, where)


def test_rows_are_stored_in_batches_that_fit_into_memory(tmp_path: Path) -> None:
    """Five hundred of the longest lines at once would be 8 GB."""
    length = BATCH_BYTES // 3
    row = msgspec.json.encode({"game": "g", "player": "p" * length, "mu": 1, "sigma": 2.5}) + b"\n"
    with zipfile.ZipFile(tmp_path / "backup.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ratings.jsonl", row * 5)
    with zipfile.ZipFile(tmp_path / "backup.zip") as archive:
        assert [len(batch) for batch in read_batches(archive, schema.ratings, 5)] == [2, 2, 1]


async def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    source, file = sqlite_url(tmp_path / "tianxia.db"), tmp_path / "backup.zip"
    await save(source, file)
    changed(lambda name, data: data.replace(b'"revision":"', b'"revision":"9') if name == "about.json" else data)(file)
    with pytest.raises(UnreadableError, match="newer Tianxia"):
        await load(sqlite_url(tmp_path / "other.db"), file)
