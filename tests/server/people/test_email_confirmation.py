"""E-mail addresses are somebody's own, or nothing is written there."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from support.guests import Guest
from support.mailing import ADDRESS, House, code_of, confirm, leave, words_of
from support.sinks import Sink
from tianxia.server.clock import MINUTE
from tianxia.server.storage import schema

pytestmark = pytest.mark.anyio


async def is_verified(guest: Guest, address: str | None = ADDRESS) -> bool:
    me = await guest.done("GET", "/api/me")
    assert me["email"] == address
    return bool(me["email_verified"])


async def test_an_address_is_somebodys_when_the_code_came_back(house: House, mail: Sink) -> None:
    [ada, bo] = await house.welcome("Ada", "Bo")
    assert await leave(ada) == 200
    [letter] = mail.got
    assert f"To: {ADDRESS}" in letter
    assert "Ada" not in words_of(letter), "nobody can have words of their own sent to others"
    assert not await is_verified(ada)
    code = code_of(letter)
    assert await confirm(ada, "2222-2222-2222") == 403
    assert await confirm(bo, code) == 403
    assert not await is_verified(ada)
    assert await confirm(ada, code.lower().replace("-", " ")) == 200
    assert await is_verified(ada)
    assert await confirm(ada, code) == 403, "it works once"
    assert await leave(ada) == 200
    assert await is_verified(ada), "the same address needs no other code"
    assert len(mail.got) == 1


async def test_another_address_has_to_be_confirmed_anew(house: House, mail: Sink) -> None:
    [ada] = await house.welcome("Ada")
    await leave(ada)
    await confirm(ada, code_of(mail.got[0]))
    await leave(ada, "bo@example.org")
    assert not await is_verified(ada, "bo@example.org")
    await leave(ada, "cy@example.org")
    assert await confirm(ada, code_of(mail.got[1])) == 403, "it was sent to another address"
    assert await confirm(ada, code_of(mail.got[2])) == 200
    assert await is_verified(ada, "cy@example.org")
    await leave(ada, None)
    assert not await is_verified(ada, None)


async def test_a_code_is_good_for_an_hour_and_stored_as_its_hash(house: House, mail: Sink) -> None:
    [ada], people = await house.welcome("Ada"), house.services.people
    moment = people.clock()
    await leave(ada)
    code = code_of(mail.got[0])
    async with house.services.storage.reading() as connection:
        stored = str((await connection.execute(select(schema.email_codes))).all())
    assert code not in stored
    assert code.replace("-", "") not in stored
    people.clock = lambda: moment + 61 * MINUTE
    assert await confirm(ada, code) == 403
    people.clock = lambda: moment + 59 * MINUTE
    assert await confirm(ada, code) == 200


async def test_few_letters_go_to_one_address_and_to_one_person(house: House, mail: Sink) -> None:
    [ada], people = await house.welcome("Ada"), house.services.people
    many = await house.welcome(*(f"guest {number}" for number in range(6)))
    statuses = await asyncio.gather(*(leave(guest, ADDRESS.upper() if guest is many[0] else ADDRESS) for guest in many))
    assert sorted(statuses) == [200, 200, 200, 429, 429, 429]
    assert len(mail.got) == 3
    statuses = [await leave(ada, f"ada{number}@example.org") for number in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert not await is_verified(ada, "ada2@example.org"), "what was refused changed nothing"
    moment = people.clock()
    people.clock = lambda: moment + 61 * MINUTE
    assert await leave(ada) == 200
    assert len(mail.got) == 7


async def test_who_confirms_their_own_address_has_no_more_letters_for_others(house: House, mail: Sink) -> None:
    [ada] = await house.welcome("Ada")
    for _ in range(2):
        await leave(ada, "bo@example.org")
    await leave(ada)
    assert await confirm(ada, code_of(mail.got[-1])) == 200
    assert [await leave(ada, "bo@example.org") for _ in range(2)] == [200, 429]


async def test_letters_to_an_address_with_a_tag_are_counted_with_those_to_its_owner(house: House, mail: Sink) -> None:
    [ada, bo, cy] = await house.welcome("Ada", "Bo", "Cy")
    statuses = [await leave(ada, f"{name}@example.org") for name in ("a_a+1", "A_A+games+2", "a_a")]
    assert statuses == [200, 200, 200]
    assert [await leave(bo, f"{name}@example.org") for name in ("a_a", "a_a+3", "A_a+")] == [429, 429, 429]
    others = [
        await leave(bo, "a_a+1@example.net"),
        await leave(bo, "aba@example.org"),
        await leave(cy, "a_@example.org"),
    ]
    assert others == [200, 200, 200]
    assert len(mail.got) == 6


async def test_a_letter_that_cannot_be_sent_is_told(house: House, mail: Sink) -> None:
    [ada], post = await house.welcome("Ada"), house.services.email_addresses.mail_server
    assert post is not None
    post.port = 9  # nobody listens there
    answer = await ada.ask("PATCH", "/api/me", {"email": ADDRESS})
    assert (answer.status_code, answer.json()["key"]) == (503, "server.letter-failed")
    assert not await is_verified(ada)


async def test_a_server_without_a_mail_server_takes_no_address(house: House) -> None:
    house.services.email_addresses.mail_server = None
    [ada] = await house.welcome("Ada")
    answer = await ada.ask("PATCH", "/api/me", {"name": "Augusta", "email": ADDRESS})
    assert (answer.status_code, answer.json()["key"]) == (422, "server.no-post")
    assert (await ada.done("GET", "/api/me"))["name"] == "Ada"


async def test_an_address_is_for_nobody_elses_eyes(house: House) -> None:
    [ada, bo] = await house.welcome("Ada", "Bo")
    await leave(ada)
    person = (await ada.done("GET", "/api/me"))["id"]
    table = (await ada.set_up("forbidden-city", 2, listed=True))["state"]["id"]
    for path in (f"/api/tables/{table}", "/api/tables?which=open", f"/api/people/{person}/statistics"):
        answer = await bo.ask("GET", path)
        assert "Ada" in answer.text
        assert "example.org" not in answer.text


async def test_a_visitor_is_told_that_letters_are_sent_here(house: House) -> None:
    (ada,) = await house.welcome("Ada")
    assert (await ada.ask("GET", "/api/visitor")).json()["sends_email"] is True
