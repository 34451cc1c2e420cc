"""Rulings 9 and 12: how the game ends, and who has won."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from support.emperor import draw, final, hand, legal, paid, play, reason, row, small_game, table, turn, winners
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.play.match import Match
from tianxia.terminal.speech import read_message
from tianxia.words import say

# ---- ruling 9: the pile has run out twice


def _play_to_the_end(match: Match) -> str:
    """Let every seat exchange a card; whose turns they were."""
    turns = ""
    while not match.over:
        turns += turn(match) or ""
        play(match, legal(match, "exchange")[0])
        play(match, legal(match, "take")[0])
    return turns


@pytest.mark.parametrize(("causes", "still"), [("P", "YRB"), ("Y", "RB"), ("R", "B"), ("B", "")])
def test_the_round_is_played_to_its_end(causes: str, still: str) -> None:
    """Ruling 9: whoever takes the last card, the last turn is that of the seat before seat 1."""
    match = draw("lu: P . . .\n pile: purple", causes, times_run_out=1, round=9)
    play(match, "exchange red")
    assert not table(match)["last_round"]
    play(match, "draw: purple")
    assert table(match)["last_round"]
    assert _play_to_the_end(match) == still
    assert match.ledger == [{"seat": 1, "amount": 1, "source": "houses", "where": "lu", "round": 9}]


@pytest.mark.parametrize(("players", "still"), [(3, "YR"), (4, "YRB"), (5, "YRBG")])
def test_the_last_round_of_any_number_of_players(players: int, still: str) -> None:
    match = draw("row: red green yellow orange\n pile: purple", players=players, times_run_out=1)
    play(match, "exchange red", "draw: purple")
    assert _play_to_the_end(match) == still


def test_the_game_goes_on_when_the_pile_has_run_out_once() -> None:
    """Ruling 7: also when the last seat of a round takes the last card."""
    match = draw("pile: purple", "B", round=4)
    play(match, "exchange red", "draw: purple")
    assert not match.over
    assert (turn(match), table(match)["round"], table(match)["last_round"]) == ("P", 5, False)


def test_drawing_is_compulsory_in_the_last_turn() -> None:
    """Ruling 6: the cards are of no use, and still two are taken before the game ends."""
    match = draw(
        """
        wei:  Y . . . . . .
        B:    red red green
        row:  orange purple
        pile:
        """,
        "B",
    )
    play(match, "house wei-2 red", "house wei-3 red")
    assert legal(match) == ["take orange", "take purple"]
    assert reason(match, "done").key == "draw-now"
    play(match, "take purple", "take orange")
    assert match.over
    assert (hand(match, "B"), row(match)) == ("green orange purple", "")


def test_the_last_round_ends_with_a_pass_too() -> None:
    match = draw("B: red\n row:\n pile:", "B")
    play(match, "pass")
    assert (match.over, turn(match), legal(match)) == (True, None, [])


# ---- ruling 9: nobody could place a piece. The bays: room for 9 houses, each player has 6 and 3 emissaries

BAYS = """
    heron: P P Y   emissaries P1 Y1
    crane: Y R     emissaries R1
    ibis:  P R .   emissaries P1
    egret: R       emissaries P1
    P:     jade jade jade
    Y:     amber amber coral
    R:     coral coral jade
    row:   jade amber coral
    """
"""One space is free, and every court is full."""


def test_the_game_ends_at_once_when_nobody_could_place_a_piece() -> None:
    """Ruling 9: the house of Yellow fills the board; its region is scored, then all the rest; nothing is drawn."""
    match = draw(BAYS, "Y", players=3, game=small_game(), round=6)
    play(match, "house ibis-3 amber")
    assert match.over
    assert [move.move for move in match.moves] == ["house ibis-3 amber"]
    assert hand(match, "Y") == "amber coral"
    assert paid(match) == [
        *(("P", 3, "houses ibis"), ("Y", 3, "houses ibis"), ("R", 3, "houses ibis")),
        ("P", 2, "alliances 3"),
        ("P", 3, "roads heron-1 heron-2 ibis-1"),
    ]
    assert (match.scores, winners(match)) == ([8, 3, 3], "P")
    assert {entry["round"] for entry in match.ledger} == {6}
    assert match.why_not(2, "done") is not None


def test_it_does_not_end_while_the_same_house_makes_room_for_an_emissary() -> None:
    """Red has then two houses in Ibis Bay."""
    match = draw(BAYS, "R", players=3, game=small_game())
    play(match, "house ibis-3 coral coral")
    assert not match.over
    assert legal(match) == ["done"]  # it holds no card for it


def test_it_does_not_end_while_anybody_could_place_a_piece() -> None:
    """Purple has then two houses in Ibis Bay, but no emissary left; Yellow and Red have."""
    match = draw(BAYS, "P", players=3, game=small_game())
    play(match, "house ibis-3 jade jade", "done")
    assert not match.over
    play(match, "take jade", "take amber: coral amber")
    assert legal(match, "emissary") == ["emissary ibis amber"]


def test_it_ends_with_the_last_emissary_too() -> None:
    """Ruling 9: all regions were scored before. Egret Rock is Purple's, Ibis Bay Yellow's: no alliance."""
    match = draw(BAYS.replace("P R .   emissaries P1", "P R Y"), "Y", players=3, game=small_game())
    play(match, "emissary ibis amber")
    assert match.over
    assert paid(match) == [("P", 3, "roads heron-1 heron-2 ibis-1")]


def test_a_fortification_left_keeps_the_game_going_while_it_has_a_place() -> None:
    """Rulings 9 and 13: with two houses each there is one free space without a fortification, and Purple has one."""
    document = tomllib.loads((Path(__file__).parent / "small.toml").read_text("utf-8"))
    document["edition"] = "poor"
    document["box"] |= {"houses": 2, "emissaries": 0, "fortifications": 1}
    match = draw(
        """
        heron: P Y [.]
        crane: R [.]
        ibis:  P Y .
        egret: R
        P:     amber amber coral
        Y:     jade jade jade
        R:     coral coral jade
        row:   jade amber coral
        """,
        players=3,
        forts="YR",
        game=EmperorOfChina(document, "poor.toml"),
    )
    assert legal(match) == ["fortification ibis-3 amber", "exchange amber", "exchange coral"]
    play(match, "fortification ibis-3 amber")
    assert match.over
    assert paid(match) == [
        *(("P", 2, "houses heron"), ("Y", 2, "houses heron")),
        ("R", 1, "houses crane"),
        *(("P", 2, "houses ibis"), ("Y", 2, "houses ibis")),
    ]


# ---- ruling 12: who has won

WINNERS = [
    # what it shows, the board, who has placed a fortification, the scores, who has won
    ("most points", "qi: P P . . . .\n chin: Y . . .", "", [2, 1, 0, 0], "P"),
    ("not most pieces", "qi: P P . . . .", "", [2, 0, 0, 0], "P"),
    ("equal points and pieces: shared", "qi: P . . . . .\n chin: Y . . .", "", [1, 1, 0, 0], "PY"),
    (
        *("an emissary less in supply", "qi: P . . . . .\n chin: Y . . .   emissaries Y1", ""),
        *([1, 1, 0, 0], "P"),
    ),
    ("whoever sent it", "qi: P . . . . .   emissaries P1\n chin: Y . . .", "", [1, 1, 0, 0], "Y"),
    (
        *("a house more on the board", "qi: P . . . . .\n lu: P Y Y R\n chin: Y . . .", ""),  # Lu was scored before
        *([1, 1, 0, 0], "P"),
    ),
    ("a fortification less", "qi: P . . . . .\n chin: Y . . .\n wei: [.] . . . . . .", "Y", [1, 1, 0, 0], "P"),
    (
        *("one each", "qi: P . . . . .\n chin: Y . . .\n wei: [.] [.] . . . . .", "PY"),
        *([1, 1, 0, 0], "PY"),
    ),
    (
        *("a fortification is a piece as an emissary is", "qi: P . . . . .   emissaries P1\n chin: Y [.] . .", "Y"),
        *([1, 1, 0, 0], "PY"),
    ),
    ("three tied, two of them with more left", "qi: P Y R . . .   emissaries Y1", "", [3, 3, 3, 0], "PR"),
    ("nobody scored anything", "", "", [0, 0, 0, 0], "PYRB"),
]


@pytest.mark.parametrize(("what", "picture", "placed", "scores", "won"), WINNERS)
def test_who_has_won(what: str, picture: str, placed: str, scores: list[int], won: str) -> None:
    """Ruling 12: most points, then most pieces left (houses, emissaries, fortification), then shared."""
    match = final(picture, forts=placed)
    assert (match.scores, winners(match)) == (scores, won), what


@pytest.mark.parametrize(
    ("picture", "places", "told"),
    [
        ("qi: P P . . . .\n chin: Y . . .", [1, 2, 3, 3], ["Red and Blue are level at 0, and share the place."]),
        (
            "qi: P . . . . .   emissaries P1\n chin: Y . . .",
            [2, 1, 3, 3],
            [
                "Yellow and Purple have 1 point each. Most pieces left ranks first: Yellow 27 and Purple 26.",
                "Red and Blue are level at 0, and share the place.",
            ],
        ),
        (
            "qi: P Y R . . .   emissaries Y1",
            [1, 3, 1, 4],
            [
                "Purple, Red and Yellow have 3 points each."
                " Most pieces left ranks first: Purple 27, Red 27 and Yellow 26.",
                "Purple and Red are level at 3, and share the place.",
            ],
        ),
    ],
)
def test_places_and_what_decided_them(picture: str, places: list[int], told: list[str]) -> None:
    """Ruling 12 ranks the seats behind the winner, too."""
    match = final(picture)
    assert (match.places, [say(read_message(tie["line"])) for tie in match.ties]) == (places, told)
    assert {tie["line"].get("rule") for tie in match.ties if tie["by"]} <= {"emperor-of-china#12"}


def test_nobody_has_won_before_the_end() -> None:
    match = draw("qi: P P . . . .")
    assert (match.winners, match.places, match.ties) == ([], [], [])
