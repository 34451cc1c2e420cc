"""Records for a seat or a spectator: what they hide, and how far they are checked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from play.records import ALL, HEAD, check, play, record, record_for, refused, told
from tianxia.games import Shelf, find_game
from tianxia.play import Match, read_record, replay
from tianxia.play.record import write_record, write_record_for

EVERYBODY = [None, 1, 2, 3]


def known(document: Any) -> list[int]:
    """By seat: how many tiles from the top are told. After the first that is not told, none is."""
    counts = []
    for stack in document["setup"]["stacks"]:
        count = next((place for place, tile in enumerate(stack) if tile is None), len(stack))
        assert all(tile is None for tile in stack[count:])
        counts.append(count)
    return counts


def test_a_tile_has_its_id_once_it_was_laid_and_to_its_owner_when_it_was_drawn() -> None:
    # seven moves of three seats: seat 1 has laid three, the others two
    assert known(record_for(None)) == [3, 2, 2]
    assert known(record_for(1)) == [4, 2, 2]
    assert known(record_for(2)) == [3, 3, 2]
    assert known(record_for(3)) == [3, 2, 3]
    assert known(record_for(None, moves=0)) == [0, 0, 0]
    assert known(record_for(2, moves=0)) == [0, 1, 0]


def test_nobody_knows_the_last_tiles_before_the_end() -> None:
    last = len(play(3, ALL).moves) - 1
    assert known(record_for(None, moves=last)) == [22, 22, 21]
    assert known(record_for(1, moves=last)) == [22, 22, 21]
    assert known(record_for(3, moves=last)) == [22, 22, 22]
    assert known(record_for(None, moves=ALL)) == [24, 24, 24]


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize("moves", [0, 1, 5, 30, 65])
def test_a_record_for_a_seat_tells_the_same_as_the_whole_and_no_more(seat: int | None, moves: int) -> None:
    whole, redacted = record(moves=moves), record_for(seat, moves=moves)
    assert "seed" not in redacted
    for stack, told_stack in zip(whole["setup"]["stacks"], redacted["setup"]["stacks"], strict=True):
        assert all(told_tile in (tile, None) for tile, told_tile in zip(stack, told_stack, strict=True))
    del whole["setup"], whole["seed"], redacted["setup"]
    assert redacted == whole


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize("moves", [0, 1, 7, 65])
def test_it_is_verified_and_written_again_as_it_was(seat: int | None, moves: int) -> None:
    document = record_for(seat, moves=moves)
    match = check(document)
    assert write_record(match) == document
    assert write_record_for(match, seat) == document
    assert len(match.moves) == moves


@pytest.mark.parametrize("seat", EVERYBODY)
def test_it_is_shown_as_the_seat_saw_it(seat: int | None) -> None:
    real, again = play(3, 7), check(record_for(seat))
    for key in ("to_move", "legal", "scores", "ledger", "table", "own", "question"):
        assert again.view(seat)[key] == real.view(seat)[key]


def test_whose_hand_is_known() -> None:
    assert [check(record_for(2)).hand_is_known(seat) for seat in (1, 2, 3)] == [False, True, False]
    assert [check(record_for(None)).hand_is_known(seat) for seat in (1, 2, 3)] == [False, False, False]
    assert [check(record()).hand_is_known(seat) for seat in (1, 2, 3)] == [True, True, True]


def test_the_next_move_may_be_added_by_whoever_knows_the_tile() -> None:
    document = record_for(2)
    document["moves"].append(record(moves=8)["moves"][-1])
    match = check(document)
    assert write_record_for(match, 2) == {**document, "setup": match.redacted_setup(2)}


def test_a_tile_that_was_laid_cannot_be_hidden() -> None:
    document = record_for(None)
    document["setup"]["stacks"][0][2] = None
    text = document["moves"][6]["move"]
    reason = "The record does not say what the seat holds."
    assert refused(document) == (7, f'Move 7 (seat 1, "{text}"): {reason}')
    document["setup"]["stacks"][2][0] = None
    assert refused(document)[0] == 3


def test_what_is_told_is_checked() -> None:
    document = record_for(1)
    stack = document["setup"]["stacks"][0]
    stack[10] = stack[0]
    assert refused(document) == (0, f'{HEAD}seat 1 has the tile "{stack[0]}" twice.')
    stack[10] = "green-tower"
    assert refused(document) == (0, f'{HEAD}the edition "standard" has no tile "green-tower".')
    stack[10:] = [None]
    assert refused(document) == (0, f"{HEAD}the stack of seat 1 must have 24 tiles.")
    document = record_for(1)
    document["moves"][6]["move"] = "0,0 r0"
    assert refused(document)[0] == 7


def test_more_may_be_told_than_the_seat_knew() -> None:
    document = record_for(1)
    document["setup"]["stacks"][1] = told(moves=7)["setup"]["stacks"][1]
    assert check(document).hand_is_known(2)


def test_a_finished_record_hides_nothing() -> None:
    document = told(moves=ALL)
    after = len(document["moves"]) + 1
    for seat, place in ((0, 23), (2, 22)):
        hidden = told(moves=ALL)
        hidden["setup"]["stacks"][seat][place] = None
        sentence = f"Move {after} (result): The game is over, so nothing may be hidden (null)."
        assert refused(hidden) == (after, sentence)


def test_a_finished_record_is_the_same_for_everybody_and_has_its_seed() -> None:
    assert all(record_for(seat, moves=ALL) == record(moves=ALL) for seat in EVERYBODY)
    assert "seed" in record(moves=ALL)


def test_the_hash_of_the_seed_stands_in_it() -> None:
    assert record_for(1)["seed_hash"] == record()["seed_hash"]


def test_what_others_wrote_is_left_out_since_it_may_tell() -> None:
    document = record(moves=7)
    document["comment"] = {"stacks": document["setup"]["stacks"]}
    document["moves"][2]["next"] = document["setup"]["stacks"][2][1]
    match = check(document)
    for seat in EVERYBODY:
        assert write_record_for(match, seat) == record_for(seat)
    assert write_record(match) == document


def test_a_match_from_a_redacted_record_shows_no_made_up_hand() -> None:
    """What the record does not tell was filled in with something possible: nobody may take it for the truth."""
    game = find_game("forbidden-city")
    match = Match.begin(game, game.setting(3), bytes(16))
    match.move(1, match.legal_moves()[0])
    redacted = replay(read_record(json.loads(json.dumps(write_record_for(match, 1)))), Shelf())
    assert redacted.view(1)["own"]["hand"] == match.view(1)["own"]["hand"]
    assert (redacted.view(2)["own"], redacted.view(2)["legal"]) == ({}, [])
    assert match.view(2)["legal"] != []
