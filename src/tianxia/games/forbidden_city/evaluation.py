"""Forbidden City: how programs judge a position."""

from __future__ import annotations

from tianxia.engine.chance import Stream
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.games.forbidden_city.rules import SET_ASIDE, SOCKET_MASK, CityPosition
from tianxia.games.forbidden_city.survey import Survey, last_tiles, turns_left
from tianxia.games.forbidden_city.tables import SOCKET_BITS


class CityEvaluation(Evaluation):
    """How good a position of Forbidden City is."""

    __slots__ = ("dials",)

    dials: vec[float]

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 4
        self.dials = vec[float]([0.0, 6.0, 13.0, 20.0, 26.0, 26.0, 0.75, 0.42, 0.15, 0.07, 0.0, 0.0, 0.0, 0.0])

    def set_dial(self, index: int, value: float) -> None:
        self.dials[index] = value

    def worth(self, position: Position) -> vec[float]:
        assert isinstance(position, CityPosition)
        if position.over:
            found = vec[float]([])
            for coins in position.coins:
                found = append(found, float(coins))
            return found
        found = Survey(position, self.dials, turns_left(position)).standing
        for seat in range(position.players):
            found[seat] += last_tiles(position, seat)
        return found

    def weigh(self, position: Position, actions: vec[i64]) -> vec[float]:
        assert isinstance(position, CityPosition)
        found = vec[float]([])
        if actions[0] == SET_ASIDE:
            return append(found, 0.0)
        survey = Survey(position, self.dials, turns_left(position) - 1)
        survey.prepare()
        tile = position.hand(position.seat) * 4
        place: i64 = 0
        for action in actions:
            while position.frontier[place] >> SOCKET_BITS != action >> 2:
                place += 1
            found = append(found, survey.gain(place, tile + (action & 3)))
        return found

    def likely_action(self, position: Position, stream: Stream) -> i64:
        assert isinstance(position, CityPosition)
        survey = Survey(position, self.dials, turns_left(position) - 1)
        survey.prepare()
        tile = position.hand(position.seat)
        tables = position.tables
        row = tile * tables.sockets
        best: i64 = SET_ASIDE
        best_gain = -1.0e9
        for place in range(len(position.frontier)):
            entry = position.frontier[place]
            turns = tables.fits[row + (entry & SOCKET_MASK)]
            for turn in range(4):
                if turns >> turn & 1:
                    gain = survey.gain(place, tile * 4 + turn)
                    if gain > best_gain:
                        best_gain = gain
                        best = (entry >> SOCKET_BITS << 2) + turn
        return best
