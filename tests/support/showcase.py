"""Games that go the same way everywhere: a server whose shuffles are known, and people who play as programs did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias
from unittest.mock import patch

import support.servers as servers
import tianxia.server.http.routes.tables as tables
from support.browsers import Visitor
from support.luck import seed_of
from support.servers import SETTINGS, WebServer, main
from tianxia.arena.simulate import play_match
from tianxia.games import find_game
from tianxia.play import Match
from tianxia.players import make_player

Options: TypeAlias = dict[str, str | bool | int]

SEED = seed_of(13)
PROGRAM = "level:novice"  # plays quickly, and not at random
EARLY, MIDDLE = 0.12, 0.5  # of a game
USUAL = 3  # players
EXPANDED: dict[str, Options] = {  # game -> options of a table with all there is, where it has some
    "forbidden-city": {"start": "halls"},
    "emperor-of-china": {"fortifications": True},
    "year-of-the-dragon": {"great_wall": True, "super_event": "earthquake"},
}


class SeededServer(WebServer):
    """A server that shuffles every game alike: never for people."""

    MODULE = "support.showcase"


@contextmanager
def serving_seeded(database: str) -> Iterator[str]:
    """Its address."""
    with closing(SeededServer(database)) as server:
        server.start()
        yield server.address


@dataclass(frozen=True)
class Showcase:
    """The tables of one game, all with the same shuffles."""

    waiting: str
    early: str
    middle: str
    over: str
    expanded: str  # with expansions, and as many players as there may be
    decided: str  # the host has made a move, which waits for the last word
    hinted: str  # like the middle; that a hint was taken shall not be seen there
    shared: str  # all sit at one screen


def play_showcase(game: str, people: list[Visitor]) -> Showcase:
    """Tables in every state; the first of these people has set them up, and is to move where somebody is."""
    host, usual, all_seated = people[0], people[:USUAL], people[: find_game(game).player_counts[-1]]
    moves, more = plan_moves(game, USUAL), plan_moves(game, len(all_seated), EXPANDED.get(game, {}))
    decided = play_on(game, usual, moves, round(EARLY * len(moves)))
    host.move(decided, host.look(decided)["view"]["legal"][0], confirm=False)
    return Showcase(
        waiting=host.set_up(game, "me", "friend", "level:adept"),
        early=play_on(game, usual, moves, round(EARLY * len(moves))),
        middle=play_on(game, usual, moves, round(MIDDLE * len(moves))),
        over=play_on(game, usual, moves, len(moves)),
        expanded=play_on(game, all_seated, more, round(MIDDLE * len(more)), EXPANDED.get(game, {})),
        decided=decided,
        hinted=play_on(game, usual, moves, round(MIDDLE * len(moves))),
        shared=host.set_up(game, *["me"] * find_game(game).player_counts[0]),
    )


def plan_moves(game: str, players: int, options: Options | None = None) -> list[tuple[int, str]]:
    """A whole game between programs: seats and what they decided."""
    found = find_game(game)
    match = Match.begin(found, found.setting(players, options), SEED)
    play_match(match, [make_player(PROGRAM, found) for _ in range(players)], SEED)
    return [(entry.seat, entry.move) for entry in match.log if entry.move and not entry.forced]


def play_on(
    game: str,
    people: list[Visitor],
    moves: list[tuple[int, str]],
    least: int,
    options: Options | None = None,
) -> str:
    """A table after at least so many moves, when the host is to move, or when all are made."""
    host, *friends = people
    table = host.set_up(game, "me", *("anybody" for _ in friends), options=options or {})
    for seat, friend in enumerate(friends, 2):
        friend.ask("POST", f"/tables/{table}/seats/{seat}", {})
    host.ask("POST", f"/tables/{table}/start")
    for made, (seat, move) in enumerate(moves):
        if made >= least and seat == 1:
            break
        people[seat - 1].move(table, move)
    return table


if __name__ == "__main__":
    # an analysis as people get it: the pictures show what it found
    usual = replace(SETTINGS, depth=None)
    with patch.object(tables, "new_seed", SEED.hex), patch.object(servers, "SETTINGS", usual):
        main()
