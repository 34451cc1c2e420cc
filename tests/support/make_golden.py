"""Writes the golden files of Forbidden City again: `cd tests && python -m support.make_golden`.

Only for a change of the rules that is wanted: a golden file that changes for another reason is a bug.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from support.city import SETTINGS, dice, seed_of, standard_game
from support.perft import PerftCase, count_below, order_checksum, print_perft
from tianxia.play import Match
from tianxia.play.files import print_pages
from tianxia.play.record import write_record

GOLDEN = Path(__file__).parent.parent / "golden"
PERFT = GOLDEN / "forbidden-city.perft"
DEPTHS = (1, 2, 3)
MOVES = (0, 5, 20, -3)  # perft after so many moves; -3: three before the end
HEAD = """\
# Forbidden City: sequences of moves from seeded games. `python -m support.make_golden` writes this file;
# support/perft.py tells its form. The numbers are the engine's own, pinned; the legal moves behind them are compared
# with brute force in test_properties.py.
"""


def play_random(players: int, start: str, number: int, moves: int | None = None) -> Match:
    """A match with seeded random moves, so many or to its end."""
    game = standard_game()
    match = Match.begin(game, game.setting(players, {"start": start}), seed_of(number))
    stream = dice(number)
    while not match.over and (moves is None or len(match.moves) < moves):
        legal = match.legal_moves()
        match.move(match.to_move or 0, legal[stream.below(len(legal))])
    return match


def golden_records() -> Iterator[tuple[str, Match]]:
    """File names and matches: one for each setting, and one that ends with a shared victory."""
    for players, start in SETTINGS:
        yield f"forbidden-city-{players}-{start}.json", play_random(players, start, players)
    number = 0
    while len((shared := play_random(3, "gardens", number)).winners) == 1:
        number += 1
    yield "forbidden-city-shared.json", shared


def perft_cases() -> Iterator[PerftCase]:
    for players, start in SETTINGS:
        last = len(play_random(players, start, players).moves)
        for moves in MOVES:
            match = play_random(players, start, players, moves if moves >= 0 else last + moves)
            yield PerftCase(
                id=f"forbidden-city-{players}-{start}-{len(match.moves)}",
                game="forbidden-city",
                players=players,
                options={"start": start},
                seed=seed_of(players).hex(),
                moves=[move.move for move in match.moves],
                perft={depth: sum(count_below(match, depth).values()) for depth in DEPTHS},
                order=order_checksum(match),
            )


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, match in golden_records():
        (GOLDEN / name).write_text(print_pages(write_record(match)) + "\n", encoding="utf-8")
    PERFT.write_text("\n".join([HEAD, *map(print_perft, perft_cases())]), encoding="utf-8")


if __name__ == "__main__":
    main()
