"""What greedy chooses in The Emperor of China: a checksum that both builds share."""

from __future__ import annotations

from hashlib import sha256

from support.emperor_games import CASES, new_position
from support.luck import dice
from tianxia.players import make_player


def trace_games(games: int) -> str:
    """Over all choices of greedy and what it thought of each position, in so many games of each setting."""
    trace = sha256()
    for case in CASES:
        player = make_player("greedy", case.game)
        evaluation = case.game.evaluation()
        for number in range(games):
            position, stream = new_position(case, number), dice(number)
            while not position.over:
                action = player.choose(position, stream)
                likely = evaluation.likely_action(position, stream)
                worth = [round(points, 6) for points in evaluation.expected_scores(position)]
                trace.update(f"{case} {number} {action} {likely} {worth}\n".encode())
                position.apply(action)
    return trace.hexdigest()[:32]
