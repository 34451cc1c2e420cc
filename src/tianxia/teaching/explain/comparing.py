"""Plays on from a position after each of two moves, in pairs with the same luck."""

from __future__ import annotations

from typing import Final

from tianxia.engine import COMPILED
from tianxia.engine.chance import MASK32, SEED_BYTES, Stream, derive_seed, stream_of
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.fingerprint import START, mix
from tianxia.engine.journal import Journal
from tianxia.engine.position import Position
from tianxia.games import AnyGame
from tianxia.games.contrast import Continuation, Contrast
from tianxia.games.narrator import Narrator
from tianxia.players import Effort
from tianxia.players.registry import SLOWER

FEWEST: Final = 24  # pairs
SIMULATIONS: Final = 5  # of a short search that one pair is worth


def pairs_for(game: AnyGame, effort: Effort) -> int:
    """The number of pairs of continuations that go with the effort of a search; fewer where the engine is slow."""
    most = game.simulations.pairs if COMPILED else max(FEWEST, game.simulations.pairs // SLOWER)
    return min(most, max(FEWEST, effort.simulations // SIMULATIONS)) if effort.simulations else most


def compare(game: AnyGame, position: Position, this: int, other: int, pairs: int, seed: bytes) -> Contrast:
    """Contrast two actions of the seat to move, by what this seat knows.

    Each pair starts from a determinization for the seat. After either action everybody makes the moves that the
    evaluation finds likely, with the same random numbers: chance has one seed, and the n-th decision of a seat has a
    stream of its own, so what does not depend on the action goes the same way.
    """
    narrator, evaluation = game.narrator(position), game.evaluation()
    contrast = Contrast(int(position.seat))
    hidden, dice = derive_seed(seed, "hidden"), derive_seed(seed, "luck")
    for number in range(pairs):
        start: Position = position.clone()
        start.determinize(position.seat, stream_of(hidden, number))
        start.take_seed(derive_seed(dice, str(number))[:SEED_BYTES])
        luck = mix(START, stream_of(dice, number).next32())
        sides = [_go_on(narrator, evaluation, start, action, int(luck)) for action in (this, other)]
        contrast.pairs.append((sides[0], sides[1]))
    return contrast


def _go_on(narrator: Narrator, evaluation: Evaluation, start: Position, action: int, luck: int) -> Continuation:
    """One continuation to the end of the game. Scores are taken where a playout of the search ends, as the search does.

    That may be before the end: then it keeps out what the two moves have little to do with.
    """
    ahead: Position = start.clone()
    ahead.journal = Journal()
    ahead.apply(action)
    decisions = [mix(luck, seat) for seat in range(start.players)]
    left, scores = evaluation.horizon, None
    while not ahead.over:
        if left == 0:
            scores = evaluation.expected_scores(ahead)
        left -= 1
        seat = ahead.seat
        bits = decisions[seat] = mix(decisions[seat], seat)
        ahead.apply(evaluation.likely_action(ahead, Stream(bits & MASK32, bits >> 30, mix(bits, 1) & MASK32, 1)))
    if scores is None:
        scores = evaluation.expected_scores(ahead)
    return Continuation([float(score) for score in scores], narrator.facts(ahead))
