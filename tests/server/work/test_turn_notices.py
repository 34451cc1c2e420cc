"""Notices, sent to a real web server and a real mail server."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from sqlalchemy import select, update

from support.sinks import mail_sink, read_mail, web_sink
from support.tables import pass_turn, sit
from support.unreadable import store_novelty
from tianxia.server.contract.time_control import Days, Leisurely, TimeControl
from tianxia.server.identifiers import new_id
from tianxia.server.people.delivery import DeliveryError, MailServer, Webhooks
from tianxia.server.people.service import People, Person
from tianxia.server.people.unsubscribing import turn_off_emails
from tianxia.server.storage import schema
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs
from tianxia.server.work.turn_notices import Notices

pytestmark = pytest.mark.anyio
PAUSES = (10, 20, 40, 80, 160)
NOWHERE = "http://127.0.0.1:9/"


class Office:
    """Notices with a clock that a test moves."""

    def __init__(self, tables: TableService, smtp: str | None = None, allow_private: bool = True) -> None:
        self.tables = tables
        self.moment = 1_000_000
        tables.clock = lambda: self.moment
        post = MailServer(smtp) if smtp else None
        self.notices = Notices(tables, Webhooks(allow_private), post, "https://example.org", delay=100, pauses=PAUSES)
        tables.in_transaction.append(self.notices.write)

    async def send_after(self, time: int) -> None:
        self.moment += time
        await self.notices.send_due()

    async def kept(self) -> list[Any]:
        async with self.tables.storage.reading() as connection:
            return list((await connection.execute(select(schema.notices))).all())


async def bo(tables: TableService, **ways: str | bool) -> Person:
    """Somebody who can be reached."""
    is_verified = bool(ways.get("email_verified", "email" in ways))
    ways |= {"email_verified": is_verified} | ({"unsubscribe_token": new_id()} if is_verified else {})
    person = (await People(tables.storage).welcome("Bo"))[0]
    async with tables.storage.writing() as connection:
        await connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(name="Bo", **ways))
    return person


async def begin(tables: TableService, person: Person, other: Person, time_control: TimeControl | None = None) -> Table:
    """A game in which it has just become the other's turn."""
    table = await sit(tables, person, other, time_control=time_control or Days(2))
    await pass_turn(tables, person, table.id)
    return table


async def test_a_webhook_and_a_letter_are_sent_once(tables: TableService, person: Person) -> None:
    async with web_sink() as web, mail_sink() as mail:
        other = await bo(tables, webhook=f"http://localhost:{web.port}/hook", email="bo@example.org")
        office = Office(tables, f"smtp://127.0.0.1:{mail.port}?from=tianxia@example.org")
        table = await begin(tables, person, other)
        await office.send_after(99)
        assert web.got == mail.got == []
        another_process = TableService(tables.storage, tables.clock)
        others = Notices(
            another_process, Webhooks(True), office.notices.mail_server, "https://example.org", 100, PAUSES
        )
        office.moment += 1
        await asyncio.gather(office.notices.send_due(), others.send_due(), office.notices.send_due())
    [sent], [letter] = web.got, mail.got
    link = f"https://example.org/table/{table.id}"
    assert "your turn" in sent.pop("text")
    assert sent == {"table": table.id, "game": "forbidden-city", "seat": 2, "link": link}
    assert "To: bo@example.org" in letter
    assert not await office.kept()


async def test_a_letter(tables: TableService, person: Person) -> None:
    async with mail_sink() as mail:
        office = Office(tables, f"smtp://127.0.0.1:{mail.port}?from=tianxia@example.org")
        table = await begin(tables, person, await bo(tables, email="bo@example.org"))
        await office.send_after(100)
        [letter] = mail.got
    mail_read = read_mail(letter)
    assert (mail_read["To"], mail_read["From"]) == ("bo@example.org", "tianxia@example.org")
    links = re.findall(r"https://\S+", mail_read.get_content())
    one_click = mail_read["List-Unsubscribe"].strip("<>")
    assert links == [f"https://example.org/table/{table.id}", one_click.replace("/api/", "/")]
    assert re.fullmatch("https://example.org/api/unsubscribe/[A-Za-z0-9_-]{22}", one_click)
    assert mail_read["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert not await office.kept()


async def test_no_more_letters_are_sent_after_they_were_turned_off(tables: TableService, person: Person) -> None:
    async with web_sink() as web, mail_sink() as mail:
        other = await bo(tables, webhook=f"http://localhost:{web.port}/hook", email="bo@example.org")
        third = await bo(tables, email="cy@example.org")
        office = Office(tables, f"smtp://127.0.0.1:{mail.port}?from=tianxia@example.org")
        await begin(tables, person, other)
        await begin(tables, person, third)
        await office.send_after(100)
        assert (len(web.got), len(mail.got)) == (1, 2)
        late = await begin(tables, person, third)
        assert [row.table for row in await office.kept()] == [late.id]
        for letter in mail.got:
            token = read_mail(letter)["List-Unsubscribe"].strip("<>").rpartition("/")[2]
            await turn_off_emails(People(tables.storage), token)
        await begin(tables, person, other)
        await begin(tables, person, third)
        assert len(await office.kept()) == 2, "nothing is stored for somebody who cannot be reached"
        await office.send_after(100)
        assert (len(web.got), len(mail.got)) == (2, 2), "a webhook is still called"
    assert not await office.kept()


async def test_nothing_is_written_to_an_address_that_may_be_somebody_elses(
    tables: TableService, person: Person
) -> None:
    async with mail_sink() as mail, web_sink() as web:
        office = Office(tables, f"smtp://127.0.0.1:{mail.port}")
        await begin(tables, person, await bo(tables, email="bo@example.org", email_verified=False))
        assert not await office.kept()
        hook = f"http://127.0.0.1:{web.port}/"
        await begin(tables, person, await bo(tables, webhook=hook, email="bo@example.org", email_verified=False))
        await office.send_after(100)
        assert len(web.got) == 1
        assert mail.got == []
    assert not await office.kept()


async def test_who_is_slow_to_take_a_notice_keeps_no_other_waiting(tables: TableService, person: Person) -> None:
    """None of these is answered before all have arrived: one after another, they would never be told."""
    async with web_sink() as web:
        office = Office(tables)
        web.together = 4
        for _ in range(web.together):
            await begin(tables, person, await bo(tables, webhook=f"http://127.0.0.1:{web.port}/"))
        await office.send_after(100)
        assert len(web.got) == web.together
    assert not await office.kept()


async def test_who_moves_at_once_gets_none(tables: TableService, person: Person) -> None:
    async with web_sink() as web:
        other = await bo(tables, webhook=f"http://127.0.0.1:{web.port}/")
        office = Office(tables)
        table = await begin(tables, person, other)
        assert len(await office.kept()) == 1
        await pass_turn(tables, other, table.id)
        await office.send_after(100)
        assert web.got == []
    assert not await office.kept()


async def test_only_who_waits_for_days_and_can_be_reached_gets_one(tables: TableService, person: Person) -> None:
    office = Office(tables)
    await begin(tables, person, await bo(tables, webhook=NOWHERE), time_control=Leisurely())
    await begin(tables, person, await bo(tables))
    assert not await office.kept()
    own_host = await bo(tables, webhook=NOWHERE)
    await sit(tables, own_host, person, time_control=Days(2))  # who set it up knows that it has begun
    assert not await office.kept()


async def test_a_turn_after_a_program_is_told_once(tables: TableService, pool: Pool) -> None:
    person = await bo(tables, webhook=NOWHERE)
    office = Office(tables)
    table = await sit(tables, person, "greedy", time_control=Days(2))
    await pass_turn(tables, person, table.id)
    while (await tables.find(table.id)).program_to_move:
        await Programs(tables, pool, answer_delay=0).move(table.id)
    await tables.talk(table.id, person, "Hm.")
    assert [row.person for row in await office.kept()] == [person.id]


async def test_what_fails_is_tried_again_five_times_at_most(tables: TableService, person: Person) -> None:
    async with web_sink() as web:
        office = Office(tables)
        web.answers = ["500 Oh", "302 Found"]
        await begin(tables, person, await bo(tables, webhook=f"http://127.0.0.1:{web.port}/"))
        await office.send_after(100)
        await office.send_after(9)
        assert len(web.got) == 1
        await office.send_after(1)
        assert len(web.got) == 2
        restarted = Office(TableService(tables.storage))
        restarted.moment = office.moment
        await restarted.send_after(20)
        assert len(web.got) == 3
        assert not await office.kept()
        web.answers = ["500 Oh"] * 9
        await begin(tables, person, await bo(tables, webhook=f"http://127.0.0.1:{web.port}/"))
        for _ in range(9):
            await office.send_after(1000)
        assert len(web.got) == 3 + 5
        assert not await office.kept()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://127.0.0.1:1/", "no public address"),
        ("http://localhost/", "no public address"),
        ("http://[::1]/", "no public address"),
        ("http://[::ffff:127.0.0.1]/", "no public address"),
        ("http://169.254.169.254/latest", "no public address"),
        ("http://10.1.2.3/", "no public address"),
        ("http://2130706433/", "no public address"),
        ("file:///etc/passwd", "no address of the web"),
        ("http:///nowhere", "no address of the web"),
        ("nonsense", "no address of the web"),
    ],
)
async def test_webhooks_go_to_public_addresses_only(address: str, reason: str) -> None:
    with pytest.raises(DeliveryError, match=reason):
        await Webhooks().call(address, Days())


async def test_a_private_address_is_not_even_called() -> None:
    async with web_sink() as web:
        with pytest.raises(DeliveryError, match="public"):
            await Webhooks().call(f"http://127.0.0.1:{web.port}/", Days())
        assert web.got == []
        await Webhooks(allow_private=True).call(f"http://127.0.0.1:{web.port}/", Days())
        assert web.got


async def test_a_password_is_not_sent_in_the_clear() -> None:
    async with mail_sink() as mail:
        with pytest.raises(DeliveryError):
            await MailServer(f"smtp://me:secret@127.0.0.1:{mail.port}").send("bo@example.org", "Hello", "Bo")
        assert mail.got == []


async def test_a_table_that_cannot_be_read_keeps_back_no_other_notice(
    tables: TableService, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    async with web_sink() as web:
        other = await bo(tables, webhook=f"http://localhost:{web.port}/hook")
        office = Office(tables)
        broken = await begin(tables, person, other)
        office.moment += 1
        whole = await begin(tables, person, other)
        await store_novelty(tables, await tables.find(broken.id))
        office.notices.tables = TableService(tables.storage, tables.clock)  # who knows neither of them yet
        await office.send_after(100)
        assert [sent["table"] for sent in web.got] == [whole.id]
    assert [row.table for row in await office.kept()] == [broken.id]
    assert "novelty" in caplog.text
    assert broken.id not in caplog.text
