"""What chance decides in Forbidden City, for OpenSpiel: the order of the stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tianxia.games.chance_model import ChanceModel
from tianxia.games.forbidden_city.rules.position import LEFT_OVER, CityPosition


class CityChanceModel(ChanceModel):
    """All stacks are dealt at the start, tile by tile. A seat learns its own tile when it draws it, others' when laid.

    The mark of an outcome is the place of the tile in the stacks.
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

    def rewrite_history(self, dealt: CityPosition, seat: int, events: Sequence[int], marks: Sequence[int]) -> list[int]:
        return [int(dealt.stacks[mark]) if mark >= 0 else event for event, mark in zip(events, marks, strict=True)]

    def name(self, position: CityPosition, outcome: int) -> str:
        return str(self.tiles[outcome].id)
