"""Information-set keys of The Emperor of China; `contract/test_information_sets.py` has what holds in every game."""

from __future__ import annotations

from support.emperor import draw, play
from tianxia.engine.position import SPECTATOR


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    one = draw("P: red red red").position
    other = draw("P: red red green").position
    assert one.information_set_key(0) != other.information_set_key(0)
    assert one.information_set_key(1) == other.information_set_key(1)
    assert one.information_set_key(0) != one.information_set_key(SPECTATOR)


def test_everybody_sees_what_was_taken_face_up() -> None:
    one = draw("Y: red red red").position
    other = draw("Y: red red red known red").position
    for seat in range(4):
        assert one.information_set_key(seat) != other.information_set_key(seat)


def test_where_a_fortification_came_from_shows() -> None:
    """It tells who may still place one."""
    one = draw("wei: [.] . . . . . .", forts="Y").position
    other = draw("wei: [.] . . . . . .", forts="R").position
    assert one.information_set_key(0) != other.information_set_key(0)


def test_the_way_to_a_position_does_not_show() -> None:
    one = draw("wei: P . . . . . .\nP: red red green")
    other = draw("wei: P . . . . . .\nP: red red green")
    play(one, "house wei-2 red", "house wei-3 red")
    play(other, "house wei-3 red", "house wei-2 red")
    assert one.position.information_set_key(0) == other.position.information_set_key(0)
