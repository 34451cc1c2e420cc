"""What a program that plays is, and how it is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tianxia.engine.chance import Stream as Stream
from tianxia.engine.chance import derive_seed, stream_of
from tianxia.engine.position import Position


class Player(ABC):
    """A program that makes the moves of a seat. It keeps nothing between moves, so a game can be resumed anywhere."""

    spec: str  # what one writes to get it

    @abstractmethod
    def choose(self, position: Position, stream: Stream) -> int:
        """A legal action for the seat to move.

        The position is a copy in which everything that the seat cannot know has been drawn afresh. All that the choice
        leaves to luck comes from `stream`.
        """


def choose_fairly(player: Player, position: Position, seed: bytes, number: int) -> int:
    """Ask a player for its move. It never sees the real position, and its luck depends on seed and number alone."""
    seen = position.clone()
    seen.hide(position.seat, stream_of(derive_seed(seed, "hide"), number))
    return player.choose(seen, stream_of(derive_seed(seed, "player"), number))
