"""Perft of the openings (`golden/test_perft.py` has them all) by brute force."""

from __future__ import annotations

import pytest

from support.city import standard_document
from support.golden import FORBIDDEN_CITY
from support.perft import PerftCase, parse_perft
from support.slow_city import SlowCity
from tianxia.games.base import Document

CASES = parse_perft(FORBIDDEN_CITY.perft_file.read_text(encoding="utf-8"))
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
