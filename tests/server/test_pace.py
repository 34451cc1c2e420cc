"""Clocks: what they show, and when somebody has no time left."""

from __future__ import annotations

import pytest

from support.seats import ADA, BO, let, mover_of, play
from tianxia.server.happenings import Moved, Undone
from tianxia.server.pace import DAY, GRACE, MINUTE, SECOND, Clock, Days, Leisurely, Live, Pace


def started(pace: Pace) -> Clock:
    clock = Clock(pace)
    clock.start([1, 2])
    clock.turn_to(1, 0)
    return clock


def test_a_clock_gains_a_little_with_each_turn() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    assert clock.deadline == MINUTE
    clock.turn_to(2, 30 * SECOND)
    assert clock.left == {1: 40 * SECOND, 2: MINUTE}
    assert clock.deadline == 30 * SECOND + MINUTE


def test_a_clock_gains_nothing_while_the_turn_goes_on() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    clock.turn_to(1, 20 * SECOND)
    assert clock.left[1] == 40 * SECOND
    assert clock.deadline == MINUTE


def test_a_clock_never_shows_less_than_nothing() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=0))
    clock.turn_to(2, 2 * MINUTE)
    assert clock.left[1] == 0


def test_nobodys_time_runs_while_a_program_thinks() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=0))
    clock.turn_to(None, 10 * SECOND)
    assert clock.deadline is None
    clock.turn_to(1, 5 * MINUTE)
    assert clock.left[1] == 50 * SECOND
    assert clock.deadline == 5 * MINUTE + 50 * SECOND


@pytest.mark.parametrize(("used", "left"), [(MINUTE, GRACE), (5 * MINUTE, GRACE), (0, 2 * MINUTE)])
def test_who_comes_back_has_a_little_time_at_least(used: int, left: int) -> None:
    clock = started(Live(minutes=2, seconds_a_turn=0))
    clock.turn_to(None, used)
    clock.come_back(1)
    assert clock.left[1] == left


def test_days_are_for_one_turn() -> None:
    clock = started(Days(days=2))
    assert clock.deadline == 2 * DAY
    clock.turn_to(2, DAY)
    assert clock.deadline == 3 * DAY
    clock.come_back(2)
    assert clock.left == {}


def test_without_a_hurry_there_is_no_deadline() -> None:
    clock = started(Leisurely())
    assert (clock.seat, clock.deadline) == (1, None)


@pytest.mark.parametrize("pace", [Live(minutes=1, seconds_a_turn=30), Days(days=1)])
def test_who_takes_a_move_back_gains_no_time(pace: Pace) -> None:
    table = play(ADA, BO, pace=pace)
    seat, deadline = mover_of(table), table.clock.deadline
    assert table.match is not None
    for moment in (10 * SECOND, 30 * SECOND):
        let(table, [Moved(seat, table.match.legal_moves()[0])], moment)  # it waits, or can be taken back
        assert table.match.may_undo
        assert table.clock.deadline == deadline
        let(table, [Undone(seat)], moment + 5 * SECOND)
        assert table.clock.deadline == deadline
