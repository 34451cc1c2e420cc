"""Worker processes in which the seats of many games search with the network of the learner: see `search_core`."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tianxia.engine import COMPILED
from tianxia.environments.arrays import memory
from tianxia.environments.search_core import ManySearches
from tianxia.environments.search_node_core import Budget
from tianxia.environments.spaces import space_for
from tianxia.games import find_game
from training.encodings import is_compact
from training.league import fair_shares, kind_of
from training.returns import LEAD_SCALE
from training.rollouts import HALVES, SEATS, SPREAD_OUT, Board, Plan, Workers, shared_array
from training.settings import TrainingSetting

FLAGS: Final = ("roots", "searching", "decided")


@dataclass(frozen=True)
class SearchPlan(Plan):
    """What the workers play, and how they search."""

    simulations: int = 32
    considered: int = 8  # actions with which a search begins
    lead: float = 0.2  # weight of the lead in points, beside victory
    scale: float = 1.0  # of found values against the policy: 30 logits for a victory, see Budget
    is_noisy: bool = True

    def budget(self) -> Budget:
        return Budget(self.simulations, self.considered, self.lead, LEAD_SCALE, self.scale, self.is_noisy)


class Searches:
    """Some games of one setting, as arrays. `step` goes on with what is in `logits` and `outlook`."""

    def __init__(self, plan: SearchPlan, setting: TrainingSetting, games: int, seed: int) -> None:
        game = find_game(plan.game)
        chosen = game.setting(setting.players, setting.options_dict())
        self.space = space_for(game, chosen, is_compact(plan.game))
        self.shape = (games, setting.players)
        key = (plan.seed * 1_000_003 + seed).to_bytes(16, "big")
        self.core = ManySearches(self.space, game.new(chosen), plan.budget(), game.evaluation(), games, key)
        self.observations = memory(self.core.observations).reshape(games, int(self.space.features))

    def step(self, logits: NDArray[Any], outlook: NDArray[Any]) -> None:
        """Go on in all games. Outlook: chances to win, then leads, by place."""
        _write(self.core.logits, logits, np.float64)
        _write(self.core.outlook, outlook, np.float64)
        self.ask()

    def ask(self) -> None:
        """Go on until the network is needed everywhere."""
        self.observations.fill(0)
        self.core.step()

    def seat(self, rosters: NDArray[np.uint8]) -> None:
        """Tell who sits in the next games: game, seat."""
        _write(self.core.rosters, rosters.astype(np.int64), np.int64)

    def flags(self, name: str) -> NDArray[np.bool_]:
        return np.frombuffer(getattr(self.core, name), np.bool_)

    def numbers(self, name: str, dtype: Any) -> NDArray[Any]:
        store = getattr(self.core, name)
        found: NDArray[Any] = np.frombuffer(store, dtype) if COMPILED else np.array(store, dtype)
        return found.reshape(self.shape[0], -1)


def _write(store: Any, numbers: NDArray[Any], dtype: Any) -> None:
    """Write into a vector of compiled code, or into the list that it is in the interpreted build."""
    if COMPILED:
        memory(store, dtype)[:] = numbers.reshape(-1)
    else:
        store[:] = numbers.reshape(-1).tolist()


class SearchGroup:
    """The games of one setting of a half of a worker, and who sits at their tables."""

    def __init__(self, plan: SearchPlan, setting: TrainingSetting, number: int, first: int, games: int) -> None:
        self.plan, self.setting = plan, setting
        self.luck = np.random.default_rng([plan.seed, number])
        self.slice = slice(first, first + games)
        self.searches = Searches(plan, setting, games, number)
        self.rosters = self.draw(games)
        self.searches.seat(self.rosters)
        self.searches.core.deal_all()
        self.coming = self.draw(games)
        self.searches.seat(self.coming)
        self.searches.core.scatter(SPREAD_OUT)
        self.searches.ask()

    def draw(self, games: int) -> NDArray[np.uint8]:
        return np.stack([self.plan.league.seat(self.setting.players, self.luck) for _ in range(games)])

    def step(self, board: Board, half: int, worker: int) -> None:
        here = self.slice
        self.searches.step(board.rows["logits"][half, worker, here], board.rows["outlook"][half, worker, here])
        done = np.flatnonzero(self.searches.flags("dones"))
        if not len(done):
            return
        wins = self.searches.numbers("wins", np.float64)
        for number in done:
            roster = self.rosters[number]
            board.results[worker][kind_of(roster)] += fair_shares(roster, wins[number])
        self.rosters[done] = self.coming[done]
        self.coming[done] = self.draw(len(done))
        self.searches.seat(self.coming)

    def show(self, board: Board, half: int, worker: int) -> None:
        searches, here, players = self.searches, self.slice, self.setting.players
        board.rows["observations"][half, worker, here] = searches.observations
        for name in FLAGS:
            board.rows[name][half, worker, here] = searches.flags(name)
        decided = np.flatnonzero(searches.flags("decided"))
        if len(decided):
            targets = searches.numbers("targets", np.float64)
            board.rows["targets"][half, worker, here][decided] = targets[decided]
        board.seats[half, worker, here] = searches.numbers("seats", np.int64)[:, 0]
        board.dones[half, worker, here] = searches.flags("dones")
        board.wins[half, worker, here, :players] = searches.numbers("wins", np.float64)
        board.scores[half, worker, here, :players] = searches.numbers("scores", np.int64)


class SearchWorkers(Workers):
    """The processes, from the side of the learner."""

    plan: SearchPlan

    def add_rows(self) -> None:
        super().add_rows()
        shape = (len(HALVES), self.plan.workers, self.plan.games)
        rows, actions = self.board.rows, int(self.space.actions)
        del rows["masks"]
        for name in FLAGS:
            rows[name] = shared_array(shape, np.bool_)
        rows["targets"] = shared_array((*shape, actions), np.float16)
        rows["logits"] = shared_array((*shape, actions), np.float32)
        rows["outlook"] = shared_array((*shape, 2 * SEATS), np.float32)

    def work(self, worker: int) -> None:
        gc.disable()  # nodes make no cycles, and to look for some took a tenth of the time
        super().work(worker)

    def make_group(self, setting: TrainingSetting, number: int, first: int, games: int) -> SearchGroup:
        return SearchGroup(self.plan, setting, number, first, games)
