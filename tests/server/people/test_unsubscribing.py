"""The link in a turn e-mail turns such e-mails off: for this person and address alone, and without a cookie."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from support.guests import Guest
from support.mailing import House, code_of, confirm, leave
from support.patience import PATIENCE
from support.sinks import Sink
from tianxia.server.backup.archive import back_up, restore
from tianxia.server.identifiers import new_id
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage, sqlite_url

pytestmark = pytest.mark.anyio
ONE_CLICK = "List-Unsubscribe=One-Click"  # the body that mail programs send
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


async def come_with_address(house: House, mail: Sink, *names: str) -> list[Guest]:
    """Guests who have confirmed an address each."""
    guests = await house.welcome(*names)
    for guest in guests:
        assert await leave(guest, f"{guest.name.lower()}@example.org") == 200
        assert await confirm(guest, code_of(mail.got[-1])) == 200
    return guests


async def token_of(house: House, guest: Guest) -> str:
    """The token of the link in somebody's turn e-mails."""
    people = schema.people
    query = select(people.c.unsubscribe_token).where(people.c.name == guest.name)
    async with house.services.storage.reading() as connection:
        return str((await connection.execute(query)).scalar_one())


async def click(house: House, token: str, **more: Any) -> httpx.Response:
    """What a mail program sends for somebody who unsubscribes: without a cookie, and without our header."""
    async with httpx.AsyncClient(base_url=house.address, timeout=PATIENCE) as client:
        return await client.post(f"/api/unsubscribe/{token}", content=ONE_CLICK, headers=FORM, **more)


async def wants_emails(guest: Guest) -> bool:
    me = await guest.done("GET", "/api/me")
    assert me["email"] == f"{guest.name.lower()}@example.org"
    assert me["email_verified"], "the address stays confirmed"
    return bool(me["turn_emails"])


async def test_one_click_turns_the_emails_of_one_person_off(house: House, mail: Sink) -> None:
    ada, bo = await come_with_address(house, mail, "Ada", "Bo")
    assert await wants_emails(ada)
    token = await token_of(house, ada)
    assert token != await token_of(house, bo)
    for _ in range(2):  # a mail program may try again
        answer = await click(house, token)
        assert (answer.status_code, answer.content) == (204, b"")
        assert "set-cookie" not in answer.headers
    assert not await wants_emails(ada)
    assert await wants_emails(bo)


async def test_somebody_turns_emails_on_again(house: House, mail: Sink) -> None:
    (ada,) = await come_with_address(house, mail, "Ada")
    await click(house, await token_of(house, ada))
    assert (await ada.done("PATCH", "/api/me", {"turn_emails": True}))["turn_emails"] is True
    assert await wants_emails(ada)
    assert (await ada.done("PATCH", "/api/me", {"name": "Ada"}))["turn_emails"] is True
    assert (await ada.done("PATCH", "/api/me", {"turn_emails": False}))["turn_emails"] is False
    assert (await leave(ada), len(mail.got)) == (200, 1), "the address that is confirmed already"
    assert not await wants_emails(ada), "to save the address that one has is no wish for e-mails"


async def test_who_only_follows_the_link_turns_nothing_off(house: House, mail: Sink) -> None:
    (ada,) = await come_with_address(house, mail, "Ada")
    token = await token_of(house, ada)
    async with httpx.AsyncClient(base_url=house.address, timeout=PATIENCE) as scanner:
        for path in (f"/unsubscribe/{token}", f"/api/unsubscribe/{token}"):
            for method in ("GET", "HEAD", "OPTIONS"):
                await scanner.request(method, path, follow_redirects=True)
        answer = await scanner.get(f"/api/unsubscribe/{token}")
        assert (answer.status_code, answer.headers["location"]) == (302, f"/unsubscribe/{token}")
        assert (await scanner.get(f"/unsubscribe/{token}")).headers["content-type"].startswith("text/html")
    assert await wants_emails(ada)


async def test_another_sites_form_can_do_no_more_than_the_link(house: House, mail: Sink) -> None:
    (ada,) = await come_with_address(house, mail, "Ada")
    headers = FORM | {"Cookie": f"tianxia={ada.cookie}", "Origin": "https://mail.example.net"}
    async with httpx.AsyncClient(base_url=house.address, timeout=PATIENCE, headers=headers) as client:
        assert (await client.post(f"/api/unsubscribe/{new_id()}", content=ONE_CLICK)).status_code == 404
        assert await wants_emails(ada)
        assert (await client.post(f"/api/unsubscribe/{await token_of(house, ada)}")).status_code == 204
    assert not await wants_emails(ada)


async def test_a_wrong_link_is_answered_with_a_sentence(house: House) -> None:
    for token in (new_id(), "x", "x" * 300, "%00" * 22, "%27%20or%201", "天" * 22, "%F0%9F%90%89"):
        for answer in (await click(house, token), await click(house, f"{token}y")):
            assert (answer.status_code, answer.json()["key"]) == (404, "server.unsubscribe-unknown"), token
            assert "no e-mails" in answer.json()["text"].lower()
    assert (await click(house, "../me")).status_code == 405


async def test_a_link_to_an_old_address_does_not_work_for_the_new_one(house: House, mail: Sink) -> None:
    (ada,) = await house.welcome("Ada")
    await leave(ada, "old@example.org")
    await confirm(ada, code_of(mail.got[-1]))
    old = await token_of(house, ada)
    await leave(ada, "ada@example.org")
    assert (await click(house, old)).status_code == 404, "before the new one is confirmed"
    await confirm(ada, code_of(mail.got[-1]))
    answer = await click(house, old)
    assert (answer.status_code, answer.json()["key"]) == (404, "server.unsubscribe-unknown")
    assert await wants_emails(ada)
    assert (await click(house, await token_of(house, ada))).status_code == 204
    assert not await wants_emails(ada)


async def test_an_address_that_is_removed_ends_its_link(house: House, mail: Sink) -> None:
    (ada,) = await come_with_address(house, mail, "Ada")
    token = await token_of(house, ada)
    await leave(ada, None)
    assert (await click(house, token)).status_code == 404


async def test_a_new_address_turns_emails_on_unless_its_owner_says_no(house: House, mail: Sink) -> None:
    (ada,) = await house.welcome("Ada")
    await leave(ada, "old@example.org")
    await confirm(ada, code_of(mail.got[-1]))
    await click(house, await token_of(house, ada))
    await ada.done("PATCH", "/api/me", {"email": "older@example.org", "turn_emails": False})
    await confirm(ada, code_of(mail.got[-1]))
    assert (await ada.done("GET", "/api/me"))["turn_emails"] is False
    await leave(ada)
    await confirm(ada, code_of(mail.got[-1]))
    assert await wants_emails(ada)


async def test_a_link_works_after_a_restore(house: House, mail: Sink, tmp_path: Any) -> None:
    (ada,) = await come_with_address(house, mail, "Ada")
    token = await token_of(house, ada)
    await back_up(house.services.storage, tmp_path / "backup.zip", lambda *_: None)
    restored = await Storage.open(sqlite_url(tmp_path / "restored.db"))
    await restore(restored, tmp_path / "backup.zip", lambda *_: None)
    async with restored.reading() as connection:
        people = schema.people
        assert (
            await connection.execute(select(people.c.name).where(people.c.unsubscribe_token == token))
        ).scalar() == "Ada"
    await restored.close()
