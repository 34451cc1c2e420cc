"""Rulings 10 and 12: who is paid for a room, and the end of the game."""

from __future__ import annotations

from itertools import product

import pytest

from support.city import Scene, draw, invent, tile
from support.slow_city import slow_pay
from tianxia.errors import IllegalError

CORRIDOR = invent(
    [
        *(tile(f"hall-{advisors}", "#.#.", f"pink {advisors}") for advisors in range(4)),
        tile("end", "###.", "pink"),
        tile("dragon-end", "###.", "pink dragon"),
    ]
)


def _corridor(advisors: tuple[int, int, int, int], end: str) -> Scene:
    """A pink room with so many advisors of each seat; seat 1 is about to close it."""
    return draw(
        """
        #  g  #  .  .  .  .  .
        g  T  p  A  B  C  D  ?
        #  w  #  .  .  .  .  .
        """,
        {word: f"{seat} hall-{count} r0" for seat, (word, count) in enumerate(zip("ABCD", advisors, strict=True), 1)},
        hand=f"1 {end}",
        game=CORRIDOR,
    )


# ---- ruling 10: pay. The room has 6 tiles and the temple beside it: 7; with a dragon 10.

PAYMENTS = [
    # advisors, how it ends, seat -> coins
    ((2, 0, 0, 0), "end", {1: 7}),  # alone: the full value, and no second
    ((1, 0, 0, 0), "end", {1: 7}),  # no advisors are no second place
    ((0, 0, 0, 1), "end", {4: 7}),  # whoever closed the room
    ((3, 2, 0, 0), "end", {1: 7, 2: 3}),  # second: half, rounded down
    ((3, 2, 0, 0), "dragon-end", {1: 10, 2: 5}),
    ((3, 2, 1, 0), "end", {1: 7, 2: 3}),  # third: nothing
    ((0, 1, 0, 3), "end", {2: 3, 4: 7}),  # in any order of seats
    ((1, 2, 3, 0), "end", {2: 3, 3: 7}),
    ((2, 1, 3, 0), "end", {1: 3, 3: 7}),
    ((3, 2, 1, 1), "end", {1: 7, 2: 3}),  # alone in second place, though two are tied for third
    ((2, 2, 0, 0), "end", {1: 3, 2: 3}),  # two tied for most: half each, rounded down
    ((2, 2, 0, 0), "dragon-end", {1: 5, 2: 5}),
    ((2, 2, 1, 0), "end", {1: 3, 2: 3}),  # and nothing for the next
    ((1, 2, 0, 2), "end", {2: 3, 4: 3}),
    ((1, 1, 1, 0), "end", {1: 3, 2: 3, 3: 3}),  # three tied: half each, not a third
    ((2, 2, 2, 1), "end", {1: 3, 2: 3, 3: 3}),
    ((1, 1, 1, 1), "dragon-end", {1: 5, 2: 5, 3: 5, 4: 5}),
    ((3, 1, 1, 0), "end", {1: 7}),  # tied for second: nothing for them
    ((3, 2, 2, 1), "end", {1: 7}),  # nor for the next
    ((1, 3, 1, 1), "end", {2: 7}),
    ((0, 0, 0, 0), "end", {}),  # nobody
    ((0, 0, 0, 0), "dragon-end", {}),
]


@pytest.mark.parametrize(("advisors", "end", "paid"), PAYMENTS)
def test_who_is_paid_for_a_room(advisors: tuple[int, int, int, int], end: str, paid: dict[int, int]) -> None:
    """Ruling 10: the full value, halves, ties; one ledger entry a seat, none of 0."""
    scene = _corridor(advisors, end)
    result = scene.lay(turn=0)
    assert [room.value for room in result.rooms] == [7 if end == "end" else 10]
    assert result.ledger == [
        {"seat": seat, "amount": amount, "source": "room", "where": "6,0", "round": 1} for seat, amount in paid.items()
    ]
    assert scene.match.scores == [paid.get(seat, 0) for seat in (1, 2, 3, 4)]


def test_every_mix_of_advisors_is_paid_as_by_the_slow_twin() -> None:
    """Ruling 10: 0 to 3 advisors of each of four seats, an odd and an even value."""
    for advisors in product(range(4), repeat=4):
        for end, value in (("end", 7), ("dragon-end", 10)):
            scene = _corridor((advisors[0], advisors[1], advisors[2], advisors[3]), end)
            paid = [(seat - 1, coins) for seat, coins in scene.lay(turn=0).paid.items()]
            assert paid == sorted(slow_pay(value, advisors)), (advisors, end)


def test_the_log_says_who_was_paid() -> None:
    """Ruling 10: the room with its sum, then one line a payment."""
    result = _corridor((3, 2, 0, 0), "end").lay(turn=0)
    keys = [line.key.removeprefix("forbidden-city.log.") for line in result.lines]
    assert keys == ["laid", "closed", "paid", "paid"]
    assert [dict(line.values) for line in result.lines[2:]] == [{"seat": 1, "amount": 7}, {"seat": 2, "amount": 3}]


# ---- ruling 12: the end

EMPTY = """
    #  g  #  .
    g  T  p  ?
    #  w  #  .
    """


def test_the_last_two_tiles_are_turned_over_and_paid() -> None:
    """Ruling 12: 2 coins an advisor, 3 a dragon; a tile with neither has no entry in the ledger."""
    scene = draw(
        EMPTY,
        hand="3 pink-court",
        players=3,
        stacks={
            1: ["green-dragon", "green-court"],
            2: ["white-gate", "green-pink-split"],
            3: ["pink-court", "pink-gate", "white-gate"],
        },
        rounds=1,
    )
    result = scene.lay(turn=0)
    assert scene.match.over
    assert result.ledger == [
        {"seat": 1, "amount": 3, "source": "last-tiles", "where": "green-dragon", "round": 1},
        {"seat": 1, "amount": 6, "source": "last-tiles", "where": "green-court", "round": 1},
        {"seat": 2, "amount": 4, "source": "last-tiles", "where": "green-pink-split", "round": 1},
    ]
    assert scene.match.scores == [9, 4, 0]
    assert scene.match.winners == [1]


def test_a_room_that_the_last_tile_closes_is_paid_before_the_last_tiles() -> None:
    """Ruling 12: the turn is played to its end, then the game is over; all belongs to the last round."""
    scene = draw(
        EMPTY,
        hand="2 pink-alcove",
        players=2,
        stacks={1: ["green-gate", "pink-gate"], 2: ["pink-alcove", "green-dragon", "white-gate"]},
        rounds=1,
    )
    assert scene.lay(turn=0).ledger == [
        {"seat": 2, "amount": 3, "source": "room", "where": "2,0", "round": 1},
        {"seat": 2, "amount": 3, "source": "last-tiles", "where": "green-dragon", "round": 1},
    ]


def test_the_last_two_tiles_are_never_drawn() -> None:
    """Ruling 12: who has played the last tile holds none, and two are left, which nobody has seen."""
    scene = draw(EMPTY, hand="1 pink-court", players=2, rounds=1)
    scene.lay(turn=0)
    assert not scene.match.over
    assert scene.match.view(1)["own"]["hand"] is None
    assert scene.match.view(1)["table"]["stacks"] == [2, 2]
    assert [len(unseen) for unseen in scene.match.view(1)["table"]["unseen"]] == [2, 3]


def test_nothing_can_be_done_once_the_game_is_over() -> None:
    """Ruling 12: no seat is to move, no hands, no legal moves."""
    scene = draw(EMPTY, hand="2 pink-court", players=2, rounds=1)
    scene.lay(turn=0)
    for seat in (1, 2):
        view = scene.match.view(seat)
        assert (view["over"], view["to_move"], view["legal"], view["own"]["hand"]) == (True, None, [], None)
    with pytest.raises(IllegalError, match="The game is over"):
        scene.match.move(1, "3,0 r0")


@pytest.mark.parametrize(
    ("last", "winners"),
    [
        ((["green-pair", "pink-gate"], ["green-pair", "white-gate"], ["green-yard", "white-gate"]), [1, 2]),
        ((["green-pair", "pink-gate"], ["white-gate", "pink-gate"], ["pink-pair", "white-gate"]), [1, 3]),
        ((["green-pair", "pink-gate"], ["green-pair", "white-gate"], ["pink-pair", "pink-gate"]), [1, 2, 3]),
        ((["green-yard", "pink-gate"], ["green-pair", "white-gate"], ["green-yard", "white-gate"]), [2]),
        ((["green-gate", "pink-gate"], ["pink-gate", "white-gate"], ["pink-gate", "white-gate"]), [1, 2, 3]),
    ],
)
def test_most_coins_win_and_a_tie_is_shared(last: tuple[list[str], list[str], list[str]], winners: list[int]) -> None:
    """Ruling 12: no tie-break; also where nobody has a coin."""
    scene = draw(
        EMPTY,
        hand="3 pink-court",
        players=3,
        stacks={1: last[0], 2: last[1], 3: ["pink-court", *last[2]]},
        rounds=1,
    )
    assert scene.match.winners == []
    scene.lay(turn=0)
    assert scene.match.winners == winners
    shared = [(tie["seats"], tie["by"]) for tie in scene.match.ties if 1 in tie["seats"] or len(winners) == 1]
    assert shared == ([(winners, None)] if len(winners) > 1 else [([1, 3], None)])
