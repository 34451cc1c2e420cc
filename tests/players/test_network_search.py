"""Tree search with an evaluation that judges: a network, or one that can be seen through."""

from __future__ import annotations

from math import exp

import pytest

from contract.cases import cases_of
from support.networks import NETWORK_GAMES, decisions, judged, numbers_of, searched
from support.stones import Stones
from tianxia.engine import COMPILED
from tianxia.engine.chance import stream_of
from tianxia.engine.evaluation import Evaluation, Verdict
from tianxia.engine.native import i64
from tianxia.engine.position import Position
from tianxia.games import AnyGame
from tianxia.players import choose_fairly, make_player
from tianxia.players.mcts import Tree
from tianxia.players.network.player import NetworkSearchPlayer

if COMPILED:  # what compiled code takes and gives is of this kind
    from librt.vecs import vec
else:
    from tianxia.engine.native import vec

SEED = bytes(range(16))
ONE = 2048
games = pytest.mark.parametrize("game", NETWORK_GAMES, ids=lambda game: game.id)


class Even(Evaluation):
    """Finds all moves alike, and everybody's chances; remembers what it judged."""

    def __init__(self) -> None:
        super().__init__()
        self.judges = True
        self.expand_after = 0
        self.heaps: list[int] = []

    def judge(self, position: Position, actions: vec[i64]) -> Verdict:
        assert isinstance(position, Stones)
        self.heaps.append(position.heap)
        return Verdict(vec[float]([0.0] * len(actions)), vec[float]([0.5, 0.5]))


def on_stones(heap: int, simulations: int) -> tuple[Tree, Even]:
    evaluation = Even()
    tree = Tree(evaluation)
    tree.begin(Stones(heap), stream_of(SEED, heap))
    tree.search(simulations)
    return tree, evaluation


@pytest.mark.parametrize("heap", [2, 3, 5, 6, 7, 9, 10])
def test_stones_are_played_perfectly_by_one_who_knows_nothing_but_the_end(heap: int) -> None:
    tree, _ = on_stones(heap, 800)
    assert tree.root.actions[tree.best_index()] == heap % 4


def test_each_node_with_a_choice_is_judged_once() -> None:
    _, evaluation = on_stones(7, 400)
    assert evaluation.heaps[0] == 7
    assert 1 not in evaluation.heaps  # one stone leaves no choice: the search goes on to the end
    assert all(evaluation.heaps.count(heap) <= 2 for heap in range(2, 8))  # one node for each seat


def test_the_end_of_the_game_counts_as_it_was() -> None:
    tree, _ = on_stones(3, 60)
    last = [int(action) for action in tree.root.actions].index(3)
    assert list(tree.wins)[2 * last : 2 * last + 2] == [float(tree.tries[last]), 0.0]
    assert tree.root.rewards[last] == tree.tries[last] > 0


@games
def test_priors_are_the_chances_of_the_network(game: AnyGame) -> None:
    case = cases_of(game)[0]
    for position in decisions(case, 3, 30):
        scores = numbers_of(judged(case, position))[0]
        weights = [exp((score - max(scores)) / ONE) + 1e-4 for score in scores]
        expected = [weight / sum(weights) for weight in weights]
        assert list(searched(case, position, 1).root.priors) == pytest.approx(expected)


@games
def test_every_simulation_is_counted_and_somebody_wins_it(game: AnyGame) -> None:
    for number, case in enumerate(cases_of(game)[:6]):
        position = next(decisions(case, number, 1))
        tree = searched(case, position, 24)
        assert sum(tree.tries) == tree.root.seen == 24
        assert sum(tree.wins) == pytest.approx(24)
        assert len(tree.nodes) > 1
        assert [int(count) for count in searched(case, position, 24).tries] == [int(count) for count in tree.tries]


@games
def test_the_player_searches_in_all_settings(game: AnyGame) -> None:
    """One player even in games of several settings, as the spaces of those differ."""
    player = make_player("net:4", game)
    assert isinstance(player, NetworkSearchPlayer)
    assert player.is_repeatable
    for number, case in enumerate(cases_of(game)):
        position = next(decisions(case, number, 1))
        assert position.is_legal(choose_fairly(player, position, SEED, number))
        assert player.evaluation.space is game.network_space(position)
