"""The default depth of an analysis, the same in the terminal and on a server."""

from __future__ import annotations

from tianxia.engine import COMPILED
from tianxia.games import AnyGame
from tianxia.players import Effort
from tianxia.players.registry import SLOWER


def usual_depth(game: AnyGame) -> Effort:
    """The effort for each decision: the number of simulations that the game sets for analyses.

    They are chosen so that a whole game of four players takes less than two minutes on one core; `make bench-analysis`
    measures that. An interpreted engine is slower, and makes fewer simulations.
    """
    simulations = game.simulations.analysis
    return Effort(simulations if COMPILED else max(1, simulations // SLOWER))
