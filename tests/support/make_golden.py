"""Writes the golden files again: `cd tests && python -m support.make_golden`.

Only for a change of the rules that is wanted: a golden file that changes for another reason is a bug. Playthroughs tell
views and log lines, too: where only those were changed, `python -m support.make_golden playthroughs` is enough.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from contract.cases import Case
from support.golden import GOLDEN, GOLDEN_GAMES, GoldenGame, words_of
from support.luck import dice, seed_of
from support.perft import PerftCase, count_below, order_checksum, print_perft
from support.playthrough import playthrough
from tianxia.play import Match
from tianxia.play.files import print_pages
from tianxia.play.record import write_record

DEPTHS = (1, 2, 3)


def play_on(match: Match, number: int, prefers: tuple[str, ...] = ()) -> Match:
    """Play to the end with seeded random moves; with an odd number mostly preferred ones."""
    stream = dice(number)
    while not match.over:
        legal = match.legal_moves()
        preferred = [move for move in legal if number % 2 and move.startswith(prefers)]
        if preferred and stream.below(4):
            legal = preferred
        match.move(match.to_move or 0, legal[stream.below(len(legal))])
    return match


def play_case(game: GoldenGame, case: Case) -> Match:
    """The random game that is the record of a setting."""
    number = game.number(case)
    return play_on(Match.begin(case.game, case.setting, seed_of(number)), number, game.prefers)


def golden_records(game: GoldenGame) -> Iterator[tuple[Path, Match]]:
    for case in game.cases:
        yield game.record_file(words_of(case)), play_case(game, case)
    for name, end in game.ends.items():
        number = 0
        while not end.has_come(match := play_on(end.begin(number), number, game.prefers)):
            number += 1
        yield game.record_file(name), match


def perft_cases(game: GoldenGame) -> Iterator[PerftCase]:
    """Along the golden record of each setting."""
    for case in game.cases:
        match = play_case(game, case)
        for after in game.perft_after:
            moves = [move.move for move in match.moves[:after]]
            perft = PerftCase(
                id=f"{game.id}-{words_of(case)}-{len(moves)}",
                game=game.id,
                players=case.players,
                options={name: str(value).lower() for name, value in case.options},
                seed=seed_of(game.number(case)).hex(),
                moves=moves,
            )
            there = perft.begin()
            perft.perft = {depth: sum(count_below(there, depth).values()) for depth in DEPTHS}
            perft.order = order_checksum(there)
            yield perft


def tell(game: GoldenGame, case: Case) -> str:
    """The playthrough of the golden record of a setting."""
    record = json.loads(game.record_file(words_of(case)).read_text(encoding="utf-8"))
    return playthrough(record, in_full=words_of(case) == game.told_in_full)


def main(only_playthroughs: bool) -> None:
    (GOLDEN / "playthroughs").mkdir(parents=True, exist_ok=True)
    for game in GOLDEN_GAMES:
        if not only_playthroughs:
            write_records_and_perft(game)
        for case in game.cases:
            game.playthrough_file(case).write_text(tell(game, case), encoding="utf-8")


def write_records_and_perft(game: GoldenGame) -> None:
    for file, match in golden_records(game):
        file.write_text(print_pages(write_record(match)) + "\n", encoding="utf-8")
    text = "\n".join([game.about_perft, *map(print_perft, perft_cases(game))])
    game.perft_file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(only_playthroughs="playthroughs" in sys.argv[1:])
