"""Ties at the end of a game: seats with equal scores, and the tie-breaks that ranked them."""

from __future__ import annotations

from itertools import groupby
from typing import TypedDict

from tianxia.engine.position import Position
from tianxia.games import AnyGame
from tianxia.games.base import engine_seat
from tianxia.words import MessageDocument


class Tie(TypedDict):
    """Seats with equal scores that all earlier tie-breaks left together, and what ranked them."""

    seats: list[int]  # as they rank in the end; who share a place, ascending
    by: str | None  # the tie-break that separated them; null: nothing did, and they share a place
    amounts: list[int]  # what each of these seats has of the tie-break, more being better; empty where nothing decided
    line: MessageDocument  # the same in a sentence


def find_ties(game: AnyGame, position: Position) -> list[Tie]:
    """All ties of a game that is over, the best place first; of one group of seats, in the order of the tie-breaks."""
    places = [int(place) for place in position.places()]
    scores = [int(score) for score in position.scores()]
    ranked = sorted(range(1, len(places) + 1), key=lambda seat: places[engine_seat(seat)])
    ties: list[Tie] = []
    for score, group in groupby(ranked, key=lambda seat: scores[engine_seat(seat)]):
        ties += _ties_of(game, position, score, list(group), list(game.tie_breaks))
    return ties


def _ties_of(game: AnyGame, position: Position, score: int, seats: list[int], left: list[str]) -> list[Tie]:
    """The ties among seats that are level so far; `left` are the tie-breaks that come next."""
    if len(seats) < 2:
        return []
    if not left:
        return [_tie(game, None, score, seats, [])]
    index = len(game.tie_breaks) - len(left)
    amount = {seat: int(position.tie_breaks(engine_seat(seat))[index]) for seat in seats}
    decided = [] if len(set(amount.values())) == 1 else [_tie(game, left[0], score, seats, list(amount.values()))]
    rest = (
        _ties_of(game, position, score, list(level), left[1:]) for _, level in groupby(seats, key=amount.__getitem__)
    )
    return decided + [tie for found in rest for tie in found]


def _tie(game: AnyGame, by: str | None, score: int, seats: list[int], amounts: list[int]) -> Tie:
    line = game.tell_tie(by, score, seats, amounts)
    return {"seats": seats, "by": by, "amounts": amounts, "line": line.document()}
