"""Whole games of In the Year of the Dragon for tests: every way to set it up, prudent play, an account, a checksum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from contract.cases import Case, every_case
from support.luck import dice, seed_of
from tianxia.engine.chance import Stream, stream_of
from tianxia.games import find_game
from tianxia.games.base import Document, OptionValue
from tianxia.games.year_of_the_dragon.rules.choices import ACT, CARD, DRAFT_KIND, FLOOR_NEW, TAKE
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    BUILD,
    HARVEST,
    KINDS,
    MORTARS,
    OLD,
    SACKS,
    TAXES,
)

GAME = find_game("year-of-the-dragon")
CASES = every_case(GAME)
"""The 192 ways to set up the standard edition."""

PRUDENT = frozenset(
    {
        *(first + kind for first in (DRAFT_KIND, CARD) for kind in (MORTARS, SACKS)),
        *(TAKE + kind * AGES + OLD for kind in range(KINDS)),
        *(ACT + card for card in (TAXES, BUILD, HARVEST)),
        FLOOR_NEW,
    }
)
"""Actions that keep persons alive: with moves all alike almost nobody lives to see the end."""


def case_of(players: int, great_wall: bool = False, super_event: str = "none", large_privilege: int = 7) -> Case:
    options: dict[str, OptionValue] = {
        "great_wall": great_wall,
        "super_event": super_event,
        "large_privilege": large_privilege,
    }
    return Case(GAME, players, tuple(options.items()))


def fresh_position(case: Case) -> Any:
    """Before anything is drawn; options that the case leaves out are as usual."""
    options = {option.name: option.default for option in case.game.options(case.players)}
    return case.game.new(case.game.setting(case.players, {**options, **dict(case.options)}))


def new_position(case: Case, number: int) -> DragonPosition:
    position = case.game.new(case.setting)
    position.deal(seed_of(number))
    assert isinstance(position, DragonPosition)
    return position


def choose(position: DragonPosition, stream: Stream, prudence: int = 0) -> int:
    """Any legal action, or in so many of ten decisions a prudent one where there is any."""
    actions = [int(action) for action in position.legal_actions()]
    prudent = [action for action in actions if action in PRUDENT]
    if prudent and stream.below(10) < prudence:
        actions = prudent
    return actions[stream.below(len(actions))]


def steps(position: DragonPosition, stream: Stream, prudence: int = 0) -> Iterator[int]:
    """Play to the end; each action, before it is made."""
    while not position.over:
        action = choose(position, stream, prudence)
        yield action
        position.apply(action)


# ---- an account of all pieces, kept from the moves alone


@dataclass
class Court:
    """What a seat has built, whom it houses, and its cards."""

    floors: dict[int, int]  # number of a palace -> its floors
    persons: dict[int, Counter[str]]  # the same -> "old farmer" -> how many
    cards: Counter[str]
    built: int
    wall_tiles: set[str] = field(default_factory=set)  # that it has used

    def settle(self) -> None:
        """A palace with neither floors nor persons is gone."""
        for number in [number for number, floors in self.floors.items() if not floors]:
            if not self.persons[number].total():
                del self.floors[number], self.persons[number]

    def decay(self) -> None:
        for number, persons in self.persons.items():
            self.floors[number] -= not persons.total()
        self.settle()


@dataclass
class Account:
    """Where every person tile, card, floor and wall tile of a game is: told by an edition file and by moves."""

    edition: Document
    players: int
    board: Counter[str] = field(default_factory=Counter)  # "old farmer" -> tiles
    gone: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)  # cards of all seats
    held: str = ""
    wall: list[int] = field(default_factory=list)  # seats that built it
    courts: list[Court] = field(default_factory=list)
    month: int = 0
    has_decayed: bool = False  # in this month

    def __post_init__(self) -> None:
        for person in self.edition["person"]:
            sizes = {"young": 2 * self.players}
            if "old" in person:
                sizes = {"young": self.players + 1, "old": self.players - 1}
            self.board.update({f"{age} {person['id']}": size for age, size in sizes.items()})
        self.box = Counter(self.board)
        hand = self.edition["hand"]
        cards = {**{person["id"]: hand["each"] for person in self.edition["person"]}, "wild": hand["wild"]}
        floors = dict(enumerate(self.edition["start"]["palaces"], 1))
        self.courts = [
            Court(dict(floors), {number: Counter() for number in floors}, Counter(cards), len(floors))
            for _ in range(self.players)
        ]

    def move(self, seat: int, move: str) -> None:
        """A seat, from 1, moves."""
        verb, *rest = move.split()
        court = self.courts[seat - 1]
        if verb in ("draft", "sunrise"):
            self.hold(f"young {rest[0]}")
        elif verb == "take":
            self.hold(" ".join(rest))
        elif verb in ("card", "discard"):
            court.cards[rest[0]] -= 1
            self.played[rest[0]] += 1
            sorts = [sort for sort, left in self.board.items() if left and rest[0] in (sort.split()[1], "wild")]
            if verb == "card" and len(sorts) == 1:
                self.hold(sorts[0])
        elif verb in ("replace", "release", "starve"):
            court.persons[int(rest[0])][" ".join(rest[1:])] -= 1
            self.gone[" ".join(rest[1:])] += 1
        elif verb == "dismiss":
            self.gone[self.held] += 1
            self.held = ""
        elif verb == "floor":
            self.build(court, rest[0])
        elif verb == "lose":
            court.floors[int(rest[0])] -= 1
        elif verb == "wall":
            assert rest[0] not in court.wall_tiles
            court.wall_tiles.add(rest[0])
            self.wall.append(seat)
        if verb in ("palace", "replace"):
            court.persons[int(rest[0])][self.held] += 1
            self.held = ""
        if verb in ("lose", "release"):
            court.settle()

    def hold(self, sort: str) -> None:
        assert not self.held
        self.board[sort] -= 1
        self.held = sort

    def build(self, court: Court, where: str) -> None:
        if where == "new":
            court.built += 1
            court.floors[court.built] = 0
            court.persons[court.built] = Counter()
            where = str(court.built)
        court.floors[int(where)] += 1

    def look(self, month: int, part: str) -> None:
        """Where the game is after a move: at the end of a month, palaces without persons have lost a floor."""
        if self.month and (month > self.month or (part in ("last-wall", "end") and not self.has_decayed)):
            self.has_decayed = True
            for court in self.courts:
                court.decay()
        if month > self.month:
            self.month, self.has_decayed = month, False

    def check(self, document: Document) -> None:
        """A position document has everything where it ought to be, and nothing is lost or made."""
        self.look(document["month"], document["part"])
        assert document["tiles"] == +self.board
        assert document["wall"] == self.wall
        assert [set(used) for used in document["wall_used"]] == [court.wall_tiles for court in self.courts]
        assert document.get("held") == (self.held or None)
        housed: Counter[str] = Counter()
        cards: Counter[str] = Counter()
        for court, told in zip(self.courts, document["courts"], strict=True):
            assert {palace["number"]: palace["floors"] for palace in told["palaces"]} == court.floors
            for palace in told["palaces"]:
                assert Counter(palace["persons"]) == +court.persons[palace["number"]]
                housed.update(palace["persons"])
            assert Counter(told["cards"]) == +court.cards
            assert told["built"] == court.built
            cards.update(told["cards"])
        held = Counter([self.held] if self.held else [])
        assert Counter(document["tiles"]) + housed + held + self.gone == self.box
        assert min(self.board.values()) >= 0
        hand = self.edition["hand"]
        each = {person["id"]: hand["each"] * self.players for person in self.edition["person"]}
        assert cards + self.played == +Counter({**each, "wild": hand["wild"] * self.players})


# ---- a checksum


def trace_games(games: int) -> str:
    """Three checksums over so many random games of every setting: the same for every build with the same rules.

    `rules` is over the legal actions, the choices, the groups that came and what the seats have; `dice` over the
    actions that were drawn at random without a list; `hidden` over the groups that come after `determinize`.
    """
    traces = {name: sha256() for name in ("rules", "dice", "hidden")}
    for case in CASES:
        for number in range(games):
            for name, digest in trace_game(new_position(case, number), number).items():
                traces[name].update(f"{case} {number} {digest}\n".encode())
    return " ".join(f"{name} {digest.hexdigest()[:32]}" for name, digest in traces.items())


def trace_game(position: DragonPosition, number: int) -> dict[str, str]:
    """Actions by their places among the legal ones, so that they may have other numbers."""
    rules, drawn, hidden = sha256(), list[int](), sha256()
    stream, redraws = dice(number), stream_of(seed_of(number), 2000)
    for action in steps(position, stream, 4 * (number % 3)):
        actions = [int(action) for action in position.legal_actions()]
        drawn.append(actions.index(int(position.random_action(stream.copy()))))
        rules.update(str([len(actions), actions.index(action), *position.group_of, *position.privileges]).encode())
        rules.update(str([*position.track, *position.goods, *position.floors, *position.rosters]).encode())
        rules.update(str([*position.scores(), *position.ranking, *position.tiles, *position.hands]).encode())
        ahead = position.clone()
        ahead.apply_until_chance(action)
        if ahead.awaits_chance:  # for the groups of a month
            ahead = position.clone()
            ahead.determinize(position.seat, redraws)
            ahead.apply(action)
            hidden.update(str(list(ahead.group_of)).encode())
    rules.update(str([*position.scores(), *position.winners()]).encode())
    return {
        "rules": rules.hexdigest(),
        "dice": sha256(str(drawn).encode()).hexdigest(),
        "hidden": hidden.hexdigest(),
    }
