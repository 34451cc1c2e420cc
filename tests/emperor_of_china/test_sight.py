"""What a seat sees, as one number: the same for all deals that it cannot tell apart, another for all that it can."""

from __future__ import annotations

import pytest

from contract.cases import Case
from support.emperor import draw, play
from support.emperor_games import CASES, new_position
from support.luck import dice, scaled
from tianxia.engine.position import SPECTATOR
from tianxia.games.emperor_of_china.rules import EmperorPosition

GAMES = scaled(interpreted=2, compiled=20)
PINNED = [306173432030041332, 4447972393305992263]
"""Sights after forty random moves: the same numbers in both builds."""


def later(case: Case, number: int, decisions: int) -> EmperorPosition:
    position, stream = new_position(case, number), dice(number)
    for _ in range(decisions):
        position.apply(position.random_action(stream))
    return position


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_hidden_does_not_show(case: Case) -> None:
    for number in range(GAMES):
        position, stream = new_position(case, number), dice(number)
        while not position.over:
            viewer = int(stream.below(position.players + 1)) - 1
            other = position.clone()
            other.hide(viewer, stream)
            assert other.sight(viewer) == position.sight(viewer)
            assert other.sight(SPECTATOR) == position.sight(SPECTATOR)
            position.apply(position.random_action(stream))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_sight_means_the_same_moves(case: Case) -> None:
    """Many games from one deal meet the same positions again, on other ways."""
    seen: dict[int, list[int]] = {}
    met_again = 0
    for number in range(10 * GAMES):
        position, stream = new_position(case, 0), dice(number)
        for _ in range(12):
            moves = [int(action) for action in position.legal_actions()]
            sight = int(position.sight(position.seat))
            met_again += sight in seen
            assert seen.setdefault(sight, moves) == moves
            position.apply(position.random_action(stream))
    assert met_again > GAMES


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_move_changes_what_everybody_sees(case: Case) -> None:
    for number in range(GAMES):
        position, stream = new_position(case, number), dice(number)
        sights = {int(position.sight(SPECTATOR))}
        decisions = 0
        while not position.over:
            position.apply(position.random_action(stream))
            decisions += 1
            sights.add(int(position.sight(SPECTATOR)))
        assert len(sights) == decisions + 1


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    one = draw("P: red red red").position
    other = draw("P: red red green").position
    assert one.sight(0) != other.sight(0)
    assert one.sight(1) == other.sight(1)
    assert one.sight(0) != one.sight(SPECTATOR)


def test_everybody_sees_what_was_taken_face_up() -> None:
    one = draw("Y: red red red").position
    other = draw("Y: red red red known red").position
    for seat in range(4):
        assert one.sight(seat) != other.sight(seat)


def test_where_a_fortification_came_from_shows() -> None:
    """It tells who may still place one."""
    one = draw("wei: [.] . . . . . .", forts="Y").position
    other = draw("wei: [.] . . . . . .", forts="R").position
    assert one.sight(0) != other.sight(0)


def test_the_way_to_a_position_does_not_show() -> None:
    one = draw("wei: P . . . . . .\nP: red red green")
    other = draw("wei: P . . . . . .\nP: red red green")
    play(one, "house wei-2 red", "house wei-3 red")
    play(other, "house wei-3 red", "house wei-2 red")
    assert one.position.sight(0) == other.position.sight(0)


def test_both_builds_see_the_same() -> None:
    assert [int(later(case, 1, 40).sight(1)) for case in CASES[:2]] == PINNED
