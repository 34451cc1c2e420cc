"""Studies: what is tried from a document comes out the same each time, and as a match would have it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tianxia.errors import IllegalError, RecordError
from tianxia.games import GAMES, find_game
from tianxia.play import Match, write_record, write_record_for
from tianxia.play.record import write_position_record
from tianxia.teaching.study import play_study
from tianxia.words import Message

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = {
    "forbidden-city": "forbidden-city-3-halls",
    "emperor-of-china": "emperor-of-china-3-three-four-fortifications",
    "year-of-the-dragon": "year-of-the-dragon-3-great-wall-sunrise-7",
}


def begun(game: str) -> Match:
    box = find_game(game)
    return Match.begin(box, box.setting(3), bytes(range(16)))


def play_at_random(document: dict[str, Any], moves: int) -> list[str]:
    dice, played = Random(7), list[str]()
    for _ in range(moves):
        match, _ = play_study(document, played)
        if match.over:
            break
        played.append(dice.choice(match.legal_moves()))
    return played


@pytest.mark.parametrize("game", GAMES)
def test_the_same_study_is_always_the_same(game: str) -> None:
    document = write_position_record(begun(game))
    played = play_at_random(document, 20)
    one, _ = play_study(document, played)
    shuffled = dict(reversed(document.items()))
    other, _ = play_study(shuffled, played)
    assert write_record(one) == write_record(other)
    assert any(move.chance is not None for move in one.moves) == (game != "forbidden-city")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_played_on_from_its_end(game: str) -> None:
    """Where it has its seed, luck goes on as it would have."""
    record = json.loads((GOLDEN / f"{FILES[game]}.json").read_text("utf-8"))
    whole = record["moves"]
    half = len(whole) // 2
    begun = {**record, "moves": whole[:half]}
    del begun["scores"], begun["winners"]
    match, before = play_study(begun, [])
    assert before == half
    while not match.over:
        told = whole[len(match.moves)]  # what is forced was made already
        match.move(told["seat"], told["move"])
    assert write_record(match)["moves"] == whole


def test_what_is_not_legal_is_refused_with_its_rule() -> None:
    document = write_position_record(begun("forbidden-city"))
    with pytest.raises(IllegalError) as refused:
        play_study(document, ["0,0 r0"])
    assert isinstance(refused.value.reason, Message)
    assert refused.value.reason.rule == "forbidden-city#2"


def test_nothing_is_played_once_the_game_is_over() -> None:
    record = json.loads((GOLDEN / "forbidden-city-2-gardens.json").read_text("utf-8"))
    with pytest.raises(IllegalError, match="over"):
        play_study(record, ["0,3 r0"])


def test_what_hides_something_cannot_be_studied() -> None:
    match = begun("emperor-of-china")
    with pytest.raises(RecordError, match="made for one seat"):
        play_study(write_record_for(match, 1), [])
