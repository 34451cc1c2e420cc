"""A player that makes any legal move."""

from __future__ import annotations

from collections.abc import Sequence

from tianxia.players.player import BlindPlayer, Stream


class RandomPlayer(BlindPlayer):
    """Each legal move is as likely."""

    spec = "random"

    def pick(self, actions: Sequence[int], stream: Stream) -> int:
        return actions[stream.below(len(actions))]
