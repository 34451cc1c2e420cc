"""What may happen at a table, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from support.seats import ADA, BO, CY, INVITE, almost_over, first_move, let, mover_of, people_at, play, refused, set_up
from tianxia.games import Shelf
from tianxia.server.clock import MINUTE, SECOND
from tianxia.server.contract.time_control import Live
from tianxia.server.limits import MOST_EVENTS
from tianxia.server.presenter.tables import own_viewpoint, show_here, show_update
from tianxia.server.refusals import StaleError, TooManyError
from tianxia.server.tables import commands
from tianxia.server.tables.events import (
    Closed,
    Confirmed,
    Hinted,
    Left,
    Moved,
    Offered,
    Rematched,
    SatDown,
    Started,
    Talked,
    Undone,
)
from tianxia.server.tables.game import GameStart, new_seed
from tianxia.server.tables.table import STAND_IN, Table


def finish() -> Table:
    """A game of Ada and Bo that is over."""
    table = play(ADA, BO, game_start=almost_over())
    let(table, [first_move(table)])
    assert table.status == "over"
    return table


# ---- seats before the game


def test_the_host_says_whom_a_seat_is_for_and_who_sits_there_gets_up() -> None:
    table = set_up(ADA, BO, "anybody")
    let(table, commands.offer(table, ADA, Offered(2, "program", "greedy")))
    assert (people_at(table), table.seat(2).program) == ([ADA.id, None, None], "greedy")
    let(table, commands.offer(table, ADA, Offered(2, "friend")))
    assert table.seat(2).is_free
    assert (table.seat(2).kept_for, table.seat(2).name) == ("friend", "")


def test_nobody_else_says_whom_a_seat_is_for() -> None:
    table = set_up(ADA, BO)
    for wish in (Offered(1, "anybody"), Offered(2, "anybody"), SatDown(1, BO.id, BO.name)):
        with refused("server.not-host"):
            commands.offer(table, BO, wish)
    with refused("server.no-seat", seat=3):
        commands.offer(table, ADA, Offered(3, "anybody"))
    with refused("server.is-playing"):
        commands.offer(play(ADA, BO), ADA, Offered(2, "anybody"))


def test_the_host_can_take_any_seat() -> None:
    for there in ("friend", "greedy", BO):
        table = set_up(ADA, there)
        let(table, commands.offer(table, ADA, SatDown(2, ADA.id, ADA.name)))
        assert people_at(table) == [ADA.id, ADA.id]
        assert table.seat(2).active_program is None
        assert commands.offer(table, ADA, SatDown(2, ADA.id, ADA.name)) == []


def test_a_seat_for_a_friend_wants_the_invite() -> None:
    table = set_up(ADA, "friend", "anybody")
    for invite in (None, "", "another", "ünvite"):
        with refused("server.seat-kept", seat=2):
            commands.sit_down(table, BO, 2, invite)
    sat = [SatDown(2, BO.id, BO.name)]
    assert commands.sit_down(table, BO, 2, INVITE) == sat
    assert commands.sit_down(table, BO, 3) == [SatDown(3, BO.id, BO.name)]
    assert commands.sit_down(table, ADA, 2) == [SatDown(2, ADA.id, ADA.name)]  # the host needs none


def test_a_guest_has_one_seat_and_the_host_as_many_as_they_like() -> None:
    table = set_up("friend", "friend", "anybody")
    let(table, commands.sit_down(table, BO, 1, INVITE))
    for seat in (2, 3):
        with refused("server.one-seat"):
            commands.sit_down(table, BO, seat, INVITE)
    for seat in (2, 3):
        let(table, commands.sit_down(table, ADA, seat))
    assert people_at(table) == [BO.id, ADA.id, ADA.id]


@pytest.mark.parametrize("wish", [Offered(2, "friend"), Offered(2, "program", "greedy"), SatDown(2, ADA.id, ADA.name)])
def test_who_is_sent_away_needs_a_new_link(wish: Offered | SatDown) -> None:
    table = set_up(ADA, "friend", "friend", "anybody")
    let(table, commands.sit_down(table, BO, 2, INVITE))
    let(table, commands.offer(table, ADA, wish))
    assert table.invite != INVITE
    for seat, invite in ((3, INVITE), (4, INVITE), (4, None)):
        with refused("server.sent-away"):
            commands.sit_down(table, BO, seat, invite)
    with refused("server.seat-kept", seat=3):
        commands.sit_down(table, CY, 3, INVITE)  # the same person may have come with another name
    assert commands.sit_down(table, CY, 4) == [SatDown(4, CY.id, CY.name)]
    again = [SatDown(3, BO.id, BO.name)]
    assert commands.sit_down(table, BO, 3, table.invite) == again  # the host wanted the seat, not to be rid of them
    kept = Table(table.id, table.host, INVITE, table.game_start, table.time_control, False, False, 0)
    for logged in table.log:
        kept.apply(logged.stored)
    assert (kept.invite, kept.sent_away) == (table.invite, {BO.id})
    assert table.invite not in str(show_update(table, None, 0))


def test_a_link_stays_good_while_nobody_is_sent_away() -> None:
    table = set_up(ADA, ADA, "friend", "anybody")
    for wish in (Offered(2, "friend"), Offered(3, "anybody"), Offered(1, "program", "greedy")):
        let(table, commands.offer(table, ADA, wish))
    assert (table.invite, table.sent_away) == (INVITE, set())
    let(table, commands.sit_down(table, BO, 2, INVITE))
    let(table, commands.leave(table, BO, 2))
    assert commands.sit_down(table, BO, 2, INVITE) == [SatDown(2, BO.id, BO.name)]  # who left may come back


def test_a_seat_is_taken_once() -> None:
    table = set_up(ADA, BO, "greedy")
    assert commands.sit_down(table, BO, 2) == []  # sits there already
    for seat in (2, 3):
        with refused("server.seat-taken", seat=seat):
            commands.sit_down(table, CY, seat)
    with refused("server.is-playing"):
        commands.sit_down(play(ADA, BO), CY, 2)


# ---- the host


def test_the_table_passes_to_another_when_the_host_leaves() -> None:
    table = set_up(ADA, BO, CY)
    let(table, commands.leave(table, ADA, 1))
    assert (table.status, table.host) == ("waiting", BO.id)
    with refused("server.not-host"):
        commands.close(table, ADA)


def test_a_guest_who_leaves_takes_nothing_along() -> None:
    table = set_up(ADA, BO, CY)
    let(table, commands.leave(table, CY, 3))
    assert (table.status, table.host, people_at(table)) == ("waiting", ADA.id, [ADA.id, BO.id, None])


def test_a_host_who_leaves_nobody_behind_gives_up_the_table() -> None:
    table = set_up(ADA, "greedy", "friend")
    assert commands.leave(table, ADA, 1) == [Left(1), Closed()]


def test_a_host_with_two_seats_stays_with_one() -> None:
    table = set_up(ADA, ADA, BO)
    let(table, commands.leave(table, ADA, 1))
    assert (table.status, table.host, people_at(table)) == ("waiting", ADA.id, [None, ADA.id, BO.id])


def test_a_host_with_two_seats_stays_the_host_where_a_guest_sits_before_them() -> None:
    table = set_up(BO, ADA, ADA)
    let(table, commands.leave(table, ADA, 3))
    assert (table.host, people_at(table)) == (ADA.id, [BO.id, ADA.id, None])


def test_a_host_without_a_seat_stays_the_host_while_guests_come_and_go() -> None:
    table = set_up("friend", "friend")
    for seat, guest in ((1, BO), (2, CY)):
        let(table, commands.sit_down(table, guest, seat, INVITE))
    for seat, guest in ((1, BO), (2, CY)):
        let(table, commands.leave(table, guest, seat))
        assert (table.status, table.host) == ("waiting", ADA.id)
    assert commands.close(table, ADA) == [Closed()]


def test_only_the_host_sees_the_invite() -> None:
    table = set_up(BO, "friend")
    assert show_here(table, ADA, None).invite == INVITE
    assert show_here(table, BO, 1).invite is None
    assert show_here(table, CY, None).invite is None
    assert show_here(table, None, None).invite is None


def test_only_the_host_begins_and_closes() -> None:
    table = set_up(ADA, BO)
    for act in (commands.start, commands.close):
        with refused("server.not-host"):
            act(table, BO)
    assert commands.start(table, ADA) == [Started((1, 2))]


def test_a_game_begins_when_nobody_is_missing() -> None:
    with pytest.raises(StaleError, match=re.escape("Seats 2 (yellow) and 4 (blue) are still empty.")):
        commands.start(set_up(ADA, "friend", "greedy", "anybody"), ADA)
    with pytest.raises(StaleError, match=re.escape("Seat 2 (yellow) is still empty.")):
        commands.start(set_up(ADA, "friend"), ADA)


def test_a_table_that_was_given_up_stays_so() -> None:
    table = set_up(ADA, "anybody")
    let(table, commands.close(table, ADA))
    assert table.status == "closed"
    for act in (commands.start, commands.close):
        with refused("server.is-closed"):
            act(table, ADA)
    with refused("server.is-closed"):
        commands.sit_down(table, BO, 2)
    with refused("server.is-closed"):
        commands.leave(table, ADA, 1)


def test_a_game_that_has_begun_is_not_closed() -> None:
    with refused("server.is-playing"):
        commands.close(play(ADA, BO), ADA)


# ---- drawn seats, and several for one


def test_people_keep_their_names_where_the_lot_puts_them() -> None:
    game = Shelf().game("emperor-of-china")
    game_start = GameStart(game.id, game.edition, 3, dict(game.setting(3, {}).options), new_seed())
    table = set_up(ADA, "greedy", CY, game_start=game_start)
    let(table, [Started((3, 1, 2))])
    assert people_at(table) == [CY.id, ADA.id, None]
    assert [seat.number for seat in table.seats] == [1, 2, 3]
    assert [seat.active_program for seat in table.seats] == [None, None, "greedy"]
    assert table.match is not None
    assert table.match.names == ["Cy", "Ada", "greedy"]


def test_seats_are_drawn_only_where_that_was_agreed() -> None:
    drawn = {commands.draw_seats(set_up(ADA, BO, CY, is_shuffled=True)).order for _ in range(100)}
    assert len(drawn) > 1
    assert all(sorted(order) == [1, 2, 3] for order in drawn)
    assert commands.draw_seats(set_up(ADA, BO, CY)) == Started((1, 2, 3))


def test_one_person_can_play_all_seats() -> None:
    table = play(ADA, ADA)
    movers: set[int] = set()
    while len(movers) < 2:
        movers.add(mover_of(table))
        assert own_viewpoint(table, ADA) == mover_of(table)
        let(table, commands.play(table, ADA, first_move(table), table.sequence))


# ---- in the game


def test_who_moves_sits_there_and_has_seen_the_last_move() -> None:
    table = play(ADA, BO)
    move, own = first_move(table), (ADA, BO)[mover_of(table) - 1]
    other = BO if own is ADA else ADA
    with refused("server.not-your-seat", seat=move.seat):
        commands.play(table, other, move, table.sequence)
    with refused("server.stale"):
        commands.play(table, own, move, table.sequence + 1)
    with refused("server.is-waiting"):
        commands.play(set_up(ADA, BO), own, move, 0)


def test_who_left_comes_back_by_sitting_down_or_moving() -> None:
    table = play(ADA, ADA)
    seat, back = mover_of(table), SatDown(mover_of(table), ADA.id, ADA.name)
    let(table, commands.leave(table, ADA, seat))
    assert (table.status, table.program_to_move) == ("playing", STAND_IN)
    assert commands.leave(table, ADA, seat) == []
    assert commands.sit_down(table, ADA, seat) == [back]
    move = first_move(table)
    let(table, commands.play(table, ADA, move, table.sequence))
    assert [logged.stored.event for logged in table.log[-2:]] == [back, move]
    assert not table.seat(seat).is_away


def test_a_program_plays_on_for_who_is_late_until_they_are_back() -> None:
    table = play(ADA, ADA, time_control=Live(minutes=1))
    seat = mover_of(table)
    assert commands.run_out(table, MINUTE - 1) == []
    let(table, commands.run_out(table, MINUTE), MINUTE)
    assert table.log[-1].stored.event == Left(seat, late=True)
    assert (table.program_to_move, table.clock.deadline) == (STAND_IN, None)
    assert commands.run_out(table, 9 * MINUTE) == []
    with refused("server.time-is-up"):
        commands.sit_down(table, ADA, seat, moment=5 * MINUTE)
    move = first_move(table).move
    let(table, commands.move_program(table, STAND_IN, seat, move, table.sequence, STAND_IN), 5 * MINUTE)
    let(table, commands.sit_down(table, ADA, seat, moment=6 * MINUTE), 6 * MINUTE)
    assert (table.seat(seat).is_away, table.clock.left[seat]) == (False, 10 * SECOND)


@pytest.mark.parametrize("is_empty", [True, False])
def test_a_table_is_not_abandoned_where_something_happened_meanwhile(is_empty: bool) -> None:
    """It is looked for in the database first: a move may come before the command."""
    table = play(ADA, BO)
    let(table, [first_move(table)], 2000)
    assert commands.abandon(table, 1999, is_empty) == []
    assert commands.abandon(table, 2000, is_empty) == [Closed() if is_empty else Left(mover_of(table), late=True)]


def test_a_program_moves_only_where_it_is_its_turn() -> None:
    table = play("greedy", "random")
    seat, spec, move = mover_of(table), table.program_to_move, first_move(table).move
    other = "random" if spec == "greedy" else "greedy"
    assert spec is not None
    assert commands.move_program(table, spec, seat, move, 0, "random") == [
        Moved(seat, move, confirmed=True, program="random")
    ]
    for wrong in ((other, seat, 0), (spec, 3 - seat, 0), (spec, seat, 1)):
        with refused("server.stale"):
            commands.move_program(table, wrong[0], wrong[1], move, wrong[2], spec)


def test_a_hint_is_for_the_seat_to_move() -> None:
    table = play(ADA, ADA)
    seat = mover_of(table)
    assert commands.take_hint(table, ADA, seat, table.sequence) == [Hinted(seat)]
    with refused("server.stale"):
        commands.take_hint(table, ADA, 3 - seat, table.sequence)
    with refused("server.stale"):
        commands.take_hint(table, ADA, seat, table.sequence + 1)
    with refused("server.not-your-seat", seat=seat):
        commands.take_hint(table, BO, seat, table.sequence)


def test_those_at_the_table_talk() -> None:
    table = set_up(ADA, "anybody")
    assert commands.talk(table, ADA, "Hello!") == [Talked(ADA.id, "Ada", "Hello!")]
    assert commands.talk(table, ADA, "a\x00b\u202e") == [Talked(ADA.id, "Ada", "a?b?")]
    with refused("server.not-at-table"):
        commands.talk(table, BO, "Hello!")


# ---- a table that is full


def fill(table: Table) -> None:
    let(table, [Talked(ADA.id, "Ada", "Hello!")] * (MOST_EVENTS - table.number))


def test_at_a_full_table_nothing_happens_before_the_game_but_its_beginning_and_end() -> None:
    table = set_up(ADA, BO, "anybody")
    fill(table)
    wishes: list[Callable[[], object]] = [
        lambda: commands.talk(table, ADA, "Hello!"),
        lambda: commands.sit_down(table, CY, 3),
        lambda: commands.offer(table, ADA, Offered(3, "friend")),
    ]
    for wish in wishes:
        with refused("server.table-full", most=MOST_EVENTS):
            wish()
    assert commands.leave(table, BO, 2) == [Left(2)]
    assert commands.close(table, ADA) == [Closed()]


def test_at_a_full_table_the_game_can_be_played_to_its_end_and_nothing_else() -> None:
    table = play(ADA, ADA)
    seat = mover_of(table)
    waiting = Moved(seat, first_move(table).move)
    let(table, [waiting])
    assert table.match is not None
    assert table.match.pending is not None
    fill(table)
    assert TooManyError.status == 429
    wishes: list[Callable[[], object]] = [
        lambda: commands.play(table, ADA, Undone(seat), table.sequence),
        lambda: commands.play(table, ADA, waiting, table.sequence),
        lambda: commands.take_hint(table, ADA, seat, table.sequence),
        lambda: commands.talk(table, ADA, "Hello!"),
    ]
    for wish in wishes:
        with refused("server.table-full", most=MOST_EVENTS):
            wish()
    let(table, commands.leave(table, ADA, seat))
    with refused("server.table-full", most=MOST_EVENTS):
        commands.sit_down(table, ADA, seat)
    let(table, commands.play(table, ADA, Confirmed(seat), table.sequence))  # and who moves is back
    assert not table.seat(seat).is_away
    while table.status == "playing":
        let(table, commands.play(table, ADA, first_move(table), table.sequence))


# ---- again


def test_there_is_one_rematch_and_those_who_played_ask_for_it() -> None:
    table = finish()
    with refused("server.not-at-table"):
        commands.rematch(table, CY, "another")
    for early in (play(ADA, BO), set_up(ADA, "anybody")):
        with refused("server.rematch-later"):
            commands.rematch(early, ADA, "another")
    closed = set_up(ADA, "anybody")
    let(closed, commands.close(closed, ADA))
    with refused("server.is-closed"):
        commands.rematch(closed, ADA, "another")
    let(table, commands.rematch(table, BO, "another"))
    assert table.log[-1].stored.event == Rematched("another")
    assert commands.rematch(table, ADA, "a third") == []
    assert commands.rematch_of(table) == "another"


def test_in_a_rematch_others_are_invited() -> None:
    again = commands.seats_again(play(ADA, BO), BO)
    assert again == [Offered(1, "friend", person=ADA.id), SatDown(2, BO.id, BO.name)]
    assert commands.seats_again(play(ADA, "greedy"), ADA)[1] == Offered(2, "program", "greedy")


def test_who_had_several_seats_has_them_in_a_rematch_too() -> None:
    table = set_up("friend", "friend", "friend")
    table.host = BO.id  # who asked for it
    let(table, commands.seats_again(play(ADA, ADA, BO), BO))
    for seat in (1, 2):
        let(table, commands.sit_down(table, ADA, seat))
    assert people_at(table) == [ADA.id, ADA.id, BO.id]
