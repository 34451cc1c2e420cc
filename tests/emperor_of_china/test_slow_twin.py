"""The slow twin of The Emperor of China by itself, so that the engine can be tested against it: the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from support.slow_emperor import (
    SlowEmperor,
    SlowIllegalError,
)
from support.tiny_emperor import STANDARD, tiny

ALEX, BARBARA, CHRIS, DORIS = 1, 2, 3, 4
ROW = ["orange", "purple", "green", "red"]


def table(hands: dict[int, str], fortifications: bool = False, side: str = "three-four") -> SlowEmperor:
    """Four seats at the standard board; whose hand is not told has cards of all sorts."""
    twin = SlowEmperor(STANDARD, 4, side, fortifications)
    twin.set_up([hands.get(seat, "purple orange green").split() for seat in twin.seats()], ROW)
    return twin


def build(twin: SlowEmperor, seat: int, *spaces: str) -> None:
    for space in spaces:
        twin.houses[space] = seat
        twin.houses_left[seat - 1] -= 1


def send(twin: SlowEmperor, region: str, **emissaries: int) -> None:
    for name, number in emissaries.items():
        seat = {"alex": ALEX, "barbara": BARBARA, "chris": CHRIS, "doris": DORIS}[name]
        twin.emissaries[region][seat] += number
        twin.emissaries_left[seat - 1] -= number


def play(twin: SlowEmperor, *moves: str) -> None:
    """Play moves that move no card of the pile."""
    for move in moves:
        twin.play(move, [])


def pieces(twin: SlowEmperor, region: str) -> set[str]:
    """The legal moves to a region, less their payment."""
    found = {" ".join(move.split()[:2]) for move in twin.legal_moves()}
    return {piece for piece in found if piece.endswith(f" {region}") or f" {region}-" in piece}


def end(twin: SlowEmperor) -> None:
    """Let the game end: the last seat passes when nothing is left to draw."""
    twin.pile.clear()
    twin.row.clear()
    twin.times_run_out = 2
    twin.seat = twin.players
    play(twin, "pass")
    assert twin.over


def entries(twin: SlowEmperor, source: str) -> list[tuple[object, ...]]:
    """Seat, amount and where, of one source."""
    return [(e["seat"], e["amount"], e["where"]) for e in twin.ledger if e["source"] == source]


# ---- the examples of the rulebook


def test_example_1_one_piece_in_an_empty_region_then_two() -> None:
    twin = table({ALEX: "purple red red", BARBARA: "red green green", CHRIS: "yellow yellow yellow"})
    build(twin, DORIS, "qi-1", "chin-1")
    play(twin, "house wei-1 red")
    assert twin.legal_moves() == ["take red", "take green", "take orange", "take purple", "draw"]
    twin.play("draw", ["yellow"])

    assert twin.seat == BARBARA
    play(twin, "house wei-2 red")
    assert "house wei-3 green green" in twin.legal_moves()
    assert all(" wei" in move for move in twin.legal_moves() if move != "done")
    play(twin, "house wei-3 green green")
    assert twin.phase == "draw"
    for _ in range(3):
        twin.play("draw", ["purple"])

    assert twin.seat == CHRIS
    moves = twin.legal_moves()
    assert {"house qi-2 yellow", "house chin-2 yellow", "house zhao-1 yellow yellow", "house wei-4 yellow yellow"} < {
        *moves
    }
    assert not [move for move in moves if move.endswith("yellow yellow") and (" qi" in move or " chin" in move)]
    other = twin.copy()
    play(other, "house zhao-1 yellow yellow")
    assert other.phase == "draw"
    play(twin, "house chin-2 yellow", "house chin-3 yellow")
    assert twin.phase == "draw"
    assert twin.hand[CHRIS - 1] == Counter(yellow=1)


def test_example_2_two_more_emissaries_where_the_leader_has_four_houses() -> None:
    twin = table({ALEX: "purple orange orange"})
    build(twin, BARBARA, "chu-1", "chu-2", "chu-3", "chu-4")
    send(twin, "chu", chris=1, doris=1)
    play(twin, "emissary chu purple")
    assert twin.legal_moves() == [f"house chu-{n} orange orange" for n in (5, 6, 7, 8)] + [
        "emissary chu orange orange",
        "done",
    ]
    play(twin, "emissary chu orange orange")
    assert twin.emissaries["chu"] == Counter({ALEX: 2, CHRIS: 1, DORIS: 1})
    assert not any(twin.can_send(seat, "chu") for seat in twin.seats())
    assert twin.known == [Counter()] * 4


@pytest.mark.parametrize("first", ["emissary qi", "house qi-5"])
@pytest.mark.parametrize("second", ["emissary qi", "house qi-6"])
def test_example_3_two_emissaries_or_two_houses_or_one_of_each(first: str, second: str) -> None:
    twin = table({ALEX: "yellow yellow red"})
    build(twin, BARBARA, "qi-1", "qi-2")
    build(twin, DORIS, "qi-3", "qi-4")
    play(twin, f"{first} yellow", f"{second} yellow")
    assert twin.phase == "draw"
    assert entries(twin, "houses") == ([(1, 6, "qi"), (2, 6, "qi"), (4, 6, "qi")] if len(twin.houses) == 6 else [])


def test_example_3_no_third_emissary() -> None:
    twin = table({ALEX: "yellow yellow red"})
    build(twin, BARBARA, "qi-1", "qi-2")
    build(twin, DORIS, "qi-3", "qi-4")
    send(twin, "qi", barbara=1)
    play(twin, "emissary qi yellow")
    assert pieces(twin, "qi") == {"house qi-5", "house qi-6"}


def test_example_4_seven_four_and_two_for_wei() -> None:
    twin = table({ALEX: "red red green"})
    build(twin, ALEX, "wei-1", "wei-2", "wei-3")
    build(twin, BARBARA, "wei-4", "wei-5")
    build(twin, DORIS, "wei-6")
    play(twin, "house wei-7 red")
    assert entries(twin, "houses") == [(ALEX, 7, "wei"), (BARBARA, 4, "wei"), (DORIS, 2, "wei")]
    assert twin.scores == [7, 4, 0, 2]
    play(twin, "emissary wei red")  # the turn was only interrupted
    assert entries(twin, "houses") == [(ALEX, 7, "wei"), (BARBARA, 4, "wei"), (DORIS, 2, "wei")]


def test_example_5_a_tie_for_qi_at_the_end_of_the_game() -> None:
    twin = table({})
    build(twin, BARBARA, "qi-1", "qi-3")
    build(twin, CHRIS, "qi-2", "qi-6")
    build(twin, DORIS, "qi-5")
    twin.round = 9
    end(twin)
    assert twin.ledger == [
        {"seat": BARBARA, "amount": 5, "source": "houses", "where": "qi", "round": 9},
        {"seat": CHRIS, "amount": 5, "source": "houses", "where": "qi", "round": 9},
        {"seat": DORIS, "amount": 2, "source": "houses", "where": "qi", "round": 9},
    ]
    assert twin.winners == [BARBARA, CHRIS]


def test_example_6_one_alliance_for_doris_and_one_for_nobody() -> None:
    twin = table({})
    send(twin, "wei", doris=1, barbara=1)
    send(twin, "chin", doris=2, barbara=1, alex=1)
    send(twin, "shu", chris=2, doris=1)
    end(twin)
    assert twin.ledger == [{"seat": DORIS, "amount": 6, "source": "alliances", "where": "3", "round": 1}]
    assert twin.winners == [DORIS]


def test_example_7_five_houses_in_a_row_and_a_branch() -> None:
    twin = table({})
    build(twin, DORIS, "chin-1", "chin-2", "chin-3", "shu-1", "shu-2", "chin-4")
    end(twin)
    assert entries(twin, "roads") == [(DORIS, 5, "chin-1 chin-2 chin-3 shu-1 shu-2")]


def test_example_8_a_fortification_and_a_house_on_it() -> None:
    twin = table({ALEX: "yellow yellow yellow"}, fortifications=True)
    build(twin, BARBARA, "qi-1")
    play(twin, "fortification qi-2 yellow")
    assert pieces(twin, "qi") == {"house qi-2", "house qi-3", "house qi-4", "house qi-5", "house qi-6", "emissary qi"}
    play(twin, "house qi-2 yellow")
    assert twin.phase == "draw"
    assert twin.has_fortified_house(ALEX, "qi")


# ---- rulings, one by one


def test_a_region_with_a_fortification_alone_is_neither_empty_nor_filled() -> None:
    edition = tiny({"red": 9, "green": 9}, {"red": 1, "green": 9})
    twin = SlowEmperor(edition, 2, "only", True)
    twin.set_up([["red", "red"], ["red", "red"]], ["green"])
    play(twin, "fortification red-1 red")
    assert twin.phase == "draw"
    twin.play("draw", ["green"])
    assert twin.ledger == []
    play(twin, "house red-1 red")
    assert entries(twin, "houses") == [(2, 2, "red")]
    assert twin.legal_moves() == ["emissary red red", "done"]


def test_doubling_never_moves_a_rank() -> None:
    twin = table({}, fortifications=True)
    build(twin, ALEX, "wei-1", "wei-2", "wei-3")
    build(twin, BARBARA, "wei-4", "wei-5")
    build(twin, CHRIS, "wei-6", "wei-7")
    twin.fortifications |= {"wei-4", "wei-5", "wei-1"}
    twin.score_houses("wei")
    assert entries(twin, "houses") == [(ALEX, 14, "wei"), (BARBARA, 6, "wei"), (CHRIS, 3, "wei")]


def test_done_is_asked_even_where_it_is_the_only_answer() -> None:
    twin = table({ALEX: "red green yellow"})
    build(twin, BARBARA, "wei-1")
    play(twin, "house wei-2 red")
    assert twin.legal_moves() == ["done"]


def test_cards_taken_face_up_are_known_until_they_are_played() -> None:
    twin = SlowEmperor(tiny({"red": 9, "green": 9}, {"red": 9}), 2, "only", False)
    twin.set_up([["red", "green"], ["red", "red"]], ["red"])
    play(twin, "exchange green")
    twin.play("take red", ["red"])
    assert twin.known == [Counter(red=1), Counter()]
    play(twin, "exchange red")
    twin.play("draw", ["green"])
    play(twin, "exchange red")
    assert twin.known == [Counter(), Counter()]
    assert twin.hand[0] == Counter(red=1)


def test_the_row_is_filled_only_when_the_hand_is_full() -> None:
    twin = table({ALEX: "red green green"})
    build(twin, ALEX, "wei-1")
    play(twin, "house wei-2 red", "house wei-3 green green", "take red", "take green")
    assert twin.row == ["orange", "purple"]
    assert twin.cards_to_come("take orange", []) == twin.pile
    assert twin.cards_to_come("take orange", ["red", "red", "red"]) is None
    with pytest.raises(SlowIllegalError, match="too many"):
        twin.copy().play("take orange", ["red"] * 4)
    twin.play("take orange", ["red", "yellow", "red"])
    assert (twin.seat, twin.row) == (2, ["purple", "red", "yellow", "red"])


def test_the_pile_runs_out_twice_and_the_round_is_played_to_its_end() -> None:
    twin = SlowEmperor(tiny({"red": 4, "green": 3}, {"red": 5, "green": 5}), 2, "only", False)
    twin.set_up([["red", "red"], ["red", "red"]], ["green"])
    assert twin.pile == Counter(green=2)
    play(twin, "exchange red")
    twin.play("take green", ["green"])
    play(twin, "exchange red")
    assert twin.cards_to_come("draw", ["green"]) is None  # the row needs no card
    twin.play("draw", ["green"])
    assert (twin.times_run_out, twin.pile, twin.discards, twin.row) == (1, Counter(red=2), Counter(), ["green"])
    play(twin, "exchange green")
    twin.play("take green", ["red"])  # seat 1, round 2
    assert (twin.round, twin.seat, twin.pile) == (2, 2, Counter(red=1))
    play(twin, "exchange red")
    twin.play("draw", ["red"])  # the last seat causes the end, and ends the game with its turn
    assert (twin.times_run_out, twin.over, twin.round) == (2, True, 2)
    assert twin.legal_moves() == []


def test_the_discards_of_the_turn_are_in_the_new_pile() -> None:
    """So no turn empties the pile twice: no more cards leave it than were discarded in that turn."""
    twin = SlowEmperor(tiny({"red": 4, "green": 4}, {"red": 5, "green": 5}, row=3), 2, "only", False)
    twin.set_up([["green", "green"], ["red", "green"]], ["red", "red", "red"])
    build(twin, 2, "green-5")
    play(twin, "house green-1 green", "house green-2 green", "take red")
    assert twin.cards_to_come("take red", []) == Counter(green=1)
    assert twin.cards_to_come("take red", ["green"]) == Counter(green=2)
    twin.play("take red", ["green", "green"])
    assert (twin.times_run_out, twin.pile, twin.discards) == (1, Counter(green=1), Counter())
    play(twin, "house green-3 green", "done")
    twin.play("take red", ["green"])  # from the last seat: its turn ends the game
    assert (twin.times_run_out, twin.over, twin.discards, len(twin.row)) == (2, True, Counter(green=1), 3)


def test_pass_only_where_no_exchange_is_possible() -> None:
    twin = SlowEmperor(tiny({"red": 9}, {"red": 3}), 3, "only", False)
    twin.set_up([["red", "red"]] * 3, ["red"])
    assert "pass" not in twin.legal_moves()
    twin.times_run_out = 2
    twin.pile.clear()
    play(twin, "exchange red", "take red")  # drawing is compulsory, and the row stays empty
    assert twin.seat == 2
    assert twin.legal_moves() == ["house red-1 red", "house red-2 red", "house red-3 red", "pass"]
    play(twin, "house red-3 red")  # nothing to draw: the turn is over
    assert (twin.seat, twin.hand[1].total()) == (3, 1)
    play(twin, "pass")
    assert twin.over


def test_an_exchange_with_a_short_hand_draws_one_card() -> None:
    twin = SlowEmperor(tiny({"red": 12}, {"red": 3}, row=3), 2, "only", False)
    twin.set_up([["red", "red"]] * 2, ["red"] * 3)
    twin.times_run_out = 2
    twin.pile.clear()
    twin.hand[0] = Counter(red=1)
    play(twin, "exchange red", "take red")
    assert (twin.seat, twin.hand[0], len(twin.row)) == (2, Counter(red=1), 2)


def test_the_game_ends_at_once_when_nobody_could_place_a_piece() -> None:
    twin = SlowEmperor(tiny({"red": 12}, {"red": 2}, emissaries=1), 2, "only", False)
    twin.set_up([["red", "red"]] * 2, ["red"])
    play(twin, "house red-1 red")
    twin.play("draw", ["red"])
    play(twin, "house red-2 red")
    assert not twin.over  # one emissary may come
    assert twin.legal_moves() == ["emissary red red", "done"]
    other = twin.copy()
    play(twin, "emissary red red")
    assert (twin.over, twin.scores, twin.winners) == (True, [2, 2], [1])  # seat 1 has more pieces left
    play(other, "done")
    assert not other.over


def test_a_fortification_in_supply_keeps_the_game_going_only_while_a_space_is_free() -> None:
    twin = SlowEmperor(tiny({"red": 12}, {"red": 2}, houses=1, emissaries=0), 2, "only", True)
    twin.set_up([["red", "red"]] * 2, ["red"])
    play(twin, "house red-1 red")
    twin.houses_left = [0, 0]
    assert not twin.is_stuck()
    twin.fortifications.add("red-2")
    assert twin.is_stuck()


def test_ties_go_to_the_most_pieces_left_and_are_then_shared() -> None:
    twin = table({}, fortifications=True)
    build(twin, ALEX, "qi-1")
    build(twin, BARBARA, "chin-1")
    build(twin, CHRIS, "wei-1")
    twin.fortifications_left[ALEX - 1] = 0
    end(twin)
    assert (twin.scores, twin.winners) == ([1, 1, 1, 0], [BARBARA, CHRIS])


def test_tied_majorities_score_an_alliance_in_full() -> None:
    twin = table({})
    send(twin, "lu", alex=1, barbara=1, chris=1)
    send(twin, "qi", alex=2, barbara=2, doris=1)
    end(twin)
    assert entries(twin, "alliances") == [(ALEX, 8, "12"), (BARBARA, 8, "12")]
