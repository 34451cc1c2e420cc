"""A small world for random requests: people who have accounts and codes, tables in every status, records that are kept,
and what can be learned and solved."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from support.patience import PATIENCE
from support.servers import OWN_SITE
from tianxia.games import GAMES

Document = dict[str, Any]
NAMES = ("Ada", "Ben", "Cyd")
PROGRAMS = ("random", "greedy", "level:novice", "level:unheard-of", "mcts:20", "net", "pipe:true")
PASSWORD = "correct horse"
ODD: tuple[Any, ...] = (None, True, -1, 1 << 70, 0.5, "", "x" * 100, [], {}, [[]], "\N{DRAGON FACE}", "\ud800", "\x00")
RECORDED = "forbidden-city"  # the game of the records, for two
MOST_TABLES = 60  # that are remembered
MOST_PUZZLES = 5  # of a game


@dataclass(frozen=True)
class Visitor:
    """Somebody who is known at the server."""

    id: str
    name: str
    cookie: str


@dataclass
class World:
    """What there is, as far as requests can name it."""

    client: httpx.Client
    guests: list[Visitor] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    hosts: dict[str, str] = field(default_factory=dict)  # table -> a person's id
    invites: dict[str, str] = field(default_factory=dict)  # table -> what lets friends in
    records: list[Document] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # ids of records that somebody uploaded
    puzzles: list[Document] = field(default_factory=list)  # as they are asked
    tries: list[Document] = field(default_factory=list)  # what solves the steps of tutorials
    starts: list[Document] = field(default_factory=list)  # positions to begin a study from

    def ask(self, guest: Visitor | None, method: str, path: str, body: Document | None = None) -> Any:
        """Ask for something that has to be granted."""
        answer = self.try_to(guest, method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def try_to(self, guest: Visitor | None, method: str, path: str, body: Document | None = None) -> httpx.Response:
        self.client.cookies.clear()
        cookie = {} if guest is None else {"Cookie": f"tianxia={guest.cookie}"}
        return self.client.request(method, path, json=body, headers=cookie)

    def welcome(self, name: str) -> Visitor:
        answer = self.try_to(None, "POST", "/api/people", {"name": name})
        assert answer.status_code == 201, answer.text
        return Visitor(answer.json()["id"], name, answer.cookies["tianxia"])

    def stranger(self) -> Visitor:
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

    def place(self, guest: Visitor, dice: Random) -> Place:
        """Somewhere to be, mostly at one's own table."""
        own = [table for table in self.tables if self.hosts[table] == guest.id]
        return Place(self, guest, dice.choice(own if own and dice.random() < 0.8 else self.tables), dice)


@dataclass
class Place:
    """Somebody at a table, and what they could say there."""

    world: World
    guest: Visitor
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
            case "record":
                return self.dice.choice(self.world.kept)
            case "puzzle":
                return self.dice.choice(self.world.puzzles)["id"]
            case "game":  # to learn, or to look back at
                return self.dice.choice((*GAMES, *self.world.kept, self.table))
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
            "keep_record": lambda: {"record": self._record()},
            "preview_back": self._past_move,
            "preview_kept": self._past_move,
            "study": self._study,
            "preview_studied": self._studied_move,
            "why_not_studied": self._studied_move,
            "try_step": self._try,
            "try_puzzle": lambda: {"move": self._puzzle_move()},
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
        wish: Document = {"game": self.dice.choice(list(GAMES)), "seats": seats, "options": {}}
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

    def _past_move(self) -> Document:
        moves = self.world.records[-1]["moves"]
        after = self.dice.randrange(len(moves) + 2)
        return {"after": after, "move": self.dice.choice(moves)["move"]}

    def _study(self) -> Document:
        start = self._record() if self.dice.random() < 0.3 else copy.deepcopy(self.dice.choice(self.world.starts))
        if self.dice.random() < 0.4:
            start = spoil(start, self.dice)
        played = [self._puzzle_move() for _ in range(self.dice.choice((0, 0, 1)))]
        return {"record": start, "played": played, "seat": self.dice.choice((None, 1, 2, 5))}

    def _studied_move(self) -> Document:
        return self._study() | {"move": self._puzzle_move()}

    def _try(self) -> Document:
        tried = copy.deepcopy(self.dice.choice(self.world.tries))
        return tried if self.dice.random() < 0.5 else tried | {"moves": [self._puzzle_move()]}

    def _puzzle_move(self) -> str:
        """A move that may be legal somewhere."""
        tried = self.dice.choice(self.world.tries)
        moves = [*tried["moves"], *self.dice.choice(self.world.puzzles)["moves"], "done", "draw", "x y z"]
        return str(self.dice.choice(moves))

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
    uploads = [world.ask(guest, "POST", "/api/records", {"record": record}) for record in world.records]
    world.kept = [upload["id"] for upload in uploads]
    for game in GAMES:
        learn_of(world, game)
    return world


def learn_of(world: World, game: str) -> None:
    """Remember some puzzles of a game, and the steps of its tutorial."""
    for short in world.ask(None, "GET", f"/api/puzzles?game={game}")["puzzles"][:MOST_PUZZLES]:
        puzzle = world.ask(None, "GET", f"/api/puzzles/{short['id']}")
        seen = world.ask(None, "POST", "/api/studies", {"record": puzzle["record"]})
        world.puzzles.append(puzzle | {"moves": seen["view"]["legal"]})
        world.starts.append(puzzle["record"])
    for chapter in world.ask(None, "GET", f"/api/tutorials/{game}")["chapters"]:
        for step in chapter["steps"]:
            names = {"game": game, "chapter": chapter["id"], "step": step["id"]}
            world.tries.append(names | {"moves": step["solution"], "amount": (step["amounts"] or [None])[0]})
            world.starts.append(step["record"])


def play_to_the_end(world: World, guest: Visitor, table: str) -> None:
    """Play both seats of a table at random."""
    dice = Random(table)
    state = world.ask(guest, "GET", f"/api/tables/{table}")["state"]
    while state["status"] == "playing":
        state = world.ask(guest, "GET", f"/api/tables/{table}?seat={state['to_move']}")["state"]
        move = {"seat": state["to_move"], "sequence": state["sequence"], "move": dice.choice(state["view"]["legal"])}
        state = world.ask(guest, "POST", f"/api/tables/{table}/moves", move)["state"]
