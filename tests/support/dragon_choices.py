"""What programs choose at once in In the Year of the Dragon: a checksum that both builds share."""

from __future__ import annotations

from hashlib import sha256

from support.dragon_games import case_of, new_position
from support.luck import dice

SUPER_EVENTS = ("none", "earthquake", "random")


def trace_games(games: int) -> str:
    """Over the weights of all moves and a likely one, in so many greedy games with each number of players."""
    trace = sha256()
    for players in (2, 3, 4, 5):
        case = case_of(players, great_wall=players % 2 == 0, super_event=SUPER_EVENTS[players % 3])
        evaluation = case.game.evaluation()
        for number in range(games):
            position, stream = new_position(case, number + players), dice(number)
            while not position.over:
                actions = position.legal_actions()
                weights = [round(weight, 6) for weight in evaluation.score_moves(position, actions)]
                trace.update(f"{weights} {evaluation.likely_action(position, stream)}\n".encode())
                position.apply(actions[weights.index(max(weights))])
            trace.update(f"{list(position.scores())}\n".encode())
    return trace.hexdigest()[:32]
