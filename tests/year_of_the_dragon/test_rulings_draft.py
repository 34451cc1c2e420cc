"""Rulings 1 to 3: everything is open, a super event, and the draft of two persons each."""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    action_phase,
    court,
    event_row,
    hand,
    legal,
    new_game,
    on_board,
    palaces,
    play,
    reason,
    standard_game,
    table,
    track,
    when,
    yuan,
)
from tianxia.games.year_of_the_dragon.interface.edition import EVENT_NAMES, SUPER_NAMES
from tianxia.play.match import Match
from tianxia.play.record import write_record, write_record_for

KINDS = ["craftsman", "court-lady", "pyrotechnist", "tax-collector", "warrior", "monk", "healer", "farmer", "scholar"]
HAND = " ".join([*KINDS, "wild", "wild"])

# ---- ruling 1: everything is open


def test_everybody_sees_the_same_and_nobody_has_anything_of_their_own() -> None:
    match = new_game(3, great_wall=True, super_event="random")
    play(match, "draft monk", "palace 1")
    for seat in (1, 2, 3):
        assert match.view(seat)["table"] == match.view(None)["table"]
        assert match.view(seat)["own"] == {}
    assert [hand(match, seat) for seat in (ANNA, BEN, CLARA)] == [HAND] * 3


def test_a_record_for_others_hides_nothing_but_the_seed() -> None:
    match = new_game(2)
    while when(match)[0] < 2:
        play(match, legal(match)[0])
    told = {key: value for key, value in write_record(match).items() if key != "seed"}
    assert [write_record_for(match, seat) for seat in (1, 2, None)] == [told] * 3


# ---- ruling 2: a super event (rows of events: test_chance.py, test_edition.py)


def test_a_random_super_event_is_any_of_ten() -> None:
    game = standard_game()
    position = game.new(game.setting(2, {"super_event": "random"}))
    for event in event_row({})[2:]:
        position.settle(EVENT_NAMES.index(event))
    assert [int(outcome) for outcome in position.outcomes()] == list(range(10))
    assert [int(weight) for weight in position.weights()] == [1] * 10
    position.settle(SUPER_NAMES.index("tornado"))
    assert game.write_setup(position)["super_event"] == "tornado"


# ---- what everybody begins with


@pytest.mark.parametrize(
    ("players", "young", "old", "single"), [(2, 3, 1, 4), (3, 4, 2, 6), (4, 5, 3, 8), (5, 6, 4, 10)]
)
def test_the_start(players: int, young: int, old: int, single: int) -> None:
    match = new_game(players)
    assert (on_board(match, "young farmer"), on_board(match, "old farmer")) == (young, old)
    assert on_board(match, "young court-lady") == single
    assert track(match) == [(seat, 0) for seat in range(1, players + 1)]
    assert yuan(match) == [6] * players
    assert [palaces(match, seat) for seat in range(1, players + 1)] == [["2:", "2:"]] * players


@pytest.mark.parametrize(
    ("players", "wall", "sizes"),
    [
        (2, False, [4, 3]),
        (3, False, [3, 2, 2]),
        (4, False, [2, 2, 2, 1]),
        (5, False, [2, 2, 1, 1, 1]),
        (2, True, [4, 4]),
        (3, True, [3, 3, 2]),
        (4, True, [2, 2, 2, 2]),
        (5, True, [2, 2, 2, 1, 1]),
    ],
)
def test_the_groups_after_the_draft(players: int, wall: bool, sizes: list[int]) -> None:
    match = new_game(players, great_wall=wall)
    assert table(match)["groups"] == []
    while when(match)[1] == "draft":
        play(match, legal(match)[0])
    groups = table(match)["groups"]
    assert when(match) == (1, "action")
    assert [len(group["cards"]) for group in groups] == sizes
    assert len({card for group in groups for card in group["cards"]}) == 7 + wall


def test_a_position_that_was_made_up_changes_no_game_that_begins() -> None:
    action_phase(court("2:"), court("2:"), groups="taxes build harvest privilege | parade research fireworks")
    assert table(new_game(2))["groups"] == []


# ---- ruling 3: the draft


def _drafted(*pairs: str) -> Match:
    """A game of four in which the first seats have drafted: "farmer monk" and so on."""
    match = new_game(4)
    for kind in " ".join(pairs).split():
        play(match, f"draft {kind}", "palace 1")
    return match


def test_seat_1_is_first_and_each_drafts_both_before_the_next() -> None:
    match = new_game(4)
    seats = []
    while when(match)[1] == "draft":
        seats.append(match.to_move)
        play(match, legal(match)[0])
    assert seats == [seat for seat in (1, 2, 3, 4) for _ in range(4)]  # draft and palace, twice


def test_a_person_is_placed_before_the_next_is_drafted_and_moves_the_marker_at_once() -> None:
    match = new_game(2)
    play(match, "draft monk")
    held = table(match)["held"]
    assert held is not None
    assert (held["age"], held["kind"]) == ("young", "monk")
    assert (legal(match), track(match)) == (["palace 1"], [(ANNA, 0), (BEN, 0)])
    play(match, "palace 1")
    assert track(match) == [(ANNA, 6), (BEN, 0)]
    play(match, "draft warrior")
    assert legal(match) == ["palace 1", "palace 2"]
    play(match, "palace 1")
    assert palaces(match, ANNA) == ["2: young warrior, young monk", "2:"]
    assert track(match) == [(ANNA, 11), (BEN, 0)]
    assert on_board(match, "young monk") == on_board(match, "young warrior") == 2


def test_the_two_are_of_different_kinds_and_any_kind_may_be_first() -> None:
    match = new_game(4)
    assert legal(match) == [f"draft {kind}" for kind in KINDS]
    play(match, "draft healer", "palace 1")
    assert legal(match) == [f"draft {kind}" for kind in KINDS if kind != "healer"]


@pytest.mark.parametrize(
    ("pairs", "first", "closed"),
    [
        (["farmer monk"], "farmer", ["monk"]),
        (["farmer monk"], "monk", ["farmer"]),  # in the other order it is the same pair
        (["farmer monk"], "healer", []),
        (["farmer monk", "farmer healer"], "farmer", ["monk", "healer"]),
        (["farmer monk", "farmer healer"], "monk", ["farmer"]),
        (["farmer monk", "monk healer", "farmer healer"], "healer", ["monk", "farmer"]),
        (["farmer monk", "farmer healer", "farmer scholar"], "farmer", ["monk", "healer", "scholar"]),
    ],
)
def test_nobody_has_the_pair_of_anybody_before(pairs: list[str], first: str, closed: list[str]) -> None:
    match = _drafted(*pairs)
    play(match, f"draft {first}", "palace 1")
    assert legal(match) == [f"draft {kind}" for kind in KINDS if kind not in [first, *closed]]
    for kind in closed:
        assert reason(match, f"draft {kind}").key == "pair-taken"


def test_a_first_kind_is_never_closed() -> None:
    match = _drafted("farmer monk", "farmer healer", "monk healer")
    assert legal(match) == [f"draft {kind}" for kind in KINDS]


def test_the_draft_has_no_take_and_no_cards_are_played() -> None:
    match = new_game(2)
    assert reason(match, "take young farmer").key == "not-now"
    assert reason(match, "take old farmer").key == "draft-old"
    play(match, "draft farmer", "palace 1", "draft monk", "palace 2", "draft farmer", "palace 1", "draft healer")
    assert table(match)["pairs_taken"] == [["monk", "farmer"], ["healer", "farmer"]]
    play(match, "palace 1")
    assert when(match) == (1, "action")
    assert [hand(match, seat) for seat in (ANNA, BEN)] == [HAND] * 2


def test_the_first_month_is_in_the_order_of_the_track() -> None:
    match = _drafted("court-lady craftsman", "monk warrior", "tax-collector farmer", "tax-collector scholar")
    assert track(match) == [(BEN, 11), (4, 7), (CLARA, 7), (ANNA, 3)]
    assert (when(match), match.to_move) == ((1, "action"), BEN)
