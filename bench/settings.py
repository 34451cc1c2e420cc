"""How settings of the search do: a searcher with some of them changed against rivals, on all cores.

python bench/settings.py forbidden-city mcts:400 greedy --games 120 horizon=4 horizon=8 "c_puct=0.3 win_scale=16"

Each argument after the players is one variant: names and values of `tianxia.engine.evaluation.Evaluation`. The searcher
as it is comes first. Seats rotate, seeds are paired, and all variants play the same shuffles.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from math import sqrt
from multiprocessing import get_context
from statistics import fmean

from tianxia.arena import play_match
from tianxia.engine.chance import derive_seed
from tianxia.games import AnyGame, find_game
from tianxia.games.base import human_seat
from tianxia.play import Match
from tianxia.players import Player, make_player
from tianxia.players.search_player import SearchPlayer

TABLE = 4  # seats
Job = tuple[str, str, str, str, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("searcher")
    parser.add_argument("rival")
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--games", type=int, default=120, help="of each variant")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    with get_context("spawn").Pool(arguments.processes) as pool:
        for variant in ["", *arguments.variants]:
            players = (arguments.game, arguments.searcher, arguments.rival, variant)
            jobs: Iterable[Job] = [(*players, number) for number in range(arguments.games)]
            wins = pool.map(play, jobs, chunksize=1)
            share = fmean(wins)
            reach = 1.96 * sqrt(share * (1 - share) / len(wins))  # seeds are paired: the true one is hardly larger
            print(f"{variant or 'as it is'}: wins {100 * share:.1f} % ± {100 * reach:.1f}", flush=True)


def play(job: Job) -> float:
    """The searcher's part of the victory in one game."""
    title, searcher, rival, variant, number = job
    game = find_game(title)
    seat, seed = number % TABLE, derive_seed(bytes(16), f"settings {number // TABLE}")
    players = [make_player(rival, game) for _ in range(TABLE)]
    players[seat] = changed(searcher, game, variant)
    match = Match.begin(game, game.setting(TABLE), seed, has_lines=False)
    play_match(match, players, derive_seed(seed, str(number)))
    return (human_seat(seat) in match.winners) / len(match.winners)


def changed(spec: str, game: AnyGame, variant: str) -> Player:
    player = make_player(spec, game)
    assert isinstance(player, SearchPlayer), f"{spec} does not search"
    evaluation = player.tree.evaluation
    for setting in variant.split():
        name, _, value = setting.partition("=")
        setattr(evaluation, name, type(getattr(evaluation, name))(float(value)))
    return player


if __name__ == "__main__":
    main()
