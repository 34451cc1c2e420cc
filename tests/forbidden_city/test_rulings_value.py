"""Ruling 8: what a closed room is worth."""

from __future__ import annotations

from support.city import ClosedRoom, Neighbour, draw, invent, tile

TEMPLE = Neighbour("temple", 1, 0)


def test_a_tile_is_worth_one_and_a_dragon_three() -> None:
    """Ruling 8, and the rulebook: 3 tiles and a dragon of its own, the temple: 7."""
    scene = draw(
        """
        #  g  #  A
        g  T  p  B  ?
        #  w  #  C
        """,
        {"A": "1 white-pair r2", "B": "2 pink-dragon r0", "C": "3 white-pair r0"},
        hand="4 pink-alcove",
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 3, 1, [TEMPLE], value=7)]
    assert result.paid == {4: 7}


def test_cells_of_the_start_tile_count_as_tiles() -> None:
    """Ruling 8: the pink hall of the back side has three cells; with the tile that closes it, four."""
    scene = draw(
        """
        .  .  A  .
        g  g  p  C
        g  T  p  ?
        w  w  p  D
        """,
        {"A": "1 green-pair r2", "C": "3 white-pair r3", "D": "4 white-pair r3"},
        hand="2 pink-alcove",
        start="halls",
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 4, 0, [TEMPLE], value=5)]
    assert result.paid == {2: 5}


def test_a_neighbour_with_a_dragon_counts_its_tiles_and_three() -> None:
    """Ruling 8: the same for every room that a passage leads to."""
    scene = draw(
        """
        #  g  #  A  B
        g  T  p  ?  .
        #  w  #  .  .
        """,
        {"A": "2 green-yard r0", "B": "2 green-dragon r0"},
        hand="1 pink-corner",
        stacks={2: ["white-pair"]},
    )
    assert scene.lay(turn=0).ledger == []  # still open in the south
    result = scene.lay(turn=0, where=(2, 1))
    assert result.rooms == [ClosedRoom("pink", 2, 0, [Neighbour("green", 2, 1), TEMPLE], value=8)]
    assert result.paid == {1: 8}


def test_a_neighbour_counts_once_though_two_archways_lead_there() -> None:
    """Ruling 8, and the rulebook: each adjacent room counts only once."""
    scene = draw(
        """
        #  g  #  A  B
        g  T  p  ?  C
        #  w  #  .  .
        """,
        {"A": "2 green-yard r0", "B": "2 green-court r0", "C": "3 green-yard r0"},
        hand="1 pink-gate",
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 2, 0, [Neighbour("green", 3, 0), TEMPLE], value=6)]


def test_two_neighbours_of_one_colour_both_count() -> None:
    """Ruling 8: every different room, and rooms are told apart by walls, not by colours."""
    scene = draw(
        """
        #  g  #  A  B
        g  T  p  ?  C
        #  w  #  .  .
        """,
        {"A": "2 green-pair r1", "B": "2 green-court r0", "C": "3 green-yard r0"},
        hand="1 pink-gate",
    )
    result = scene.lay(turn=0)
    neighbours = [Neighbour("green", 1, 0), Neighbour("green", 2, 0), TEMPLE]
    assert result.rooms == [ClosedRoom("pink", 2, 0, neighbours, value=6)]


def test_rooms_beyond_the_neighbours_count_nothing() -> None:
    """Ruling 8, and the rulebook: pink is linked with green, green with white; white is not pink's neighbour."""
    scene = draw(
        """
        #  g  #  A  B
        g  T  p  ?  .
        #  w  #  .  .
        """,
        {"A": "2 green-gate r1", "B": "3 white-court r0"},
        hand="1 pink-gate",
    )
    assert scene.linked(scene.room("A"), scene.room("B"))
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 2, 0, [Neighbour("green", 1, 0), TEMPLE], value=4)]


def test_a_neighbour_that_was_paid_before_counts_again() -> None:
    """Rulings 5 and 8: green counts pink, which was closed and paid before; pink is not paid again."""
    game = invent([tile("green-end", "###a", "green 2"), tile("pink-end", "#a#.", "pink 1")])
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  ?  ?b
        #  w  #  .  .
        """,
        hand="1 pink-end",
        game=game,
        stacks={2: ["green-end"]},
    )
    assert scene.lay(turn=0).paid == {1: 3}
    result = scene.lay(turn=0, where="?b")
    assert result.rooms == [ClosedRoom("green", 1, 0, [Neighbour("pink", 2, 0)], value=3)]
    assert result.paid == {2: 3}


def test_an_open_neighbour_counts_as_it_is_now() -> None:
    """Ruling 8: closed or not; what it gains later comes too late."""
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  ?  A
        #  w  #  B  C
        """,
        {"A": "2 green-yard r0", "B": "3 white-gate r2", "C": "3 green-pair r3"},
        hand="1 pink-alcove",
        stacks={2: ["green-dragon"]},
    )
    assert scene.room("A")["open_ends"] > 0
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 2, 0, [Neighbour("green", 2, 0), TEMPLE], value=5)]
    assert scene.lay(turn=0, where=(4, 0)).ledger == []
    assert scene.match.scores == [5, 0, 0, 0]


def test_a_room_is_never_its_own_neighbour() -> None:
    """Ruling 8: A has an archway towards B, and both are one room around the corner."""
    game = invent([tile("bend", "#..#", "green"), tile("arched-end", "#a.#", "green 2")])
    scene = draw(
        """
        .  .  Z  A  B
        #  g  #  C  ?
        g  T  p  .  .
        #  w  #  .  .
        """,
        {"A": "1 arched-end r0", "B": "2 bend r1", "C": "3 bend r3", "Z": "3 white-yard r0"},
        hand="4 bend",
        game=game,
    )
    assert scene.linked(scene.room("A"), scene.room("B"))  # two rooms, still
    result = scene.lay(turn=2)
    assert scene.room("A")["room"] == scene.room("B")["room"]
    assert result.rooms == [ClosedRoom("green", 4, 0, [], value=4)]
    assert result.paid == {1: 4}


def test_a_room_that_joins_another_brings_its_passages_along() -> None:
    """Ruling 8: the white room was linked with A before; it is a neighbour of the whole room after the merger."""
    scene = draw(
        """
        #  g  #  W  V
        g  T  p  ?  A
        #  w  #  .  .
        """,
        {"W": "2 white-yard r0", "V": "2 white-court r0", "A": "3 pink-gate r0"},
        hand="1 pink-pair",
        stacks={2: ["white-pair"]},
    )
    assert scene.linked(scene.room("A"), scene.room("V"))
    assert not scene.linked(scene.room((1, 0)), scene.room("V"))
    assert scene.lay(turn=0).ledger == []  # still open in the south
    assert scene.linked(scene.room((1, 0)), scene.room("V"))
    result = scene.lay(turn=0, where=(2, 1))
    assert result.rooms == [ClosedRoom("pink", 3, 0, [TEMPLE, Neighbour("white", 2, 0)], value=6)]
    assert result.paid == {1: 6}
