"""In the Year of the Dragon: how programs judge a position."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.games.year_of_the_dragon.playouts import WHIM, Outlook
from tianxia.games.year_of_the_dragon.rules import DragonPosition

FINE: Final = 1.0 / 4294967296.0  # 32 random bits as a number below 1


class DragonEvaluation(Evaluation):
    """How good a position of In the Year of the Dragon is."""

    __slots__ = ()

    def worth(self, position: Position) -> vec[float]:
        assert isinstance(position, DragonPosition)
        found = vec[float]([])
        for seat in range(position.players):
            points = float(position.points[seat])
            if not position.over:
                points = Outlook(position, seat).forecast()
            found = append(found, points)
        return found

    def weigh(self, position: Position, actions: vec[i64]) -> vec[float]:
        assert isinstance(position, DragonPosition)
        outlook = Outlook(position, position.seat)
        found = vec[float]([])
        for action in actions:
            found = append(found, outlook.appeal(action))
        return found

    def likely_action(self, position: Position, stream: Stream) -> i64:
        """The move with most appeal, give or take a whim."""
        assert isinstance(position, DragonPosition)
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        outlook = Outlook(position, position.seat)
        chosen: i64 = -1
        best = 0.0
        for action in actions:
            appeal = outlook.appeal(action) + WHIM * float(stream.next32()) * FINE
            if chosen < 0 or appeal > best:
                chosen = action
                best = appeal
        return chosen
