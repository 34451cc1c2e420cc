"""Clocks: what they show, and when somebody has no time left."""

from __future__ import annotations

import pytest

from support.seats import ADA, BO, let, mover_of, play
from tianxia.server.clock import DAY, MINUTE, SECOND
from tianxia.server.contract.time_control import Days, Leisurely, Live, TimeControl
from tianxia.server.tables.events import Moved, Undone
from tianxia.server.tables.time_control import GRACE, GRACE_OF_DAYS, Clock


def started(time_control: TimeControl) -> Clock:
    clock = Clock(time_control)
    clock.start([1, 2])
    clock.pass_turn(1, 0)
    return clock


def test_a_clock_gains_a_little_with_each_turn() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    assert clock.deadline == MINUTE
    clock.pass_turn(2, 30 * SECOND)
    assert clock.left == {1: 40 * SECOND, 2: MINUTE}
    assert clock.deadline == 30 * SECOND + MINUTE


def test_a_clock_gains_nothing_while_the_turn_goes_on() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    clock.pass_turn(1, 20 * SECOND)
    assert clock.left[1] == 40 * SECOND
    assert clock.deadline == MINUTE


def test_a_clock_never_shows_less_than_nothing() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=0))
    clock.pass_turn(2, 2 * MINUTE)
    assert clock.left[1] == 0


def test_nobodys_time_runs_while_a_program_thinks() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=0))
    clock.pass_turn(None, 10 * SECOND)
    assert clock.deadline is None
    clock.pass_turn(1, 5 * MINUTE)
    assert clock.left[1] == 50 * SECOND
    assert clock.deadline == 5 * MINUTE + 50 * SECOND


def test_leaving_and_coming_back_wins_no_time() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    for moment in range(0, 50 * SECOND, SECOND):
        clock.leave(moment)
        clock.come_back(1, moment, is_to_move=True)
    assert clock.left[1] <= MINUTE + SECOND
    days = started(Days(days=2))
    days.leave(DAY)
    days.come_back(1, DAY, is_to_move=True)
    assert days.deadline == 2 * DAY


def test_who_ran_out_and_comes_back_has_a_little() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    clock.leave(2 * MINUTE)
    assert clock.left[1] == 0
    clock.come_back(1, 3 * MINUTE, is_to_move=True)
    assert clock.deadline == 3 * MINUTE + GRACE
    days = started(Days(days=2))
    days.leave(2 * DAY)
    days.come_back(1, 3 * DAY, is_to_move=True)
    assert days.deadline == 3 * DAY + GRACE_OF_DAYS


def test_who_comes_back_while_another_is_to_move_lets_that_time_run() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    clock.come_back(2, 10 * SECOND, is_to_move=False)
    assert clock.seat == 1
    assert clock.deadline == MINUTE


def test_days_are_for_one_turn() -> None:
    clock = started(Days(days=2))
    assert clock.deadline == 2 * DAY
    clock.pass_turn(2, DAY)
    assert clock.deadline == 3 * DAY


def test_without_a_hurry_there_is_no_deadline() -> None:
    clock = started(Leisurely())
    assert (clock.seat, clock.deadline) == (1, None)


@pytest.mark.parametrize("time_control", [Live(minutes=1, seconds_a_turn=30), Days(days=1)])
def test_who_takes_a_move_back_gains_no_time(time_control: TimeControl) -> None:
    table = play(ADA, BO, time_control=time_control)
    seat, deadline = mover_of(table), table.clock.deadline
    assert table.match is not None
    for moment in (10 * SECOND, 30 * SECOND):
        let(table, [Moved(seat, table.match.legal_moves()[0])], moment)  # it waits, or can be taken back
        assert table.match.may_undo
        assert table.clock.deadline == deadline
        let(table, [Undone(seat)], moment + 5 * SECOND)
        assert table.clock.deadline == deadline
