"""A player that searches."""

from __future__ import annotations

from tianxia.engine.evaluation import Evaluation
from tianxia.engine.position import Position
from tianxia.players.effort import Effort
from tianxia.players.mcts import Tree
from tianxia.players.player import Player, Stream


class SearchPlayer(Player):
    """Tree search with the same effort for every move; the tree is kept from move to move."""

    def __init__(self, spec: str, evaluation: Evaluation, effort: Effort) -> None:
        self.spec = spec
        self.tree = Tree(evaluation)
        self.effort = effort
        self.is_repeatable = effort.is_repeatable

    def choose(self, position: Position, stream: Stream) -> int:
        self.tree.begin(position, stream)
        self.effort.spend(self.tree)
        return int(self.tree.root.actions[self.tree.best_index()])
