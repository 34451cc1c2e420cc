"""From which viewpoint a table is seen, where nobody asked for one."""

from __future__ import annotations

from support.seats import ADA, BO, CY, almost_over, first_move, let, mover_of, play, refused
from tianxia.server.presenter.tables import choose_viewpoint, own_viewpoint, review_viewpoint


def test_during_a_game_people_see_it_from_their_seat_to_move_or_their_first() -> None:
    table = play(ADA, ADA, BO)
    let(table, [first_move(table)])
    mover = mover_of(table)
    assert own_viewpoint(table, ADA) == (mover if mover in (1, 2) else 1)
    assert [own_viewpoint(table, person) for person in (BO, CY, None)] == [3, None, None]


def test_a_review_hides_hands_from_those_who_share_a_screen() -> None:
    """Unless they ask for one of their seats."""
    table = play(ADA, ADA, BO)
    assert [review_viewpoint(table, person, None) for person in (ADA, BO, CY, None)] == [None, 3, None, None]
    assert review_viewpoint(table, ADA, 2) == 2
    with refused("server.not-your-seat", seat=3):
        review_viewpoint(table, ADA, 3)


def test_a_finished_game_is_reviewed_as_a_spectator_and_from_any_seat() -> None:
    table = play(ADA, BO, game_start=almost_over())
    let(table, [first_move(table)])
    assert review_viewpoint(table, ADA, None) is None
    assert [choose_viewpoint(table, None, seat) for seat in (1, 2)] == [1, 2]
    with refused("server.no-seat", seat=3):
        choose_viewpoint(table, None, 3)
