"""The four worked examples of the rulebook (Forbidden City, Jumbo 2018, "Scoring"), rebuilt with tiles of the edition.

The rulebook shows them as pictures; its text says who is paid what, and the sum room by room. Seats 1 to 4 are purple,
yellow, red and blue.
"""

from __future__ import annotations

from support.city import ClosedRoom, Neighbour, draw

PURPLE, YELLOW, RED, BLUE = 1, 2, 3, 4


def test_example_1_blue_closes_a_pink_room_with_three_neighbours() -> None:
    """2 tiles, green 4 tiles and a dragon, the temple, white 1 tile: 11 for blue, and nobody is second."""
    scene = draw(
        """
        .  .  .  A  B
        #  g  #  C  D
        g  T  p  ?
        #  w  #  W
        """,
        {
            "A": "2 green-dragon r0",
            "B": "3 green-pair r0",
            "C": "1 green-yard r0",
            "D": "1 green-court r0",
            "W": "3 white-alcove r3",
        },
        hand="4 pink-corner",
    )
    result = scene.lay(turn=0)
    neighbours = [Neighbour("green", 4, 1), Neighbour("temple", 1, 0), Neighbour("white", 1, 0)]
    assert result.rooms == [ClosedRoom("pink", tiles=2, dragons=0, neighbours=neighbours, value=11)]
    assert result.ledger == [{"seat": BLUE, "amount": 11, "source": "room", "where": "2,0", "round": 1}]
    assert scene.match.scores == [0, 0, 0, 11]


def test_example_2_red_leads_and_blue_is_second_in_a_green_room() -> None:
    """6 tiles and a dragon, pink 2 tiles, the temple: red 12, blue half of it, yellow in third place nothing."""
    scene = draw(
        """
        .  .  .  .  .  Q
        ?  A  B  C  F  P
        .  #  g  #  .  .
        .  g  T  p  .  .
        .  #  w  #  .  .
        """,
        {
            "A": "3 green-pair r0",
            "B": "1 green-dragon r0",
            "C": "4 green-pair r0",
            "F": "2 green-alcove r0",
            "P": "1 pink-yard r0",
            "Q": "4 pink-pair r0",
        },
        hand="3 green-alcove",
    )
    result = scene.lay(turn=2)
    neighbours = [Neighbour("pink", 2, 0), Neighbour("temple", 1, 0)]
    assert result.rooms == [ClosedRoom("green", tiles=6, dragons=1, neighbours=neighbours, value=12)]
    assert scene.room("B")["advisors"] == [0, 1, 3, 2]
    assert result.ledger == [
        {"seat": RED, "amount": 12, "source": "room", "where": "-2,-2", "round": 1},
        {"seat": BLUE, "amount": 6, "source": "room", "where": "-2,-2", "round": 1},
    ]
    assert scene.match.scores == [0, 0, 12, 6]


def test_example_3_blue_and_purple_share_a_white_room_beside_a_green_one() -> None:
    """4 tiles, pink 2 tiles; green lies along the room but no archway leads there: 3 for blue, 3 for purple."""
    scene = draw(
        """
        #  g  #  .  .  .  .  .
        g  T  p  .  .  .  .  Q
        #  w  #  A  B  ?  C  P
        .  .  .  .  G  H  I  .
        """,
        {
            "A": "3 white-gate r2",
            "B": "1 white-pair r0",
            "C": "2 white-alcove r0",
            "P": "3 pink-yard r0",
            "Q": "1 pink-pair r0",
            "G": "2 green-pair r0",
            "H": "3 green-dragon r0",
            "I": "1 green-yard r0",
        },
        hand="4 white-pair",
    )
    result = scene.lay(turn=0)
    assert result.rooms == [ClosedRoom("white", tiles=4, dragons=0, neighbours=[Neighbour("pink", 2, 0)], value=6)]
    assert scene.room("B")["advisors"] == [2, 1, 0, 2]
    assert result.ledger == [
        {"seat": PURPLE, "amount": 3, "source": "room", "where": "4,1", "round": 1},
        {"seat": BLUE, "amount": 3, "source": "room", "where": "4,1", "round": 1},
    ]
    assert scene.match.scores == [3, 0, 0, 3]


def test_example_4_yellow_leads_a_pink_room_and_two_are_tied_for_second() -> None:
    """5 tiles, green 6 tiles and a dragon, white 1 tile: yellow 15; red and blue are tied for second, so nothing."""
    scene = draw(
        """
        #  g  #  G  H  I  J
        g  T  p  .  A  K  L
        #  w  #  B  M  C  W
        .  .  .  .  ?  .  .
        """,
        {
            "G": "1 green-yard r0",
            "H": "1 green-court r0",
            "I": "3 green-dragon r0",
            "J": "3 green-yard r0",
            "K": "2 green-yard r0",
            "L": "4 green-yard r0",
            "A": "3 pink-alcove r3",
            "B": "1 pink-gate r2",
            "C": "4 pink-alcove r0",
            "M": "2 pink-court r0",
            "W": "1 white-pair r0",
        },
        hand="2 pink-gate",
    )
    result = scene.lay(turn=1)
    neighbours = [Neighbour("green", 6, 1), Neighbour("white", 1, 0)]
    assert result.rooms == [ClosedRoom("pink", tiles=5, dragons=0, neighbours=neighbours, value=15)]
    assert scene.room("M")["advisors"] == [0, 3, 1, 1]
    assert result.ledger == [{"seat": YELLOW, "amount": 15, "source": "room", "where": "3,2", "round": 1}]
    assert scene.match.scores == [0, 15, 0, 0]
