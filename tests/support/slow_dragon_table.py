"""The table of the slow twin of In the Year of the Dragon: what lies on it, and how pieces move. See slow_dragon.py."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self, TypedDict

Document = dict[str, Any]
Entry = dict[str, int | str]  # of the ledger: seat, amount, source, where, round (the month)
Person = tuple[str, str]  # age, kind
Groups = list[list[str]]  # of action cards

MOST_FLOORS = 3  # of a palace


class SlowIllegalError(ValueError):
    """A set-up or move that is not legal, or an outcome that chance cannot bring about."""


class Palace(TypedDict):
    number: int
    floors: int
    persons: list[Person]


@dataclass(frozen=True)
class Step:
    """Something that is to happen: `what` names the methods `moves_`, `make_` (of a seat) or `happen_` (of nobody)."""

    what: str
    seat: int = 0  # who decides; 0: nobody
    number: int = 0  # how many moves of it are left, or for the wall the length asked
    card: str = ""  # "take": kind or wild
    person: Person | None = None  # "place": who
    named: tuple[int, ...] = ()  # "starve": palaces that were named


class SlowTable:
    """The box unpacked for a number of players. Lists over seats begin with seat 1."""

    def __init__(
        self, edition: Document, players: int, great_wall: bool, super_event: str, large_privilege: int
    ) -> None:
        self.edition = edition
        self.players = players
        self.great_wall = great_wall
        self.super_option = super_event
        self.price = {"small": int(edition["privileges"]["small"]["price"]), "large": large_privilege}
        self.sizes: list[int] = edition["groups"]["wall" if great_wall else "base"][str(players)]
        self.actions: list[str] = [*edition["actions"], *(["wall"] if great_wall else [])]
        self.people: dict[str, Document] = {person["id"]: person for person in edition["person"]}  # kind -> its entry
        self.months: int = len(edition["events"]["names"]) * edition["events"]["count"]

        # the board
        self.tiles: Counter[Person] = Counter()
        for kind, person in self.people.items():
            if "old" in person:
                self.tiles["young", kind] = players + 1
                self.tiles["old", kind] = players - 1
            else:
                self.tiles["young", kind] = 2 * players
        self.gone: Counter[Person] = Counter()  # tiles that left the game
        self.stacks: dict[int, list[int]] = {0: list(self.seats())}  # space of the person track -> seats, top first
        self.events: list[str] = []  # month - 1 -> event
        self.super_event: str | None = None
        self.groups: Groups = []  # of this month; they lie there until the next one begins
        self.dragons: list[list[int]] = []  # group -> seats that chose it, in order
        self.wall: list[int] = []  # place of the wall, month 1 first -> seat
        # the seats: seat - 1 -> ...
        floors: list[int] = edition["start"]["palaces"]
        self.palaces: list[list[Palace]] = [
            [{"number": n, "floors": high, "persons": []} for n, high in enumerate(floors, start=1)]
            for _ in self.seats()
        ]
        self.built = [len(floors)] * players  # palaces ever built: a number is not used again
        self.yuan = [int(edition["start"]["yuan"])] * players
        self.rice = [0] * players
        self.fireworks = [0] * players
        self.privileges: list[Counter[str]] = [Counter() for _ in self.seats()]  # small or large -> how many
        hand = {**dict.fromkeys(self.people, edition["hand"]["each"]), "wild": edition["hand"]["wild"]}
        self.cards: list[Counter[str]] = [Counter(hand) for _ in self.seats()]  # kind or wild -> how many
        self.wall_used: list[set[str]] = [set() for _ in self.seats()]  # its wall tiles that were built
        self.drafted: list[list[str]] = [[] for _ in self.seats()]  # the kinds
        self.ledger: list[Entry] = []
        # the turn
        self.month = 0  # 0: the draft
        self.steps: list[Step] = []  # what is to happen, the next one first
        self.order: list[int] = []  # of play, as read at the start of the phase
        self.sunrise_kinds: set[str] = set()  # taken in the sunrise
        self.coming_groups: Groups = []  # of the month that begins with the move that is made
        self.seat = 1  # to move
        self.over = False
        self.winners: list[int] = []

    def copy(self) -> Self:
        """A twin that can be played on alone; what never changes is shared."""
        other = copy.copy(self)
        other.tiles = Counter(self.tiles)
        other.gone = Counter(self.gone)
        other.stacks = {space: list(stack) for space, stack in self.stacks.items()}
        other.dragons = [list(seats) for seats in self.dragons]
        other.wall = list(self.wall)
        other.palaces = [
            [{**palace, "persons": list(palace["persons"])} for palace in palaces] for palaces in self.palaces
        ]
        other.built = list(self.built)
        other.yuan = list(self.yuan)
        other.rice = list(self.rice)
        other.fireworks = list(self.fireworks)
        other.privileges = [Counter(privileges) for privileges in self.privileges]
        other.cards = [Counter(cards) for cards in self.cards]
        other.wall_used = [set(used) for used in self.wall_used]
        other.drafted = [list(kinds) for kinds in self.drafted]
        other.ledger = list(self.ledger)  # an entry never changes
        other.steps = list(self.steps)
        other.order = list(self.order)
        other.sunrise_kinds = set(self.sunrise_kinds)
        other.winners = list(self.winners)
        return other

    # ---- a look at the table

    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def track(self) -> list[tuple[int, int]]:
        """Seat and space of every marker, in order of play: by space, then from top to bottom."""
        return [(seat, space) for space in sorted(self.stacks, reverse=True) for seat in self.stacks[space]]

    @property
    def scores(self) -> list[int]:
        totals = [0] * self.players
        for entry in self.ledger:
            totals[int(entry["seat"]) - 1] += int(entry["amount"])
        return totals

    @property
    def held(self) -> Person | None:
        """The tile that was taken from the board and waits for its place."""
        return self.steps[0].person if self.steps else None

    def persons(self, seat: int) -> list[Person]:
        return [person for palace in self.palaces[seat - 1] for person in palace["persons"]]

    def symbols_on(self, person: Person, symbol: str) -> int:
        age, kind = person
        return int(self.people[kind][age]["symbols"]) if self.people[kind]["symbol"] == symbol else 0

    def symbols(self, seat: int, symbol: str) -> int:
        return sum(self.symbols_on(person, symbol) for person in self.persons(seat))

    def palace(self, seat: int, number: str) -> Palace:
        [palace] = [palace for palace in self.palaces[seat - 1] if palace["number"] == int(number)]
        return palace

    # ---- steps

    def moves(self, step: Step) -> list[str]:
        """What the seat of a step may do, in notation."""
        found: list[str] = getattr(self, f"moves_{step.what}")(step)
        assert len(found) == len(set(found))
        return found

    def settle(self) -> None:
        """Let happen what happens by itself, until a seat has a move to make; who has none is skipped."""
        while self.steps:
            step = self.steps[0]
            if step.seat and self.moves(step):
                self.seat = step.seat
                return
            self.steps.pop(0)
            if not step.seat:
                getattr(self, f"happen_{step.what}")(step)

    def next_steps(self, *steps: Step) -> None:
        """These happen before all that is planned."""
        self.steps[:0] = steps

    def again(self, step: Step) -> None:
        """One move of the step was made: the rest of it comes next."""
        self.next_steps(replace(step, number=step.number - 1))

    def read_order(self) -> None:
        self.order = [seat for seat, _ in self.track]

    # ---- placing persons, and letting them go

    def take(self, seat: int, person: Person) -> None:
        self.tiles[person] -= 1
        self.next_steps(Step("place", seat, person=person))

    def moves_place(self, step: Step) -> list[str]:
        """Ruling 7: with room it must be placed; else it replaces somebody or leaves the game."""
        own = self.palaces[step.seat - 1]
        room = [palace for palace in own if len(palace["persons"]) < palace["floors"]]
        if room:
            return [f"palace {palace['number']}" for palace in unlike(room)]
        return [*name_persons("replace", own), "dismiss"]

    def make_place(self, step: Step, words: list[str]) -> None:
        """Ruling 7: only a placed person moves the marker, also one that replaces another of its sort."""
        assert step.person is not None
        if words[0] == "dismiss":
            self.gone[step.person] += 1
            return
        palace = self.palace(step.seat, words[1])
        if words[0] == "replace":
            self.let_go(palace, words[2:])
        palace["persons"].append(step.person)
        age, kind = step.person
        self.move_marker(step.seat, self.people[kind][age]["value"])

    def move_marker(self, seat: int, spaces: int) -> None:
        """Ruling 4: on top of the markers it meets. A move of no space leaves the stack as it is."""
        if spaces:
            space = dict(self.track)[seat]
            self.stacks[space].remove(seat)
            self.stacks.setdefault(space + spaces, []).insert(0, seat)

    def let_go(self, palace: Palace, person: list[str]) -> None:
        age, kind = person
        palace["persons"].remove((age, kind))
        self.gone[age, kind] += 1

    def moves_release(self, step: Step) -> list[str]:
        """Ruling 8: anybody from anywhere; who has nobody left is done."""
        return name_persons("release", self.palaces[step.seat - 1]) if step.number else []

    def make_release(self, step: Step, words: list[str]) -> None:
        self.let_go(self.palace(step.seat, words[1]), words[2:])
        self.again(step)

    # ---- what symbols give

    def gain(self, seat: int, symbol: str, amount: int, source: str) -> None:
        """What a number of symbols gives, on cards, wall tiles and persons; `source` is for points."""
        if symbol == "coin":
            self.yuan[seat - 1] += amount
        elif symbol == "rice":
            self.rice[seat - 1] += amount
        elif symbol == "rocket":
            self.fireworks[seat - 1] += amount
        elif symbol == "helmet":
            self.move_marker(seat, amount)
        elif symbol == "hammer":
            self.next_steps(Step("floor", seat, amount))
        elif symbol in ("book", "dragon"):
            self.score(seat, amount, source)

    def moves_floor(self, step: Step) -> list[str]:
        """Ruling 6: on a palace that is not full, or as a new one."""
        if not step.number:
            return []
        low = [palace for palace in self.palaces[step.seat - 1] if palace["floors"] < MOST_FLOORS]
        return [f"floor {palace['number']}" for palace in unlike(low)] + ["floor new"]

    def make_floor(self, step: Step, words: list[str]) -> None:
        if words[1] == "new":
            self.built[step.seat - 1] += 1
            self.palaces[step.seat - 1].append({"number": self.built[step.seat - 1], "floors": 1, "persons": []})
        else:
            self.palace(step.seat, words[1])["floors"] += 1
        self.again(step)

    # ---- points

    def score(self, seat: int, amount: int, source: str, where: str = "") -> None:
        if amount:
            self.ledger.append({"seat": seat, "amount": amount, "source": source, "where": where, "round": self.month})

    def score_monks(self, seat: int, source: str) -> None:
        """Ruling 12: each monk its buddhas times the floors of its palace."""
        for palace in self.palaces[seat - 1]:
            for person in palace["persons"]:
                points = self.symbols_on(person, "buddha") * palace["floors"]
                self.score(seat, points, source, str(palace["number"]))


def unlike(palaces: Iterable[Palace]) -> list[Palace]:
    """One palace, the lowest number, of those that are alike: same floors, same persons in any order."""
    first: dict[tuple[int, tuple[Person, ...]], Palace] = {}
    for palace in sorted(palaces, key=lambda palace: palace["number"]):
        first.setdefault((palace["floors"], tuple(sorted(palace["persons"]))), palace)
    return list(first.values())


def name_persons(verb: str, palaces: Iterable[Palace]) -> list[str]:
    """The moves that name a person in one of these palaces; two of a sort in a palace are one move."""
    return [
        f"{verb} {palace['number']} {age} {kind}"
        for palace in unlike(palaces)
        for age, kind in sorted(set(palace["persons"]))
    ]
