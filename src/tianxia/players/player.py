"""What a program that plays is, and how it is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tianxia.engine.chance import Stream as Stream
from tianxia.engine.chance import derive_seed, stream_of
from tianxia.engine.position import Position


class Player(ABC):
    """A program that makes the moves of one seat in one game.

    What it keeps between moves only makes it stronger or quicker: a game can be resumed anywhere with a new one.
    """

    spec: str  # what one writes to get it
    is_repeatable: bool = True  # whether its choice depends on nothing but the position and the stream

    @abstractmethod
    def choose(self, position: Position, stream: Stream) -> int:
        """A legal action for the seat to move.

        The position is a copy in which everything that the seat cannot know has been drawn afresh. All that the choice
        leaves to luck comes from `stream`.
        """


class BlindPlayer(Player):
    """A program that decides from the legal actions alone, so that nothing has to be drawn afresh for it."""

    @abstractmethod
    def pick(self, actions: Sequence[int], stream: Stream) -> int:
        """One of the legal actions."""

    def choose(self, position: Position, stream: Stream) -> int:
        return self.pick([int(action) for action in position.legal_actions()], stream)


def choose_fairly(player: Player, position: Position, seed: bytes, number: int) -> int:
    """Ask a player for its move. It never sees the real position, and its luck depends on seed and number alone."""
    actions = position.legal_actions()
    if len(actions) == 1:
        return int(actions[0])
    luck = stream_of(derive_seed(seed, "player"), number)
    if isinstance(player, BlindPlayer):
        return player.pick([int(action) for action in actions], luck)
    seen = position.clone()
    seen.hide(position.seat, stream_of(derive_seed(seed, "hide"), number))
    return player.choose(seen, luck)
