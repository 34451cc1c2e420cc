"""Rulings 4, 5, 7 and 9: passages, when a room is closed, gardens and the temple, several rooms closed by one tile."""

from __future__ import annotations

import pytest

from support.city import ClosedRoom, Neighbour, draw, invent, start_side, tile

TEMPLE = Neighbour("temple", 1, 0)

# ---- ruling 4: passages


def test_an_archway_on_to_an_empty_cell_leads_nowhere_and_closes_its_side() -> None:
    """Ruling 4: the archway in the east faces nothing, and still the room is closed: 2 tiles and the temple."""
    scene = draw(
        """
        #  g  #
        g  T  p  ?
        #  w  #
        """,
        hand="1 pink-alcove",
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 2, 0, [TEMPLE], value=3)]
    assert result.paid == {1: 3}


def test_an_archway_against_an_open_side_is_a_passage_and_closes_that_side() -> None:
    """Ruling 4: pink has its archway towards the open green side; green loses an open end and is a neighbour."""
    scene = draw(
        """
        #  g  #  A  .
        g  T  p  ?  .
        #  w  #  .  .
        """,
        {"A": "2 green-yard r0"},
        hand="1 pink-gate",
    )
    before = scene.room("A")["open_ends"]
    result = scene.lay(turn=0)
    assert before - scene.room("A")["open_ends"] == 1
    assert result.rooms == [ClosedRoom("pink", 2, 0, [Neighbour("green", 1, 0), TEMPLE], value=4)]
    assert result.paid == {}  # nobody has an advisor there


def test_an_archway_against_an_archway_is_a_passage() -> None:
    """Ruling 4: at least one archway, and no plain wall."""
    scene = draw(
        """
        #  g  #  A
        g  T  p  ?
        #  w  #  .
        """,
        {"A": "2 green-alcove r1"},
        hand="1 pink-corner",
    )
    scene.lay(turn=0)
    assert scene.linked(scene.room("?"), scene.room("A"))


def test_an_archway_against_a_plain_wall_is_blocked() -> None:
    """Ruling 4, and the rulebook's picture: the white tile borders on the room, but a wall blocks the archway."""
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  ?  A
        #  w  #  B  C
        """,
        {"A": "2 white-pair r3", "B": "2 white-yard r0", "C": "2 white-court r0"},
        hand="1 pink-alcove",
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("pink", 2, 0, [TEMPLE], value=3)]
    assert result.paid == {1: 3}


@pytest.mark.parametrize(("turn", "colour"), [(0, "green"), (1, "pink"), (2, "pink"), (3, "green")])
def test_a_passage_on_a_diagonal_tile_leads_to_the_part_that_touches_the_side(turn: int, colour: str) -> None:
    """Ruling 4: the archway faces the west side of the diagonal tile, where a turn brings another part each time."""
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  ?  A
        #  w  #  B  C
        """,
        {"A": f"2 green-pink-split r{turn}", "B": "3 white-pair r0", "C": "3 white-gate r2"},
        hand="1 pink-alcove",
    )
    result = scene.lay(turn=0)
    [ours] = [room for room in result.rooms if room.tiles == 2]  # the part beside it may close too
    assert ours == ClosedRoom("pink", 2, 0, sorted([TEMPLE, Neighbour(colour, 1, 0)]), value=4)


# ---- ruling 5: closed, and paid once

CORRIDOR = invent(
    [
        tile("hall-1", "#.#.", "pink 1"),
        tile("hall-2", "#.#.", "pink 2"),
        tile("pink-end", "###.", "pink 1"),
        tile("green-end", "###.", "green 2"),
        tile("cell", "####", "white 2"),
        tile("lodge", "aaaa", "white 3"),
    ]
)


def test_a_room_with_one_open_side_to_an_empty_cell_is_not_closed() -> None:
    """Ruling 5: one open end is enough; the tile that shuts it pays the room."""
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  A  ?
        #  w  #  .  .
        """,
        {"A": "1 hall-1 r0"},
        hand="2 hall-2",
        game=CORRIDOR,
        stacks={2: ["hall-2"], 3: ["pink-end"]},
    )
    assert scene.lay(turn=0).ledger == []
    assert scene.room("A")["open_ends"] == 1
    result = scene.lay(turn=0, where=(4, 0))
    assert result.rooms == [ClosedRoom("pink", 4, 0, [TEMPLE], value=5)]
    assert result.paid == {2: 5}  # two advisors against one and one: those are tied for second


def test_a_foreign_wall_closes_a_room_for_those_who_are_in_it() -> None:
    """Rulings 5 and 10: only advisors count, whoever closed the room."""
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  A  ?
        #  w  #  .  .
        """,
        {"A": "1 hall-1 r0"},
        hand="4 green-pair",
        game=CORRIDOR,
    )
    result = scene.lay(turn=3)
    assert result.rooms == [ClosedRoom("pink", 2, 0, [TEMPLE], value=3)]
    assert result.ledger == [{"seat": 1, "amount": 3, "source": "room", "where": "3,0", "round": 1}]


def test_a_part_with_no_open_side_is_closed_as_it_is_laid() -> None:
    """Ruling 5: four walls are a room of one tile, paid at once."""
    scene = draw(
        """
        #  g  #  ?
        g  T  p  .
        #  w  #  .
        """,
        hand="3 cell",
        game=CORRIDOR,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("white", 1, 0, [], value=1)]
    assert result.paid == {3: 1}


def test_a_part_whose_open_sides_all_face_laid_cells_is_closed_as_it_is_laid() -> None:
    """Ruling 5: an open side that meets a wall faces no empty cell. Here the wall is a garden's (ruling 7)."""
    scene = draw(
        """
        #  g  #  ?
        g  T  p  .
        #  w  #  .
        """,
        hand="3 green-end",
        game=CORRIDOR,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("green", 1, 0, [], value=1)]
    assert result.paid == {3: 1}


def test_a_passage_that_appears_later_pays_nothing() -> None:
    """Ruling 5: the closed room gains a neighbour, and is not paid again."""
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  A  ?
        #  w  #  .  .
        """,
        {"A": "1 pink-alcove r0"},
        hand="2 green-court",
    )
    assert scene.room("A")["value"] == 3
    assert scene.lay(turn=0).ledger == []
    assert scene.linked(scene.room("A"), scene.room("?"))
    assert scene.room("A")["value"] == 4


def test_a_closed_room_is_paid_once() -> None:
    """Ruling 5: the tiles laid around a closed room later pay it no more."""
    scene = draw(
        """
        #  g  #  ?b  .
        g  T  p  ?   ?c
        #  w  #  .   .
        """,
        hand="1 pink-alcove",
        stacks={2: ["white-court"], 3: ["white-yard"]},
    )
    assert scene.lay(turn=0).paid == {1: 3}
    assert scene.lay(turn=0, where="?b").ledger == []
    assert scene.lay(turn=0, where="?c").ledger == []


CLOSED_START = invent(
    [tile("lodge", "aaaa", "pink 2"), tile("cell", "####", "pink 2")],
    start_side(
        "gardens",
        """
        green*:#..#  green:a#a.   garden:####
        green:.a##   temple:aaaa  white:a.#a
        garden:####  white:aa##   garden:####
        """,
    ),
)
CLOSED_START_BOARD = """
    g  g  #  .
    g  T  w  ?
    #  w  #  .
    """


def test_a_room_closed_on_the_start_tile_is_never_paid() -> None:
    """Ruling 5: the first tile closes nothing but itself: green, one white cell and the temple were closed before."""
    scene = draw(CLOSED_START_BOARD, hand="1 cell", game=CLOSED_START, stacks={2: ["cell"]})
    assert [scene.room(cell)["open_ends"] for cell in ((0, -1), (0, 0), (0, 1), (1, 0))] == [0, 0, 0, 1]
    assert [scene.room(cell)["pays"] for cell in ((0, -1), (0, 0), (0, 1), (1, 0))] == [False, False, False, True]
    assert scene.lay(turn=0, where=(0, 2)).rooms == [ClosedRoom("pink", 1, 0, [], value=1)]
    assert scene.lay(turn=0, where=(-2, 0)).rooms == [ClosedRoom("pink", 1, 0, [], value=1)]


def test_a_room_closed_on_the_start_tile_is_still_a_neighbour() -> None:
    """Ruling 8: three tiles and a dragon, each cell of the start tile counting as one."""
    scene = draw(CLOSED_START_BOARD, hand="1 lodge", game=CLOSED_START)
    result = scene.lay(turn=0, where=(0, -2))
    assert result.rooms == [ClosedRoom("pink", 1, 0, [Neighbour("green", 3, 1)], value=7)]
    assert result.paid == {1: 7}


def test_a_room_of_the_start_tile_that_a_tile_closes_is_paid() -> None:
    """Ruling 5: the white cell in the east was open; walls close it, and the log says that nobody is in it."""
    scene = draw(CLOSED_START_BOARD, hand="1 cell", game=CLOSED_START)
    result = scene.lay(turn=0)
    assert result.rooms == [
        ClosedRoom("pink", 1, 0, [], value=1),
        ClosedRoom("white", 1, 0, [TEMPLE], value=2),
    ]
    keys = [line.key.removeprefix("forbidden-city.log.") for line in result.lines]
    assert keys == ["laid", "closed", "paid", "closed-empty"]
    assert result.paid == {1: 1}


# ---- ruling 7: gardens and the temple


def test_gardens_are_no_rooms_and_cannot_be_entered() -> None:
    """Ruling 7: an archway against a garden is blocked, and a garden belongs to no room."""
    scene = draw(
        """
        #  g  #  ?
        g  T  p  .
        #  w  #  .
        """,
        hand="1 lodge",
        game=CORRIDOR,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("white", 1, 0, [], value=1)]
    table = scene.game.table(scene.position)
    gardens = [cell for cell in table["cells"] if cell["kind"] == "garden"]
    assert [cell["at"] for cell in gardens] == [[-1, -1], [1, -1], [-1, 1], [1, 1]]
    assert {part["room"] for cell in gardens for part in cell["parts"]} == {-1}
    assert all([1, -1] not in room["cells"] for room in table["rooms"])


def test_the_temple_is_a_neighbour_of_one_tile_and_never_paid() -> None:
    """Rulings 5 and 7: it is linked with the four rooms of the start tile; its own room has nobody to pay."""
    scene = draw(
        """
        #  g  #
        g  T  p  ?
        #  w  #
        """,
        hand="2 pink-alcove",
    )
    temple = scene.room((0, 0))
    assert (temple["tiles"], temple["dragons"], temple["open_ends"]) == (1, 0, 0)
    for cell in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        assert scene.linked(temple, scene.room(cell))
    assert [room.colour for room in scene.lay(turn=0).rooms] == ["pink"]


# ---- ruling 9: several rooms closed by one tile


def test_two_rooms_closed_by_one_tile_are_both_paid() -> None:
    """Ruling 9: the parts of a diagonal tile close pink in the west and white in the south."""
    scene = draw(
        """
        #  g  #  A  D
        g  T  p  ?  B
        #  w  #  C  .
        """,
        {"A": "2 pink-pair r2", "B": "3 white-pair r3", "C": "3 white-alcove r1", "D": "4 pink-pair r2"},
        hand="1 pink-white-split",
    )
    result = scene.lay(turn=0)
    assert result.rooms == [
        ClosedRoom("pink", 2, 0, [TEMPLE], value=3),
        ClosedRoom("white", 2, 0, [], value=2),
    ]
    assert sorted((entry["seat"], entry["amount"], entry["where"]) for entry in result.ledger) == [
        (1, 1, "2,0"),
        (1, 3, "2,0"),
        (3, 1, "2,0"),
    ]


def test_three_rooms_closed_by_one_tile_are_all_paid() -> None:
    """Ruling 9: the tile's own room, pink in the west and green in the east."""
    scene = draw(
        """
        #  g  #  C  D  E
        g  T  p  A  ?  B
        #  w  #  .  .  .
        """,
        {
            "A": "1 hall-1 r0",
            "B": "2 green-end r0",
            "C": "4 white-pair r2",
            "D": "4 white-court r0",
            "E": "4 white-dragon r2",
        },
        hand="3 cell",
        game=CORRIDOR,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [
        ClosedRoom("green", 1, 0, [], value=1),
        ClosedRoom("pink", 2, 0, [TEMPLE], value=3),
        ClosedRoom("white", 1, 0, [], value=1),
    ]
    assert result.paid == {1: 3, 2: 1, 3: 1}


def test_rooms_closed_together_count_each_other() -> None:
    """Ruling 9: all are paid from the same final position, in which the archways lead from each to the next."""
    scene = draw(
        """
        #  g  #  C  D  E
        g  T  p  A  ?  B
        #  w  #  .  .  .
        """,
        {
            "A": "1 hall-1 r0",
            "B": "2 green-end r0",
            "C": "4 white-pair r2",
            "D": "4 white-dragon r2",
            "E": "4 white-court r0",
        },
        hand="3 lodge",
        game=CORRIDOR,
    )
    result = scene.lay(turn=0)
    assert result.rooms == [
        ClosedRoom("green", 1, 0, [Neighbour("white", 1, 0)], value=2),
        ClosedRoom("pink", 2, 0, [TEMPLE, Neighbour("white", 1, 0)], value=4),
        ClosedRoom("white", 1, 0, [Neighbour("green", 1, 0), Neighbour("pink", 2, 0)], value=4),
    ]
    assert result.paid == {1: 4, 2: 2, 3: 4}
