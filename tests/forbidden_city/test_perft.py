"""Perft: the number of sequences of moves from seeded positions, pinned in a file."""

from __future__ import annotations

import pytest

from support.city import SETTINGS, standard_document
from support.make_golden import PERFT
from support.perft import PerftCase, count_below, order_checksum, parse_perft, print_perft
from support.slow_city import SlowCity
from tianxia.games.base import Document

CASES = list(parse_perft(PERFT.read_text(encoding="utf-8")))


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


OPENINGS = [case for case in CASES if len(case.moves) <= 5]


@pytest.mark.parametrize("case", OPENINGS, ids=[case.id for case in OPENINGS])
def test_perft_of_the_openings_by_brute_force(case: PerftCase) -> None:
    """The slow twin, which shares nothing with the engine, counts the same sequences of one and of two moves."""
    match = case.begin()
    document = match.game.write_position(match.position)
    mover, follower = document["turn"] - 1, document["turn"] % case.players
    tiles = [stack[0] for stack in document["stacks"]]
    first = slow_city_of(document, case).legal(tiles[mover])
    assert len(first) == case.perft[1]
    second = 0
    for x, y, turn in first:
        city = slow_city_of(document, case)
        city.lay(mover, tiles[mover], (x, y), turn)
        second += len(city.legal(tiles[follower]))
    assert second == case.perft[2]


def slow_city_of(document: Document, case: PerftCase) -> SlowCity:
    city = SlowCity(standard_document(), case.players, case.options["start"])
    for entry in document["laid"]:
        city.lay(entry["seat"] - 1, entry["tile"], (entry["at"][0], entry["at"][1]), entry["turn"])
    return city


def test_perft_covers_every_setting() -> None:
    """Both start sides and every number of players: the opening, the middle and the end."""
    found = {(case.players, case.options["start"]) for case in CASES}
    assert found == set(SETTINGS)
    assert {len(case.moves) for case in CASES} >= {0, 5, 20, 53, 63, 85}


def test_a_perft_file_prints_as_it_was_read() -> None:
    """Parse and print agree."""
    text = "\n".join(print_perft(case) for case in CASES)
    assert list(parse_perft(text)) == CASES
    assert PERFT.read_text(encoding="utf-8").endswith(text)
