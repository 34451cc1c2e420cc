"""Clocks: what they show, and when somebody has no time left."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from support.luck import scaled
from support.seats import ADA, BO, first_move, let, mover_of, play, refused
from tianxia.errors import TianxiaError
from tianxia.server.clock import DAY, MINUTE, SECOND
from tianxia.server.contract.time_control import Days, Leisurely, Live, TimeControl
from tianxia.server.tables import commands
from tianxia.server.tables.events import Moved, Undone
from tianxia.server.tables.table import STAND_IN, Table
from tianxia.server.tables.time_control import Clock


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
    for _ in range(3):
        clock.leave(1)
        assert clock.deadline is None
        clock.come_back(1)
        assert clock.deadline == MINUTE
    clock.leave(1)
    clock.pass_turn(2, 20 * SECOND)
    assert clock.left[1] == 40 * SECOND, "no time is saved up while a program makes the moves"
    days = started(Days(days=2))
    days.leave(1)
    days.come_back(1)
    assert days.deadline == 2 * DAY


def test_who_ran_out_has_time_again_after_the_turn_if_turns_gain_any() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    assert not clock.is_up(1, MINUTE - 1)
    assert clock.is_up(1, MINUTE)
    clock.leave(1)
    clock.pass_turn(2, 2 * MINUTE)
    assert (clock.left[1], clock.gains_time) == (10 * SECOND, True)
    clock = started(Live(minutes=1, seconds_a_turn=0))
    clock.leave(1)
    clock.pass_turn(2, 2 * MINUTE)
    assert clock.is_up(1, 9 * MINUTE)
    assert not clock.gains_time
    days = started(Days(days=2))
    days.leave(1)
    assert days.is_up(1, 2 * DAY)
    days.pass_turn(2, 2 * DAY)
    assert not days.is_up(1, 9 * DAY)


def test_who_comes_back_while_another_is_to_move_lets_that_time_run() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=10))
    clock.leave(2)
    clock.come_back(2)
    assert clock.seat == 1
    assert clock.deadline == MINUTE


def test_a_moment_before_the_last_one_gains_nothing() -> None:
    clock = started(Live(minutes=1, seconds_a_turn=0))
    clock.pass_turn(2, 30 * SECOND)
    clock.pass_turn(1, 10 * SECOND)
    assert clock.left == {1: 30 * SECOND, 2: MINUTE}


def test_days_are_for_one_turn() -> None:
    clock = started(Days(days=2))
    assert clock.deadline == 2 * DAY
    clock.pass_turn(2, DAY)
    assert clock.deadline == 3 * DAY


def test_a_deadline_holds_again_when_its_own_seat_comes_back_and_no_other() -> None:
    clock = started(Days(days=2))
    clock.leave(1)
    clock.come_back(2)
    assert (clock.seat, clock.deadline) == (None, None)
    clock.come_back(1)
    assert (clock.seat, clock.deadline) == (1, 2 * DAY)


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


# ---- any sequence of leaving, waiting, coming back and moving

PACES = (Live(minutes=1, seconds_a_turn=0), Live(minutes=1, seconds_a_turn=20), Days(days=1))
STEPS = ("leave", "return", "return by moving", "move", "move", "program", "program", "late", "wait", "wait")


def try_step(table: Table, step: str, seat: int, moment: int) -> None:
    """Do something at a table, unless it is refused."""
    person = ADA if table.seat(seat).person == ADA.id else BO
    try:
        if step == "leave":
            let(table, commands.leave(table, person, seat), moment)
        elif step == "return":
            let(table, commands.sit_down(table, person, seat, moment=moment), moment)
        elif step == "late":
            let(table, commands.run_out(table, moment), moment)
        elif step == "program" and table.program_to_move is not None:
            move = first_move(table)
            asked = table.program_to_move, move.seat, move.move, table.sequence, STAND_IN
            let(table, commands.move_program(table, *asked), moment)
        elif (
            step in ("move", "return by moving")
            and table.to_move == seat
            and not table.seat(seat).is_away ^ (step == "return by moving")
        ):
            let(table, commands.play(table, person, first_move(table), table.sequence, moment), moment)
    except TianxiaError as refusal:
        assert refusal.key in ("server.time-is-up", "server.time-is-up-for-good")  # noqa: PT017


def check_no_time_was_won(clock: Clock, honest: Clock, moment: int) -> None:
    if clock.deadline is not None:
        assert honest.deadline is not None
        assert clock.deadline <= max(honest.deadline, moment)
    if isinstance(clock.time_control, Live):
        shown, would_be = replace(clock, left=dict(clock.left)), replace(honest, left=dict(honest.left))
        shown.stop(moment)
        would_be.stop(moment)
        assert all(shown.left[seat] <= would_be.left[seat] for seat in (1, 2))


@pytest.mark.parametrize("time_control", PACES)
def test_no_sequence_of_leaving_and_coming_back_wins_time(time_control: TimeControl) -> None:
    """The time left is never more than that of somebody who stayed, whatever both players do."""
    unit = DAY // 6 if isinstance(time_control, Days) else 4 * SECOND
    returned = 0
    for number in range(scaled(90, 180)):
        luck, moment = Random(number), 0
        table = play(ADA, BO, time_control=time_control)
        honest = Clock(time_control)  # the same moves at the same moments, and nobody leaves
        honest.start([1, 2])
        honest.pass_turn(table.to_move, 0)
        for _ in range(60):
            moment += luck.randrange(unit) * luck.choice((0, 1, 1, 2, 5))
            seat, before = luck.choice((1, 2)), table.number
            was_away = table.seat(seat).is_away
            try_step(table, luck.choice(STEPS), seat, moment)
            returned += was_away and not table.seat(seat).is_away
            if table.status == "over":
                break
            if any(isinstance(logged.stored.event, Moved) for logged in table.log[before:]):
                honest.pass_turn(table.to_move, moment)
            check_no_time_was_won(table.clock, honest, moment)
    assert returned > 10


def test_nobody_moves_after_their_time_however_often_they_leave_and_return() -> None:
    table = play(ADA, BO, time_control=Live(minutes=1, seconds_a_turn=0))
    seat = mover_of(table)
    person = ADA if table.seat(seat).person == ADA.id else BO
    for moment in range(SECOND, MINUTE, SECOND):
        let(table, commands.leave(table, person, seat), moment)
        let(table, commands.sit_down(table, person, seat, moment=moment), moment)
        assert table.clock.deadline == MINUTE
    let(table, commands.leave(table, person, seat), MINUTE - 1)
    for moment in (MINUTE, 3 * MINUTE):
        with refused("server.time-is-up-for-good"):
            commands.sit_down(table, person, seat, moment=moment)
        with refused("server.time-is-up-for-good"):
            commands.play(table, person, first_move(table), table.sequence, moment)


def test_a_move_after_the_deadline_is_refused_before_the_server_looks() -> None:
    table = play(ADA, BO, time_control=Live(minutes=1, seconds_a_turn=5))
    seat = mover_of(table)
    person = ADA if table.seat(seat).person == ADA.id else BO
    assert commands.play(table, person, first_move(table), table.sequence, MINUTE - 1)
    with refused("server.time-is-up"):
        commands.play(table, person, first_move(table), table.sequence, MINUTE)
