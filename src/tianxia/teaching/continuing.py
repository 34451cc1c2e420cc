"""Plays a reviewed game on from one of its moves, to show on a board where another move leads."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import stream_of
from tianxia.games import STANDARD_EDITIONS
from tianxia.games.base import Document
from tianxia.play import read_record, replay, write_record
from tianxia.teaching.study import play_study

TURNS: Final = 2  # of each seat that are shown
MOST: Final = 40  # moves at most
SEED: Final = bytes(16)


def cut_record(document: Document, after: int) -> Document:
    """The record of a game after a number of its moves: a study that begins there."""
    return write_record(replay(read_record(document), STANDARD_EDITIONS, after))


def continue_game(record: Document, move: str) -> list[str]:
    """A move of the seat to move, and likely moves of everybody after it, for two turns of each seat.

    The moves are in notation, without those that the match makes by itself. A study of the record has the same luck,
    so it can make them one by one.
    """
    match, _ = play_study(record, [move])
    evaluation, luck = match.game.evaluation(), stream_of(SEED, 0)
    moves, turns, mover = [move], 0, None
    while match.to_move is not None and len(moves) < MOST:
        turns += match.to_move != mover
        mover = match.to_move
        if turns > TURNS * match.setting.players:
            break
        action = evaluation.likely_action(match.position, luck)
        moves.append(match.game.print_move(match.position, action))
        match.move(mover, moves[-1])
    return moves
