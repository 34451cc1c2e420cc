"""Perft: the number of sequences of moves from seeded positions, pinned in a file for each game."""

from __future__ import annotations

import json

import pytest

from support.golden import GOLDEN_GAMES, GoldenGame, words_of
from support.perft import PerftCase, count_below, order_checksum, parse_perft, print_perft


def _read(game: GoldenGame) -> list[PerftCase]:
    return list(parse_perft(game.perft_file.read_text(encoding="utf-8")))


CASES = [case for game in GOLDEN_GAMES for case in _read(game)]
EACH_GAME = pytest.mark.parametrize("game", GOLDEN_GAMES, ids=[game.id for game in GOLDEN_GAMES])


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_perft(case: PerftCase) -> None:
    """The legal moves in their order, and the sequences of up to three; if not, the count below each move is told."""
    match = case.begin()
    assert order_checksum(match) == case.order, "\n".join(match.legal_moves())
    assert len(case.perft) == 3
    for depth, sequences in case.perft.items():
        below = count_below(match, depth)
        told = "\n".join(f"{move}: {count}" for move, count in below.items())
        assert sum(below.values()) == sequences, f"below each move, depth {depth}:\n{told}"


@EACH_GAME
def test_perft_follows_the_golden_record_of_every_setting(game: GoldenGame) -> None:
    """The opening, the middle and the end."""
    expected = {}
    for case in game.cases:
        record = json.loads(game.record_file(words_of(case)).read_text(encoding="utf-8"))
        moves = [entry["move"] for entry in record["moves"]]
        for start in (moves[:after] for after in game.perft_after):
            expected[f"{game.id}-{words_of(case)}-{len(start)}"] = (record["seed"], start)
    assert {case.id: (case.seed, case.moves) for case in _read(game)} == expected


@EACH_GAME
def test_a_perft_file_prints_as_it_was_read(game: GoldenGame) -> None:
    """Parse and print agree."""
    text = "\n".join(map(print_perft, _read(game)))
    assert list(parse_perft(text)) == _read(game)
    assert game.perft_file.read_text(encoding="utf-8") == f"{game.about_perft}\n{text}"
