"""Ruling 6: tiles with a diagonal wall, plain or arched, and tiles with both parts in one room (invented editions)."""

from __future__ import annotations

import pytest

from support.city import ClosedRoom, Neighbour, draw, invent, tile

DIAGONALS = invent(
    [
        tile("bend", "#..#", "green 1"),
        tile("twin", "..##", "green 2", "green 1", diagonal="#"),
        tile("arched-twin", "..##", "green 2", "green 1", diagonal="a"),
        tile("arched", ".##.", "green 2", "pink 1", diagonal="a"),
        tile("arched-cell", "####", "green 2", "pink 1", diagonal="a"),
        tile("split-cell", "####", "green 2", "pink 1", diagonal="#"),
        tile("dragon-cell", "####", "green dragon", "pink", diagonal="a"),
    ]
)


def test_a_diagonal_tile_counts_once_for_each_of_its_rooms() -> None:
    """Ruling 6: two rooms of one tile each, not one room, and no passage through a plain diagonal wall."""
    scene = draw(
        """
        #  g  #  ?
        g  T  p  .
        #  w  #  .
        """,
        hand="1 split-cell",
        game=DIAGONALS,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("green", 1, 0, [], value=1), ClosedRoom("pink", 1, 0, [], value=1)]
    assert [entry["amount"] for entry in result.ledger] == [1, 1]


def test_an_arched_diagonal_is_a_passage_between_the_two_parts() -> None:
    """Ruling 6: each part counts the room of the other."""
    scene = draw(
        """
        #  g  #  ?
        g  T  p  .
        #  w  #  .
        """,
        hand="1 arched-cell",
        game=DIAGONALS,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [
        ClosedRoom("green", 1, 0, [Neighbour("pink", 1, 0)], value=2),
        ClosedRoom("pink", 1, 0, [Neighbour("green", 1, 0)], value=2),
    ]
    assert result.paid == {1: 4}


def test_the_dragon_of_a_diagonal_tile_belongs_to_its_own_part() -> None:
    """Rulings 6 and 8: seen through the arched diagonal it counts for the neighbour's sum, once in each."""
    scene = draw(
        """
        #  g  #  ?
        g  T  p  .
        #  w  #  .
        """,
        hand="1 dragon-cell",
        game=DIAGONALS,
    )
    assert scene.lay(turn=0).rooms == [
        ClosedRoom("green", 1, 1, [Neighbour("pink", 1, 0)], value=5),
        ClosedRoom("pink", 1, 0, [Neighbour("green", 1, 1)], value=5),
    ]


def test_an_arched_diagonal_counts_the_whole_room_behind_it() -> None:
    """Rulings 6 and 8: the pink part is closed, and its neighbour is the green room of two tiles."""
    scene = draw(
        """
        #  g  #  A  ?
        g  T  p  .  .
        #  w  #  .  .
        """,
        {"A": "2 green-court r0"},
        hand="1 arched",
        game=DIAGONALS,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 1, 0, [Neighbour("green", 2, 0)], value=3)]
    assert result.paid == {1: 3}


RING = """
    .  .  Z  A  B
    #  g  #  C  D
    g  T  p  .  .
    #  w  #  .  .
    """
TWO_RINGS = """
    .  .  .  Y  E  F
    .  .  Z  A  B  G
    #  g  #  C  D  .
    g  T  p  .  .  .
    #  w  #  .  .  .
    """


@pytest.mark.parametrize("last", ["A", "B", "C", "D"])
@pytest.mark.parametrize("kind", ["twin", "arched-twin"])
def test_both_parts_of_a_tile_in_one_room_count_one_tile(kind: str, last: str) -> None:
    """Rulings 6 and 8: joined around, both parts are one room of 4 tiles, never its own neighbour, in any order."""
    ring = {"A": "1 bend r0", "B": "2 bend r1", "C": f"3 {kind} r0", "D": "4 bend r2", "Z": "1 white-yard r0"}
    seat, tile_id, turn = ring.pop(last).split()
    scene = draw(RING.replace(last, "?"), ring, hand=f"{seat} {tile_id}", game=DIAGONALS)
    result = scene.lay(turn=int(turn[1:]))
    assert result.rooms == [ClosedRoom("green", 4, 0, [], value=4)]
    assert scene.room("?")["advisors"] == [1, 1, 3, 1]
    assert len(scene.room("?")["cells"]) == 4
    assert result.paid == {3: 4}


@pytest.mark.parametrize("last", ["A", "B", "C", "G"])
def test_two_such_tiles_in_one_room_count_two(last: str) -> None:
    """Ruling 6: each of them is one tile, also where B, laid last, joins the parts of both at once."""
    rings = {
        "A": "1 bend r0",
        "B": "2 green-yard r0",
        "C": "3 twin r0",
        "D": "4 bend r2",
        "E": "2 bend r0",
        "F": "3 bend r1",
        "G": "4 twin r3",
        "Y": "1 white-court r0",
        "Z": "1 white-yard r0",
    }
    seat, tile_id, turn = rings.pop(last).split()
    scene = draw(TWO_RINGS.replace(last, "?"), rings, hand=f"{seat} {tile_id}", game=DIAGONALS)
    result = scene.lay(turn=int(turn[1:]))
    assert result.rooms == [ClosedRoom("green", 7, 0, [], value=7)]
    assert scene.room("?")["advisors"] == [1, 2, 4, 4]
    assert result.paid == {3: 3, 4: 3}


def test_a_ring_that_is_cut_twice_is_two_rooms() -> None:
    """Ruling 6: two diagonal tiles of one colour keep the halves of the ring apart; each counts for both."""
    scene = draw(
        RING.replace("D", "?"),
        {"A": "1 bend r0", "B": "2 twin r2", "C": "3 twin r0", "Z": "1 white-yard r0"},
        hand="4 bend",
        game=DIAGONALS,
    )
    assert scene.room("A")["open_ends"] == 0
    assert scene.lay(turn=2).rooms == [ClosedRoom("green", 3, 0, [], value=3)]
    assert scene.room("A")["tiles"] == 3
    assert scene.room("A")["room"] != scene.room("?")["room"]
