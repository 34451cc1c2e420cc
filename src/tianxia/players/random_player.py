"""A player that makes any legal move."""

from __future__ import annotations

from tianxia.engine.position import Position
from tianxia.players.player import Player, Stream


class RandomPlayer(Player):
    """Each legal move is as likely."""

    spec = "random"

    def choose(self, position: Position, stream: Stream) -> int:
        return position.random_action(stream)
