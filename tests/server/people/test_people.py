"""People: names, devices, codes for other devices, accounts."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from argon2 import extract_parameters
from litestar import Litestar
from litestar.testing import AsyncTestClient
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from support.devices import Device, somebody
from tianxia.server.clock import DAY, MINUTE
from tianxia.server.people.accounts import NOBODY
from tianxia.server.services import Services
from tianxia.server.settings import Settings
from tianxia.server.storage import schema

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
ACCOUNT = {"login": "Ada.L", "password": "the engine weaves"}


def services(client: Client) -> Services:
    found: Services = client.app.state.services
    return found


async def rows(client: Client, table: Any) -> list[Any]:
    async with services(client).storage.reading() as connection:
        return list((await connection.execute(select(table))).all())


# ---- names


async def test_a_name_that_cannot_be_read_is_refused(client: Client) -> None:
    for name in ("", "   ", "x" * 41, "Ada\u202egnik", "A\x00da"):
        answer = await client.post("/api/people", json={"name": name})
        assert answer.status_code in (400, 422)
        assert answer.json()["key"] in ("server.name", "server.request.wrong")
    half_a_sign = b'{"name": "A\\ud800"}'
    answer = await client.post("/api/people", content=half_a_sign, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert await rows(client, schema.people) == []
    assert (await client.post("/api/people", json={"name": " 武则天 "})).json()["name"] == "武则天"


async def test_somebody_tells_about_themselves(client: Client) -> None:
    ada = await somebody(client, "Ada")
    wish = {"name": " Augusta ", "webhook": "https://example.org/turn?key=7"}
    answer = await ada.send("PATCH", "/api/me", json=wish)
    assert answer.status_code == 200, answer.text
    me = {**wish, "name": "Augusta", "id": ada.person, "login": None, "email": None, "email_verified": False}
    me["turn_emails"] = True
    assert answer.json() == me
    assert (await ada.get("/api/me")).json() == me
    cleared = await ada.send("PATCH", "/api/me", json={"webhook": None})
    assert cleared.json() == {**me, "webhook": None}


async def test_a_visitor_is_told_who_they_are(client: Client) -> None:
    stranger = await client.get("/api/visitor")
    assert (stranger.status_code, stranger.json()) == (200, {"me": None, "sends_email": False})
    ada = await somebody(client, "Ada")
    answer = await ada.get("/api/visitor")
    assert answer.json() == {"me": (await ada.get("/api/me")).json(), "sends_email": False}
    assert "max-age" in answer.headers["set-cookie"].lower()


async def test_a_new_name_is_known_at_once(client: Client) -> None:
    ada = await somebody(client, "Ada")
    await ada.get("/api/me")
    await ada.send("PATCH", "/api/me", json={"name": "Augusta"})
    seats = [{"who": "me"}, {"who": "friend"}]
    here = await ada.post("/api/tables", {"game": "forbidden-city", "seats": seats})
    assert here.json()["state"]["seats"][0]["name"] == "Augusta"


async def test_what_nobody_can_be_reached_by_is_refused(client: Client) -> None:
    ada = await somebody(client, "Ada")
    before = (await ada.get("/api/me")).json()
    long = "https://example.org/" + "x" * 500
    for wish in (
        {"email": "ada"},
        {"webhook": "ftp://example.org/"},
        {"webhook": long},
        {"name": None},
        {"login": "root"},
    ):
        assert (await ada.send("PATCH", "/api/me", json=wish)).status_code in (400, 422)
    assert (await ada.get("/api/me")).json() == before


async def test_addresses_are_for_nobody_elses_eyes(client: Client) -> None:
    ada, bo = await somebody(client, "Ada"), await somebody(client, "Bo")
    await ada.send("PATCH", "/api/me", json={"webhook": "https://secret.example.org/"})
    seats = [{"who": "me"}, {"who": "anybody"}]
    table = (await ada.post("/api/tables", {"game": "forbidden-city", "seats": seats, "listed": True})).json()["state"]
    for path in (f"/api/tables/{table['id']}", "/api/tables?which=open", f"/api/people/{ada.person}/statistics"):
        answer = await bo.get(path)
        assert answer.status_code == 200
        assert "Ada" in answer.text
        assert "example.org" not in answer.text


# ---- devices


async def test_a_secret_is_only_stored_as_its_hash(client: Client) -> None:
    ada = await somebody(client, "Ada")
    code = (await ada.post("/api/me/handover")).json()["code"]
    stored = f"{await rows(client, schema.sessions)} {await rows(client, schema.handovers)}"
    assert str(ada.secret) not in stored
    assert code not in stored
    assert code.replace("-", "") not in stored


async def test_a_code_lets_one_more_device_in_once(client: Client) -> None:
    ada = await somebody(client, "Ada")
    code = (await ada.post("/api/me/handover")).json()["code"]
    phone, thief = Device(client), Device(client)
    answer = await phone.post("/api/handover", {"code": code.lower().replace("-", " ")})
    assert answer.status_code == 200
    assert phone.secret not in (None, ada.secret)
    assert (await phone.get("/api/me")).json()["id"] == ada.person
    assert (await ada.get("/api/me")).status_code == 200
    again = await thief.post("/api/handover", {"code": code})
    assert again.status_code == 403
    assert again.json()["key"] == "server.handover"
    assert thief.secret is None


async def test_a_code_is_good_for_a_quarter_of_an_hour(client: Client) -> None:
    ada, people = await somebody(client, "Ada"), services(client).people
    moment = people.clock()
    offered = (await ada.post("/api/me/handover")).json()
    assert 14 * MINUTE <= offered["expires"] - moment <= 16 * MINUTE
    people.clock = lambda: int(offered["expires"])
    assert (await Device(client).post("/api/handover", {"code": offered["code"]})).status_code == 403
    people.clock = lambda: int(offered["expires"]) - 1
    assert (await Device(client).post("/api/handover", {"code": offered["code"]})).status_code == 200


async def test_a_second_code_replaces_the_first(client: Client) -> None:
    ada = await somebody(client, "Ada")
    first, second = [(await ada.post("/api/me/handover")).json()["code"] for _ in range(2)]
    assert (await Device(client).post("/api/handover", {"code": first})).status_code == 403
    assert (await Device(client).post("/api/handover", {"code": second})).status_code == 200


async def test_a_device_that_logged_out_is_not_known(client: Client) -> None:
    ada = await somebody(client, "Ada")
    secret = ada.secret
    await ada.get("/api/me")  # it is remembered now
    answer = await ada.post("/api/logout")
    assert answer.status_code == 204
    assert "tianxia=" in answer.headers["set-cookie"]
    ada.secret = secret
    assert (await ada.get("/api/me")).status_code == 401
    assert (await Device(client).post("/api/logout")).status_code == 204


async def test_somebody_logs_out_everywhere_else(client: Client) -> None:
    ada, bo, phone = await somebody(client, "Ada"), await somebody(client, "Bo"), Device(client)
    await phone.post("/api/handover", {"code": (await ada.post("/api/me/handover")).json()["code"]})
    left = (await ada.post("/api/me/handover")).json()["code"]
    assert (await phone.get("/api/me")).status_code == 200
    assert (await ada.send("DELETE", "/api/me/devices")).status_code == 204
    assert (await phone.get("/api/me")).status_code == 401
    assert (await ada.get("/api/me")).status_code == 200
    assert (await bo.get("/api/me")).status_code == 200
    assert (await Device(client).post("/api/handover", {"code": left})).status_code == 403


async def test_a_device_is_seen_once_a_day(client: Client) -> None:
    ada, people = await somebody(client, "Ada"), services(client).people
    created = (await rows(client, schema.sessions))[0].seen
    for later, seen in [(DAY - 1, created), (DAY, created + DAY), (DAY + 5, created + DAY)]:
        people.clock = lambda later=later: created + later  # type: ignore[misc]
        people.forget(ada.person)
        await ada.get("/api/me")
        assert (await rows(client, schema.sessions))[0].seen == seen


async def test_a_device_is_known_for_a_year_after_it_was_seen(client: Client) -> None:
    ada, people = await somebody(client, "Ada"), services(client).people
    created = (await rows(client, schema.sessions))[0].seen
    assert "max-age=31536000" in (await ada.get("/api/me")).headers["set-cookie"].lower()
    for later, status in [(364 * DAY, 200), (2 * 364 * DAY, 200), (3 * 365 * DAY, 401)]:
        people.clock = lambda later=later: created + later  # type: ignore[misc]
        people.forget(ada.person)
        assert (await ada.get("/api/me")).status_code == status


async def test_a_logout_while_the_device_is_looked_up_is_not_missed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, people = await somebody(client, "Ada"), services(client).people
    reading = people.storage.reading

    @asynccontextmanager
    async def read_then_log_out() -> AsyncIterator[AsyncConnection]:
        async with reading() as connection:
            yield connection
        monkeypatch.undo()
        await people.log_out(str(ada.secret))

    monkeypatch.setattr(people.storage, "reading", read_then_log_out)
    assert await people.recognise(str(ada.secret)) is not None  # they were known when the question was asked
    assert await people.recognise(str(ada.secret)) is None


async def test_a_cookie_that_was_made_up_is_nobodys(client: Client) -> None:
    for secret in ("", "x", "\u00e9", "x" * 5000, "'; DROP TABLE people; --"):
        made_up = {b"Cookie": b"tianxia=" + secret.encode()}
        answer = await client.get("/api/me", headers=made_up)
        assert answer.status_code == 401
        assert answer.json()["key"] == "server.unknown-person"
        assert "take a name first" in answer.json()["text"]
        assert "log in" in answer.json()["text"]


# ---- accounts


async def test_an_account_is_known_everywhere(client: Client) -> None:
    ada = await somebody(client, "Ada")
    made = await ada.post("/api/me/account", ACCOUNT)
    assert made.status_code == 201, made.text
    assert made.json()["login"] == "ada.l"
    other = await somebody(client, "Somebody")
    before = other.secret
    answer = await other.post("/api/login", {**ACCOUNT, "login": "ADA.l"})
    assert answer.json() == {"id": ada.person, "name": "Ada", "login": "ada.l"}
    assert (await other.get("/api/me")).json()["id"] == ada.person
    other.secret = before
    assert (await other.get("/api/me")).status_code == 401
    stored = [row.password for row in await rows(client, schema.people) if row.password]
    assert len(stored) == 1
    assert stored[0].startswith("$argon2id$")


async def test_a_login_is_one_persons(client: Client) -> None:
    ada, bo = await somebody(client, "Ada"), await somebody(client, "Bo")
    await ada.post("/api/me/account", ACCOUNT)
    taken = await bo.post("/api/me/account", {**ACCOUNT, "login": "aDA.L"})
    assert (taken.status_code, taken.json()["key"]) == (409, "server.login-taken")
    second = await ada.post("/api/me/account", {**ACCOUNT, "login": "other"})
    assert (second.status_code, second.json()["key"]) == (409, "server.has-account")


async def test_an_account_has_a_form(client: Client) -> None:
    ada = await somebody(client, "Ada")
    for wrong in ({"login": "ab"}, {"login": "äda"}, {"password": "shorty"}, {"password": "x" * 201}):
        answer = await ada.post("/api/me/account", ACCOUNT | wrong)
        assert answer.status_code in (400, 422)
        assert wrong.get("password", ACCOUNT["password"]) not in answer.text
    assert (await ada.get("/api/me")).json()["login"] is None


async def test_a_password_that_anybody_would_try_is_refused(client: Client) -> None:
    ada = await somebody(client, "Ada")
    for password in ("12345678", "Password1!", "iloveyou2026", "ada.love"):
        answer = await ada.post("/api/me/account", {"login": "Ada.Love", "password": password})
        assert (answer.status_code, answer.json()["key"]) == (422, "server.common-password")
        assert password not in answer.text
    await ada.post("/api/me/account", ACCOUNT)
    change = {"password": ACCOUNT["password"], "new": "87654321"}
    answer = await ada.send("PUT", "/api/me/password", json=change)
    assert (answer.status_code, answer.json()["key"]) == (422, "server.common-password")
    assert (await Device(client).post("/api/login", ACCOUNT)).status_code == 200


async def test_nobody_learns_which_logins_there_are(client: Client) -> None:
    ada = await somebody(client, "Ada")
    await ada.post("/api/me/account", ACCOUNT)
    stranger = Device(client)
    wrong_login = await stranger.post("/api/login", {**ACCOUNT, "login": "nobody"})
    wrong_password = await stranger.post("/api/login", {**ACCOUNT, "password": "the engine breaks"})
    assert wrong_login.status_code == wrong_password.status_code == 403
    assert wrong_login.json() == wrong_password.json()
    assert wrong_login.headers == wrong_password.headers
    assert (await stranger.post("/api/login", {**ACCOUNT, "login": "ada\x00.l"})).status_code == 422
    assert stranger.secret is None


def test_a_login_that_is_not_there_takes_as_long() -> None:
    assert extract_parameters(NOBODY) == extract_parameters(Settings().hasher.hash("some password"))


async def test_another_password_logs_other_devices_out(client: Client) -> None:
    ada, phone = await somebody(client, "Ada"), Device(client)
    change = {"password": "the engine breaks", "new": "all under heaven"}
    answer = await ada.send("PUT", "/api/me/password", json=change)
    assert (answer.status_code, answer.json()["key"]) == (403, "server.no-account")
    await ada.post("/api/me/account", ACCOUNT)
    await phone.post("/api/login", ACCOUNT)
    answer = await ada.send("PUT", "/api/me/password", json=change)
    assert (answer.status_code, answer.json()["key"]) == (403, "server.wrong-password")
    assert "must be your current password" in answer.json()["text"]
    change["password"] = ACCOUNT["password"]
    assert (await ada.send("PUT", "/api/me/password", json=change)).status_code == 204
    assert (await ada.get("/api/me")).status_code == 200
    assert (await phone.get("/api/me")).status_code == 401
    assert (await phone.post("/api/login", ACCOUNT)).status_code == 403
    assert (await phone.post("/api/login", {**ACCOUNT, "password": change["new"]})).status_code == 200


async def test_nobody_is_remembered_for_more_than_a_minute(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, people = await somebody(client, "Ada"), services(client).people
    await ada.get("/api/me")
    async with people.storage.writing() as connection:  # and nothing was heard of it
        await connection.execute(update(schema.people).values(name="Augusta"))
    moment = time.monotonic()
    monkeypatch.setattr("tianxia.server.people.service.time.monotonic", lambda: moment + 61)
    assert ada.secret is not None
    known = await people.recognise(ada.secret)
    assert known is not None
    assert known.name == "Augusta"
