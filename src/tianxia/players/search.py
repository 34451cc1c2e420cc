"""Players that search: so many simulations a move, or for so long."""

from __future__ import annotations

from time import perf_counter

from tianxia.engine.evaluation import Evaluation
from tianxia.engine.position import Position
from tianxia.players.player import Player, Stream
from tianxia.players.tree import Tree

BATCH = 16  # simulations between two looks at the clock


class SearchPlayer(Player):
    """Tree search with so many simulations a move."""

    def __init__(self, spec: str, evaluation: Evaluation, simulations: int) -> None:
        self.spec = spec
        self.tree = Tree(evaluation)
        self.simulations = simulations

    def choose(self, position: Position, stream: Stream) -> int:
        self.tree.begin(position)
        self.search(position, stream)
        return int(self.tree.best_action())

    def search(self, position: Position, stream: Stream) -> None:
        self.tree.search(position, self.simulations, stream)


class TimedSearchPlayer(SearchPlayer):
    """Tree search for so many seconds a move: how far it comes depends on the machine."""

    is_repeatable = False

    def __init__(self, spec: str, evaluation: Evaluation, seconds: float) -> None:
        super().__init__(spec, evaluation, BATCH)
        self.seconds = seconds

    def search(self, position: Position, stream: Stream) -> None:
        end = perf_counter() + self.seconds
        while perf_counter() < end:
            self.tree.search(position, self.simulations, stream)
