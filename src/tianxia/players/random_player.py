"""A player that makes random moves."""

from __future__ import annotations

from collections.abc import Sequence

from tianxia.players.player import BlindPlayer, Stream


class RandomPlayer(BlindPlayer):
    """Makes a random legal move, all with equal chances."""

    spec = "random"

    def pick(self, actions: Sequence[int], stream: Stream) -> int:
        return actions[stream.below(len(actions))]
