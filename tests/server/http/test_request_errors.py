"""Requests that do not fit the contract: the answer says where, what was given, and what is allowed."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_sqlite
from support.devices import Device, somebody
from tianxia.server.contract.common import MOST_SEATS

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
PROGRAM = [{"who": "me"}, {"who": "program"}]
NOWHERE = "a" * 22  # an id that nobody has
TABLE_FIELDS = '"game" and "seats", and optionally "options", "pace", "listed", "shuffled", "rated" and "begin"'
WRONG_BODIES: list[tuple[str, str, Any, str]] = [
    ("POST", "/api/people", ["Ada"], 'The body cannot be ["Ada"]: it must be a JSON object with "name".'),
    ("POST", "/api/people", {}, '"name" is missing: it must be a string of 1 to 40 characters.'),
    ("POST", "/api/people", {"name": 5}, '"name" cannot be 5: it must be a string of 1 to 40 characters.'),
    ("POST", "/api/people", {"nam": "Ada"}, '"nam" is unknown here; the fields are "name".'),
    ("POST", "/api/people", {"name": "Ada", "a\x00": 1}, '"a?" is unknown here; the fields are "name".'),
    ("PATCH", "/api/me", {"email": 5}, '"email" cannot be 5: it must be a string of up to 254 characters or null.'),
    (
        "PUT",
        "/api/me/password",
        {"password": "the engine weaves", "new": "short"},
        '"new" is not valid: it must be a string of 8 to 200 characters.',
    ),
    ("POST", "/api/tables", "x", f'The body cannot be "x": it must be a JSON object with {TABLE_FIELDS}.'),
    (
        "POST",
        f"/api/tables/{NOWHERE}/moves",
        {"seat": 1, "move": "pass", "sequence": 1.5},
        '"sequence" cannot be 1.5: it must be a whole number from 0 to 1000000.',
    ),
    (
        "POST",
        "/api/tables",
        {"game": "forbidden-city", "seats": [{"who": "me"}]},
        f'"seats" cannot be [{{"who":"me"}}]: it must be a list of 2 to {MOST_SEATS} entries.',
    ),
    (
        "POST",
        "/api/tables",
        {"game": "forbidden-city", "seats": [{"who": "me"}, {"who": "robot"}]},
        '"seats[1].who" cannot be "robot": it must be "anybody", "friend", "me" or "program".',
    ),
]
WRONG_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"pace": {"kind": "fast"}}, '"pace.kind" cannot be "fast": it must be "leisurely", "live" or "days".'),
    ({"pace": {"kind": []}}, '"pace.kind" cannot be []: it must be "leisurely", "live" or "days".'),
    ({"pace": {"minutes": 3}}, '"pace.kind" is missing: it must be "leisurely", "live" or "days".'),
    (
        {"pace": {"kind": "live", "minutes": 300}},
        '"pace.minutes" cannot be 300: it must be a whole number from 1 to 240.',
    ),
    ({"pace": 5}, '"pace" cannot be 5: it must be a JSON object whose "kind" is "leisurely", "live" or "days".'),
    ({"listed": "maybe"}, '"listed" cannot be "maybe": it must be true or false.'),
    ({"options": {"start": []}}, '"options.start" cannot be []: it must be a string, true or false or a whole number.'),
    ({"begin": {}}, '"begin.record" is missing: it must be a JSON object.'),
    ({"game": "x" * 100}, f'"game" cannot be "{"x" * 58}…: it must be a string of up to 40 characters.'),
]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """What is refused here is refused before any database is asked: one kind is enough."""
    return new_sqlite(tmp_path)


async def send(device: Device, method: str, path: str, **more: Any) -> dict[str, Any]:
    answer = await device.send(method, path, **more)
    told: dict[str, Any] = answer.json()
    assert told["status"] == answer.status_code
    return told


@pytest.mark.parametrize(("method", "path", "body", "text"), WRONG_BODIES)
async def test_a_wrong_body_is_told_in_words(client: Client, method: str, path: str, body: Any, text: str) -> None:
    told = await send(await somebody(client, "Ada"), method, path, json=body)
    assert (told["status"], told["text"]) == (400, text)


@pytest.mark.parametrize(("wrong", "text"), WRONG_FIELDS)
async def test_a_wrong_field_is_told_by_its_path(client: Client, wrong: dict[str, Any], text: str) -> None:
    body = {"game": "forbidden-city", "seats": PROGRAM, **wrong}
    told = await send(await somebody(client, "Ada"), "POST", "/api/tables", json=body)
    assert (told["status"], told["text"]) == (400, text)


async def test_programs_are_told_where_and_what(client: Client) -> None:
    body = {"game": "forbidden-city", "seats": [{"who": "robot"}, {"who": "me"}]}
    told = await send(await somebody(client, "Ada"), "POST", "/api/tables", json=body)
    allowed = {"values": ['"anybody"', '"friend"', '"me"', '"program"']}
    assert (told["key"], told["values"]) == (
        "server.request.wrong",
        {"path": "seats[0].who", "given": '"robot"', "allowed": {"key": "server.allowed.values", "values": allowed}},
    )


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"", 'The request needs a body: a JSON object with "name".'),
        (b"{name: Ada}", 'The body is not JSON: {name: Ada} (send a JSON object with "name").'),
        (b'\xff"Ada"', 'The body is not JSON: \ufffd"Ada" (send a JSON object with "name").'),
    ],
)
async def test_a_body_that_is_missing_or_no_json_is_told(client: Client, body: bytes, text: str) -> None:
    told = await send(Device(client), "POST", "/api/people", content=body)
    assert (told["status"], told["text"]) == (400, text)


SECRET = "the-engine-weaves"
SECRETS = [
    ("POST", "/api/login", "password"),
    ("POST", "/api/me/account", "password"),
    ("PUT", "/api/me/password", "new"),
    ("POST", "/api/me/email", "code"),
    ("POST", "/api/handover", "code"),
    ("POST", f"/api/tables/{NOWHERE}/seats/1", "invite"),
]


@pytest.mark.parametrize(
    ("path", "body"), [("/api/people", b'{"name": "\xff"}'), ("/api/studies", b'{"record": {"a": ["\xc3"]}}')]
)
async def test_a_text_that_is_no_utf8_is_told(client: Client, path: str, body: bytes) -> None:
    answer = await client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["text"]) == (400, "It is not UTF-8 text.")


@pytest.mark.parametrize(("method", "path", "name"), SECRETS)
async def test_a_secret_in_a_wrong_body_is_not_told_again(
    client: Client, caplog: pytest.LogCaptureFixture, method: str, path: str, name: str
) -> None:
    ada = await somebody(client, "Ada")
    caplog.set_level(logging.DEBUG)
    for body, key in (
        (f'{{"{name}": "{SECRET}",}}', "no-json-secret"),
        (f"{name}={SECRET}", "no-json-secret"),
        (f'["{SECRET}"]', "wrong-body-secret"),
        (f'"{SECRET}"', "wrong-body-secret"),
        (f'{{"{name}": ["{SECRET}"], "login": "ada", "password": ["{SECRET}"]}}', None),
    ):
        answer = await ada.send(method, path, content=body)
        assert (answer.status_code, SECRET in answer.text) == (400, False)
        assert key is None or answer.json()["key"] == f"server.request.{key}"
    assert "'event': 'request'" in caplog.text
    assert SECRET not in caplog.text


async def test_a_body_with_a_secret_is_told_in_words_all_the_same(client: Client) -> None:
    told = [await send(Device(client), "POST", "/api/login", content=body) for body in (b"login=ada", b"[]")]
    assert [one["text"] for one in told] == [
        'The body is not JSON: send a JSON object with "login" and "password".',
        'The body is not valid: it must be a JSON object with "login" and "password".',
    ]


@pytest.mark.parametrize(
    ("path", "headers", "text"),
    [
        (
            "/api/tables?which=all",
            {},
            '"which" in the query cannot be "all": it must be "finished", "mine" or "open".',
        ),
        (
            f"/api/tables/{NOWHERE}?seat=9",
            {},
            '"seat" in the query cannot be "9": it must be a whole number from 1 to 5.',
        ),
        (
            f"/api/tables/{NOWHERE}/events",
            {"Last-Event-ID": "x"},
            'The header Last-Event-ID cannot be "x": it must be a whole number from 0 to 1000000.',
        ),
    ],
)
async def test_what_is_wrong_in_an_address_or_a_header_is_told(
    client: Client, path: str, headers: dict[str, str], text: str
) -> None:
    told = await send(await somebody(client, "Ada"), "GET", path, headers=headers)
    assert (told["status"], told["text"]) == (400, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/api/tables/a", "There is no such table."),
        ("/api/people/a/statistics", "Nobody has this id."),
        ("/api/tables/a/events", "There is no such table."),
    ],
)
async def test_an_id_that_nothing_can_have_is_the_id_of_nothing(client: Client, path: str, text: str) -> None:
    told = await send(await somebody(client, "Ada"), "GET", path)
    assert (told["status"], told["text"]) == (404, text)


async def test_a_seat_that_no_table_has_is_not_there(client: Client) -> None:
    told = await send(await somebody(client, "Ada"), "POST", f"/api/tables/{NOWHERE}/seats/9", json={})
    assert (told["status"], told["text"], told["values"]) == (404, "There is no seat 9 at this table.", {"seat": 9})
