"""The files of the browser client, as they go over the wire."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_sqlite
from tianxia.games import GAMES
from tianxia.server.http.client_files import client_files
from tianxia.words import text

pytestmark = pytest.mark.anyio

SCRIPT = b"console.log('tianxia');" * 50


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small client of its own, whether or not the real one was built."""
    folder = tmp_path / "browser"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Tianxia</title>")
    (folder / "seal.svg").write_text("<svg/>")
    (folder / "assets" / "index-1a2b.js").write_bytes(SCRIPT)
    (tmp_path / "secret.txt").write_text("not for browsers")
    monkeypatch.setattr("tianxia.server.http.client_files.FOLDER", folder)
    client_files.cache_clear()
    yield folder
    client_files.cache_clear()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return new_sqlite(tmp_path)


@pytest.mark.parametrize(
    "path", ["/", "/new/forbidden-city", "/table/q83vEjRWeJCrze8SNFZ4kA", "/review/x", "/learn/x", "/learn/x/notation"]
)
async def test_every_screen_is_the_same_page(client: AsyncTestClient[Litestar], path: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.text) == (200, "<!doctype html><title>Tianxia</title>")
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


async def test_assets_are_packed_and_kept_for_ever(client: AsyncTestClient[Litestar]) -> None:
    packed = await client.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "gzip, br"})
    assert packed.content == SCRIPT
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT, mtime=0))
    plain = await client.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert plain.content == SCRIPT
    assert "content-encoding" not in plain.headers
    for answer in (packed, plain):
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/assets/missing.js", "/missing.svg", "/assets/..%2Fsecret.txt", "/..%2Fsecret.txt"])
async def test_what_is_no_part_of_the_client_is_not_found(client: AsyncTestClient[Litestar], path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404
    assert "not for browsers" not in answer.text


async def test_without_a_client_there_is_a_plain_page_that_needs_nothing_from_elsewhere(
    client: AsyncTestClient[Litestar], built: Path
) -> None:
    (built / "index.html").unlink()
    client_files.cache_clear()
    answer = await client.get("/")
    assert answer.status_code == 200
    for game in GAMES:
        assert text(f"{game}.title") in answer.text
    for way in ("make terminal", "tianxia play", '<a href="/api/schema">'):
        assert way in answer.text
    assert (await client.get("/api/schema")).status_code == 200
    assert "http" not in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/missing", "/table", "/foo/bar", "/constructor/x", "/assets/missing.js"])
async def test_a_person_who_goes_astray_sees_a_page(client: AsyncTestClient[Litestar], path: str) -> None:
    answer = await client.get(path, headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.text) == (404, "<!doctype html><title>Tianxia</title>")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert (await client.get(path)).headers["content-type"] == "application/json"


async def test_the_api_speaks_json_to_everybody(client: AsyncTestClient[Litestar]) -> None:
    answer = await client.get("/api/tables/x/foo/bar", headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.json()["status"]) == (404, 404)
