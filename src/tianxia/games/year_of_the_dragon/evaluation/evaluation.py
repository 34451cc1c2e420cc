"""In the Year of the Dragon: how programs judge a position."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import SEED_BYTES, Stream
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.games.year_of_the_dragon.evaluation.move_values import move_value
from tianxia.games.year_of_the_dragon.evaluation.outlook import Outlook
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import DEALING

PLAYOUTS: Final = 16  # for the worth of a position
WHIM: Final = 1.0  # points that a likely move may look better than it does
FINE: Final = 1.0 / 4294967296.0  # 32 random bits as a number below 1


class DragonEvaluation(Evaluation):
    """Judges positions of In the Year of the Dragon."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.win_scale = 5.0
        self.expand_after = 4

    def expected_scores(self, position: Position) -> vec[float]:
        """Seat -> its average score after likely moves of all seats: no formula predicts it as well."""
        assert isinstance(position, DragonPosition)
        found = vec[float]([0.0 for _ in range(position.players)])
        playouts: i64 = 1 if position.over else PLAYOUTS
        for number in range(playouts):
            points = self.play_on(position, number).points
            for seat in range(position.players):
                found[seat] += float(points[seat]) / float(playouts)
        return found

    def uncertainty(self, position: Position) -> float:
        """The square of the remaining share of the year, the present month included: events are known early."""
        assert isinstance(position, DragonPosition)
        months = position.tables.box.months
        gone: i64 = position.month - 1 if position.month else 0
        left = float(months - gone) / float(months)
        return left * left

    def play_on(self, position: DragonPosition, number: i64) -> DragonPosition:
        """The final position of a game played on from a position; each `number` gives another game."""
        ahead = position.clone()
        stream = Stream(number + 1, 2, 3, 4)
        ahead.determinize(position.seat, stream)
        if ahead.part == DEALING:
            ahead.deal(int(number).to_bytes(SEED_BYTES, "big"))
        elif ahead.awaits_chance:
            ahead.draw_all()
        while not ahead.over:
            ahead.apply(self.likely_action(ahead, stream))
        return ahead

    def score_moves(self, position: Position, actions: vec[i64]) -> vec[float]:
        assert isinstance(position, DragonPosition)
        outlook = Outlook(position, position.seat)
        found = vec[float]([])
        for action in actions:
            found = append(found, move_value(outlook, action))
        return found

    def likely_action(self, position: Position, stream: Stream) -> i64:
        """The move with the highest value after some random noise is added to each."""
        assert isinstance(position, DragonPosition)
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        outlook = Outlook(position, position.seat)
        chosen: i64 = -1
        best = 0.0
        for action in actions:
            value = move_value(outlook, action) + WHIM * float(stream.next32()) * FINE
            if chosen < 0 or value > best:
                chosen = action
                best = value
        return chosen
