"""Worker processes that play many games at once, into memory that they share with the learner.

Every worker has two halves of its games: while it steps one half, the learner looks at the other. A half is made of
groups, each with its own setting, so that one network sees all player counts and options.
"""

from __future__ import annotations

import ctypes
import multiprocessing as mp
import os
import signal
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tianxia.games import find_game
from training.encodings import is_compact, training_space
from training.league import GREEDY, KINDS, League, fair_shares, kind_of
from training.settings import TrainingSetting

SEATS: Final = 5
HALVES: Final = (0, 1)
STOP: Final = -1  # instead of an action
SPREAD_OUT: Final = 200  # random steps at most before the start, so that not all games are in the same round


@dataclass(frozen=True)
class Plan:
    """What the workers play."""

    game: str
    workers: int
    games: int  # of each half of each worker
    groups: int  # of each half of each worker
    settings: list[TrainingSetting]  # of all groups: worker, half, group
    league: League
    seed: int

    def settings_of(self, worker: int, half: int) -> list[TrainingSetting]:
        first = (worker * len(HALVES) + half) * self.groups
        return self.settings[first : first + self.groups]


def shared_array(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """An array in memory that forked processes share."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = memoryview(mp.get_context("fork").RawArray(ctypes.c_uint8, max(1, size))).cast("B")
    found: NDArray[Any] = np.frombuffer(memory, np.uint8)[:size].view(dtype).reshape(shape)
    return found


@dataclass
class Board:
    """What workers and learner write for each other: half, worker, game, ..."""

    seats: NDArray[np.int8]  # the seat to move
    players: NDArray[np.int8]
    deciders: NDArray[np.uint8]  # who decides for the seat to move, see league
    wins: NDArray[np.float32]  # seat -> its share of the victory, where a game ended
    scores: NDArray[np.int16]  # seat -> its score, likewise
    dones: NDArray[np.bool_]
    actions: NDArray[np.int32]  # written by the learner, and by workers where the greedy program decided
    results: NDArray[np.float64]  # worker, kind of table -> fair shares of the learner's seats, number of those seats
    rows: dict[str, NDArray[Any]] = field(default_factory=dict)  # what the seat to move sees and may do

    @classmethod
    def make(cls, plan: Plan) -> Board:
        shape = (len(HALVES), plan.workers, plan.games)
        return cls(
            seats=shared_array(shape, np.int8),
            players=shared_array(shape, np.int8),
            deciders=shared_array(shape, np.uint8),
            wins=shared_array((*shape, SEATS), np.float32),
            scores=shared_array((*shape, SEATS), np.int16),
            dones=shared_array(shape, np.bool_),
            actions=shared_array(shape, np.int32),
            results=shared_array((plan.workers, len(KINDS), 2), np.float64),
        )


class Group:
    """Some games of one setting, and who sits at their tables."""

    def __init__(self, plan: Plan, setting: TrainingSetting, number: int, first: int, games: int) -> None:
        self.env = self.make_env(plan, setting, games, plan.seed * 100_003 + number)
        self.setting = setting
        self.league = plan.league
        self.luck = np.random.default_rng([plan.seed, number])
        self.slice = slice(first, first + games)
        self.rosters = np.stack([self.league.seat(setting.players, self.luck) for _ in range(games)])
        self.every = np.arange(games)
        for _ in range(int(self.luck.integers(0, SPREAD_OUT))):
            self.env.step(self.env.random_actions())

    def make_env(self, plan: Plan, setting: TrainingSetting, games: int, seed: int) -> Any:
        from tianxia.environments.batch import BatchedEnv

        compact = is_compact(plan.game)
        return BatchedEnv(plan.game, setting.players, setting.options_dict(), games=games, seed=seed, compact=compact)

    def deciders(self) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = self.rosters[self.every, self.env.seats]
        return found

    def step(self, board: Board, half: int, worker: int) -> None:
        actions, results = board.actions[half, worker, self.slice], board.results[worker]
        by_greedy = np.flatnonzero(self.deciders() == GREEDY)
        if len(by_greedy):
            actions[by_greedy] = self.env.greedy_actions(by_greedy)
        self.env.step(actions.astype(np.int64))
        for number in np.flatnonzero(self.env.dones):
            roster = self.rosters[number]
            results[kind_of(roster)] += fair_shares(roster, self.env.rewards[number])
            self.rosters[number] = self.league.seat(self.setting.players, self.luck)

    def show(self, board: Board, half: int, worker: int) -> None:
        env, here = self.env, self.slice
        players = self.setting.players
        self.show_rows(board, half, worker)
        board.seats[half, worker, here] = env.seats
        board.deciders[half, worker, here] = self.deciders()
        board.dones[half, worker, here] = env.dones
        board.wins[half, worker, here, :players] = env.rewards
        board.scores[half, worker, here, :players] = env.scores

    def show_rows(self, board: Board, half: int, worker: int) -> None:
        board.rows["observations"][half, worker, self.slice] = self.env.observations
        board.rows["masks"][half, worker, self.slice] = self.env.masks


class Workers:
    """The processes, from the side of the learner."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.board = Board.make(plan)
        self.add_rows()
        context = mp.get_context("fork")
        self.go = [[context.Semaphore(0) for _ in range(plan.workers)] for _ in HALVES]
        self.ready = [[context.Semaphore(0) for _ in range(plan.workers)] for _ in HALVES]
        self.processes = [
            context.Process(target=self.work, args=(number,), daemon=True) for number in range(plan.workers)
        ]
        for process in self.processes:
            process.start()

    def add_rows(self) -> None:
        self.game = find_game(self.plan.game)
        self.space = space = training_space(self.game)
        shape = (len(HALVES), self.plan.workers, self.plan.games)
        self.board.rows["observations"] = shared_array((*shape, int(space.features)), np.uint8)
        self.board.rows["masks"] = shared_array((*shape, int(space.actions)), np.bool_)

    def wait(self, half: int) -> None:
        """Until all workers have shown a half."""
        for number, semaphore in enumerate(self.ready[half]):
            while not semaphore.acquire(timeout=30):
                if not self.processes[number].is_alive():
                    raise RuntimeError(f"worker {number} has ended")

    def step(self, half: int) -> None:
        """Let the workers play the actions of a half."""
        for semaphore in self.go[half]:
            semaphore.release()

    def stop(self) -> None:
        self.board.actions[:] = STOP
        for half in HALVES:
            self.step(half)
        for process in self.processes:
            process.join(10)

    # ---- in a worker

    def work(self, worker: int) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the learner says when to stop
        parent = os.getppid()
        halves = [self.make_groups(worker, half) for half in HALVES]
        for half in HALVES:
            self.show(halves[half], half, worker)
        board = self.board
        while True:
            for half in HALVES:
                while not self.go[half][worker].acquire(timeout=10):
                    if os.getppid() != parent:
                        return  # the learner is gone
                if board.actions[half, worker, 0] == STOP:
                    return
                for group in halves[half]:
                    group.step(board, half, worker)
                self.show(halves[half], half, worker)

    def make_groups(self, worker: int, half: int) -> list[Any]:
        plan = self.plan
        size = plan.games // plan.groups
        groups = []
        for place, setting in enumerate(plan.settings_of(worker, half)):
            number = (worker * len(HALVES) + half) * plan.groups + place
            groups.append(self.make_group(setting, number, place * size, size))
            self.board.players[half, worker, place * size : (place + 1) * size] = setting.players
        return groups

    def make_group(self, setting: TrainingSetting, number: int, first: int, games: int) -> Any:
        return Group(self.plan, setting, number, first, games)

    def show(self, groups: list[Any], half: int, worker: int) -> None:
        for group in groups:
            group.show(self.board, half, worker)
        self.ready[half][worker].release()
