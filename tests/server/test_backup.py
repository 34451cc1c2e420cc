"""What is backed up can be restored elsewhere, and the games go on."""

from __future__ import annotations

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
from sqlalchemy import insert, select, text

from support.databases import new_postgres
from support.servers import OWN_SITE, SETTINGS
from tianxia.errors import TianxiaError, UnreadableError
from tianxia.server import schema, upgrading
from tianxia.server.app import make_app
from tianxia.server.backup import back_up, restore
from tianxia.server.storage import Storage, sqlite_url
from tianxia.server.upgrading import StorageError

pytestmark = pytest.mark.anyio


def silent(done: int, total: int) -> None:
    assert 0 < done <= total


@pytest.fixture(params=["sqlite", "postgres"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of another empty database."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "elsewhere.db")
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


async def check_refused(damage: Callable[[Path], None], elsewhere: str, folder: Path) -> None:
    source, file = sqlite_url(folder / "tianxia.db"), folder / "backup.zip"
    await play_a_little(source)
    await save(source, file)
    damage(file)
    with pytest.raises(UnreadableError, match=r"damaged\. Nothing was restored"):
        await load(elsewhere, file)
    assert await people_of(elsewhere) == []


DAMAGES = [cut, foreign, no_zip, scratched, changed(without_last_row), changed(with_another_column)]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_file_is_refused(damage: Callable[[Path], None], tmp_path: Path) -> None:
    await check_refused(damage, sqlite_url(tmp_path / "elsewhere.db"), tmp_path)


async def test_what_does_not_fit_together_leaves_nothing(elsewhere: str, tmp_path: Path) -> None:
    await check_refused(changed(of_nobody), elsewhere, tmp_path)


async def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    source, file = sqlite_url(tmp_path / "tianxia.db"), tmp_path / "backup.zip"
    await save(source, file)
    changed(lambda name, data: data.replace(b'"revision":"', b'"revision":"9') if name == "about.json" else data)(file)
    with pytest.raises(UnreadableError, match="newer Tianxia"):
        await load(sqlite_url(tmp_path / "other.db"), file)
