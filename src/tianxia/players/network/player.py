"""Programs that play with the network of their game."""

from __future__ import annotations

from tianxia.engine.observation import Space
from tianxia.engine.position import Position
from tianxia.games import AnyGame
from tianxia.players.effort import Effort
from tianxia.players.network.evaluation import NetworkEvaluation
from tianxia.players.network.networks import Network
from tianxia.players.player import Player, Stream
from tianxia.players.search_player import SearchPlayer


class NetworkPlayer(Player):
    """Makes the move that the network likes best, the first of those alike; it leaves nothing to luck."""

    spec = "net"

    def __init__(self, game: AnyGame, network: Network) -> None:
        self.game = game
        self.network = network

    def choose(self, position: Position, stream: Stream) -> int:
        actions = position.legal_actions()
        scores = self.network.judge(space_of(self.game, position), position, actions).scores
        best = max(range(len(actions)), key=scores.__getitem__)
        return int(actions[best])


class NetworkSearchPlayer(SearchPlayer):
    """Tree search in which the network weighs moves and judges positions."""

    def __init__(self, spec: str, game: AnyGame, network: Network, effort: Effort) -> None:
        self.game = game
        fresh = game.new(game.setting(game.player_counts[0]))
        self.evaluation = NetworkEvaluation(network, space_of(game, fresh))
        super().__init__(spec, self.evaluation, effort)

    def choose(self, position: Position, stream: Stream) -> int:
        self.evaluation.space = space_of(self.game, position)
        return super().choose(position, stream)


def space_of(game: AnyGame, position: Position) -> Space:
    """The space in which the network of a game that has one sees a position."""
    space = game.network_space(position)
    assert space is not None, "it has a network: see network_of"
    return space
