"""Notices to people that it is their turn, in games with days for each turn. Each is stored until it was sent."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Row, and_, delete, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.clock import MINUTE
from tianxia.server.contract.time_control import Days
from tianxia.server.links import one_click_link, screen_link
from tianxia.server.logs import LOG
from tianxia.server.people.delivery import DeliveryError, MailServer, Webhooks
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.tables.events import Confirmed, Moved, Started
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import DECISIONS, Table
from tianxia.server.tasks import finish
from tianxia.words import text

NOTICE_DELAY: Final = MINUTE
"""The delay of a notice: somebody who moves at once gets none."""
PAUSES: Final = (MINUTE, 5 * MINUTE, 30 * MINUTE, 180 * MINUTE, 180 * MINUTE)
"""The pause after each attempt to send a notice; after the last one it is given up."""
CHECK_EVERY: Final = 5.0  # seconds
AT_ONCE: Final = 10  # most notices sent at the same time


class Notice(Struct, frozen=True):
    """The body of a call of a webhook."""

    table: str
    game: str
    seat: int
    link: str
    text: str


class Notices:
    """Stores notices and sends them."""

    def __init__(
        self,
        tables: TableService,
        webhooks: Webhooks,
        mail_server: MailServer | None,
        address: str,
        delay: int = NOTICE_DELAY,
        pauses: Sequence[int] = PAUSES,
    ) -> None:
        self.tables = tables
        self.webhooks = webhooks
        self.mail_server = mail_server  # `None`: this server sends no e-mail
        self.address = address  # the public address of this server
        self.delay = delay
        self.pauses = pauses

    def close(self) -> None:
        self.webhooks.close()
        if self.mail_server is not None:
            self.mail_server.close()

    # ---- storing

    async def write(self, connection: AsyncConnection, table: Table, before: int) -> None:
        """For `TableService.in_transaction`: store a notice if a turn began of somebody who can be reached."""
        person = newly_to_move(table, before)
        if person is None:
            return
        people, due = schema.people, self.tables.clock() + self.delay
        has_way = or_(people.c.webhook.is_not(None), and_(people.c.email_verified, people.c.turn_emails))
        reachable = and_(people.c.id == person, has_way)
        values = (literal(table.id), literal(table.number), people.c.id, literal(due), literal(0))
        columns = ["table", "number", "person", "due", "tries"]
        await connection.execute(insert(schema.notices).from_select(columns, select(*values).where(reachable)))

    # ---- sending

    async def send_due(self) -> float:
        """Send the notices that are due; returns the seconds until the next check."""
        at_once = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._try_to_deliver(row, at_once) for row in await finish(self._find_due())))
        return CHECK_EVERY

    async def _try_to_deliver(self, row: Row[Any], at_once: asyncio.Semaphore) -> None:
        """Deliver a notice, while others are delivered at the same time: a slow receiver delays few of them."""
        async with at_once:
            try:
                await finish(self._deliver(row))
            except UnavailableError:
                raise
            except Exception:  # a table that cannot be read does not stop the others
                LOG.exception("a notice failed")

    async def _find_due(self) -> Sequence[Row[Any]]:
        rows = schema.notices
        async with self.tables.storage.reading() as connection:
            query = select(rows).where(rows.c.due <= self.tables.clock()).order_by(rows.c.due)
            return (await connection.execute(query)).all()

    async def _deliver(self, row: Row[Any]) -> None:
        if await self._claim(row) and (not await self._is_needed(row) or await self._send(row)):
            await self._forget(row)

    async def _claim(self, row: Row[Any]) -> bool:
        """Claim a notice for sending; returns whether no other process did. It stays until it is sent or given up."""
        rows = schema.notices
        if row.tries >= len(self.pauses):
            await self._forget(row)
            return False
        later = {"tries": row.tries + 1, "due": self.tables.clock() + self.pauses[row.tries]}
        async with self.tables.storage.writing() as connection:
            query = update(rows).where(_same(row), rows.c.tries == row.tries, rows.c.due == row.due)
            return (await connection.execute(query.values(later))).rowcount == 1

    async def _is_needed(self, row: Row[Any]) -> bool:
        """Whether it is still the same turn of the same person."""
        table = await self.tables.find(row.table)
        since = [logged.stored.event for logged in table.log[row.number :]]
        is_theirs = table.clock.seat is not None and table.seat(table.clock.seat).person == row.person
        return is_theirs and not any(isinstance(event, DECISIONS) for event in since)

    async def _send(self, row: Row[Any]) -> bool:
        """Send a notice in every way that the person wants; returns whether one of them worked."""
        people = schema.people
        async with self.tables.storage.reading() as connection:
            person = (await connection.execute(select(people).where(people.c.id == row.person))).one()
        notice = self._notice(await self.tables.find(row.table))
        ways = []
        if person.webhook is not None:
            ways.append(self.webhooks.call(person.webhook, notice))
        if person.email_verified and person.turn_emails and self.mail_server is not None:
            ways.append(self._write_to(self.mail_server, person, notice))
        sent = await asyncio.gather(*map(_try_to_send, ways))
        return any(sent) or not ways

    async def _write_to(self, mail_server: MailServer, person: Row[Any], notice: Notice) -> None:
        subject = text("server.your-turn-subject", game=text(f"{notice.game}.title"))
        token = person.unsubscribe_token
        ending = text("server.your-turn-unsubscribe", link=screen_link(self.address, "unsubscribe", token))
        one_click = one_click_link(self.address, token)
        await mail_server.send(person.email, subject, f"{notice.text}\n\n{ending}", one_click)

    def _notice(self, table: Table) -> Notice:
        seat, game = table.clock.seat or 0, table.game_start.game
        link = screen_link(self.address, "table", table.id)
        return Notice(
            table.id, game, seat, link, text("server.your-turn", game=text(f"{game}.title"), seat=seat, link=link)
        )

    async def _forget(self, row: Row[Any]) -> None:
        async with self.tables.storage.writing() as connection:
            await connection.execute(delete(schema.notices).where(_same(row)))


def newly_to_move(table: Table, before: int) -> str | None:
    """The person whose turn began with the events after a number, unless they began it by their own move or start."""
    if not isinstance(table.time_control, Days) or table.clock.seat is None:
        return None
    person = table.seat(table.clock.seat).person
    for logged in reversed(table.log[before:]):
        event = logged.stored.event
        if isinstance(event, Started):
            return None if person == table.host else person
        if isinstance(event, Moved | Confirmed):
            by_person = not isinstance(event, Moved) or event.program is None
            themselves = by_person and table.seat(event.seat).person == person
            return None if themselves else person
    return None


async def _try_to_send(way: Coroutine[Any, Any, None]) -> bool:
    try:
        await way
    except DeliveryError as failure:
        LOG.info("a notice could not be sent", reason=str(failure))
        return False
    return True


def _same(row: Row[Any]) -> Any:
    rows = schema.notices
    return and_(rows.c.table == row.table, rows.c.number == row.number, rows.c.person == row.person)
