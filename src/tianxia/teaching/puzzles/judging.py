"""Judging the moves of a position by several searches, each with a seed of its own, and comparing what moves score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final

from tianxia.engine.chance import derive_seed, stream_of
from tianxia.engine.journal import Journal, Payment
from tianxia.engine.position import Position
from tianxia.games import AnyGame
from tianxia.players.greedy import GreedyPlayer
from tianxia.players.mcts import Tree

SURE: Final = 3.0  # standard errors by which the best move must be better
MOST_RIGHT: Final = 3  # moves of the same effect
PLAYS_TO_THE_END: Final = 1000  # decisions of a playout: more than a game has
BLURRED: Final = 0.4  # of the bar: where positions are judged before the end, chances lie closer together
AS_GOOD: Final = 0.35  # of the gap: what a move of the same effect may be worse by, and still be right
PROVEN: Final = 1 / 3  # of the bar: what is left of the difference when strong players go on
PROOFS: Final = 2  # searches, each with luck of its own
RIVALS: Final = 3  # wrong moves that get a fair try in each, as the right ones do
FAIR_TRY: Final = 1 / 8  # of the simulations of a proof

BATCH: Final = 20  # simulations whose mean is one number of the statistics
FEWEST_BATCHES: Final = 5
LEAST_ERROR: Final = 0.002  # of a chance: less than that is not claimed


@dataclass(frozen=True)
class Bar:
    """How much better a right move must be than all wrong ones."""

    chance: float  # to win; less where a game is judged before its end: see BLURRED
    lead: float  # points ahead of the best other seat, in units of the win scale of the game's evaluation


GLANCE: Final = Bar(0.08, 0.15)
FIRM: Final = Bar(0.12, 0.25)


@dataclass(frozen=True)
class Depth:
    """The numbers of simulations for a position."""

    search: int  # simulations, wherever the search likes
    candidates: int  # of the best moves, and of those that the search overlooked
    each: int  # simulations of each candidate
    others: int  # simulations of every other move
    lucks: int  # how often, each time with luck of its own
    proof: int = 0  # simulations of a search that has to agree in the end; 0: there is none


QUICK: Final = Depth(search=80, candidates=3, each=40, others=0, lucks=1)
DEEP: Final = Depth(search=200, candidates=4, each=200, others=24, lucks=3, proof=24000)


class Tally:
    """The results of the simulations that began with one action."""

    def __init__(self, action: int, players: int) -> None:
        self.action = action
        self.tries = 0
        self.wins = 0.0  # of the seat to move
        self.scores = [0.0] * players
        self.batches: list[float] = []  # the chance to win in each batch, under the same luck for every action

    @property
    def chance(self) -> float:
        return self.wins / self.tries

    def try_well(self, tree: Tree, index: int, simulations: int) -> None:
        """Run a number of simulations of the action at an index, in batches."""
        place = index * len(self.scores) + int(tree.start.seat)
        for _ in range(simulations // BATCH):
            before = tree.wins[place]
            tree.try_action(index, BATCH)
            self.batches.append((tree.wins[place] - before) / BATCH)

    def points(self, seat: int) -> float:
        return self.scores[seat] / self.tries

    def lead(self, seat: int) -> float:
        """The average lead of a seat over the best other seat, in points."""
        others = [score for other, score in enumerate(self.scores) if other != seat]
        return (self.scores[seat] - max(others)) / self.tries

    def add(self, tree: Tree, index: int) -> None:
        players, seat = len(self.scores), int(tree.start.seat)
        self.tries += int(tree.tries[index])
        self.wins += tree.wins[index * players + seat]
        for other in range(players):
            self.scores[other] += tree.scores[index * players + other]


@dataclass(frozen=True)
class Judgement:
    """The moves of a position, compared after simulations of each."""

    right: tuple[Tally, ...]  # the best move, and those of the same effect that are as good
    ranked: tuple[Tally, ...]  # all that were tried, the best first
    errors: float  # standard errors between the best move and the best wrong one

    @property
    def wrong(self) -> Tally:
        """The best of the wrong moves."""
        return next(tally for tally in self.ranked if tally not in self.right)


def judge(game: AnyGame, position: Position, depth: Depth, bar: Bar, seed: bytes) -> Judgement | None:
    """The judgement of a position in which moves of one effect are better than all others by the bar; else `None`.

    The seat to move may know everything in the position: hidden information is drawn afresh for every simulation.
    """
    evaluation, players = game.evaluation(), int(position.players)
    tallies = [Tally(int(action), players) for action in position.legal_actions()]
    candidates: list[int] = []  # places of actions
    for luck in range(depth.lucks):
        tree = Tree(evaluation)
        tree.begin(position, stream_of(derive_seed(seed, "puzzle"), luck))
        tree.search(depth.search)
        candidates = candidates or _candidates(tree, depth)
        for index in candidates:
            tallies[index].try_well(tree, index, depth.each)
        for index, tally in enumerate(tallies):
            tally.add(tree, index)
        tried = sorted((tally for tally in tallies if tally.tries), key=lambda tally: -tally.chance)
        well_tried = [tallies[index] for index in candidates]
        found = _stand_out(game, position, tried, well_tried, bar if luck == depth.lucks - 1 else GLANCE)
        best = max(candidates, key=lambda index: _chance_in(tree, index))
        if found is None or tallies[best] not in found.right:
            return None
    return found


def _candidates(tree: Tree, depth: Depth) -> list[int]:
    """The moves that the search tried most; and of the others, each tried a little, those with the best results."""
    order = sorted(range(len(tree.root.actions)), key=lambda index: -int(tree.tries[index]))
    best, others = order[: depth.candidates], order[depth.candidates :]
    if not depth.others:
        return best
    for index in others:
        tree.try_action(index, max(0, depth.others - int(tree.tries[index])))
    return best + sorted(others, key=lambda index: -_chance_in(tree, index))[: depth.candidates // 2]


def _chance_in(tree: Tree, index: int) -> float:
    players, seat = int(tree.start.players), int(tree.start.seat)
    return float(tree.wins[index * players + seat]) / max(1, int(tree.tries[index]))


def _stand_out(
    game: AnyGame, position: Position, tried: Sequence[Tally], well_tried: Sequence[Tally], bar: Bar
) -> Judgement | None:
    """The judgement if the best of the well-tried moves is far better than those of another effect; else `None`."""
    ranked = sorted(well_tried, key=lambda tally: -tally.chance)
    seat, best = int(position.seat), ranked[0]
    effect = effect_of(game, position, best.action)
    others = [tally for tally in ranked if effect_of(game, position, tally.action) != effect]
    if not others:
        return None
    least = best.chance - AS_GOOD * (best.chance - others[0].chance)
    right = tuple(tally for tally in ranked if tally not in others and tally.chance >= least)
    wrong = next(tally for tally in ranked if tally not in right)
    errors = errors_between(best, wrong)
    lead = best.lead(seat) - max(tally.lead(seat) for tally in ranked if tally not in right)
    is_far = best.chance - wrong.chance >= _gap(game, bar) and lead >= bar.lead * game.evaluation().win_scale
    rest = [tally for tally in tried if tally not in ranked and tally.chance < wrong.chance]  # else it was luck
    return Judgement(right, (*ranked, *rest), errors) if is_far and len(right) <= MOST_RIGHT else None


def _gap(game: AnyGame, bar: Bar) -> float:
    """The least difference in the chance to win between a right move and a wrong one."""
    return bar.chance if game.evaluation().horizon >= PLAYS_TO_THE_END else bar.chance * BLURRED


def is_proven(game: AnyGame, position: Position, right: Sequence[int], depth: Depth, bar: Bar, seed: bytes) -> bool:
    """Whether much deeper searches prefer the right actions, too, and find the others clearly worse.

    A move that a short search finds much better can be equal to another one once everybody plays well.
    """
    for luck in range(PROOFS if depth.proof else 0):
        tree = Tree(game.evaluation())
        tree.begin(position, stream_of(derive_seed(seed, "proof"), luck))
        tree.search(depth.proof)
        order = sorted(range(len(tree.root.actions)), key=lambda index: -int(tree.tries[index]))
        found = [index for index in order if tree.root.actions[index] in right]
        rivals = [index for index in order if index not in found][:RIVALS]
        for index in (*found, *rivals):
            tree.try_action(index, int(FAIR_TRY * depth.proof))
        best, rival = (max(_chance_in(tree, index) for index in camp) for camp in (found, rivals))
        if order[0] not in found or best - rival < PROVEN * _gap(game, bar):
            return False
    return True


def errors_between(one: Tally, other: Tally) -> float:
    """The difference of two actions in standard errors, from pairs of batches with the same random numbers."""
    more = [mine - theirs for mine, theirs in zip(one.batches, other.batches, strict=True)]
    if len(more) < FEWEST_BATCHES:
        return 0.0
    return mean(more) / max(stdev(more) / sqrt(len(more)), LEAST_ERROR)


def effect_of(game: AnyGame, position: Position, action: int) -> Any:
    """The visible effect of a move. Moves of the same effect differ only in cost, or in how a tile is turned."""
    preview = game.preview(position, action)
    if not preview.pieces or any("at" not in piece for piece in preview.pieces):
        return action
    return [(piece["kind"], piece["at"]) for piece in preview.pieces], preview.ledger


def contrast(
    game: AnyGame, position: Position, right: int, wrong: int, seed: bytes, games: int = 60
) -> dict[str, float]:
    """Source -> how many more points one move brings the seat than another, in games that go on with quick moves."""
    player, more = GreedyPlayer(game.evaluation()), Counter[str]()
    for luck in range(games):
        for action, sign in ((right, 1), (wrong, -1)):
            for payment in _play_out(position, action, player, derive_seed(seed, f"contrast {luck}")):
                if payment.seat == position.seat:
                    more[list(game.sources)[payment.source]] += sign * payment.amount
    return {source: more[source] / games for source in game.sources if more[source]}


def _play_out(position: Position, action: int, player: GreedyPlayer, seed: bytes) -> list[Payment]:
    ahead = position.clone()
    ahead.determinize(position.seat, stream_of(seed, 0))
    ahead.journal = journal = Journal()
    dice = stream_of(seed, 1)
    ahead.apply(action)
    while not ahead.over:
        ahead.apply(player.choose(ahead, dice))
    return [entry for entry in journal.entries if isinstance(entry, Payment)]
