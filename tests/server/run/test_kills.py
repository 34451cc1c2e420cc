"""The worst: processes are killed in the middle of play. What was said to be done is done, once, and games go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from support.analyses import golden
from support.databases import empty_postgres, kill_postgres
from support.guests import Document, Guest, check_log, guests_at, seat_all
from support.patience import until
from support.servers import serving
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage, sqlite_url

pytestmark = pytest.mark.anyio
BETWEEN = 6  # moves from one kill to the next


class Party:
    """Some guests at a table, who play on whatever happens, and one who follows."""

    def __init__(self, guests: list[Guest], table: str, lookout: str) -> None:
        self.guests = guests
        self.table = table
        self.lookout = lookout  # the address of the process at which they follow
        self.followed: list[int] = []  # the numbers of all happenings that the follower was told
        self.cuts = 0  # how often the stream was cut

    @property
    def moves(self) -> int:
        """Those that were said to be made."""
        return sum(len(guest.notes) for guest in self.guests)

    async def check(self) -> None:
        """Nothing is missing, nothing is doubled."""
        log = await check_log(self.guests, self.table)
        await until(lambda: len(self.followed) >= len(log))
        assert self.followed == list(range(1, len(log) + 1))

    async def play(self) -> None:
        """Move after move; whatever fails is tried again, as a person would."""
        seat = 1
        while True:
            state = await self._look(seat)
            seat = state["to_move"]
            if state["eyes"] == seat:
                await attempt(self.guests[seat - 1].move_at_random(state))

    async def _look(self, seat: int) -> Document:
        answer = None
        while answer is None:
            answer = await attempt(self.guests[seat - 1].ask("GET", f"/api/tables/{self.table}?seat={seat}"))
        state: Document = answer.json()["state"]
        return state

    async def follow(self) -> None:
        """Follow the table; where the stream was cut, go on after the last number."""
        follower = self.guests[0].at(self.lookout)
        last = "0"
        try:
            while True:
                try:
                    async for event in follower.events(self.table, headers={"Last-Event-ID": last}):
                        last = event.id or last
                        self.followed += [happening["number"] for happening in event.document["happenings"]]
                except (httpx.TransportError, AssertionError):  # the latter: refused, since the database is away
                    await asyncio.sleep(0.05)
                self.cuts += 1
        finally:
            await follower.go()


async def attempt(asking: Awaitable[httpx.Response]) -> httpx.Response | None:
    """The answer, unless the server or its database is away."""
    try:
        answer = await asking
    except httpx.TransportError:
        await asyncio.sleep(0.05)
        return None
    if answer.status_code >= 500:
        await asyncio.sleep(0.05)
        return None
    return answer


@asynccontextmanager
async def parties(address: str, lookouts: list[str]) -> AsyncIterator[list[Party]]:
    """Several tables at which people play at the same time, one for each address at which somebody looks on.

    When all is done, nothing may be missing.
    """
    async with guests_at(address, "Ada", "Bo", "Cy") as guests:
        found = []
        for lookout in lookouts:
            players = [guest.at(address) for guest in guests]
            for player in players:
                player.notes = []
            found.append(Party(players, await seat_all(players, "emperor-of-china"), lookout))
        tasks = [asyncio.create_task(work) for party in found for work in (party.play(), party.follow())]
        yield found
        playing, following = tasks[::2], tasks[1::2]
        await end(playing)
        for party in found:
            await party.check()
        await end(following)
        for player in (player for party in found for player in party.guests):
            await player.go()


async def end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        assert not task.done(), task.exception()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def more_moves(party: Party) -> None:
    wanted = party.moves + BETWEEN
    await until(lambda: party.moves >= wanted)


async def test_a_web_process_may_be_killed(tmp_path: Path) -> None:
    """Over SQLite, where nobody else knows anything."""
    with serving(sqlite_url(tmp_path / "tianxia.db")) as [server]:
        async with parties(server.address, [server.address, server.address]) as found:
            await asyncio.gather(*map(more_moves, found))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await asyncio.gather(*map(more_moves, found))
            assert all(party.cuts > 0 for party in found)


async def test_an_analysis_is_taken_up_again_where_a_kill_ended_it(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path / "tianxia.db")
    with serving(database) as [server]:
        async with guests_at(server.address, "Ada") as [ada]:
            kept = await ada.done("POST", "/api/records", {"record": golden("year-of-the-dragon-2-none-7")})
            path = f"/api/records/{kept['id']}/analysis"
            await ada.done("POST", path)

            async def judged(least: int) -> Document | None:
                found = await ada.done("GET", path)
                return found if found["done"] >= least else None

            await until(lambda: judged(2))
            await asyncio.to_thread(server.kill)
            done, decisions = await how_far(database)
            assert 2 <= done < decisions
            await asyncio.to_thread(server.start)
            found = await until(lambda: judged(decisions))
    assert found is not None
    assert found["status"] == "done"
    numbers = [one["number"] for one in found["judged"]]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == decisions


async def how_far(database: str) -> tuple[int, int]:
    """Of the only analysis of a database that nobody serves: decisions judged, and all of them."""
    storage = await Storage.open(database)
    async with storage.reading() as connection:
        done, decisions = (await connection.execute(select(schema.analyses.c.done, schema.analyses.c.decisions))).one()
    await storage.close()
    return done, decisions


async def test_one_of_several_processes_may_be_killed_and_then_their_postgres(own_postgres: Any) -> None:
    """Those who look on at another process than the killed one notice nothing.

    When the database is back, that process has to listen again, and to look what it missed.
    """
    database = empty_postgres(own_postgres.get_uri().replace("/postgres?", "/{}?"))
    with serving(database, processes=2) as [doomed, other]:
        async with parties(doomed.address, [doomed.address, other.address]) as found:
            await asyncio.gather(*map(more_moves, found))
            await asyncio.to_thread(doomed.kill)
            await asyncio.to_thread(doomed.start)
            await asyncio.gather(*map(more_moves, found))
            assert [party.cuts > 0 for party in found] == [True, False]
            await asyncio.to_thread(kill_postgres, own_postgres)
            await asyncio.to_thread(own_postgres.start)
            await asyncio.gather(*map(more_moves, found))
