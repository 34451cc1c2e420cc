"""A network that examples/ppo.py has trained, in the tree search: how well it plays against greedy, alone and so.

python examples/ppo.py --minutes 5 --out network.npz
python examples/search.py network.npz --simulations 50
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from ppo import POINTS, Network, NetworkPlayer, count, rows_of, wins_against_greedy
from tianxia.environments import Space, space_for
from tianxia.environments.network import NetworkEvaluation
from tianxia.errors import TianxiaError
from tianxia.games import GAMES, find_game
from tianxia.players.effort import Effort
from tianxia.players.search_player import SearchPlayer


def evaluation_of(space: Space, network: Network) -> NetworkEvaluation:
    """The network as the tree search asks for it: chances of moves, and points that seats will be ahead."""

    def policy(observation: bytes, mask: bytes) -> list[float]:
        hidden = network.hidden(network.inputs(rows_of([observation])))
        logarithms, _ = network.judge(hidden, rows_of([mask]).view(np.bool_))
        return [float(logarithm) for logarithm in logarithms[0]]

    def value(observations: list[bytes]) -> list[float]:
        hidden = network.hidden(network.inputs(rows_of(observations)))
        return [POINTS * float(lead) for lead in network.values(hidden)]

    return NetworkEvaluation(space, policy, value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path, help="what ppo.py --out has written, for the same game")
    parser.add_argument("game", nargs="?", choices=sorted(GAMES), default="emperor-of-china")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--simulations", type=count, default=50, help="of the tree search, for each move")
    parser.add_argument("--games", type=count, default=30)
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    try:
        space = space_for(game, game.setting(arguments.players))
        network = Network.read(arguments.network)
    except (TianxiaError, OSError) as error:
        parser.error(str(error))
    except (ValueError, KeyError):
        parser.error(f"{arguments.network} is no network that ppo.py has written.")
    if len(network.scale) != space.features:
        parser.error(f"{arguments.network} is of another game: it looks at {len(network.scale)} numbers.")
    searcher = SearchPlayer("network", evaluation_of(space, network), Effort(simulations=arguments.simulations))
    for name, player in (("alone", NetworkPlayer(space, network)), ("in the tree search", searcher)):
        wins = wins_against_greedy(game, arguments.players, player, arguments.games)
        print(f"The network {name} wins {100 * wins:.0f} % of {arguments.games} games against greedy.", flush=True)


if __name__ == "__main__":
    main()
