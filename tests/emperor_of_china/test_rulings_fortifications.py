"""Ruling 13: fortifications."""

from __future__ import annotations

import pytest

from support.emperor import draw, final, hand, legal, paid, play, reason, space, table, turn

# ---- placing one


def test_a_fortification_is_placed_like_a_house() -> None:
    """On any space with neither house nor fortification, paid like any piece; other spaces are not offered."""
    match = draw(
        """
        chin: [.] [Y] R .
        P:    red red yellow
        """,
        forts="YR",
    )
    assert legal(match, "fortification chin") == ["fortification chin-4 red red", "fortification chin-4 yellow"]
    assert legal(match, "house chin") == [
        *("house chin-1 red red", "house chin-1 yellow"),
        *("house chin-4 red red", "house chin-4 yellow"),
    ]


def test_there_are_none_in_a_game_without() -> None:
    match = draw("P: red red yellow")
    assert not legal(match, "fortification")
    assert not table(match)["fortifications"]


def test_every_seat_has_one() -> None:
    match = draw(
        """
        wei: Y . . . . . .
        P:   red red red
        """,
        forts="",
    )
    assert [supply["fortifications"] for supply in table(match)["supply"]] == [1, 1, 1, 1]
    play(match, "fortification wei-2 red")
    assert not legal(match, "fortification")
    assert [supply["fortifications"] for supply in table(match)["supply"]] == [0, 1, 1, 1]


def test_it_may_be_the_only_piece_in_an_empty_region() -> None:
    """It counts as a piece of the turn, so nothing more is asked; the house on it would be the second."""
    match = draw("P: red red red", forts="")
    play(match, "fortification wei-2 red")
    assert reason(match, "house wei-2 red").key == "was-empty"
    assert table(match)["to_draw"] == 1


def test_a_region_with_a_fortification_alone_is_not_empty() -> None:
    """Ruling 2: it takes two pieces."""
    match = draw(
        """
        wei: [.] . . . . . .
        P:   red red red
        """,
        forts="B",
    )
    play(match, "house wei-2 red")
    assert "house wei-1 red" in legal(match)
    play(match, "house wei-1 red")
    assert [space(match, id) for id in ("wei-1", "wei-2")] == ["[P]", "P"]


def test_a_fortification_alone_brings_no_emissary() -> None:
    """Ruling 4: there is no house."""
    match = draw(
        """
        wei: [.] . . . . . .
        P:   red red red
        """,
        forts="B",
    )
    assert reason(match, "emissary wei red").key == "no-house"


def test_a_fortification_and_a_house_elsewhere_in_the_region() -> None:
    """The house need not stand on it."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green green
        """,
        forts="",
    )
    play(match, "house wei-2 red", "fortification wei-3 green green")
    assert [space(match, f"wei-{number}") for number in (1, 2, 3)] == ["Y", "P", "[.]"]
    assert table(match)["to_draw"] == 3


def test_anybody_may_build_on_it() -> None:
    """It is neutral: Yellow builds on that of Purple, and pays as usual."""
    match = draw(
        """
        chin: R . . .
        P:    red yellow yellow
        Y:    red red yellow
        """,
        forts="",
    )
    play(match, "fortification chin-2 yellow", "done", "draw: red")
    assert (turn(match), space(match, "chin-2")) == ("Y", "[.]")
    assert legal(match, "house chin-2") == ["house chin-2 red red", "house chin-2 yellow"]
    play(match, "house chin-2 red red")
    assert (hand(match, "Y"), space(match, "chin-2")) == ("yellow", "[Y]")


# ---- a region is filled by houses alone


def test_a_space_with_a_fortification_alone_is_not_filled() -> None:
    """Ch'in is scored when the house comes: 2 houses of Purple, 4 in all, doubled."""
    match = draw(
        """
        chin: P Y B .
        P:    red yellow yellow
        """,
        forts="",
    )
    play(match, "fortification chin-4 yellow")
    assert paid(match) == []
    play(match, "house chin-4 yellow")
    assert paid(match) == [("P", 8, "houses chin"), ("Y", 2, "houses chin"), ("B", 2, "houses chin")]


def test_the_last_other_space_does_not_fill_a_region_either() -> None:
    match = draw(
        """
        chin: P Y . [.]
        P:    red yellow yellow
        """,
        forts="B",
    )
    play(match, "house chin-3 yellow")
    assert paid(match) == []
    assert "house chin-4 yellow" in legal(match)


# ---- houses score double

DOUBLED = [
    # the houses of Wei, and what they score
    ("[P] P P P Y Y .", "P", {"P": 12, "Y": 4}),  # 6 houses, doubled; Yellow as ever
    ("P P P P [Y] Y .", "Y", {"P": 6, "Y": 8}),  # twice the houses of the rank above
    ("[Y] P P . . . .", "P", {"P": 3, "Y": 4}),  # for the owner of the house, whoever placed the fortification
    ("P P Y [.] . . .", "P", {"P": 3, "Y": 2}),  # nobody stands on it
    ("[P] [P] Y . . . .", "PY", {"P": 6, "Y": 2}),  # once, however many
    ("[P] [P] [P] [P] . . .", "PYRB", {"P": 8}),
    ("[P] P [Y] . . . .", "PY", {"P": 6, "Y": 4}),  # two owners
    ("[P] P Y Y . . .", "P", {"P": 8, "Y": 4}),  # tied: for one of the two
    ("P P P [Y] Y R .", "Y", {"P": 6, "Y": 6, "R": 2}),  # ranks by houses: Red scores the 2 houses of Yellow
    ("P P [Y] R . . .", "Y", {"P": 4, "Y": 4, "R": 2}),  # Yellow and Red are tied all the same
]


@pytest.mark.parametrize(("wei", "placed", "scores"), DOUBLED)
def test_who_has_a_house_on_a_fortification_scores_double(wei: str, placed: str, scores: dict[str, int]) -> None:
    match = final(f"wei: {wei}", forts=placed)
    assert paid(match, "houses") == [(seat, points, "houses wei") for seat, points in scores.items()]


def test_a_fortification_doubles_its_own_region_only() -> None:
    match = final(
        """
        wei: [P] P . . . . .
        lu:  P . . .
        """,
        forts="P",
    )
    assert paid(match) == [("P", 4, "houses wei"), ("P", 1, "houses lu")]


def test_a_fortification_doubles_no_alliance() -> None:
    match = final(
        """
        lu: [P] . . .       emissaries P1
        qi: P . . . . .     emissaries P1
        """,
        forts="P",
    )
    assert paid(match, "alliances") == [("P", 2, "alliances 12")]


# ---- rows score double

ROWS = [
    # what it shows, the houses, who placed fortifications, and the rows with their points
    ("a row with one", "chu: . . P . . P [P] P", "P", [(8, "chu-3 chu-6 chu-7 chu-8")]),
    ("once, with two", "chu: . . [P] . . P [P] P", "PY", [(8, "chu-3 chu-6 chu-7 chu-8")]),
    ("whoever placed it", "chu: . . P . . P P [P]", "B", [(8, "chu-3 chu-6 chu-7 chu-8")]),
    ("three houses are no row", "chu: . . . . . P [P] P", "P", []),
    ("a house of another on it", "chu: . [Y] P . . P P P", "P", [(4, "chu-3 chu-6 chu-7 chu-8")]),
    ("nobody on it", "chu: . [.] P . . P P P", "P", [(4, "chu-3 chu-6 chu-7 chu-8")]),
    (
        "it doubles its row, not the other",
        """
        zhao: . . P . .
        yan:  P [P] P .
        chu:  . . P . . P P P
        """,
        "P",
        [(8, "zhao-3 yan-1 yan-2 yan-3"), (4, "chu-3 chu-6 chu-7 chu-8")],
    ),
    (
        "two fortifications, two rows",
        """
        zhao: . . P . .
        yan:  P [P] P .
        chu:  . . P . . P P [P]
        """,
        "PY",
        [(8, "zhao-3 yan-1 yan-2 yan-3"), (8, "chu-3 chu-6 chu-7 chu-8")],
    ),
    (
        "5 houses with the branch, doubled, are better than 6 without",
        """
        zhao: P P . . .
        chin: P P P [P]
        shu:  P . . . .
        """,
        "P",
        [(10, "zhao-2 zhao-1 chin-1 chin-2 chin-4")],
    ),
    (
        "8 doubled are better than 4 doubled and 7, which leave none out",
        """
        lu:  . . . P
        shu: . . . [P] P
        chu: P P P P P P P P
        """,
        "P",
        [(16, "lu-4 chu-5 chu-4 chu-3 chu-2 chu-1 shu-5 shu-4")],
    ),
]


@pytest.mark.parametrize(("what", "picture", "placed", "rows"), ROWS)
def test_a_row_with_a_fortified_house_scores_double(
    what: str, picture: str, placed: str, rows: list[tuple[int, str]]
) -> None:
    match = final(picture, forts=placed)
    assert paid(match, "roads") == [("P", points, f"roads {spaces}") for points, spaces in rows], what


def test_the_same_fortification_doubles_the_region_and_the_row() -> None:
    """Ruling 13: the doubling is inside the entries."""
    match = final("chu: . . P . . P [P] P", forts="P")
    assert paid(match) == [("P", 8, "houses chu"), ("P", 8, "roads chu-3 chu-6 chu-7 chu-8")]
