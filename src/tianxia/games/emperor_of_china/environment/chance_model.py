"""What chance decides in The Emperor of China, for OpenSpiel: which cards leave the pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from tianxia.games.chance_model import OPEN, ChanceModel
from tianxia.games.emperor_of_china.rules.hidden_hands import DRAWN, SHUFFLED, WHOSE
from tianxia.games.emperor_of_china.rules.position import RUNS_OUT, EmperorPosition


class EmperorChanceModel(ChanceModel):
    """Cards go from the pile to a hand, where only its seat sees them, or to the row. The former's mark is the seat."""

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

    def rewrite_history(
        self, dealt: EmperorPosition, seat: int, events: Sequence[int], marks: Sequence[int]
    ) -> list[int]:
        known = {other: draws_of(dealt, other) for other in range(dealt.players) if other != seat}
        return [next(known[mark]) if mark in known else event for event, mark in zip(events, marks, strict=True)]

    def name(self, position: EmperorPosition, outcome: int) -> str:
        return str(self.colours[outcome])


# ---- in which order a seat may have drawn what it held and played


def draws_of(position: EmperorPosition, seat: int) -> Iterator[int]:
    """Colours for all cards that a seat drew from the pile, consistent with the cards that it played and now holds.

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
    """Colours for the events `DRAWN` of a seat that held `first` before the events, and `last` after them."""
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
