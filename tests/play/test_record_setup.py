"""The set-up in a record of Forbidden City."""

from __future__ import annotations

from typing import Any

import pytest

from play.records import HEAD, check, record, refused, told
from tianxia.games import find_game
from tianxia.play.record import write_record


def with_stacks(change: Any, players: int = 3) -> Any:
    document = told(players)
    document["setup"]["stacks"] = change(document["setup"]["stacks"])
    return document


def with_stack(seat: int, change: Any, players: int = 3) -> Any:
    document = told(players)
    stacks = document["setup"]["stacks"]
    stacks[seat - 1] = change(stacks[seat - 1])
    return document


def test_a_set_up_is_all_tiles_of_all_seats_as_before_the_first_draw() -> None:
    for players, size in ((2, 30), (3, 24), (4, 24)):
        stacks = record(players)["setup"]["stacks"]
        assert [len(stack) for stack in stacks] == [size] * players
        assert len({tuple(sorted(stack)) for stack in stacks}) == 1
        assert len(set(stacks[0])) == size
        match = check(record(players, 0))
        assert [match.view(seat)["own"]["hand"] for seat in range(1, players + 1)] == [stack[0] for stack in stacks]


def test_any_order_will_do() -> None:
    document = told(moves=0)
    stacks = document["setup"]["stacks"]
    stacks[0].reverse()
    stacks[1].sort()
    assert write_record(check(document)) == document


@pytest.mark.parametrize("setup", [{}, {"stack": []}, {"hands": [], "row": []}], ids=repr)
def test_a_set_up_without_stacks_is_refused(setup: Any) -> None:
    assert refused({**told(), "setup": setup}) == (0, f"{HEAD}setup must have stacks, and nothing else.")


def test_unknown_keys_in_the_set_up_are_refused() -> None:
    document = told()
    document["setup"]["note"] = "shuffled twice"
    assert refused(document) == (0, f"{HEAD}setup must have stacks, and nothing else.")


@pytest.mark.parametrize(
    "change",
    [lambda s: s[:2], lambda s: [*s, s[0]], lambda s: [], lambda s: None, lambda s: {"1": s}, lambda s: "stacks"],
    ids=["two", "four", "none", "null", "object", "text"],
)
def test_there_is_one_stack_a_seat(change: Any) -> None:
    assert refused(with_stacks(change)) == (0, f"{HEAD}setup must have 3 stacks, one for each seat.")


@pytest.mark.parametrize(
    "change",
    [lambda s: s[:23], lambda s: [*s, "green-yard"], lambda s: [], lambda s: None, lambda s: "tiles", lambda s: [s]],
    ids=["short", "long", "empty", "null", "text", "nested"],
)
@pytest.mark.parametrize("seat", [1, 3])
def test_a_stack_has_all_tiles(seat: int, change: Any) -> None:
    assert refused(with_stack(seat, change)) == (0, f"{HEAD}the stack of seat {seat} must have 24 tiles.")


def test_a_stack_of_two_players_has_30_tiles() -> None:
    document = with_stack(2, lambda stack: stack[:24], players=2)
    assert refused(document) == (0, f"{HEAD}the stack of seat 2 must have 30 tiles.")


@pytest.mark.parametrize("tile", ["green-tower", "", "GREEN-YARD", " green-yard", 0, True, 1.5, [], {}], ids=repr)
@pytest.mark.parametrize("place", [0, 23])
def test_unknown_tiles_are_refused(tile: Any, place: int) -> None:
    document = with_stack(2, lambda stack: [*stack[:place], tile, *stack[place + 1 :]])
    assert refused(document) == (0, f'{HEAD}the edition "standard" has no tile "{tile}".')


def test_long_names_of_tiles_are_cut() -> None:
    document = with_stack(2, lambda stack: ["x" * 5000, *stack[1:]])
    assert refused(document) == (0, f'{HEAD}the edition "standard" has no tile "{"x" * 60}".')


def test_a_tile_twice_is_refused() -> None:
    document = with_stack(1, lambda stack: [*stack[:-1], stack[0]])
    tile = document["setup"]["stacks"][0][0]
    assert refused(document) == (0, f'{HEAD}seat 1 has the tile "{tile}" twice.')


def test_the_extra_tiles_are_for_two_players_only() -> None:
    two, three = (set(record(players)["setup"]["stacks"][0]) for players in (2, 3))
    extra = sorted(two - three)
    assert len(extra) == 6
    for tile in extra:
        document = with_stack(1, lambda stack, tile=tile: [*stack[:-1], tile])
        assert refused(document) == (0, f'{HEAD}the tile "{tile}" of seat 1 is not used with this number of players.')


def test_the_set_up_is_checked_before_the_moves() -> None:
    document = with_stack(3, lambda stack: stack[:-1])
    document["moves"][0]["move"] = "nonsense"
    assert refused(document) == (0, f"{HEAD}the stack of seat 3 must have 24 tiles.")


def test_the_edition_has_the_tiles_it_should_have() -> None:
    """The records above name tiles of the standard edition, which never changes."""
    assert find_game("forbidden-city").edition == "standard"
    assert "green-yard" in record()["setup"]["stacks"][0]
