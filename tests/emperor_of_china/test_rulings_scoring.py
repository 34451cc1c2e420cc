"""Rulings 5 and 10: what houses and alliances score. `test_rulings_roads` has the roads."""

from __future__ import annotations

from typing import Any

import pytest

from support.emperor import SEATS, draw, final, legal, paid, play, standard_document, table, turn
from tianxia.games.emperor_of_china.game import EmperorOfChina

# ---- ruling 5: ranks

RANKS = [
    # the houses of Wei, what they score by seat
    ("P . . . . . .", {"P": 1}),
    ("P P P P P P P", {"P": 7}),  # alone: all houses, and nobody is second
    ("P P P P P P Y", {"P": 7, "Y": 6}),
    ("P P P Y Y R .", {"P": 6, "Y": 3, "R": 2}),
    ("P Y Y Y R R .", {"P": 2, "Y": 6, "R": 3}),  # in any order of seats
    ("P P P P Y R B", {"P": 7, "Y": 4, "R": 4, "B": 4}),  # three share the second rank
    ("P P Y Y R . .", {"P": 5, "Y": 5, "R": 2}),  # first tied: the next is second, not third
    ("P P P Y Y Y R", {"P": 7, "Y": 7, "R": 3}),
    ("P P P Y Y R R", {"P": 7, "Y": 3, "R": 3}),  # second tied
    ("P P Y Y R R .", {"P": 6, "Y": 6, "R": 6}),  # all tied
    ("P Y R B . . .", {"P": 4, "Y": 4, "R": 4, "B": 4}),
    ("P P Y Y R B .", {"P": 6, "Y": 6, "R": 2, "B": 2}),  # first tied and second tied
    ("P P P Y Y R B", {"P": 7, "Y": 3, "R": 2, "B": 2}),  # third tied
    ("P P P Y R B .", {"P": 6, "Y": 3, "R": 3, "B": 3}),
    (". . . . . . B", {"B": 1}),  # no house, no points
]


def _score(id: str, colour: str, spaces: str, **more: Any) -> dict[str, int]:
    """What the houses of a region score, by seat: a full one when the last of them is built, else at the end."""
    if "." in spaces:
        match = final(f"{id}: {spaces}", **more)
    else:
        *before, last = spaces.split()
        match = draw(f"{id}: {' '.join(before)} .\n {last}: {colour}", last, **more)
        play(match, f"house {id}-{len(before) + 1} {colour}")
    entries = paid(match, "houses")
    assert [where for _, _, where in entries] == [f"houses {id}"] * len(entries)
    assert [seat for seat, _, _ in entries] == sorted({seat for seat, _, _ in entries}, key=SEATS.index)
    return {seat: amount for seat, amount, _ in entries}


@pytest.mark.parametrize(("wei", "scores"), RANKS)
def test_ranks_of_houses(wei: str, scores: dict[str, int]) -> None:
    """Ruling 5: the first rank all houses, each further one those of one player of the rank above; no entry of 0."""
    assert _score("wei", "red", wei) == scores


@pytest.mark.parametrize(("wei", "scores"), RANKS)
def test_ranks_do_not_go_by_the_order_of_seats(wei: str, scores: dict[str, int]) -> None:
    """With the seats turned round (B for P, R for Y, and so on) each scores what the other did."""
    swap = str.maketrans("PYRB", "BRYP")
    turned = {seat.translate(swap): points for seat, points in scores.items()}
    assert _score("wei", "red", wei.translate(swap)) == turned


@pytest.mark.parametrize(
    ("chu", "scores"),
    [
        ("P P P Y Y R B G", {"P": 8, "Y": 3, "R": 2, "B": 2, "G": 2}),
        ("P P Y Y R R B G", {"P": 8, "Y": 8, "R": 8, "B": 2, "G": 2}),
        ("G G G B B R R Y", {"Y": 2, "R": 3, "B": 3, "G": 8}),
        ("G P Y R B . . .", {"P": 5, "Y": 5, "R": 5, "B": 5, "G": 5}),
        ("G G G G B P Y R", {"P": 4, "Y": 4, "R": 4, "B": 4, "G": 8}),
        ("G G G G B B B Y", {"Y": 3, "B": 4, "G": 8}),
    ],
)
def test_ranks_of_five_players(chu: str, scores: dict[str, int]) -> None:
    assert _score("chu", "purple", chu, players=5) == scores


def test_five_ranks() -> None:
    """The rulebook's list from the most to the fifth-most: it takes 15 spaces, more than any region of the board."""
    document = standard_document()
    [chu] = [region for region in document["region"] if region["id"] == "chu"]
    chu["houses"] += [[0, number] for number in range(15 - 8)]
    game = EmperorOfChina(document, "large.toml")
    spaces = "B B P P P P P R R R R Y Y Y G"
    assert _score("chu", "purple", spaces, players=5, game=game) == {"P": 15, "R": 5, "Y": 4, "B": 3, "G": 2}


# ---- ruling 5: when


def test_houses_are_scored_in_the_middle_of_the_turn_and_an_emissary_may_follow() -> None:
    """Ruling 5: the last space of Ch'in gets its house as the first piece."""
    match = draw(
        """
        chin: P Y B .
        P:    red yellow yellow
        """
    )
    play(match, "house chin-4 yellow")
    assert paid(match) == [("P", 4, "houses chin"), ("Y", 2, "houses chin"), ("B", 2, "houses chin")]
    assert turn(match) == "P"
    assert legal(match) == ["emissary chin yellow", "done"]
    play(match, "emissary chin yellow")
    assert len(paid(match)) == 3


def test_houses_are_scored_with_the_second_piece_too() -> None:
    match = draw(
        """
        chin: Y Y . .
        P:    red yellow yellow
        """
    )
    play(match, "house chin-3 yellow")
    assert paid(match) == []
    play(match, "house chin-4 yellow")
    assert paid(match) == [("P", 4, "houses chin"), ("Y", 4, "houses chin")]


def test_an_emissary_never_has_houses_scored() -> None:
    match = draw(
        """
        chin: Y Y Y .
        P:    red yellow yellow
        """
    )
    play(match, "emissary chin yellow", "emissary chin yellow")
    assert paid(match) == []


def test_a_region_is_scored_once() -> None:
    """Ruling 5: Ch'in is full and was scored; at the end of the game only Lu is."""
    match = final(
        """
        chin: P Y B B
        lu:   P Y . .
        """
    )
    assert paid(match) == [("P", 2, "houses lu"), ("Y", 2, "houses lu")]


def test_a_region_that_was_scored_in_the_last_turn_is_not_scored_again() -> None:
    """Rulings 5 and 10: nothing is left to draw, so the turn of the last seat, and the game, end with its house."""
    match = draw(
        """
        chin: P Y B .
        lu:   P Y . .
        B:    yellow
        row:
        pile:
        """,
        "B",
        round=11,
    )
    play(match, "house chin-4 yellow", "done")
    assert match.over
    assert paid(match) == [
        *(("P", 2, "houses chin"), ("Y", 2, "houses chin"), ("B", 4, "houses chin")),
        *(("P", 2, "houses lu"), ("Y", 2, "houses lu")),
    ]


def test_the_table_tells_which_regions_were_scored() -> None:
    match = draw("chin: P Y B B\n lu: P Y . .")
    assert [region["id"] for region in table(match)["regions"] if region["scored"]] == ["chin"]


# ---- ruling 10: final scoring


def test_the_order_of_the_final_scoring() -> None:
    """Ruling 10: houses region by region, then alliances, then roads; and the ledger has nobody with 0."""
    match = final(
        """
        zhao: P . . . .
        chin: P P P .     emissaries P1
        shu:  . . . . Y   emissaries P1
        """
    )
    assert paid(match) == [
        *(("P", 1, "houses zhao"), ("P", 3, "houses chin"), ("Y", 1, "houses shu")),
        ("P", 2, "alliances 4"),
        ("P", 4, "roads zhao-1 chin-1 chin-2 chin-3"),
    ]
    assert match.scores == [10, 1, 0, 0]


def test_the_entries_of_the_ledger() -> None:
    """Ledger: the source, where (a region, the number of an alliance, the spaces of a row), and the last round."""
    match = final(
        """
        chin: P P P .   emissaries Y1
        shu:  P . . . .   emissaries Y1
        """,
        round=13,
    )
    assert match.ledger == [
        {"seat": 1, "amount": 3, "source": "houses", "where": "chin", "round": 13},
        {"seat": 1, "amount": 1, "source": "houses", "where": "shu", "round": 13},
        {"seat": 2, "amount": 2, "source": "alliances", "where": "4", "round": 13},
        {"seat": 1, "amount": 4, "source": "roads", "where": "chin-1 chin-2 chin-3 shu-1", "round": 13},
    ]


def test_points_that_were_scored_before_stay() -> None:
    """The ledger goes on from that of the position, and the scores are its sums."""
    before = {"seat": 2, "amount": 7, "source": "houses", "where": "wei", "round": 3}
    match = final("lu: P Y . .", ledger=[before], round=9)
    assert match.ledger[0] == before
    assert match.scores == [2, 9, 0, 0]


# ---- ruling 10: alliances. Alliance 12 is that of Lu and Qi

ALLIANCES = [
    # emissaries in Lu and in Qi, points
    ("P1", "P1", {"P": 2}),
    ("P3 Y1", "P2 R1", {"P": 7}),  # a majority in both: all emissaries there
    ("P1 Y2", "P2", {}),  # in one of them only
    ("P1", "Y1", {}),
    ("P2 Y2", "P1", {"P": 5}),  # a tie counts
    ("P1", "P1 Y1 R1 B1", {"P": 5}),
    ("P1 Y1", "P1 Y1", {"P": 4, "Y": 4}),  # several score in full
    ("P1 Y1 R1", "P2 R2 B1", {"P": 8, "R": 8}),
    ("P1 Y1 R1 B1", "P1 Y1 R1 B1", {"P": 8, "Y": 8, "R": 8, "B": 8}),
    ("P2", "", {}),  # nobody is in Qi: zero is no majority
    ("", "P2", {}),
    ("", "", {}),
]


@pytest.mark.parametrize(("in_lu", "in_qi", "scores"), ALLIANCES)
def test_an_alliance_scores_a_majority_in_both_regions(in_lu: str, in_qi: str, scores: dict[str, int]) -> None:
    """Ruling 10: ties count, zero does not; several seats each score in full."""
    match = final(
        f"""
        lu: B B B B       emissaries {in_lu}
        qi: B B B B B .   emissaries {in_qi}
        """
    )
    assert paid(match, "alliances") == [(seat, scores[seat], "alliances 12") for seat in "PYRB" if seat in scores]


def test_a_majority_scores_with_every_neighbour() -> None:
    """Ruling 10: in order of numbers. Wei stands in 2, 3, 8 and 9; Zhao and Ch'in are allied in 1; Lu is Yellow's."""
    match = final(
        """
        zhao: P P . . .       emissaries P2
        chin: P . . .         emissaries P1
        wei:  P P P . . . .   emissaries P2 Y1
        lu:   Y . . .         emissaries Y1
        """
    )
    assert paid(match, "alliances") == [("P", 3, "alliances 1"), ("P", 5, "alliances 2"), ("P", 4, "alliances 3")]


def test_regions_that_do_not_border_are_no_alliance() -> None:
    """Yan borders on Qi and Zhao only."""
    match = final(
        """
        yan: P . . .         emissaries P1
        wei: P . . . . . .   emissaries P1
        """
    )
    assert paid(match, "alliances") == []


def test_an_alliance_needs_no_house_of_its_own() -> None:
    """Ruling 10: emissaries alone count."""
    match = final(
        """
        yan: Y . . .       emissaries P1
        qi:  R . . . . .   emissaries P1
        """
    )
    assert paid(match, "alliances") == [("P", 2, "alliances 14")]
