"""Forbidden City: how programs judge a position."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.games.forbidden_city.evaluation.placement import Placement
from tianxia.games.forbidden_city.evaluation.survey import Survey, last_tiles, turns_left
from tianxia.games.forbidden_city.rules.position import SET_ASIDE, CityPosition
from tianxia.games.forbidden_city.rules.tables import SOCKET_BITS

COINS_A_TURN: Final = 3.4  # that nothing on the table promises yet; the same for all, so it moves no choice


class CityEvaluation(Evaluation):
    """Judges positions by coins, the promises of open rooms, and the last tiles."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.win_scale = 12.0
        self.prior_temperature = 3.0
        self.c_puct = 0.2
        self.horizon = 16  # four rounds of four: longer playouts cost more than they add

    def expected_scores(self, position: Position) -> vec[float]:
        assert isinstance(position, CityPosition)
        found = vec[float]([])
        for coins in position.coins:
            found = append(found, float(coins))
        if position.over:
            return found
        turns = turns_left(position)
        promises = Survey(position, turns).promises()
        to_come = COINS_A_TURN * float(turns) / float(position.players)
        for seat in range(position.players):
            found[seat] += promises[seat] + last_tiles(position, seat) + to_come
        return found

    def score_moves(self, position: Position, actions: vec[i64]) -> vec[float]:
        """The gains of placements; the slow twin is a survey after each move."""
        assert isinstance(position, CityPosition)
        found = vec[float]([])
        if actions[0] == SET_ASIDE:
            return append(found, 0.0)
        placement = Placement(position)
        tile = position.hand(position.seat)
        place: i64 = 0
        for action in actions:  # both ascend
            while position.frontier[place] >> SOCKET_BITS != action >> 2:
                place += 1
            found = append(found, placement.gain(place, tile * 4 + (action & 3)))
        return found

    def likely_action(self, position: Position, stream: Stream) -> i64:
        """The placement with the greatest gain: gains are computed so fast that a rougher choice saves no time."""
        assert isinstance(position, CityPosition)
        placement = Placement(position)
        tile = position.hand(position.seat)
        frontier = position.frontier
        best: i64 = SET_ASIDE
        most = -1.0e9
        for place in range(len(frontier)):
            entry = frontier[place]
            turns = position.turns_that_fit(entry, tile)
            for turn in range(4):
                if turns >> turn & 1:
                    gain = placement.gain(place, tile * 4 + turn)
                    if gain > most:
                        most = gain
                        best = (entry >> SOCKET_BITS << 2) + turn
        return best
