"""How deep an analysis looks, unless somebody says otherwise: in the terminal and on a server alike."""

from __future__ import annotations

from tianxia.engine import COMPILED
from tianxia.games import AnyGame
from tianxia.players import Effort
from tianxia.players.registry import SLOWER


def usual_depth(game: AnyGame) -> Effort:
    """What is spent on each decision: as many simulations as the game asks for.

    They are chosen so that a whole game of four players takes less than two minutes on one core; `make bench-analysis`
    measures that. An interpreted engine is slower, and looks less deep.
    """
    simulations = game.simulations.analysis
    return Effort(simulations if COMPILED else max(1, simulations // SLOWER))
