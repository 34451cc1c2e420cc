"""The slow twin of The Emperor of China is tested by itself, so that the engine can be tested against it."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from support.slow_emperor import (
    HiddenState,
    SlowEmperor,
    SlowIllegalError,
    best_rows,
    consistent_deals,
    hidden_state,
    random_chance,
    random_set_up,
    seen_by,
)

Document = dict[str, Any]

EDITION = Path(__file__).parents[2] / "src/tianxia/games/emperor_of_china/standard.toml"
STANDARD: Document = tomllib.loads(EDITION.read_text("utf-8"))
TABLES = [(3, "three-four"), (4, "three-four"), (4, "four-five"), (5, "four-five")]
ALEX, BARBARA, CHRIS, DORIS = 1, 2, 3, 4
ROW = ["orange", "purple", "green", "red"]


def tiny(cards: dict[str, int], spaces: dict[str, int], **box: int) -> Document:
    """An edition of a few regions, each named like its colour, with that many spaces and no roads."""
    return {
        "edition": "tiny",
        "cards": cards,
        "box": {
            "removed": {"2": 0, "3": 0},
            "houses": 20,
            "emissaries": 8,
            "fortifications": 1,
            "hand": 2,
            "row": 1,
            "shortest_road": 4,
            **box,
        },
        "region": [{"id": name, "colour": name, "houses": [[0, 0]] * count} for name, count in spaces.items()],
        "alliances": {},
        "side": [{"id": "only", "players": [2, 3], "roads": []}],
    }


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


# ---- roads


def rows_of(picture: str, shortest: int = 4) -> list[str]:
    """The best rows of a drawn board: letters are houses in file order, capitals are fortified, - and | are roads."""
    lines = picture.splitlines()
    at = {(x, y): char for y, line in enumerate(lines) for x, char in enumerate(line)}
    houses = {char for char in at.values() if char.isalpha()}
    roads = [(at[x - 1, y], at[x + 1, y]) for (x, y), char in at.items() if char == "-"]
    roads += [(at[x, y - 1], at[x, y + 1]) for (x, y), char in at.items() if char == "|"]
    fortified = {char for char in houses if char.isupper()}
    return ["".join(row) for row in best_rows(houses, fortified, roads, sorted(houses, key=str.lower), shortest)]


@pytest.mark.parametrize(
    ("name", "picture", "rows"),
    [
        ("too short", "a-b-c", []),
        ("a path", "d-c-a-b", ["bacd"]),
        ("one row is fewer than two", "a-b-c-d-e-f-g-h", ["abcdefgh"]),
        ("two clusters", "e-g-f-h\n\na-b-c d-i-j-k", ["dijk", "egfh"]),
        ("a ring", "a-b-c\n|   |\nf-e-d", ["abcdef"]),
        ("a branch", "a-b-c-d\n  |\n  e", ["abcd"]),
        ("the branch is as good and comes first", "b-c-d-e\n  |\n  a", ["acde"]),
        ("a crossing", "    e\n    |\n    f\n    |\na-b-x-c-d\n    |\n    g\n    |\n    h", ["abxcd"]),
        ("two rows in one cluster", "a-b-c-d\n  |\ne-f-g-h", ["abcd", "efgh"]),
        ("a ring with a tail", "a-b-e-f\n| |\nd-c", ["adcbef"]),
        ("a fortified path", "a-b-C-d", ["abCd"]),
        ("once each", "A-b-c-D-e-f-g-H", ["AbcDefgH"]),
        ("a short doubled row beats a long plain one", "a-b-c-d-e\n    |\n    F", ["abcF"]),
        ("the doubled row takes all it can", "a-b-c-d-e-f-g-H-i", ["abcdefgHi"]),
        ("a doubled row of four among more", "A-b-c-d\n  |\n  e\n  |\n  f\n  |\n  g", ["Abefg"]),
    ],
)
def test_the_best_rows_of_drawn_boards(name: str, picture: str, rows: list[str]) -> None:
    assert rows_of(picture) == rows, name


def all_splits(rows: Sequence[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
    """Every set of rows that share no house."""
    if not rows:
        yield []
        return
    first, *rest = rows
    yield from all_splits(rest)
    for split in all_splits([row for row in rest if not set(row) & set(first)]):
        yield [first, *split]


@pytest.mark.parametrize("seed", range(60))
def test_the_best_rows_against_every_set_of_rows(seed: int) -> None:
    rng = random.Random(seed)
    houses = range(rng.randint(4, 7))
    roads = {(a, b) for a in houses for b in houses if a < b and rng.random() < 0.4}
    fortified = {house for house in houses if rng.random() < 0.2}
    shortest = rng.randint(1, 3)
    linked = roads | {(b, a) for a, b in roads}
    rows = [
        row
        for length in range(shortest, len(houses) + 1)
        for row in permutations(houses, length)
        if row[0] <= row[-1] and all(pair in linked for pair in pairwise(row))
    ]
    rows.sort(key=len)

    def merit(split: list[tuple[int, ...]]) -> tuple[int, int, list[tuple[int, ...]]]:
        points = sum(len(row) * (2 if fortified & set(row) else 1) for row in split)
        return -points, len(split), sorted(split)

    expected = min(merit(split) for split in all_splits(rows))[2]
    names = "abcdefg"[: len(houses)]
    found = best_rows(
        set(names), {names[n] for n in fortified}, [(names[a], names[b]) for a, b in roads], names, shortest
    )
    assert [tuple(names.index(house) for house in row) for row in found] == expected


# ---- whole games


def check_all_is_there(twin: SlowEmperor, fortifications: bool) -> None:
    cards = twin.pile + twin.discards + Counter(twin.row)
    for hand, known in zip(twin.hand, twin.known, strict=True):
        assert known <= hand
        cards += hand
    assert cards == twin.deck
    for seat in twin.seats():
        houses = list(twin.houses.values()).count(seat)
        emissaries = sum(there[seat] for there in twin.emissaries.values())
        assert houses + twin.houses_left[seat - 1] == 20
        assert emissaries + twin.emissaries_left[seat - 1] == 8
    assert len(twin.fortifications) + sum(twin.fortifications_left) == (twin.players if fortifications else 0)
    assert min(*twin.houses_left, *twin.emissaries_left, *twin.fortifications_left) >= 0
    assert twin.times_run_out in (0, 1, 2)
    assert (twin.pile.total() == 0) == (twin.times_run_out == 2)


def check_turn_begins(twin: SlowEmperor) -> None:
    if twin.times_run_out < 2:
        assert all(hand.total() == 3 for hand in twin.hand)
        assert len(twin.row) == 4
    for region, there in twin.emissaries.items():
        assert there.total() <= max(twin.houses_of(seat, region) for seat in twin.seats())
        assert (region in twin.scored) == twin.is_full(region)


@pytest.mark.parametrize("fortifications", [False, True])
@pytest.mark.parametrize(("players", "side"), TABLES)
def test_random_games_keep_cards_and_pieces(players: int, side: str, fortifications: bool) -> None:
    for seed in range(25):
        rng = random.Random(seed)
        twin = SlowEmperor(STANDARD, players, side, fortifications)
        random_set_up(twin, rng)
        pace = rng.choice([0.0, 0.5, 1.0])  # how often a piece is placed although another move would do
        while not twin.over:
            moves = twin.legal_moves()
            assert moves
            assert len(set(moves)) == len(moves)
            placing = [move for move in moves if move.split()[0] in ("house", "emissary", "fortification")]
            move = rng.choice(placing if placing and rng.random() < pace else moves)
            if move.startswith("emissary"):
                region = move.split()[1]
                most = max(Counter(o for s, o in twin.houses.items() if twin.home[s] == region).values())
                assert twin.emissaries[region].total() < most
            twin.play(move, random_chance(twin, move, rng))
            check_all_is_there(twin, fortifications)
            if twin.phase == "begin" and not twin.over:
                check_turn_begins(twin)
        assert twin.legal_moves() == []
        assert twin.winners
        assert twin.seat == players or twin.is_stuck()
        assert all(entry["amount"] for entry in twin.ledger)
        assert all(twin.scores[seat - 1] == max(twin.scores) for seat in twin.winners)


# ---- hidden information

DEALS = [
    (2, tiny({"red": 4, "green": 3, "blue": 2}, {"red": 3, "green": 3, "blue": 2})),
    (2, tiny({"red": 4, "green": 2, "blue": 4}, {"red": 3, "blue": 2}, hand=3)),
    (3, tiny({"red": 5, "green": 5}, {"red": 4, "green": 4})),
]


def test_what_a_seat_sees() -> None:
    setup = {"hands": [["red", "red"], ["green", "blue"]], "row": ["red"]}
    moves: list[Document] = [
        {"seat": 1, "move": "exchange red"},
        {"seat": 1, "move": "draw", "chance": ["green"]},
        {"seat": 2, "move": "exchange blue"},
        {"seat": 2, "move": "take red", "chance": ["blue"]},
    ]
    hidden, seen = seen_by(setup, moves, 2)
    assert hidden == {"hands": [None, ["green", "blue"]], "row": ["red"]}
    assert [entry["chance"] for entry in seen] == [[], [None], [], ["blue"]]
    assert seen_by(hidden, seen, 2) == (hidden, seen)


def random_record(twin: SlowEmperor, rng: random.Random, length: int) -> tuple[Document, list[Document]]:
    """A game up to some move, or until the pile has run out twice; cards come mostly from the pile."""
    setup = random_set_up(twin, rng)
    moves: list[Document] = []
    while len(moves) < length and twin.times_run_out < 2:
        legal = twin.legal_moves()
        move = "draw" if "draw" in legal and rng.random() < 0.7 else rng.choice(legal)
        chance = random_chance(twin, move, rng)
        moves.append({"seat": twin.seat, "move": move, "chance": chance})
        twin.play(move, chance)
    return setup, moves


@cache
def orders(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every order of some sorted cards, by colour; all are equally likely."""
    if not cards:
        return [()]
    found = []
    for first in sorted(set(cards)):
        at = cards.index(first)
        found += [(first, *rest) for rest in orders(cards[:at] + cards[at + 1 :])]
    return found


def replays(
    twin: SlowEmperor, moves: Sequence[Document], pile: tuple[str, ...], chance: list[str]
) -> Iterator[tuple[SlowEmperor, Fraction]]:
    """Replay moves with the pile in one order, and the second pile in every order; how likely each is."""
    if not moves:
        yield twin, Fraction(1)
        return
    move = moves[0]["move"]
    if move not in twin.legal_moves():
        return
    if any(seen not in (None, card) for seen, card in zip(moves[0]["chance"], chance, strict=False)):
        return
    choices = twin.cards_to_come(move, chance)
    if choices is None:
        after = twin.copy()
        after.play(move, chance)
        yield from replays(after, moves[1:], pile, [])
    elif pile:
        yield from replays(twin, moves, pile[1:], [*chance, pile[0]])
    else:
        fresh = orders(tuple(sorted(choices.elements())))
        for second in fresh:
            for last, likely in replays(twin, moves, second[1:], [*chance, second[0]]):
                yield last, likely / len(fresh)


def deals_by_shuffling(
    edition: Document, players: int, setup: Document, moves: Sequence[Document]
) -> dict[HiddenState, Fraction]:
    """The same as `consistent_deals`, by trying every order of the whole deck."""
    found: dict[HiddenState, Fraction] = {}
    start = SlowEmperor(edition, players, "only", True)
    size = edition["box"]["hand"]
    for deck in orders(tuple(sorted(start.deck.elements()))):
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
        rest = deck[players * size :]
        row, pile = rest[: edition["box"]["row"]], rest[edition["box"]["row"] :]
        agrees = all(
            seen is None or sorted(seen) == sorted(hand) for seen, hand in zip(setup["hands"], hands, strict=True)
        )
        if agrees and sorted(row) == sorted(setup["row"]):
            twin = start.copy()
            twin.set_up(hands, row)
            for last, likely in replays(twin, moves, pile, []):
                key = hidden_state(last)
                found[key] = found.get(key, Fraction(0)) + likely
    total = sum(found.values())
    return {key: likely / total for key, likely in found.items()}


@pytest.mark.parametrize("tiny_deck", range(len(DEALS)))
@pytest.mark.parametrize("seed", range(6))
def test_consistent_deals_against_every_shuffle(tiny_deck: int, seed: int) -> None:
    players, edition = DEALS[tiny_deck]
    rng = random.Random(seed)
    twin = SlowEmperor(edition, players, "only", True)
    setup, moves = random_record(twin, rng, length=rng.randint(2, 22))
    for seat in (None, *twin.seats()):
        weights = consistent_deals(edition, players, "only", True, setup, moves, seat)
        assert weights[hidden_state(twin)] > 0
        likely = {key: Fraction(weight, weights.total()) for key, weight in weights.items()}
        assert likely == deals_by_shuffling(edition, players, *seen_by(setup, moves, seat))
