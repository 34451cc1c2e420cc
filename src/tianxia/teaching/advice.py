"""Advice: the judgement of moves by a strong program, which knows no more than the seat to move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot, sqrt

from tianxia.engine.chance import derive_seed, stream_of
from tianxia.engine.position import Position
from tianxia.errors import IllegalError, RecordError
from tianxia.games.base import Document
from tianxia.play import Match
from tianxia.players import Effort
from tianxia.players.mcts import Tree
from tianxia.teaching.explain import Explanation, explain_best, pairs_for
from tianxia.words import error

GLANCE = Effort(200)  # for a position with a single legal move
CONFIDENT = 1.96  # standard errors: 95 %
SECOND_LOOK = 4  # a move that was asked about gets at least a quarter of the simulations


@dataclass(frozen=True)
class JudgedMove:
    """A move with its estimated chances to win and expected final scores."""

    move: str
    simulations: int  # that began with it
    chance: float  # of the seat to move, to win
    error: float  # the standard error of that
    chances: tuple[float, ...]  # to win, by seat; together they are 1
    errors: tuple[float, ...]  # the standard errors of those
    scores: tuple[float, ...]  # final ones, by seat

    def document(self) -> Document:
        return {
            "move": self.move,
            "simulations": self.simulations,
            "chance": round(self.chance, 4),
            "error": round(self.error, 4),
            "chances": [round(chance, 4) for chance in self.chances],
            "errors": [round(error, 4) for error in self.errors],
            "scores": [round(score, 2) for score in self.scores],
            "sure": self.is_sure,
        }

    @property
    def is_sure(self) -> bool:
        """Whether the chance to win is larger than its own margin of error, so that it may be shown as a figure."""
        return self.chance > CONFIDENT * self.error


@dataclass(frozen=True)
class Advice:
    """The judged moves of a position."""

    seat: int  # who is to move
    moves: tuple[JudgedMove, ...]  # those that were tried, the best first
    explanation: Explanation | None = None  # the best move, compared with another one; only of a hint

    @property
    def is_close(self) -> bool:
        """Whether the first two moves are about as good, by their chances to win as well as by points."""
        if len(self.moves) < 2:
            return False
        best, second = self.moves[:2]
        lies_close = abs(best.chance - second.chance) <= CONFIDENT * hypot(best.error, second.error)
        told = self.explanation
        return lies_close and (told is None or told.is_close or told.other != second.move)

    @property
    def best(self) -> JudgedMove:
        return self.moves[0]

    def of(self, move: str) -> JudgedMove:
        """The judgement of a move that the search tried."""
        return next(judged for judged in self.moves if judged.move == move)


def advise(match: Match, effort: Effort, seed: bytes, about: str | None = None) -> Advice:
    """Judge the moves of the seat to move by tree search; the move `about`, if given, is judged in any case."""
    seat = match.to_move
    if seat is None:
        raise error(IllegalError, "match.over")
    if not match.hand_is_known(seat):
        raise error(RecordError, "match.hidden-hand", seat=seat)
    asked = None if about is None else match.exact_move(seat, about)
    seen: Position = match.position.clone()
    seen.determinize(match.position.seat, stream_of(derive_seed(seed, "hide"), len(match.moves)))
    tree = Tree(match.game.evaluation())
    tree.begin(seen, stream_of(derive_seed(seed, "advice"), len(match.moves)))
    (effort if len(tree.root.actions) > 1 else GLANCE).spend(tree)
    notation = [match.game.print_move(match.position, int(action)) for action in tree.root.actions]
    best, ranked = int(tree.best_index()), list(tree.tries)  # before a second look gives one move more tries
    if asked is not None:
        index = notation.index(asked)
        missing = sum(ranked) // SECOND_LOOK - ranked[index]
        tree.try_action(index, max(int(missing), 1))
    order = sorted(range(len(notation)), key=lambda index: (index != best, -ranked[index]))
    return Advice(seat, tuple(judge_action(tree, seen, index, notation[index]) for index in order if tree.tries[index]))


def advise_with_reason(match: Match, effort: Effort, seed: bytes, about: str | None = None) -> Advice:
    """Judge the moves of the seat to move, and explain the best one by comparing it with another."""
    advice = advise(match, effort, seed, about)
    luck = derive_seed(seed, "explain")
    tried, pairs = [judged.move for judged in advice.moves], pairs_for(match.game, effort)
    return replace(advice, explanation=explain_best(match, tried, pairs, luck))


def judge_action(tree: Tree, position: Position, index: int, move: str) -> JudgedMove:
    """The result of a search for one action at its root that it tried."""
    players, tries, seat = int(position.players), int(tree.tries[index]), int(position.seat)
    own = slice(index * players, (index + 1) * players)
    chances = tuple(float(chance) for chance in tree.outlook(index))
    errors = tuple(_standard_error(chance, tries) for chance in chances)
    scores = tuple(float(score) / tries for score in list(tree.scores)[own])
    return JudgedMove(move, tries, chances[seat], errors[seat], chances, errors, scores)


def _standard_error(chance: float, tries: int) -> float:
    """The standard error of a chance estimated from a number of tries."""
    careful = (chance * tries + 1) / (tries + 2)  # winning every try does not make a win certain
    return sqrt(careful * (1 - careful) / tries)
