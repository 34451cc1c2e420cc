"""How often a game leaves the window that learning programs are shown.

build/python bench/window.py --games 100000 --greedy 60

Forbidden City: games in which a free cell ever lay outside (a city never shrinks, so its end tells). In the Year of the
Dragon: games in which a seat ever had more palaces than are shown. For every number of players.
"""

from __future__ import annotations

import argparse
from typing import Any

from tianxia.engine.chance import stream_of
from tianxia.games import AnyGame, find_game
from tianxia.games.forbidden_city.environment.observation import WINDOW
from tianxia.games.forbidden_city.interface.notation import at_spot
from tianxia.games.forbidden_city.rules.tables import SOCKET_BITS
from tianxia.games.year_of_the_dragon.environment.observation import PALACES
from tianxia.players import make_player
from tianxia.players.player import choose_fairly

EVERY = 10  # random games of the Dragon are looked at move by move, so only one in so many is played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="random ones")
    parser.add_argument("--greedy", type=int, default=20, help="games of greedy players")
    arguments = parser.parse_args()
    for id, size in (("forbidden-city", city_size), ("year-of-the-dragon", most_palaces)):
        game = find_game(id)
        room = WINDOW if id == "forbidden-city" else PALACES
        for players in game.player_counts:
            for level, games in (("random", arguments.games), ("greedy", arguments.greedy)):
                played = games // EVERY if level == "random" and id == "year-of-the-dragon" else games
                sizes = [size(game, players, number, level) for number in range(played)]
                left = sum(found > room for found in sizes)
                share = 100 * left / max(1, played)
                largest = max(sizes, default=0)
                told = f"{left} of {played:,} {level} games leave it ({share:.3f} %), the largest has {largest}"
                print(f"{id}, {players} players, room for {room}: {told}", flush=True)


def city_size(game: AnyGame, players: int, number: int, level: str) -> int:
    """The longer side of the rectangle with all free cells beside laid ones, at the end."""
    position = play(game, players, number, level)[-1]
    places = [at_spot(int(entry) >> SOCKET_BITS) for entry in position.frontier]
    return int(1 + max(max(axis) - min(axis) for axis in zip(*places, strict=True)))


def most_palaces(game: AnyGame, players: int, number: int, level: str) -> int:
    """The most palaces that a seat ever had."""
    return int(max(play(game, players, number, level, most_palaces_now)[:-1]))


def most_palaces_now(position: Any) -> int:
    return max(int(position.first_slot[seat + 1] - position.first_slot[seat]) for seat in range(position.players))


def play(game: AnyGame, players: int, number: int, level: str, look: Any = None) -> list[Any]:
    """What was seen after each decision, and the position at the end."""
    position = game.new(game.setting(players))
    seed = number.to_bytes(16, "big")
    position.deal(seed)
    dice = stream_of(seed, 1000)
    player = make_player(level, game)
    seen: list[Any] = []
    while not position.over:
        if level == "random":
            position.apply(position.random_action(dice))
        else:
            position.apply(choose_fairly(player, position, seed, len(seen)))
        seen.append(look(position) if look else None)
    return [*seen, position]


if __name__ == "__main__":
    main()
