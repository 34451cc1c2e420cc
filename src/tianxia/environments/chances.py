"""What chance brings about in each game, who learns of it, and how a history might have gone that looks the same.

OpenSpiel asks for all that: its chance nodes have numbers, names and bounds, its information states tell exactly what a
seat has learnt, and its search deals afresh what a seat cannot know. An outcome has a *mark*: who learns of it, and
when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import Any, Final

from tianxia.engine.position import Position
from tianxia.games import AnyGame
from tianxia.games.emperor_of_china.rules.hidden_hands import DRAWN, SHUFFLED, WHOSE
from tianxia.games.emperor_of_china.rules.position import RUNS_OUT, EmperorPosition
from tianxia.games.forbidden_city.rules.position import LEFT_OVER, CityPosition
from tianxia.games.year_of_the_dragon.interface.edition import ACTION_CARDS, EVENT_NAMES, SUPER_NAMES
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import DEALING
from tianxia.games.year_of_the_dragon.rules.tables import SUPER_EVENTS

DECISION: Final = -2  # the mark of what is no outcome but a decision: all games play these openly
OPEN: Final = -1  # the mark of an outcome that all see at once
MOST_IN_A_MONTH: Final = 64  # decisions of one seat: an action, floors, a person, those who leave


class Chances:
    """Chance in one game, set up in one way."""

    most_outcomes: int  # every outcome is below it
    most_events: int  # outcomes in one game
    most_decisions: int  # of all seats in one game

    def mark(self, position: Any) -> int:
        """The mark of the outcome that is awaited."""
        return OPEN

    def knows(self, position: Any, seat: int, mark: int) -> bool:
        """Whether a seat has learnt by now what an outcome was."""
        return True

    def retell(self, dealt: Any, seat: int, events: Sequence[int], marks: Sequence[int]) -> list[int]:
        """The same history for the eyes of a seat, leading to `dealt`: a position drawn afresh for it with `hide`."""
        return list(events)

    def name(self, position: Any, outcome: int) -> str:
        """The outcome that is awaited, in a word."""
        raise NotImplementedError


class CityChances(Chances):
    """All stacks are dealt at once, tile by tile; a tile is learnt when it is taken in hand, or by others when laid.

    The mark is the place of the tile in the stacks.
    """

    def __init__(self, game: Any, position: CityPosition) -> None:
        self.tiles = game.box.tiles
        self.most_outcomes = max(int(tile) for tile in position.stacks) + 1
        self.most_events = len(position.stacks)
        self.most_decisions = int(position.players * (position.stack_size - LEFT_OVER))

    def mark(self, position: CityPosition) -> int:
        return int(position.dealt)

    def knows(self, position: CityPosition, seat: int, mark: int) -> bool:
        return bool(position.over or mark < position.first_hidden(mark // position.stack_size, seat))

    def retell(self, dealt: CityPosition, seat: int, events: Sequence[int], marks: Sequence[int]) -> list[int]:
        return [int(dealt.stacks[mark]) if mark >= 0 else event for event, mark in zip(events, marks, strict=True)]

    def name(self, position: CityPosition, outcome: int) -> str:
        return str(self.tiles[outcome].id)


class EmperorChances(Chances):
    """Cards leave the pile for a hand, which nobody else sees, or for the row. The mark of the former is the seat."""

    def __init__(self, game: Any, position: EmperorPosition) -> None:
        self.colours = game.box.colours
        self.most_outcomes = int(position.tables.colours)
        cards = int(position.in_pile)
        self.most_events = RUNS_OUT * cards
        # a turn brings at most two decisions about pieces, and takes a card from the pile, until the last round
        turns = self.most_events + int(position.players)
        self.most_decisions = 2 * turns + self.most_events + int(position.tables.box.row)

    def mark(self, position: EmperorPosition) -> int:
        return int(position.seat) if position.for_hand else OPEN

    def knows(self, position: EmperorPosition, seat: int, mark: int) -> bool:
        return mark == seat

    def retell(self, dealt: EmperorPosition, seat: int, events: Sequence[int], marks: Sequence[int]) -> list[int]:
        told = {other: draws_of(dealt, other) for other in range(dealt.players) if other != seat}
        return [next(told[mark]) if mark in told else event for event, mark in zip(events, marks, strict=True)]

    def name(self, position: EmperorPosition, outcome: int) -> str:
        return str(self.colours[outcome])


class DragonChances(Chances):
    """All is open: the row of events, the super event, and the action cards of each month."""

    def __init__(self, game: Any, position: DragonPosition) -> None:
        box = position.tables.box
        self.most_outcomes = SUPER_EVENTS
        self.most_events = int(box.months * (len(ACTION_CARDS) + 1) + 1)
        self.most_decisions = int(box.months * position.players * MOST_IN_A_MONTH)

    def name(self, position: DragonPosition, outcome: int) -> str:
        if position.part != DEALING:
            return ACTION_CARDS[outcome]
        return EVENT_NAMES[outcome] if position.lays_events() else SUPER_NAMES[outcome]


KINDS: Final[Mapping[str, type[Any]]] = MappingProxyType(
    {"forbidden-city": CityChances, "emperor-of-china": EmperorChances, "year-of-the-dragon": DragonChances}
)


def chances_of(game: AnyGame, position: Position) -> Chances:
    """Chance in a game, from a position in which nothing was dealt."""
    found = KINDS[game.id](game, position)
    assert isinstance(found, Chances)
    return found


# ---- The Emperor of China: in which order a seat may have drawn what it held and played


def draws_of(position: EmperorPosition, seat: int) -> Iterator[int]:
    """Colours for all cards that a seat drew from the pile: so that it could play what it did, and holds what it holds.

    Before the shuffle and since, each card is drawn no later than it was played.
    """
    content = position.tables.bundles.content
    hidden: Counter[int] = Counter(content(position.hidden(seat)))
    events: list[int] = []
    held: Counter[int] = Counter()
    for secret in position.secrets:
        if secret == SHUFFLED:
            then = Counter(content(position.hidden_at_shuffle[seat]))
            yield from draws_between(held, events, then)
            held, events = then, []
        elif secret // WHOSE == seat:
            events.append(int(secret % WHOSE))
    yield from draws_between(held, events, hidden)


def draws_between(first: Counter[int], events: Sequence[int], last: Counter[int]) -> Iterator[int]:
    """Colours for the `DRAWN` among events of a seat that held `first` before them, and `last` after them."""
    held = first.copy()
    wanted: list[tuple[float, int]] = []  # when it must be there at the latest, colour
    for time, event in enumerate(events):
        if event == DRAWN:
            continue
        if held[event]:
            held[event] -= 1
        else:
            wanted.append((time, event))
    wanted += [(inf, colour) for colour in (last - held).elements()]
    wanted.sort()
    for time, event in enumerate(events):
        if event == DRAWN:
            latest, colour = wanted.pop(0)
            assert time < latest, "nobody plays what it has not drawn yet"
            yield colour
