"""Tree search: what it counts is consistent, it solves small games, and it keeps what it learned."""

from __future__ import annotations

from typing import Any

import pytest

from support.stones import Stones
from support.teahouse import TEAHOUSE
from tianxia.engine import COMPILED
from tianxia.engine.chance import Stream, stream_of
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.fingerprint import START, mix_all
from tianxia.engine.native import i64, vec
from tianxia.engine.position import Position
from tianxia.engine.vectors import numbers
from tianxia.games import GAMES as ALL_GAMES
from tianxia.games import AnyGame, find_game
from tianxia.players import Effort
from tianxia.players.mcts import Tree, chances

SEED = bytes(range(16))
GAMES = [*map(find_game, ALL_GAMES), TEAHOUSE]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def after(game: AnyGame, moves: int, number: int = 0, players: int = 3) -> Any:
    """A position of a random game with a real choice, after so many moves or a few more."""
    position = game.new(game.setting(players))
    position.deal(number.to_bytes(16, "big"))
    dice = stream_of(SEED, number)
    while not position.over and (moves > 0 or len(position.legal_actions()) == 1):
        position.apply(position.random_action(dice))
        moves -= 1
    return position


def searched(game: AnyGame, position: Any, simulations: int, number: int = 0) -> Tree:
    tree = Tree(game.evaluation())
    tree.begin(position, stream_of(SEED, number))
    tree.search(simulations)
    return tree


@games
def test_an_effort_with_two_bounds_ends_with_the_first(game: AnyGame) -> None:
    for effort, simulations in (
        (Effort(60).within(3600), 60),
        (Effort(300), 300),
        (Effort(100_000_000).within(1e-9), 0),
        (Effort(seconds=3600).within(1e-9), 0),
    ):
        tree = searched(game, after(game, 5), 0)
        effort.spend(tree)
        assert sum(tree.tries) == simulations


@games
def test_every_simulation_is_counted_once(game: AnyGame) -> None:
    position = after(game, 5)
    players = int(position.players)
    tree = searched(game, position, 60)
    root = tree.root
    assert list(root.actions) == list(position.legal_actions())
    assert sum(root.priors) == pytest.approx(1)
    assert list(root.tries) == list(tree.tries)
    assert sum(tree.tries) == root.seen == 60
    for index, tries in enumerate(tree.tries):
        wins = list(tree.wins)[index * players : (index + 1) * players]
        assert sum(wins) == pytest.approx(tries)  # somebody wins every time
        assert 0 <= root.rewards[index] <= int(tries)
    assert 1 < len(tree.nodes) <= 61


@games
def test_a_search_leaves_the_position_alone_and_is_the_same_with_the_same_luck(game: AnyGame) -> None:
    position = after(game, 5)
    before = game.write_position(position)
    tries = [list(searched(game, position, 40, number).tries) for number in (1, 1, 2)]
    assert game.write_position(position) == before
    assert tries[0] == tries[1]
    one, other = (list(searched(game, position, 40, number).scores) for number in (1, 2))
    assert one != other


@pytest.mark.parametrize("heap", [1, 2, 3, 5, 6, 7, 9, 10, 11, 13])
def test_stones_are_played_perfectly(heap: int) -> None:
    tree = Tree(Evaluation())
    tree.begin(Stones(heap), stream_of(SEED, heap))
    tree.search(800)
    assert tree.root.actions[tree.best_index()] == heap % 4


class Guess(Position):
    """Take two points for sure, or guess a hidden colour for three: one must not plan as if one knew it by then."""

    SAFE, DARE, FIRST_COLOUR = 0, 1, 2

    def __init__(self, colour: int = 0) -> None:
        self.colour, self.dared, self.points = colour, False, 0
        self.players, self.seat, self.over, self.awaits_chance = 2, 0, False, False

    def legal_actions(self) -> vec[i64]:
        return numbers([2, 3] if self.dared else [self.SAFE, self.DARE])

    def apply_until_chance(self, action: int) -> None:
        if action == self.DARE:
            self.dared = True
            return
        self.points = 2 if action == self.SAFE else 3 * (action - self.FIRST_COLOUR == self.colour)
        self.over = True

    def clone(self) -> Guess:
        other = Guess(self.colour)
        other.dared, other.points, other.over = self.dared, self.points, self.over
        return other

    def determinize(self, seat: int, stream: Stream) -> None:
        self.colour = int(stream.below(2))

    def information_set_key(self, seat: int) -> int:
        return mix_all(START, numbers([int(self.dared), int(self.over)]))

    def scores(self) -> vec[i64]:
        return numbers([self.points, 1])

    def winners(self) -> vec[i64]:
        return numbers([0 if self.points > 1 else 1])


def test_nobody_plans_as_if_it_knew_what_is_hidden() -> None:
    tree = Tree(Evaluation())
    tree.begin(Guess(), stream_of(SEED, 0))
    tree.search(400)
    assert tree.root.actions[tree.best_index()] == Guess.SAFE
    assert tree.wins[Guess.DARE * 2] / int(tree.tries[Guess.DARE]) < 0.75


@games
def test_what_was_learned_is_found_again_at_the_next_move(game: AnyGame) -> None:
    """The positions that the seat may see after its move stand in the tree already."""
    position = after(game, 5)
    simulations = 200 if COMPILED else 80  # interpreted, they take many times as long
    tree = searched(game, position, simulations)
    best = int(tree.root.actions[tree.best_index()])
    known = 0
    for number in range(20):
        ahead = position.clone()
        ahead.determinize(position.seat, stream_of(SEED, 50 + number))
        ahead.apply(best)
        known += not ahead.over and int(ahead.information_set_key(ahead.seat)) in tree.nodes
    assert known > 0
    nodes = len(tree.nodes)
    tree.begin(position, stream_of(SEED, 0))
    assert sum(tree.tries) == 0
    assert tree.root.seen == simulations
    assert len(tree.nodes) == nodes


def test_nobody_in_the_tree_acts_on_what_it_cannot_know() -> None:
    """All that simulations tried at a node was legal there: a node is what the seat to move sees."""
    position = after(TEAHOUSE, 5)
    tree = searched(TEAHOUSE, position, 300)
    for number in range(100):
        ahead = position.clone()
        ahead.determinize(position.seat, stream_of(SEED, 200 + number))
        dice = stream_of(SEED, 300 + number)
        for _ in range(4):
            node = None if ahead.over else tree.nodes.get(int(ahead.information_set_key(ahead.seat)))
            if node is None:
                break
            if len(node.actions):
                assert list(node.actions) == list(ahead.legal_actions())
            ahead.apply(ahead.random_action(dice))


@games
def test_one_action_can_be_tried_more(game: AnyGame) -> None:
    position = after(game, 5)
    tree = searched(game, position, 30)
    worst = min(range(len(tree.tries)), key=lambda index: tree.tries[index])
    before = list(tree.tries)
    tree.try_action(worst, 25)
    before[worst] += 25
    assert list(tree.tries) == before


def test_chances_grow_with_points_and_sum_up_to_one() -> None:
    low, middle, high = chances(Fixed([-400.0, 0.0, 3.0]).expected_scores(Stones(1)), 3.0)
    assert low == pytest.approx(0)
    assert high / middle == pytest.approx(2.718281828)
    assert low + middle + high == pytest.approx(1)


class Uncertain(Evaluation):
    """Every position is as uncertain as this says."""

    def __init__(self, given: float) -> None:
        super().__init__()
        self.given = given

    def uncertainty(self, position: Position) -> float:
        return self.given


def outlook(uncertainty: float) -> list[float]:
    """The chances after leaving a heap that the other seat loses."""
    tree = Tree(Uncertain(uncertainty))
    tree.begin(Stones(5), stream_of(SEED, 5))
    tree.search(800)
    return list(tree.outlook(tree.best_index()))


def test_simulations_are_believed_as_far_as_the_game_is_certain() -> None:
    early, middle, late = [outlook(uncertainty)[0] for uncertainty in (1.0, 0.5, 0.0)]
    assert early == pytest.approx(0.5, abs=0.05), "a point ahead is little"
    assert late > 0.8, "it is won, if it is played well"
    assert middle == pytest.approx((early + late) / 2)
    assert sum(outlook(0.5)) == pytest.approx(1)


class Fixed(Evaluation):
    """Always the same."""

    def __init__(self, points: list[float]) -> None:
        super().__init__()
        self.points = points

    def expected_scores(self, position: Position) -> vec[float]:
        found = super().expected_scores(Stones(1, players=len(self.points)))
        for seat, amount in enumerate(self.points):
            found[seat] = amount
        return found
