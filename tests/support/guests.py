"""Guests of a server: they say their name, sit down, move at random, follow the stream, and note all that they hear."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from support.patience import PATIENCE
from support.servers import OWN_SITE
from tianxia.games import Shelf
from tianxia.play import read_record, verify

Document = dict[str, Any]


@dataclass(frozen=True)
class Note:
    """Something that the server said was done."""

    number: int  # of the happening
    seat: int
    kind: str  # "moved", "confirmed" or "undone"
    move: str | None


@dataclass
class Guest:
    """Somebody at a server, with a browser of their own."""

    name: str
    client: httpx.AsyncClient
    dice: Random
    heard: list[bytes] = field(default_factory=list)  # every body, frame and event that reached them
    notes: list[Note] = field(default_factory=list)  # what they did, as far as they were told that it was done

    @classmethod
    async def come(cls, address: str, name: str) -> Self:
        """Come in, and say a name."""
        guest = cls(name, httpx.AsyncClient(base_url=address, timeout=PATIENCE, headers=OWN_SITE), Random(name))
        answer = await guest.ask("POST", "/api/people", {"name": name})
        assert answer.status_code == 201, answer.text
        return guest

    def at(self, address: str) -> Guest:
        """This guest with a second browser, at another address of the server."""
        cookies = {"tianxia": self.cookie}
        client = httpx.AsyncClient(base_url=address, timeout=PATIENCE, headers=OWN_SITE, cookies=cookies)
        return Guest(self.name, client, self.dice, self.heard, self.notes)

    async def go(self) -> None:
        await self.client.aclose()

    @property
    def cookie(self) -> str:
        return self.client.cookies["tianxia"]

    async def ask(self, method: str, path: str, body: Document | None = None, **more: Any) -> httpx.Response:
        answer = await self.client.request(method, path, json=body, **more)
        self.heard.append(answer.content)
        return answer

    async def done(self, method: str, path: str, body: Document | None = None) -> Document:
        """Ask for something that has to be granted."""
        answer = await self.ask(method, path, body)
        assert answer.is_success, answer.text
        found: Document = answer.json()
        return found

    # ---- at a table

    async def set_up(self, game: str, seats: int, **more: Any) -> Document:
        """A table where this guest sits first and the others are awaited."""
        body = {"game": game, "seats": [{"who": "me"}, *[{"who": "anybody"}] * (seats - 1)], **more}
        return await self.done("POST", "/api/tables", body)

    async def sit_down(self, table: str, seat: int) -> Document:
        return await self.done("POST", f"/api/tables/{table}/seats/{seat}", {})

    async def look(self, table: str, seat: int | None = None) -> Document:
        here = await self.done("GET", f"/api/tables/{table}" + ("" if seat is None else f"?seat={seat}"))
        state: Document = here["state"]
        return state

    async def move(self, table: str, seat: int, move: str, sequence: int, confirm: bool = True) -> httpx.Response:
        body = {"seat": seat, "move": move, "sequence": sequence, "confirm": confirm}
        answer = await self.ask("POST", f"/api/tables/{table}/moves", body)
        self._note(answer, seat, "moved", move)
        return answer

    async def confirm(self, table: str, seat: int, sequence: int) -> httpx.Response:
        answer = await self.ask("POST", f"/api/tables/{table}/confirm", {"seat": seat, "sequence": sequence})
        self._note(answer, seat, "confirmed", None)
        return answer

    async def undo(self, table: str, seat: int, sequence: int) -> httpx.Response:
        answer = await self.ask("POST", f"/api/tables/{table}/undo", {"seat": seat, "sequence": sequence})
        self._note(answer, seat, "undone", None)
        return answer

    async def move_at_random(self, state: Document) -> httpx.Response:
        """A legal move of the seat whose state it is."""
        move = self.dice.choice(state["view"]["legal"])
        return await self.move(state["id"], state["eyes"], move, state["sequence"])

    def _note(self, answer: httpx.Response, seat: int, kind: str, move: str | None) -> None:
        if answer.status_code == 200:
            self.notes.append(Note(answer.json()["state"]["number"], seat, kind, move))

    # ---- following

    @asynccontextmanager
    async def watch(self, table: str, query: str = "", **more: Any) -> AsyncIterator[ClientConnection]:
        """The table over a WebSocket."""
        url = str(self.client.base_url).rstrip("/").replace("http", "ws", 1)
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Cookie": cookies} | more.pop("headers", {})
        async with connect(f"{url}/api/tables/{table}/live{query}", additional_headers=headers, **more) as socket:
            yield socket

    async def next_update(self, socket: ClientConnection) -> Document:
        frame = await asyncio.wait_for(socket.recv(), PATIENCE)
        self.heard.append(frame.encode() if isinstance(frame, str) else frame)
        found: Document = json.loads(frame)
        return found

    async def events(self, table: str, query: str = "", headers: Document | None = None) -> AsyncGenerator[Event]:
        """The table as server-sent events, until the stream ends."""
        async with self.client.stream("GET", f"/api/tables/{table}/events{query}", headers=headers) as answer:
            assert answer.status_code == 200, (await answer.aread()).decode()
            async for event in read_events(answer.aiter_lines()):
                self.heard.append(event.data)
                yield event

    async def first_event(self, table: str, query: str = "", headers: Document | None = None) -> Event:
        """What a new stream begins with."""
        async with aclosing(self.events(table, query, headers)) as events:
            return await anext(events)


@dataclass
class Event:
    """A server-sent event."""

    name: str = "message"
    id: str | None = None
    data: bytes = b""

    @property
    def document(self) -> Document:
        found: Document = json.loads(self.data)
        return found


async def read_events(lines: AsyncIterator[str]) -> AsyncIterator[Event]:
    """The events of a stream; comments come as events without data."""
    event = Event()
    async for line in lines:
        field_name, _, value = line.partition(": ")
        if not line:
            yield event
            event = Event()
        elif field_name == "id":
            event.id = value
        elif field_name == "event":
            event.name = value
        elif field_name == "data":
            event.data = value.encode()


@asynccontextmanager
async def guests_at(address: str, *names: str) -> AsyncIterator[list[Guest]]:
    """Some guests, who go at the end."""
    guests = [await Guest.come(address, name) for name in names]
    try:
        yield guests
    finally:
        for guest in guests:
            await guest.go()


async def seat_all(guests: list[Guest], game: str, **more: Any) -> str:
    """A table where all of them sit, in their order, and the game has begun."""
    here = await guests[0].set_up(game, len(guests), **more)
    table: str = here["state"]["id"]
    for seat, guest in enumerate(guests[1:], 2):
        await guest.sit_down(table, seat)
    await guests[0].done("POST", f"/api/tables/{table}/start")
    return table


async def play_on(guests: list[Guest], table: str, moves: int = 1000) -> Document:
    """Let those who sit in the seats 1, 2, ... make so many moves, or play to the end: the state then."""
    state = await guests[0].look(table, 1)
    while moves > 0 and state["status"] == "playing":
        guest = guests[state["to_move"] - 1]
        state = await guest.look(table, state["to_move"])
        answer = await guest.move_at_random(state)
        assert answer.status_code == 200, answer.text
        state = answer.json()["state"]
        moves -= 1
    return state


async def whole_log(guest: Guest, table: str, query: str = "") -> list[Document]:
    """All that happened at a table, as far as this guest may know."""
    found: list[Document] = (await guest.first_event(table, f"?since=0{query}")).document["happenings"]
    return found


async def check_log(guests: list[Guest], table: str) -> list[Document]:
    """All that guests were told to be done is in the log, where they were told, and once; the record verifies."""
    for seat, guest in enumerate(guests, 1):
        log = await whole_log(guest, table, f"&seat={seat}")
        assert [happening["number"] for happening in log] == list(range(1, len(log) + 1))
        numbers = [note.number for note in guest.notes]
        assert len(numbers) == len(set(numbers))
        for note in guest.notes:
            assert is_in(note, log[note.number - 1]), (note, log[note.number - 1])
        record = await guest.done("GET", f"/api/tables/{table}/record?seat={seat}")
        verify(read_record(record), Shelf())
    return log


def is_in(note: Note, happening: Document) -> bool:
    """Whether a happening is the one of a note."""
    moves = [entry["move"] for entry in happening["entries"] if entry["seat"] == note.seat]
    return (happening["kind"], happening["seat"]) == (note.kind, note.seat) and (
        note.move is None or note.move in moves
    )
