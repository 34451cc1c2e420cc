"""Searches with a network that runs elsewhere: they find what can be forced, and tell what came of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

np = pytest.importorskip("numpy", reason="training needs NumPy")

from support.stones import Stones  # noqa: E402
from tianxia.engine.evaluation import Evaluation  # noqa: E402
from tianxia.engine.native import i64, u8, vec  # noqa: E402
from tianxia.engine.observation import Space  # noqa: E402
from tianxia.engine.position import Position  # noqa: E402
from tianxia.environments import legal_mask, observe  # noqa: E402
from tianxia.environments.search_core import GREEDY, NONE, POLICY, SEARCH, ManySearches  # noqa: E402
from tianxia.environments.search_node_core import Budget, halving  # noqa: E402
from training.league import League  # noqa: E402
from training.searches import Searches, SearchPlan  # noqa: E402
from training.settings import MIXTURES, TrainingSetting  # noqa: E402

pytest.importorskip("torch", reason="networks are trained with PyTorch (the extra `train`)")


class Heap(Stones):
    """Stones for a batch: nothing is dealt."""

    def deal(self, seed: bytes) -> None:
        pass

    def clone(self) -> Heap:
        other = Heap(self.heap, int(self.players))
        other.seat, other.over = self.seat, self.over
        return other


class StonesSpace(Space):
    """The heap, and how many stones are taken."""

    def __init__(self) -> None:
        super().__init__()
        self.part("heap", [1], 20, 20, "stones")
        self.group("take", [3], "so many stones")
        self.end_of_actions()

    def write_frame(self, position: Position, seat: i64, frame: i64, shown: i64, into: vec[u8], at: i64) -> i64:
        assert isinstance(position, Stones)
        into[at] = position.heap
        return 0

    def index_inside(self, action: i64, frame: i64) -> i64:
        return action - 1


def searched_stones(heap: int, simulations: int, games: int, noisy: bool = False) -> Iterator[tuple[int, list[float]]]:
    """Heaps, and the improved policies that were found there by a network that knows nothing."""
    budget = Budget(simulations, 3, 0.0, 25.0, 1.0, noisy)
    searches = Searches.__new__(Searches)
    searches.core = ManySearches(StonesSpace(), Heap(heap), budget, Evaluation(), games, bytes(16))
    searches.shape = (games, 2)
    searches.observations = np.zeros((games, 1), np.uint8)
    heaps = [0] * games
    searches.core.deal_all()
    nothing = np.zeros((games, 4))
    even = np.tile([0.5, 0.5] + [0.0] * 8, (games, 1))
    while not searches.flags("dones").any():
        searches.step(nothing, even)
        found = searches.numbers("targets", np.float64)
        for game in range(games):
            if searches.flags("decided")[game]:
                yield heaps[game], list(found[game])
            if searches.flags("roots")[game]:
                position = searches.core.games[game].position
                assert isinstance(position, Stones)
                heaps[game] = position.heap


@pytest.mark.parametrize("is_noisy", [False, True])
def test_what_can_be_forced_is_found(is_noisy: bool) -> None:
    """To leave a multiple of four wins, whatever the other does; the network knows nothing."""
    found = list(searched_stones(11, 200, 4, is_noisy))
    assert len(found) >= 8
    for heap, policy in found:
        assert policy[3] == NONE
        assert [chance >= 0 for chance in policy[:3]] == [heap >= 1, heap >= 2, heap >= 3]
        assert sum(chance for chance in policy if chance >= 0) == pytest.approx(1)
        if heap % 4:
            assert policy.index(max(policy)) + 1 == heap % 4


def test_sequential_halving_gives_the_better_half_twice_as_much() -> None:
    assert halving(1, 3) == [0, 1, 2]
    sequence = halving(8, 24)
    assert sequence[:8] == [0] * 8
    assert [sequence.count(visits) for visits in range(max(sequence) + 1)] == [8, 4, 4, 2, 2, 2, 2]
    assert len(halving(5, 16)) == 16


# ---- with games


def searches_of(name: str, games: int, roster: list[int], simulations: int = 8, considered: int = 4) -> Searches:
    setting = TrainingSetting(1.0, 4)
    plan = SearchPlan(name, 1, games, 1, [setting], League(), 3, simulations, considered)
    searches = Searches(plan, setting, games, 1)
    searches.seat(np.tile(np.array(roster, np.uint8), (games, 1)))
    searches.core.deal_all()
    searches.ask()
    return searches


def know_nothing(searches: Searches) -> None:
    games = searches.shape[0]
    outlook = np.tile([0.25] * 4 + [0.0] * 6, (games, 1))
    searches.step(np.zeros((games, int(searches.space.actions))), outlook)


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_a_root_shows_what_its_seat_sees_and_a_decision_what_is_legal(name: str) -> None:
    """The twin of the arrays, position by position."""
    searches = searches_of(name, 3, [SEARCH, GREEDY, POLICY, SEARCH])
    legal: dict[int, bytes] = {}
    roots = decided = 0
    while decided < 12:
        for game in np.flatnonzero(searches.flags("decided")):
            decided += 1
            target = searches.numbers("targets", np.float64)[game]
            assert (target >= 0).tobytes() == legal[int(game)]
            assert target[target >= 0].sum() == pytest.approx(1)
        for game in np.flatnonzero(searches.flags("roots")):
            roots += 1
            position = searches.core.games[game].position
            seat = int(searches.numbers("seats", np.int64)[game, 0])
            assert seat == position.seat
            assert seat != 1
            assert bool(searches.flags("searching")[game]) == (seat != 2)
            assert searches.observations[game].tobytes() == observe(searches.space, position, seat)
            legal[int(game)] = legal_mask(searches.space, position)
        know_nothing(searches)
    assert roots > decided


def test_games_end_and_tell_what_every_seat_won() -> None:
    searches = searches_of("emperor-of-china", 2, [SEARCH, GREEDY, GREEDY, GREEDY], simulations=2, considered=2)
    ends = 0
    while ends < 2:
        know_nothing(searches)
        for game in np.flatnonzero(searches.flags("dones")):
            ends += 1
            wins = searches.numbers("wins", np.float64)[game]
            scores = searches.numbers("scores", np.int64)[game]
            assert wins.sum() == pytest.approx(1)
            assert scores[wins > 0].min() == scores.max()
