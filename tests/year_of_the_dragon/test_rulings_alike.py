"""Palaces that are alike, with as many floors and the same persons, are one choice: only the lowest number is legal.

Somebody who names another is understood; a record that does is refused. Alike is judged among the palaces that may be
named now.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.dragon import (
    ANNA,
    action_phase,
    court,
    legal,
    let_come,
    moves,
    palaces,
    person_phase,
    play,
    reason,
    reason_in_record,
    table,
    when,
)
from tianxia.play.match import Match

OTHERS = [court(yuan=4, cards="")] * 4
"""With five players there are tiles enough for many alike. Nobody of the others has to decide anything after Anna."""


def building(*own: str) -> Match:
    match = action_phase(court(*own), *OTHERS)
    play(match, "build")
    return match


def placing(*own: str) -> Match:
    """A court lady is to be placed."""
    match = person_phase(court(*own, cards="court-lady"), *OTHERS)
    play(match, "card court-lady")
    return match


def releasing(*own: str) -> Match:
    """Two persons, for a tribute."""
    return let_come("tribute", court(*own, yuan=2), *OTHERS)


def starving(*own: str, rice: int = 0) -> Match:
    return let_come("drought", court(*own, rice=rice), *OTHERS)


def losing(*own: str) -> Match:
    """Two floors, in an earthquake."""
    return let_come("festival", court(*own), *OTHERS, super_event="earthquake")


CASES = [
    # what is asked, the palaces, the legal moves, a move that is understood, what it is taken for
    (building, ["2:", "2:"], ["floor 1", "floor new"], "floor 2", "floor 1"),
    (
        *(building, ["2: young monk", "1: old monk", "2: young monk"], ["floor 1", "floor 2", "floor new"]),
        *("floor 3", "floor 1"),
    ),
    (  # the same persons in another order
        *(building, ["2: young monk, old farmer", "2: old farmer, young monk"], ["floor 1", "floor new"]),
        *("floor 2", "floor 1"),
    ),
    (placing, ["2:", "2:"], ["palace 1"], "palace 2", "palace 1"),
    (placing, ["1: old monk", "#4 2: old monk", "#6 2: old monk"], ["palace 4"], "palace 6", "palace 4"),
    (
        *(placing, ["1: young monk", "1: young monk"], ["dismiss", "replace 1 young monk"]),
        *("replace 2 young monk", "replace 1 young monk"),
    ),
    (
        *(releasing, ["2: young monk", "2: young monk"], ["release 1 young monk"]),
        *("release 2 young monk", "release 1 young monk"),
    ),
    (
        *(releasing, ["1: young monk", "2: old farmer, young farmer", "2: young farmer, old farmer"]),
        ["release 1 young monk", "release 2 young farmer", "release 2 old farmer"],
        *("release 3 old farmer", "release 2 old farmer"),
    ),
    (
        *(starving, ["1: young monk", "1: young monk", "1: young monk"], ["starve 1 young monk"]),
        *("starve 3 young monk", "starve 1 young monk"),
    ),
    (losing, ["2:", "2:", "1:"], ["lose 1", "lose 3"], "lose 2", "lose 1"),
]


@pytest.mark.parametrize(("asked", "own", "moves_there", "said", "taken"), CASES)
def test_alike_palaces_are_one_choice(
    asked: Callable[..., Match], own: list[str], moves_there: list[str], said: str, taken: str
) -> None:
    match = asked(*own)
    assert sorted(legal(match)) == sorted(moves_there)
    refused = reason_in_record(match, said)
    assert (refused.key, refused.rule) == ("alike", "year-of-the-dragon#1")
    assert match.to_move is not None
    assert match.why_not(match.to_move, said) is None
    play(match, said)
    assert match.moves[-1].move == taken
    assert moves(match)[-1] == taken


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2: young monk", "1: young monk"),  # other floors
        ("2: young monk", "2: old monk"),  # another age
        ("2: young monk", "2: young farmer"),
        ("2: young monk, young monk", "2: young monk"),
        ("2: young monk", "2:"),
    ],
)
def test_palaces_that_are_not_alike(one: str, other: str) -> None:
    assert sorted(legal(building(one, other))) == ["floor 1", "floor 2", "floor new"]


def test_after_a_floor_they_are_not_alike_any_more() -> None:
    match = action_phase(court("2: young craftsman", "1:", "1:"), *OTHERS)
    play(match, "build", "floor 3")
    assert palaces(match, ANNA) == ["2: young craftsman", "2:", "1:"]
    assert sorted(legal(match)) == ["floor 1", "floor 2", "floor 3", "floor new"]


def test_they_become_alike() -> None:
    """Palace 1 is now like palace 2."""
    match = releasing("2: young monk, old monk", "2: old monk")
    assert legal(match) == ["release 1 young monk", "release 1 old monk", "release 2 old monk"]
    play(match, "release 1 young monk")
    assert legal(match) == ["release 1 old monk"]


# ---- in a drought: among those not named yet


def test_in_a_drought_a_palace_that_was_named_hides_no_other() -> None:
    """Palace 1 has become like 2 and 3; the first of those that are left is 2."""
    match = starving("2: young monk, young monk", "2: young monk", "2: young monk", rice=1)
    assert legal(match) == ["starve 1 young monk", "starve 2 young monk"]
    play(match, "starve 1 young monk")
    assert [palace["starved"] for palace in table(match)["courts"][0]["palaces"]] == [True, False, False]
    assert legal(match) == ["starve 2 young monk"]
    assert (
        reason_in_record(match, "starve 3 young monk").text
        == "Palaces 2 and 3 are alike: a record names the first of them."
    )
    play(match, "starve 3 young monk")
    assert match.moves[-1].move == "starve 2 young monk"
    assert palaces(match, ANNA) == ["2: young monk", "1:", "2: young monk"]  # palace 2 has decayed


def test_in_a_drought_the_named_palace_is_not_taken_for_another() -> None:
    match = starving("2: young monk, young monk", "2: young monk")
    play(match, "starve 1 young monk")
    assert reason(match, "starve 1 young monk").key == "starved"


def test_in_a_drought_the_last_of_three_alike() -> None:
    """Each time the lowest number that is left."""
    match = starving("2: young monk", "2: young monk", "2: young monk")
    for number in (1, 2, 3):
        assert legal(match) == [f"starve {number} young monk"]
        play(match, legal(match)[0])
    assert when(match) == (8, "action")


# ---- in an earthquake: among those with more persons than floors


def test_in_an_earthquake_alike_among_the_crowded() -> None:
    match = losing("2: young monk, young monk", "2: young monk, young monk", "1: young monk")
    assert legal(match) == ["lose 1", "lose 3"]
    play(match, "lose 2", "lose 2")  # the first is taken for palace 1
    assert palaces(match, ANNA)[:2] == ["1: young monk, young monk"] * 2
    assert legal(match) == ["release 1 young monk"]
    assert reason_in_record(match, "release 2 young monk").key == "alike"
    assert reason(match, "release 3 young monk").key == "room-for-all"
    play(match, "release 2 young monk")
    assert legal(match) == ["release 2 young monk"]  # palace 1 is no longer crowded


def test_a_crowded_palace_is_named_though_one_before_it_has_the_same_persons() -> None:
    match = losing("2: young monk, young monk", "2: young monk, young monk")
    play(match, "lose 1", "lose 1")
    assert palaces(match, ANNA) == ["0: young monk, young monk", "2: young monk, young monk"]
    assert legal(match) == ["release 1 young monk"]


# ---- numbers that no palace has


@pytest.mark.parametrize("number", [1, 3, 6])
def test_a_number_that_no_palace_has_any_more_or_yet(number: int) -> None:
    match = placing("#2 1:", "#5 2:")
    assert legal(match) == ["palace 2", "palace 5"]
    assert reason(match, f"palace {number}").text == f"You have no palace {number}."
