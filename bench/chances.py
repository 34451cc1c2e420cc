"""Whether chances to win are told rightly: what hints and analyses say in the course of a game, and who wins it.

build/python bench/chances.py --games 100

Programs play games of three and four; in each part of a game the favourite's chance is told as simulated, and as hints
and analyses tell it, beside how often that favourite won. The less surprise (the mean of -log of what the winner was
given), the better; even chances would be surprised by about 1.25.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from statistics import mean

from tianxia.arena.executors import ProcessExecutor
from tianxia.engine.chance import derive_seed, stream_of
from tianxia.games import GAMES, find_game
from tianxia.play import Match
from tianxia.players import ask, closing, make_player
from tianxia.players.mcts import Tree

PLAYER = "mcts:150"
SIMULATIONS = 600
EVERY = 9  # decisions between two looks
PARTS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.01)  # of a game: where they begin, and where the last one ends
LEAST = 0.001  # nobody was ever without a chance


@dataclass(frozen=True)
class Look:
    """What a search said, in one way, of everybody's chances to win; and who won."""

    way: str  # "simulated" or "told"
    progress: float
    chances: tuple[float, ...]  # by seat
    winners: tuple[int, ...]  # seats, from 0

    @property
    def favourite(self) -> int:
        return max(range(len(self.chances)), key=lambda seat: self.chances[seat])

    @property
    def surprise(self) -> float:
        return mean(-log(max(LEAST, self.chances[seat])) for seat in self.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="of each title")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for game in GAMES:
        jobs = range(arguments.games)
        found = ProcessExecutor(os.cpu_count() or 1).run(partial(looks_of_game, game, arguments.seed), jobs)
        print_table(game, [look for _, looks in found for look in looks])


def looks_of_game(id: str, seed: int, number: int) -> list[Look]:
    game, luck = find_game(id), derive_seed(seed.to_bytes(16, "big"), f"chances {number}")
    match = Match.begin(game, game.setting(3 + number % 2, {}), luck, has_lines=False)
    players = [make_player(PLAYER, game) for _ in range(match.setting.players)]
    told: list[dict[str, tuple[float, ...]]] = []
    with closing(players):
        decisions = 0
        while (seat := match.to_move) is not None:
            if len(match.position.legal_actions()) > 1:
                if decisions % EVERY == 0:
                    told.append(dict(look(match, luck)))
                decisions += 1
            match.move(seat, ask(players[seat - 1], match, luck))
    winners = tuple(seat - 1 for seat in match.winners)
    return [
        Look(way, place / len(told), chances, winners)
        for place, ways in enumerate(told)
        for way, chances in ways.items()
    ]


def look(match: Match, luck: bytes) -> Iterator[tuple[str, tuple[float, ...]]]:
    """What is thought of the best move: way -> chances by seat."""
    seen, number = match.position.clone(), len(match.moves)
    seen.determinize(seen.seat, stream_of(derive_seed(luck, "chances hide"), number))
    tree = Tree(match.game.evaluation())
    tree.begin(seen, stream_of(derive_seed(luck, "chances search"), number))
    tree.search(SIMULATIONS)
    best, players = int(tree.best_index()), int(seen.players)
    tries = int(tree.tries[best])
    yield "simulated", tuple(float(tree.wins[best * players + seat]) / tries for seat in range(players))
    yield "told", tuple(map(float, tree.outlook(best)))


def print_table(game: str, looks: Sequence[Look]) -> None:
    for way in ("simulated", "told"):
        parts: dict[int, list[Look]] = defaultdict(list)
        for one in looks:
            if one.way == way:
                parts[next(part for part in range(len(PARTS)) if one.progress < PARTS[part + 1])].append(one)
        all_looks = [one for part in parts.values() for one in part]
        told = [
            f"{mean(one.chances[one.favourite] for one in parts[part]):4.0%}, won {won(parts[part]):4.0%}"
            for part in sorted(parts)
        ]
        surprise = mean(one.surprise for one in all_looks)
        print(f"{game:20} {way:10} {' | '.join(told)}   surprise {surprise:.3f}", flush=True)


def won(looks: Sequence[Look]) -> float:
    """How often the favourite won, a shared victory in parts."""
    return mean((one.favourite in one.winners) / len(one.winners) for one in looks)


if __name__ == "__main__":
    main()
