"""The slow twin of The Emperor of China by itself: roads, whole games, and what somebody cannot know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations

import pytest

from support.luck import scaled
from support.slow_emperor import (
    HiddenState,
    SlowEmperor,
    best_rows,
    consistent_deals,
    hidden_state,
    random_chance,
    random_set_up,
    seen_by,
)
from support.tiny_emperor import STANDARD, TABLES, Document, tiny

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
    for seed in range(scaled(25, 25)):
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
    """What `consistent_deals` returns, found by trying every order of the whole deck."""
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
