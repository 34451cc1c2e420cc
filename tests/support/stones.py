"""A game that can be seen through, for tests of the search."""

from __future__ import annotations

from tianxia.engine.chance import Stream
from tianxia.engine.fingerprint import START, mix_all
from tianxia.engine.native import i64, vec
from tianxia.engine.position import Position
from tianxia.engine.vectors import numbers


class Stones(Position):
    """Take one to three stones from a heap; who takes the last one gets a point. To leave a multiple of four wins."""

    def __init__(self, heap: int, players: int = 2) -> None:
        self.heap, self.players, self.seat, self.over, self.awaits_chance = heap, players, 0, False, False

    def legal_actions(self) -> vec[i64]:
        return numbers(range(1, min(3, self.heap) + 1))

    def apply_until_chance(self, action: int) -> None:
        self.heap -= action
        self.over = self.heap == 0
        if not self.over:
            self.seat = (self.seat + 1) % self.players

    def clone(self) -> Stones:
        other = Stones(self.heap, self.players)
        other.seat, other.over = self.seat, self.over
        return other

    def determinize(self, seat: int, stream: Stream) -> None:
        pass

    def information_set_key(self, seat: int) -> int:
        return mix_all(START, numbers([self.heap, self.seat]))

    def scores(self) -> vec[i64]:
        return numbers([int(self.over and seat == self.seat) for seat in range(self.players)])

    def winners(self) -> vec[i64]:
        return numbers([self.seat])
