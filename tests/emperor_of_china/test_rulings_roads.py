"""Ruling 11: rows of houses along roads, and the best split of them. Some of the side for three and four players:

zhao-3 - zhao-2 - zhao-1 - chin-1 - chin-2 - chin-3 - shu-1 - shu-2 - shu-4 - shu-5 - chu-1 - chu-2
  |                 |                 |        |        |                                       |
yan-1 - yan-2     zhao-4            chin-4     |      shu-3         lu-4 - chu-5 - chu-4 ----- chu-3
          |                                    |                                                |
        yan-3                        wei-5 - han-1           zhao-5 - qi-1                    chu-6
                                       |       |                        |                       |
                                     wei-6   han-4              lu-2 - qi-5           chu-8 - chu-7
                                       |       |
                                     han-2   han-5
                                       |       |
                                     han-3 ----+
"""

from __future__ import annotations

import pytest

from support.emperor import final, paid

ROWS = [
    # what it shows, the houses, and the rows with their points
    ("three houses are too few", "chu: . . . . . P P P", []),
    ("four are a row", "chu: . . P . . P P P", [(4, "chu-3 chu-6 chu-7 chu-8")]),
    ("the houses of others interrupt it", "chu: . . P . . Y P P", []),
    ("a free space interrupts it", "chu: P P . P P P P P", []),
    ("four around a crossing are no row", "chu: . P P P . P . .", []),
    ("a house beside it is a branch", "chu: . P P P . P P P", [(5, "chu-2 chu-3 chu-6 chu-7 chu-8")]),
    (
        "the branch may be the first house in the file",
        """
        zhao: P P . P .
        chin: P P . .
        wei:  . P . . . . .
        """,
        [(5, "chin-2 chin-1 zhao-1 zhao-4 wei-2")],
    ),
    (
        "through three regions",
        """
        zhao: . . . . P
        qi:   P . . . P .
        lu:   . P . .
        """,
        [(4, "zhao-5 qi-1 qi-5 lu-2")],
    ),
    (
        "a closed ring counts all its houses",
        """
        wei: . . . . P P .
        han: P P P P P
        """,
        [(7, "wei-5 wei-6 han-2 han-3 han-5 han-4 han-1")],
    ),
    (
        "a ring with a tail: broken where the tail begins",
        """
        wei:  . . . . P P .
        han:  P P P P P
        chin: . . P .
        """,
        [(8, "chin-3 han-1 wei-5 wei-6 han-2 han-3 han-5 han-4")],
    ),
    (
        "all twenty houses: three ways lead from wei-2 to han-1, and one row goes through them all",
        """
        zhao: P . . P P
        qi:   P . . . P .
        chin: P P P .
        wei:  P P P . P . .
        han:  P . . P P
        lu:   P P . P
        chu:  . . . P P . . .
        """,
        [
            (
                20,
                "zhao-4 zhao-1 chin-1 chin-2 chin-3 han-1 wei-5 wei-1 wei-2 wei-3 zhao-5 qi-1 qi-5 "
                "lu-2 lu-1 lu-4 chu-5 chu-4 han-5 han-4",
            )
        ],
    ),
    (
        "two rows far from each other, in the order of spaces",
        """
        zhao: . . P . .
        yan:  P P P .
        chu:  . . P . . P P P
        """,
        [(4, "zhao-3 yan-1 yan-2 yan-3"), (4, "chu-3 chu-6 chu-7 chu-8")],
    ),
    (
        "eight in a row are one row, not two of four",
        """
        shu: . . . P P
        chu: P P P . . P P P
        """,
        [(8, "shu-4 shu-5 chu-1 chu-2 chu-3 chu-6 chu-7 chu-8")],
    ),
    (
        "two rows in one cluster: the longest, 8 houses, would leave 3 that score nothing",
        """
        shu: . . . P P
        lu:  . . . P
        chu: P P P P P P P P
        """,
        [(7, "lu-4 chu-5 chu-4 chu-3 chu-6 chu-7 chu-8"), (4, "shu-4 shu-5 chu-1 chu-2")],
    ),
    (
        "a row of 8 would leave a branch of one: 4 and 5 leave none",
        """
        shu: . . . P P
        chu: P P P P . P P P
        """,
        [(4, "shu-4 shu-5 chu-1 chu-2"), (5, "chu-4 chu-3 chu-6 chu-7 chu-8")],
    ),
    (
        "a house counts in one row only: 4 and 4 would share chu-3",
        """
        shu: . . . . P
        chu: P P P P . P P P
        """,
        [(7, "shu-5 chu-1 chu-2 chu-3 chu-6 chu-7 chu-8")],
    ),
]


@pytest.mark.parametrize(("what", "picture", "rows"), ROWS)
def test_the_rows_of_one_seat(what: str, picture: str, rows: list[tuple[int, str]]) -> None:
    match = final(picture)
    assert paid(match, "roads") == [("P", points, f"roads {spaces}") for points, spaces in rows], what


TIES = [
    # what it shows, the houses, and the rows with their points
    (
        "two branches: the row with the earlier end",
        """
        chin: P P P P
        shu:  P . . . .
        """,
        [(4, "chin-1 chin-2 chin-3 shu-1")],
    ),
    (
        "both begin at zhao-3: the first space that differs",
        """
        zhao: P P P P .
        chin: P . . .
        """,
        [(4, "zhao-3 zhao-2 zhao-1 zhao-4")],
    ),
    (
        "a row is read from its earlier end: chin-3 stands before shu in the file",
        """
        chin: . . P .
        shu:  P P . P .
        """,
        [(4, "chin-3 shu-1 shu-2 shu-4")],
    ),
    (
        "three branches of two: the two that come first",
        """
        chin: P P P .
        shu:  P . P . .
        han:  P . . P .
        """,
        [(5, "chin-1 chin-2 chin-3 han-1 han-4")],
    ),
    (
        "8 points in one row or in two, from chin-3 or from shu-3: one row, and that from chin-3",
        """
        chin: . . P .
        shu:  P P P P P
        chu:  P P P . . . . .
        """,
        [(8, "chin-3 shu-1 shu-2 shu-4 shu-5 chu-1 chu-2 chu-3")],
    ),
]


@pytest.mark.parametrize(("what", "picture", "rows"), TIES)
def test_which_split_is_shown(what: str, picture: str, rows: list[tuple[int, str]]) -> None:
    """Ruling 11: the most points, then the fewest rows, then the first."""
    match = final(picture)
    assert paid(match, "roads") == [("P", points, f"roads {spaces}") for points, spaces in rows], what


def test_every_seat_scores_its_own_rows() -> None:
    """In the order of seats."""
    match = final(
        """
        zhao: . . R . .
        yan:  R R R .
        qi:   . . . . . .
        chin: Y Y Y .
        shu:  Y . . . .
        chu:  P P . . . P P P
        """
    )
    rows = [("Y", 4, "roads chin-1 chin-2 chin-3 shu-1"), ("R", 4, "roads zhao-3 yan-1 yan-2 yan-3")]
    assert paid(match, "roads") == rows


# ---- the other side of the board

SIDES = [
    # the houses, and the rows on the side for three and four, and on that for four and five players
    ("chu: P P . . . . . .\n han: P . . P .", [], [(4, "han-1 han-4 chu-2 chu-1")]),
    ("shu: . . P . P\n chu: P P . . . . . .", [], [(4, "shu-3 shu-5 chu-1 chu-2")]),
    ("shu: P P P P .", [(4, "shu-3 shu-1 shu-2 shu-4")], []),
    (
        *("yan: P P P P\n qi: . P . . . .", [(5, "yan-3 yan-2 yan-1 yan-4 qi-2")]),
        [(5, "yan-1 yan-2 yan-3 yan-4 qi-2")],
    ),
    # the crossing at wei-3: arms of two houses in the west, the south and the east, and wei-4
    (
        "zhao: . . . . P\n qi: P . . . . .\n wei: P P P P . P P",
        [(5, "qi-1 zhao-5 wei-3 wei-2 wei-1")],
        [(5, "qi-1 zhao-5 wei-3 wei-2 wei-1")],
    ),
    # without the west: from the east to the south, where there is a road between wei-3 and wei-6
    (
        "zhao: . . . . P\n qi: P . . . . .\n wei: . . P P . P P",
        [(4, "qi-1 zhao-5 wei-3 wei-4")],
        [(5, "qi-1 zhao-5 wei-3 wei-6 wei-7")],
    ),
]


@pytest.mark.parametrize(("picture", "three_four", "four_five"), SIDES)
def test_the_roads_of_the_two_sides_differ(
    picture: str, three_four: list[tuple[int, str]], four_five: list[tuple[int, str]]
) -> None:
    for side, rows in (("three-four", three_four), ("four-five", four_five)):
        match = final(picture, side=side)
        assert paid(match, "roads") == [("P", points, f"roads {spaces}") for points, spaces in rows], side
