"""When a program's turn began: its answer is timed from then, so nobody may shift that moment from outside."""

from __future__ import annotations

from support.seats import ADA, BO, first_move, let, play
from tianxia.server.tables.events import Left, Talked
from tianxia.server.tables.table import Table
from tianxia.server.work.answer_delay import turn_start


def programs_turn() -> Table:
    """A game of two people and a program, in seat 3, whose turn began at moment 1000."""
    table = play(ADA, BO, "greedy")
    while table.to_move != 3:
        let(table, [first_move(table)], 1000)
    return table


def test_somebody_else_who_leaves_does_not_restart_a_turn() -> None:
    """Otherwise two accounts could hold up an answer, or measure how long the program really thought."""
    table = programs_turn()
    let(table, [Left(1), Talked(BO.id, BO.name, "Bye!")], 2000)
    assert turn_start(table) == 1000


def test_a_turn_of_a_stand_in_begins_when_the_person_leaves() -> None:
    table = play(ADA, BO)
    assert table.to_move is not None
    let(table, [Left(3 - table.to_move)], 500)
    let(table, [Left(table.to_move)], 700)
    assert turn_start(table) == 700
