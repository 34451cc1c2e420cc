"""A small world for random requests: people who have accounts and codes, and tables in every status."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from support.servers import OWN_SITE

Document = dict[str, Any]
PATIENCE = 60.0  # seconds
NAMES = ("Ada", "Ben", "Cyd")
GAMES = ("forbidden-city", "emperor-of-china", "year-of-the-dragon")
PROGRAMS = ("random", "greedy", "level:novice", "level:unheard-of", "mcts:20", "pipe:true")
PASSWORD = "correct horse"
ODD: tuple[Any, ...] = (None, True, -1, 1 << 70, 0.5, "", "x" * 100, [], {}, [[]], "\N{DRAGON FACE}", "\ud800", "\x00")
RECORDED = "forbidden-city"  # the game of the records, for two
MOST_TABLES = 60  # that are remembered


@dataclass(frozen=True)
class Guest:
    """Somebody who is known at the server."""

    id: str
    name: str
    cookie: str


@dataclass
class World:
    """What there is, as far as requests can name it."""

    client: httpx.Client
    guests: list[Guest] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    hosts: dict[str, str] = field(default_factory=dict)  # table -> a person's id
    invites: dict[str, str] = field(default_factory=dict)  # table -> what lets friends in
    records: list[Document] = field(default_factory=list)

    def ask(self, guest: Guest | None, method: str, path: str, body: Document | None = None) -> Any:
        """Ask for something that has to be granted."""
        answer = self.try_to(guest, method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def try_to(self, guest: Guest | None, method: str, path: str, body: Document | None = None) -> httpx.Response:
        self.client.cookies.clear()
        cookie = {} if guest is None else {"Cookie": f"tianxia={guest.cookie}"}
        return self.client.request(method, path, json=body, headers=cookie)

    def welcome(self, name: str) -> Guest:
        answer = self.try_to(None, "POST", "/api/people", {"name": name})
        assert answer.status_code == 201, answer.text
        return Guest(answer.json()["id"], name, answer.cookies["tianxia"])

    def stranger(self) -> Guest:
        """Somebody who is not missed."""
        return self.welcome("Nobody")

    def learn(self, here: Document) -> None:
        """Remember a table."""
        table = here["state"]["id"]
        self.tables.append(table)
        self.hosts[table] = here["state"]["host"]
        if here["invite"] is not None:
            self.invites[table] = here["invite"]
        if len(self.tables) > MOST_TABLES:
            del self.tables[len(TABLES)]  # the first ones, of every status, stay

    def place(self, guest: Guest, dice: Random) -> Place:
        """Somewhere to be, mostly at one's own table."""
        own = [table for table in self.tables if self.hosts[table] == guest.id]
        return Place(self, guest, dice.choice(own if own and dice.random() < 0.8 else self.tables), dice)


@dataclass
class Place:
    """Somebody at a table, and what they could say there."""

    world: World
    guest: Guest
    table: str
    dice: Random

    def value(self, name: str) -> Any:
        """What may stand in a path or a query."""
        match name:
            case "table":
                return self.table
            case "id":
                return self.dice.choice(self.world.guests).id
            case "seat":
                return self.dice.choice((1, 1, 1, 2))  # where hosts sit
            case _:
                return None

    def body(self, request: str) -> Document:
        """What may stand in a body."""
        makers: dict[str, Callable[[], Document]] = {
            "create_table": self._new_table,
            "offer_seat": self._new_seat,
            "sit_down": lambda: {"invite": self.world.invites.get(self.table)},
            "make_move": self._move,
            "preview_move": self._move_meant,
            "why_not": self._move_meant,
            "confirm_move": self._seat_at,
            "undo_move": self._seat_at,
            "take_hint": self._hint,
            "review_record": self._review,
            "take_handover": self._handover,
            "log_in": lambda: {"login": self.dice.choice(NAMES), "password": PASSWORD},
            "change_password": lambda: {"password": PASSWORD, "new": PASSWORD},
            "change_me": self._about_me,
            "confirm_email": lambda: {"code": "2222-2222-2222"},
            "welcome": lambda: {"name": "Eve"},
        }
        return makers[request]() if request in makers else {}

    def _look(self) -> Document:
        here = self.world.ask(self.guest, "GET", f"/api/tables/{self.table}")
        if len(here["you"]) > 1 and here["state"]["to_move"] in here["you"]:
            here = self.world.ask(self.guest, "GET", f"/api/tables/{self.table}?seat={here['state']['to_move']}")
        found: Document = here
        return found

    def _seat(self, here: Document) -> int:
        own: list[int] = here["you"] or [1]
        return here["state"]["to_move"] if here["state"]["to_move"] in own else self.dice.choice(own)

    def _seat_at(self) -> Document:
        here = self._look()
        return {"seat": self._seat(here), "sequence": here["state"]["sequence"]}

    def _hint(self) -> Document:
        """Mostly too late: hints take long."""
        return self._seat_at() if self.dice.random() < 0.1 else {"sequence": 1_000_000}

    def _move(self) -> Document:
        here = self._look()
        legal = (here["state"]["view"] or {}).get("legal") or ["pass"]
        return {
            "seat": self._seat(here),
            "sequence": here["state"]["sequence"],
            "move": self.dice.choice(legal),
            "confirm": self.dice.random() < 0.5,
        }

    def _move_meant(self) -> Document:
        move = self._move()
        return {"seat": move["seat"], "move": move["move"]}

    def _new_seat(self) -> Document:
        who = self.dice.choice(("me", "friend", "anybody", "program"))
        return {"who": who, "program": self.dice.choice(PROGRAMS) if who == "program" else None}

    def _new_table(self) -> Document:
        seats = [{"who": "me"}] + [self._new_seat() for _ in range(self.dice.randint(1, 4))]
        wish: Document = {"game": self.dice.choice(GAMES), "seats": seats, "options": {}}
        if self.dice.random() < 0.8:
            return wish | {"begin": None}
        begin = {"record": self._record(), "move": self.dice.choice((None, 0, 3))}
        return {"game": RECORDED, "seats": [{"who": "me"}, {"who": "me"}], "begin": begin}

    def _review(self) -> Document:
        return {"record": self._record(), "move": self.dice.choice((None, 0, 2)), "seat": self.dice.choice((None, 1))}

    def _record(self) -> Document:
        """A record, half of the time with something wrong."""
        record = copy.deepcopy(self.dice.choice(self.world.records))
        return record if self.dice.random() < 0.5 else spoil(record, self.dice)

    def _handover(self) -> Document:
        answer = self.world.ask(self.world.guests[0], "POST", "/api/me/handover")
        return {"code": answer["code"]}

    def _about_me(self) -> Document:
        return {"email": self.dice.choice((None, "", "ada@example.org")), "webhook": None}


def spoil(document: Document, dice: Random) -> Document:
    """Change something somewhere in a document."""
    place: Any = document
    while True:
        key = dice.choice(list(place)) if isinstance(place, dict) else dice.randrange(len(place))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or dice.random() < 0.2:
            place[key] = dice.choice(ODD)
            return document
        place = inner


# ---- how it begins

TABLES: tuple[tuple[str, list[Document]], ...] = (
    ("forbidden-city", [{"who": "me"}, {"who": "me"}]),
    ("emperor-of-china", [{"who": "me"}, {"who": "me"}, {"who": "me"}]),
    ("year-of-the-dragon", [{"who": "me"}, {"who": "program", "program": "random"}]),
    ("forbidden-city", [{"who": "me"}, {"who": "friend"}]),  # waiting
    ("emperor-of-china", [{"who": "me"}, {"who": "anybody"}, {"who": "anybody"}]),
    ("forbidden-city", [{"who": "me"}, {"who": "anybody"}]),  # to be closed
    ("forbidden-city", [{"who": "me"}, {"who": "me"}]),  # to be played to the end
)


def enter(address: str) -> World:
    """The world at a server, with tables that wait, where a game goes on, and where it is over or given up."""
    world = World(httpx.Client(base_url=address, timeout=PATIENCE, headers=OWN_SITE))
    world.guests = [world.welcome(name) for name in NAMES]
    for guest in world.guests[:2]:
        world.ask(guest, "POST", "/api/me/account", {"login": guest.name, "password": PASSWORD})
    for number, (game, seats) in enumerate(TABLES):
        guest = world.guests[0 if number < 4 else 1]
        world.learn(world.ask(guest, "POST", "/api/tables", {"game": game, "seats": seats, "listed": True}))
    world.ask(world.guests[1], "DELETE", f"/api/tables/{world.tables[-2]}")
    play_to_the_end(world, world.guests[1], world.tables[-1])
    world.records = [world.ask(None, "GET", f"/api/tables/{table}/record") for table in world.tables[:1]]
    world.records.append(world.ask(None, "GET", f"/api/tables/{world.tables[-1]}/record"))
    return world


def play_to_the_end(world: World, guest: Guest, table: str) -> None:
    """Play both seats of a table at random."""
    dice = Random(table)
    state = world.ask(guest, "GET", f"/api/tables/{table}")["state"]
    while state["status"] == "playing":
        state = world.ask(guest, "GET", f"/api/tables/{table}?seat={state['to_move']}")["state"]
        move = {"seat": state["to_move"], "sequence": state["sequence"], "move": dice.choice(state["view"]["legal"])}
        state = world.ask(guest, "POST", f"/api/tables/{table}/moves", move)["state"]
