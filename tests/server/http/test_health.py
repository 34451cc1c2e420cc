"""What those who run the server can ask it."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tianxia.server.services import Services
from tianxia.server.storage.database import Storage, sqlite_url

pytestmark = pytest.mark.anyio

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
    open_storage, services.storage = services.storage, Storage(sqlite_url(tmp_path / "nowhere" / "tianxia.db"))
    answer = await client.get("/ready")
    services.storage = open_storage
    assert (answer.status_code, answer.json()["key"]) == (503, "server.not-ready")
    assert (await client.get("/health")).status_code == 200


async def test_metrics_count_requests_by_route_and_moves(client: AsyncTestClient[Litestar]) -> None:
    state = await begin(client)
    sent = {"seat": 1, "move": state["view"]["legal"][0], "sequence": state["sequence"]}
    await client.post(f"/api/tables/{state['id']}/moves", json=sent)
    await client.post(f"/api/tables/{state['id']}/moves", json=sent)
    await client.get("/no/such/path")
    numbers = (await client.get("/metrics")).text.splitlines()
    route = 'tianxia_requests_total{method="POST",route="/api/tables/{table}/moves",status="%d"} 1.0'
    assert route % 200 in numbers
    assert route % 409 in numbers
    assert 'tianxia_requests_total{method="GET",route="unknown",status="404"} 1.0' in numbers
    assert 'tianxia_moves_total{by="person"} 1.0' in numbers
    assert "tianxia_tables_in_memory 1.0" in numbers
    assert "tianxia_connections 0.0" in numbers
    assert state["id"] not in "\n".join(numbers)
