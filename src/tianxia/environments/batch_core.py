"""The compiled part of batched environments: steps, observes and deals many games, into memory allocated once.

Internal: `tianxia.environments.batch` exposes it as NumPy arrays, checks its input, and clears the rows.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream, derive_seed, stream_of
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import i64, u8, vec
from tianxia.engine.observation import Space, zeros
from tianxia.engine.position import Position

# what is paid at the end of a game
WIN: Final = 0  # the seat's share of the victory
LEAD: Final = 1  # its score, less what the others have on average


def seed_of(seed: bytes, number: int, episode: int) -> bytes:
    """The seed of the game at place `number` of a batch, after `episode` finished games there."""
    return derive_seed(seed, f"game {number} {episode}")


class ManyGames:
    """Several games with the same setting, each with random numbers of its own."""

    __slots__ = (
        "chosen",
        "dones",
        "drawn",
        "episodes",
        "found",
        "frames",
        "fresh",
        "luck",
        "masks",
        "observations",
        "positions",
        "reward",
        "rewards",
        "scores",
        "seats",
        "seed",
        "shown",
        "space",
        "stale",
    )

    space: Space
    fresh: Position  # chance has not dealt yet
    seed: bytes
    reward: i64  # WIN or LEAD
    luck: Stream  # for random actions
    positions: list[Position]
    episodes: vec[i64]  # game -> how many were played there before
    frames: vec[i64]  # game -> what its row is relative to, see `Space.frame`
    found: vec[i64]  # game -> what is known of its legal actions, see `Space.write_inside`
    shown: vec[i64]  # game -> how much of that is in its row already, see `Space.write_frame`
    stale: vec[u8]  # game -> whether what its row keeps is to be cleared

    observations: vec[u8]  # game * features + feature, for the seat to move
    masks: vec[u8]  # game * actions + index -> whether it is legal
    dones: vec[u8]  # game -> whether one ended in the last step
    seats: vec[i64]  # game -> the seat to move
    rewards: vec[float]  # game * players + seat -> what it was paid in the last step
    scores: vec[i64]  # game * players + seat -> its score when a game last ended there
    chosen: vec[i64]  # game -> the index that is played in the next step; written by others
    drawn: vec[i64]  # game -> a random legal index

    def __init__(self, space: Space, fresh: Position, games: int, seed: bytes, reward: int) -> None:
        players = int(fresh.players)
        self.space = space
        self.fresh = fresh
        self.seed = seed
        self.reward = reward
        self.luck = stream_of(derive_seed(seed, "actions"), 0)
        self.positions = []
        self.episodes = vec[i64]([0 for _ in range(games)])
        self.frames = vec[i64]([0 for _ in range(games)])
        self.found = vec[i64]([0 for _ in range(games)])
        self.shown = vec[i64]([0 for _ in range(games)])
        self.stale = zeros(games)
        self.observations = zeros(games * space.features)
        self.masks = zeros(games * space.actions)
        self.dones = zeros(games)
        self.seats = vec[i64]([0 for _ in range(games)])
        self.rewards = vec[float]([0.0 for _ in range(games * players)])
        self.scores = vec[i64]([0 for _ in range(games * players)])
        self.chosen = vec[i64]([0 for _ in range(games)])
        self.drawn = vec[i64]([0 for _ in range(games)])
        for number in range(games):
            self.positions.append(self.deal(number))

    def deal(self, number: i64) -> Position:
        self.shown[number] = 0
        position = self.fresh.clone()
        position.deal(seed_of(self.seed, number, self.episodes[number]))
        return position

    def deal_all(self) -> None:
        """Deal the first game of each place."""
        for number in range(len(self.positions)):
            self.episodes[number] = 0
            self.positions[number] = self.deal(number)
            self.dones[number] = 0
        for place in range(len(self.rewards)):
            self.rewards[place] = 0.0
            self.scores[place] = 0
        self.luck = stream_of(derive_seed(self.seed, "actions"), 0)

    def first_illegal(self) -> i64:
        """The first game for which the chosen index is not legal; -1 if all are legal."""
        actions = self.space.actions
        chosen = self.chosen
        masks = self.masks
        games: i64 = len(chosen)
        for number in range(games):
            index = chosen[number]
            if index < 0 or index >= actions or not masks[number * actions + index]:
                return number
        return -1

    def step(self) -> bool:
        """Play the chosen indices, all of which are legal; where a game ends, write its rewards and deal the next.

        Returns whether rewards changed: a game ended in this step or in the one before.
        """
        changed = False
        space = self.space
        games: i64 = len(self.positions)
        for number in range(games):
            position = self.positions[number]
            if self.dones[number]:
                self.dones[number] = 0
                self.forget_rewards(number)
                changed = True
            position.apply(space.legal_action_at(position, self.chosen[number], self.frames[number]))
            if position.over:
                self.finish(number, position)
                changed = True
        return changed

    def find_frames(self, first: i64, end: i64) -> None:
        """Find the frames of the games `first` to `end`, and whether their rows can be updated or must be cleared."""
        for number in range(first, end):
            frame = self.space.frame(self.positions[number])
            if frame != self.frames[number]:
                self.frames[number] = frame
                self.shown[number] = 0
            self.stale[number] = 0 if self.shown[number] else 1

    def observe(self, first: i64, end: i64) -> None:
        """Write observations and masks of the seats to move in the games `first` to `end`, whose rows are cleared."""
        space = self.space
        features = space.features
        actions = space.actions
        observations = self.observations
        masks = self.masks
        for number in range(first, end):
            position = self.positions[number]
            seat = position.seat
            self.seats[number] = seat
            frame = self.frames[number]
            self.shown[number] = space.write_frame(
                position, seat, frame, self.shown[number], observations, number * features
            )
            self.found[number] = space.write_mask_of(position, frame, masks, number * actions)

    def draw(self) -> None:
        """Draw a random legal index for each game."""
        space = self.space
        luck = self.luck
        games: i64 = len(self.positions)
        for number in range(games):
            self.drawn[number] = space.random_index(
                self.positions[number], self.frames[number], self.found[number], luck
            )

    def greedy_index(self, number: i64, evaluation: Evaluation) -> i64:
        """The index that the greedy program would choose in a game; of equally good ones, the first.

        It decides from a determinized copy, in which everything that its seat cannot know was drawn afresh.
        """
        position = self.positions[number].clone()
        position.determinize(position.seat, self.luck)
        actions = position.legal_actions()
        weights = evaluation.score_moves(position, actions)
        frame = self.frames[number]
        best = self.space.other
        most = -1.0e9
        for place in range(len(actions)):
            if weights[place] > most:
                index = self.space.index_among(position, actions[place], frame)
                if index >= 0:
                    most = weights[place]
                    best = index
        return best

    # ---- the end of a game

    def forget_rewards(self, number: i64) -> None:
        players = self.fresh.players
        for place in range(number * players, (number + 1) * players):
            self.rewards[place] = 0.0

    def finish(self, number: i64, position: Position) -> None:
        players = position.players
        scores = position.scores()
        total: i64 = 0
        for seat in range(players):
            self.scores[number * players + seat] = scores[seat]
            total += scores[seat]
        if self.reward == WIN:
            winners = position.winners()
            for seat in winners:
                self.rewards[number * players + seat] = 1.0 / float(len(winners))
        else:
            for seat in range(players):
                lead = scores[seat] * players - total  # the others have total - score, and are players - 1
                self.rewards[number * players + seat] = float(lead) / float(players - 1)
        self.dones[number] = 1
        self.episodes[number] += 1
        self.positions[number] = self.deal(number)
