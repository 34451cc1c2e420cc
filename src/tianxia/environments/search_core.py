"""Many searches at once, for networks that learn from them: the compiled part of training by expert iteration.

In each game the seat to move searches with a network that runs elsewhere, for all games together: a search goes on
until it needs the network's judgement of one position, and waits. `training/searches.py` has it all as NumPy arrays.

The search is that of Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver, 2022): the root begins with a few
actions, drawn without replacement by the policy, and sequential halving shares the simulations out among them; below
the root, the action is chosen that lags most behind the improved policy. What is learned is the improved policy: that
of the network, with the values that were found. As in `players.mcts`, every simulation starts from a determinization, a
node is an information set of the seat to move, and everybody plays for itself. The n-th simulations of all actions of
the root share their hidden cards and their luck.
"""

from __future__ import annotations

from math import log, tanh
from typing import Final

from tianxia.engine.chance import MASK32, Stream, derive_seed, stream_of
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.fingerprint import START, mix
from tianxia.engine.native import append, i64, u8, vec
from tianxia.engine.observation import Space, zeros
from tianxia.engine.position import Position
from tianxia.environments.search_node_core import FREE, Budget, SearchNode, softmax

# who decides for a seat
SEARCH: Final = 0
POLICY: Final = 1  # the network alone, by its chances
GREEDY: Final = 2  # the program of that name

PLACES: Final = 5  # for which the network has an outlook: the observing seat first
NONE: Final = -1.0  # in place of a chance: not legal


class SearchedGame:
    """One game, and the search of the seat to move."""

    __slots__ = (
        "budget",
        "decisions",
        "determinizations",
        "evaluation",
        "leaf",
        "luck",
        "nodes",
        "noise",
        "path",
        "picks",
        "position",
        "root",
        "roster",
        "seats",
        "sequence",
        "shared",
        "simulated",
        "space",
        "waiting",
    )

    space: Space
    budget: Budget
    evaluation: Evaluation  # of the program greedy
    position: Position
    roster: vec[i64]  # seat -> SEARCH, POLICY or GREEDY
    luck: Stream
    shared: i64  # the luck that the simulations of all actions share
    determinizations: list[Position]  # number of a simulation of an action -> what it starts from
    nodes: dict[int, SearchNode]
    root: SearchNode | None  # none: no search is under way
    waiting: SearchNode | None  # whose judgement is awaited
    leaf: Position  # the position to be judged
    noise: vec[float]  # action of the root -> its Gumbel noise, or FREE where it is not considered
    sequence: list[int]
    simulated: i64
    path: list[SearchNode]  # of the simulation under way
    picks: vec[i64]
    seats: vec[i64]
    decisions: i64  # in this game

    def __init__(self, space: Space, budget: Budget, evaluation: Evaluation, luck: Stream) -> None:
        self.space = space
        self.budget = budget
        self.evaluation = evaluation
        self.luck = luck
        self.shared = 0
        self.determinizations = []
        self.nodes = {}
        self.root = None
        self.waiting = None
        self.noise = vec[float]([])
        self.sequence = []
        self.simulated = 0
        self.path = []
        self.picks = vec[i64]([])
        self.seats = vec[i64]([])
        self.decisions = 0

    def begin(self, position: Position, roster: vec[i64]) -> None:
        """Begin with a new game."""
        self.position = position
        self.roster = roster
        self.root = None
        self.waiting = None
        self.decisions = 0

    # ---- decisions of the game

    def is_at_rest(self) -> bool:
        """Whether no search is under way."""
        return self.root is None

    def play(self, action: i64) -> None:
        self.position.apply(action)
        self.root = None
        self.decisions += 1

    def play_alone(self) -> bool:
        """Play on where no network is needed; returns whether that was possible."""
        position = self.position
        actions = position.legal_actions()
        if len(actions) == 1:
            self.play(actions[0])
            return True
        if self.roster[position.seat] == GREEDY:
            self.play(self.greedy_action(actions))
            return True
        return False

    def greedy_action(self, actions: vec[i64]) -> i64:
        position = self.position.clone()
        position.determinize(position.seat, self.luck)
        weights = self.evaluation.score_moves(position, actions)
        best: i64 = 0
        for place in range(1, len(actions)):
            if weights[place] > weights[best]:
                best = place
        return actions[best]

    def ask_root(self) -> None:
        """Begin a search: the root is to be judged."""
        node = SearchNode(self.position.legal_actions())
        self.determinizations = []
        self.nodes = {}
        self.shared = mix(mix(START, self.luck.next32()), self.luck.next32())
        self.simulated = 0
        self.root = node
        self.waiting = node
        self.leaf = self.position
        self.path = []
        self.picks = vec[i64]([])
        self.seats = vec[i64]([])

    def start_halving(self, root: SearchNode) -> None:
        """Choose the actions with which the root begins: the best by policy and noise."""
        count = len(root.actions)
        drawn = vec[float]([])
        for _place in range(count):
            drawn = append(drawn, self.gumbel() if self.budget.is_noisy else 0.0)
        self.noise = vec[float]([FREE for _ in range(count)])
        considered: i64 = 0
        while considered < self.budget.considered:
            best: i64 = -1
            most = FREE / 2.0
            for place in range(count):
                score = root.logits[place] + drawn[place]
                if self.noise[place] == FREE and score > most:
                    most = score
                    best = place
            if best < 0:
                break
            self.noise[best] = drawn[best]
            considered += 1
        self.sequence = self.budget.sequences[considered]

    def gumbel(self) -> float:
        return -log(-log((float(self.luck.next32()) + 0.5) / 4294967296.0))

    def draw_by_policy(self, root: SearchNode) -> i64:
        """An action by the chances of the network."""
        left = float(self.luck.next32()) / 4294967296.0
        for place in range(len(root.policy)):
            left -= root.policy[place]
            if left < 0.0:
                return place
        return self.best_of(root, -1)

    def best_of(self, root: SearchNode, visits: i64) -> i64:
        """Of the actions that are considered, and have so many visits (-1: of all), the best by noise and value."""
        completed = root.completed(self.budget)
        best: i64 = 0
        most = FREE * 2.0
        for place in range(len(completed)):
            if visits >= 0 and (self.noise[place] == FREE or i64(root.tries[place]) != visits):
                continue
            score = completed[place] + (self.noise[place] if visits >= 0 else 0.0)
            if score > most:
                most = score
                best = place
        return best

    def chosen(self, root: SearchNode) -> i64:
        """What is played in the end: of the most visited actions the best by noise and value."""
        most: i64 = 0
        for place in range(len(root.tries)):
            if i64(root.tries[place]) > most:
                most = i64(root.tries[place])
        return self.best_of(root, most)

    # ---- simulations

    def simulate(self, root: SearchNode) -> bool:
        """Run one simulation; returns whether it waits for the network."""
        pick = self.best_of(root, self.sequence[self.simulated])
        self.simulated += 1
        position = self.determinization(i64(root.tries[pick])).clone()
        self.path = [root]
        self.picks = vec[i64]([pick])
        self.seats = vec[i64]([position.seat])
        position.apply(root.actions[pick])
        while not position.over:
            key = int(position.information_set_key(position.seat))
            node = self.nodes.get(key)
            if node is None:
                node = SearchNode(position.legal_actions())
                self.nodes[key] = node
                if len(node.actions) > 1:
                    self.waiting = node
                    self.leaf = position
                    return True
            further = node.lagging(self.budget)
            self.path.append(node)
            self.picks = append(self.picks, further)
            self.seats = append(self.seats, position.seat)
            position.apply(node.actions[further])
        self.note(self.rewards_at_end(position))
        return False

    def determinization(self, number: i64) -> Position:
        """What the n-th simulations of all actions start from; it may take as long as all the rest of a simulation."""
        for made in range(len(self.determinizations), number + 1):
            position = self.position.clone()
            position.determinize(self.position.seat, self.luck_of(made))
            self.determinizations.append(position)
        return self.determinizations[number]

    def luck_of(self, number: i64) -> Stream:
        one = mix(self.shared, number)
        two = mix(one, number)
        return Stream(one & MASK32, one >> 30, two & MASK32, two >> 30 | 1)  # never all zero

    def note(self, rewards: vec[float]) -> None:
        """Add the rewards of all seats to the actions of the simulation."""
        for step in range(len(self.picks)):
            node = self.path[step]
            node.tries[self.picks[step]] += 1.0
            node.rewards[self.picks[step]] += rewards[self.seats[step]]

    def rewards_at_end(self, position: Position) -> vec[float]:
        players = position.players
        found = vec[float]([0.0 for _ in range(players)])
        winners = position.winners()
        for winner in winners:
            found[winner] = 1.0 / float(len(winners))
        scores = position.scores()
        total: i64 = 0
        for score in scores:
            total += score
        for seat in range(players):
            lead = float(scores[seat] * players - total) / float(players - 1)
            found[seat] += self.budget.lead_weight * tanh(lead / self.budget.lead_scale)
        return found

    # ---- the network

    def take(self, logits: vec[float], at: i64, outlook: vec[float], first: i64) -> None:
        """Take the judgement that was awaited: logits by index; chances to win, and leads, by place."""
        node = self.waiting
        if node is None:
            return
        self.waiting = None
        leaf = self.leaf
        players = leaf.players
        rewards = vec[float]([0.0 for _ in range(players)])
        for place in range(players):
            seat = (leaf.seat + place) % players
            rewards[seat] = outlook[first + place] + self.budget.lead_weight * outlook[first + PLACES + place]
        node.value = rewards[leaf.seat]
        node.think(self.space.indices_of(leaf, node.actions), logits, at)
        if node is self.root:
            self.start_halving(node)
        else:
            self.note(rewards)


class ManySearches:
    """Several games with the same setting, in each of which the seats search."""

    __slots__ = (
        "decided",
        "decisions",
        "dones",
        "episodes",
        "fresh",
        "games",
        "logits",
        "observations",
        "outlook",
        "roots",
        "rosters",
        "scores",
        "searching",
        "seats",
        "seed",
        "space",
        "targets",
        "values",
        "wins",
    )

    space: Space
    fresh: Position  # chance has not dealt yet
    seed: bytes
    games: list[SearchedGame]
    episodes: vec[i64]  # game -> how many were played there before
    rosters: vec[i64]  # game * players + seat -> who decides there in the next game; written by others
    # what the network is asked, and what it answers: written by others
    observations: vec[u8]  # game * features + feature; cleared by others
    logits: vec[float]  # game * actions + index
    outlook: vec[float]  # game * 2 * PLACES: chances to win, leads
    # what came of the last step
    roots: vec[u8]  # game -> whether the position that is shown is one in which a seat of the game decides
    searching: vec[u8]  # game -> whether that seat searches
    seats: vec[i64]  # game -> the seat that decides or searches
    decided: vec[u8]  # game -> whether the search ended for which a root was shown last
    targets: vec[float]  # game * actions + index -> the improved policy, where decided; NONE: not legal
    values: vec[float]  # game -> what the search expects for its seat, where decided
    dones: vec[u8]  # game -> whether one ended
    wins: vec[float]  # game * players + seat -> its share of the victory when a game last ended there
    scores: vec[i64]  # likewise, its score
    decisions: i64  # in all games

    def __init__(
        self, space: Space, fresh: Position, budget: Budget, evaluation: Evaluation, games: int, seed: bytes
    ) -> None:
        players = int(fresh.players)
        self.space = space
        self.fresh = fresh
        self.seed = seed
        self.games = []
        self.episodes = vec[i64]([0 for _ in range(games)])
        self.rosters = vec[i64]([SEARCH for _ in range(games * players)])
        self.observations = zeros(games * space.features)
        self.logits = vec[float]([0.0 for _ in range(games * space.actions)])
        self.outlook = vec[float]([0.0 for _ in range(games * 2 * PLACES)])
        self.roots = zeros(games)
        self.searching = zeros(games)
        self.seats = vec[i64]([0 for _ in range(games)])
        self.decided = zeros(games)
        self.targets = vec[float]([0.0 for _ in range(games * space.actions)])
        self.values = vec[float]([0.0 for _ in range(games)])
        self.dones = zeros(games)
        self.wins = vec[float]([0.0 for _ in range(games * players)])
        self.scores = vec[i64]([0 for _ in range(games * players)])
        self.decisions = 0
        for number in range(games):
            luck = stream_of(derive_seed(seed, f"search {number}"), 0)
            self.games.append(SearchedGame(space, budget, evaluation, luck))

    def deal_all(self) -> None:
        """Deal the first game of each place, with the rosters that were written."""
        for number in range(len(self.games)):
            self.deal(number)

    def deal(self, number: i64) -> None:
        position = self.fresh.clone()
        position.deal(derive_seed(self.seed, f"game {number} {self.episodes[number]}"))
        players = position.players
        roster = vec[i64]([])
        for seat in range(players):
            roster = append(roster, self.rosters[number * players + seat])
        self.games[number].begin(position, roster)
        self.episodes[number] += 1

    def scatter(self, most: i64) -> None:
        """Play up to so many random actions in each game, so that not all are in the same round."""
        for number in range(len(self.games)):
            game = self.games[number]
            for _ in range(game.luck.below(most)):
                game.position.apply(game.position.random_action(game.luck))
                if game.position.over:
                    self.deal(number)

    def step(self) -> None:
        """Go on in all games with the judgements that were written, up to the next questions. Observations are 0."""
        features = self.space.features
        actions = self.space.actions
        for number in range(len(self.games)):
            game = self.games[number]
            self.roots[number] = 0
            self.decided[number] = 0
            self.dones[number] = 0
            game.take(self.logits, number * actions, self.outlook, number * 2 * PLACES)
            self.go_on(number, game)
            leaf = game.leaf
            self.space.write_observation(leaf, leaf.seat, self.observations, number * features)

    def go_on(self, number: i64, game: SearchedGame) -> None:
        """Play and simulate in a game, until the network is needed."""
        while True:
            root = game.root
            if root is None:
                if game.position.over:
                    self.finish(number, game.position)
                    self.deal(number)
                elif not game.play_alone():
                    game.ask_root()
                    self.roots[number] = 1
                    seat = game.position.seat
                    self.seats[number] = seat
                    self.searching[number] = 1 if game.roster[seat] == SEARCH else 0
                    return
            elif game.roster[game.position.seat] == POLICY:
                game.play(root.actions[game.draw_by_policy(root)])
                self.decisions += 1
            elif game.simulated < game.budget.simulations:
                if game.simulate(root):
                    return
            else:
                self.tell(number, game, root)
                game.play(root.actions[game.chosen(root)])
                self.decisions += 1

    def tell(self, number: i64, game: SearchedGame, root: SearchNode) -> None:
        """Write what the search found: the improved policy, and the value."""
        improved = softmax(root.completed(game.budget))
        first = number * self.space.actions
        for place in range(first, first + self.space.actions):
            self.targets[place] = NONE
        value = 0.0
        visits = 0.0
        for place in range(len(improved)):
            if root.indices[place] >= 0:
                self.targets[first + root.indices[place]] = improved[place]
            value += root.rewards[place]
            visits += root.tries[place]
        self.values[number] = value / visits if visits > 0.0 else root.value
        self.decided[number] = 1

    def finish(self, number: i64, position: Position) -> None:
        players = position.players
        scores = position.scores()
        winners = position.winners()
        for seat in range(players):
            self.wins[number * players + seat] = 0.0
            self.scores[number * players + seat] = scores[seat]
        for seat in winners:
            self.wins[number * players + seat] = 1.0 / float(len(winners))
        self.dones[number] = 1
