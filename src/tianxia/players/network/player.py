"""Programs that play with the network of their game."""

from __future__ import annotations

from tianxia.engine.position import Position
from tianxia.games import AnyGame
from tianxia.players.network.networks import Network
from tianxia.players.player import Player, Stream


class NetworkPlayer(Player):
    """Makes the move that the network likes best, the first of those alike; it leaves nothing to luck."""

    spec = "net"

    def __init__(self, game: AnyGame, network: Network) -> None:
        self.game = game
        self.network = network

    def choose(self, position: Position, stream: Stream) -> int:
        actions = position.legal_actions()
        space = self.game.network_space(position)
        assert space is not None, "it has a network: see network_of"
        scores = self.network.judge(space, position, actions).scores
        best = max(range(len(actions)), key=scores.__getitem__)
        return int(actions[best])
