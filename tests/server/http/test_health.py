"""What those who run the server can ask it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_sqlite
from support.servers import SETTINGS
from tianxia.server.http.app import make_app
from tianxia.server.services import Services
from tianxia.server.storage.database import Storage, sqlite_url
from tianxia.server.storage.write_check import WriteCheck

pytestmark = pytest.mark.anyio

TOKEN = "plum-blossom"
SEATS = [{"who": "me"}, {"who": "me"}]


async def begin(client: AsyncTestClient[Litestar]) -> dict[str, Any]:
    await client.post("/api/people", json={"name": "Ada"})
    answer = await client.post("/api/tables", json={"game": "forbidden-city", "seats": SEATS})
    state: dict[str, Any] = answer.json()["state"]
    return state


async def test_a_server_is_alive_and_ready(client: AsyncTestClient[Litestar]) -> None:
    assert (await client.get("/health")).json() == {"status": "alive"}
    assert (await client.get("/ready")).json() == {"status": "ready"}


async def test_without_its_database_a_server_is_alive_and_not_ready(
    client: AsyncTestClient[Litestar], app: Litestar, tmp_path: Any
) -> None:
    services: Services = app.state.services
    here, services.write_check = services.write_check, WriteCheck(Storage(sqlite_url(tmp_path / "no" / "tianxia.db")))
    answer = await client.get("/ready")
    services.write_check = here
    assert (answer.status_code, answer.json()["key"]) == (503, "server.not-ready")
    assert (await client.get("/health")).status_code == 200


@pytest.mark.parametrize(
    ("asked_from", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.5"}, 403),  # a proxy that is not trusted
        ("192.168.1.5", {}, 403),
        ("203.0.113.5", {}, 403),
        ("203.0.113.5", {"Authorization": "Bearer plum-blossom"}, 200),
        ("203.0.113.5", {"Authorization": "Bearer plum-bloss\xf6m"}, 403),
        ("203.0.113.5", {"Authorization": "plum-blossom"}, 403),
    ],
)
async def test_metrics_are_for_this_machine_or_with_a_token(
    tmp_path: Any, asked_from: str, headers: dict[str, str], status: int
) -> None:
    app = make_app(new_sqlite(tmp_path), replace(SETTINGS, metrics_token=TOKEN))
    async with AsyncTestClient(app):
        served: Any = app
        transport = httpx.ASGITransport(served, client=(asked_from, 50000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as asking:
            sent = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
            answer = await asking.get("/metrics", headers=sent)
    assert answer.status_code == status
    assert answer.content.startswith(b"# HELP") == (status == 200)
    assert status == 200 or answer.json()["key"] == "server.metrics-closed"


async def test_without_a_token_no_empty_one_opens_the_metrics(client: AsyncTestClient[Litestar]) -> None:
    for told in ("Bearer ", "Bearer None", ""):
        assert (await client.get("/metrics", headers={"Authorization": told})).status_code == 403


async def test_metrics_count_requests_by_route_and_moves(client: AsyncTestClient[Litestar], app: Litestar) -> None:
    app.state.metrics_token = TOKEN
    state = await begin(client)
    sent = {"seat": 1, "move": state["view"]["legal"][0], "sequence": state["sequence"]}
    await client.post(f"/api/tables/{state['id']}/moves", json=sent)
    await client.post(f"/api/tables/{state['id']}/moves", json=sent)
    await client.get("/no/such/path")
    numbers = (await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})).text.splitlines()
    route = 'tianxia_requests_total{method="POST",route="/api/tables/{table}/moves",status="%d"} 1.0'
    assert route % 200 in numbers
    assert route % 409 in numbers
    assert 'tianxia_requests_total{method="GET",route="unknown",status="404"} 1.0' in numbers
    assert 'tianxia_moves_total{by="person"} 1.0' in numbers
    assert "tianxia_tables_in_memory 1.0" in numbers
    assert "tianxia_connections 0.0" in numbers
    assert state["id"] not in "\n".join(numbers)
