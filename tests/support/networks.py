"""Networks in many positions of all games, for tests: every way to set them up, and a checksum over all scores."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from contract.cases import Case, every_case
from support.luck import dice, seed_of
from tianxia.games import GAMES, find_game
from tianxia.players.mcts import Tree
from tianxia.players.network.evaluation import NetworkEvaluation
from tianxia.players.network.networks import Judgement
from tianxia.players.network.shipped import has_network, network_of

SIMULATIONS = 6  # of a search whose result is traced
NETWORK_GAMES = [find_game(id) for id in GAMES if has_network(id)]


def decisions(case: Case, number: int, each: int) -> Iterator[Any]:
    """Positions of a random game in which the seat to move has a choice: the first, and each so many-th after it."""
    position = case.game.new(case.setting)
    position.deal(seed_of(number))
    luck = dice(number)
    count = 0
    while not position.over:
        if len(position.legal_actions()) > 1:
            if count % each == 0:
                yield position.clone()
            count += 1
        position.apply(position.random_action(luck))


def judged(case: Case, position: Any) -> Judgement:
    space = case.game.network_space(position)
    assert space is not None
    return network_of(case.game).judge(space, position, position.legal_actions())


def numbers_of(judgement: Judgement) -> list[list[int]]:
    """All that a network says, as plain numbers."""
    return [[int(number) for number in part] for part in (judgement.scores, judgement.wins, judgement.leads)]


def searched(case: Case, position: Any, simulations: int, luck: int = 0) -> Tree:
    """The tree of a search with the network of the game."""
    space = case.game.network_space(position)
    assert space is not None
    tree = Tree(NetworkEvaluation(network_of(case.game), space))
    tree.begin(position, dice(luck))
    tree.search(simulations)
    return tree


def trace_games(each: int) -> str:
    """A checksum over what the networks say in one game of every setting, in each so many-th decision, and over the
    search in one decision of it."""
    digest = sha256()
    for game in NETWORK_GAMES:
        for number, case in enumerate(every_case(game)):
            for position in decisions(case, number, each):
                digest.update(repr(numbers_of(judged(case, position))).encode())
            tries = searched(case, next(decisions(case, number, 1)), SIMULATIONS).tries
            digest.update(repr([int(count) for count in tries]).encode())
    return digest.hexdigest()
