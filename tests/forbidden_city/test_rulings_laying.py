"""Rulings 1, 2, 3 and 11: seats and their tiles, where a tile may lie, sides that meet, tiles that fit nowhere."""

from __future__ import annotations

from collections import Counter

import pytest

from support.city import (
    FENCE,
    SETTINGS,
    Scene,
    dice,
    draw,
    invent,
    new_position,
    seed_of,
    standard_game,
    take_random,
    tile,
)
from tianxia.errors import IllegalError
from tianxia.games.forbidden_city.interface.notation import at_spot
from tianxia.games.forbidden_city.rules.position import SET_ASIDE
from tianxia.words import say, text

# ---- ruling 1: seats and colours


@pytest.mark.parametrize(("players", "tiles"), [(2, 30), (3, 24), (4, 24)])
def test_every_seat_has_its_tiles_and_two_players_have_six_more(players: int, tiles: int) -> None:
    """Rulebook: 24 tiles of a colour; with 2 players purple and yellow have six more, marked with a 2."""
    game = standard_game()
    setup = game.write_setup(new_position(game, players, "gardens", seed_of(1)))
    extra = {piece.id for piece in game.box.tiles if piece.two}
    assert len(extra) == 6
    expected = sorted(piece.id for piece in game.box.tiles if players == 2 or not piece.two)
    assert len(expected) == tiles
    assert [sorted(stack) for stack in setup["stacks"]] == [expected] * players


def test_seats_are_purple_yellow_red_and_blue() -> None:
    """Ruling 1: seat 1 is purple, and so on clockwise; so a 2-player game has purple and yellow."""
    assert [text("seat.number", seat=seat) for seat in (1, 2, 3, 4)] == [
        "seat 1 (Purple)",
        "seat 2 (Yellow)",
        "seat 3 (Red)",
        "seat 4 (Blue)",
    ]


@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_every_seat_plays_28_tiles_with_two_players_and_else_22(players: int, start: str) -> None:
    """Ruling 12: a player lays until two tiles are left."""
    position = new_position(standard_game(), players, start, seed_of(2))
    stream = dice(2)
    turns = []
    while not position.over:
        turns.append(int(position.seat))
        position.apply(take_random(position, stream))
    rounds = 28 if players == 2 else 22
    assert turns == list(range(players)) * rounds


# ---- ruling 2: a turn

BLOCK = invent([tile("block", "####", "white")])


def _free_cells(scene: Scene) -> set[tuple[int, int]]:
    return {at_spot(int(action) >> 2) for action in scene.position.legal_actions()}


def test_the_first_tile_lies_beside_the_start_tile() -> None:
    """Ruling 2: twelve free cells share a side with the start tile; those at its corners share none."""
    scene = draw(
        """
        .    ?a  ?b  ?c  .
        ?d   #   g   #   ?e
        ?f   g   T   p   ?g
        ?h   #   w   #   ?i
        .    ?j  ?k  ?l  .
        """,
        hand="1 block",
        game=BLOCK,
    )
    assert _free_cells(scene) == set(scene.places.values())
    assert len(scene.places) == 12


def test_a_laid_tile_offers_its_own_free_sides() -> None:
    """Ruling 2: the cell of the tile is taken, the three around it become free; a corner is not enough."""
    scene = draw(
        """
        .    .   .   ?m  .
        .    ?a  ?b  A   ?n
        ?d   #   g   #   ?e
        ?f   g   T   p   ?g
        ?h   #   w   #   ?i
        .    ?j  ?k  ?l  .
        """,
        {"A": "1 block r0"},
        hand="2 block",
        game=BLOCK,
    )
    assert _free_cells(scene) == {cell for word, cell in scene.places.items() if word != "A"}


def test_a_cell_between_two_tiles_is_offered_once() -> None:
    """Ruling 2: turned any way on one free cell, however many laid cells it touches."""
    scene = draw(
        """
        .  A  ?  B
        #  g  #  C
        g  T  p  .
        #  w  #  .
        """,
        {"A": "1 green-yard r0", "B": "2 green-yard r0", "C": "3 green-court r0"},
        hand="4 green-pair",
    )
    assert scene.turns() == [0, 1, 2, 3]


def test_the_hand_is_known_to_its_owner_alone() -> None:
    """Ruling 2: the owner sees the tile in hand, everybody how many tiles the stacks hold."""
    scene = draw(
        """
        #  g  #
        g  T  p
        #  w  #
        """,
        hand="2 pink-court",
        players=3,
        stacks={1: ["white-yard", "green-gate"], 3: ["white-pair", "pink-pair"]},
        rounds=2,
    )
    views = {seat: scene.match.view(seat) for seat in (1, 2, 3, None)}
    assert {seat: views[seat]["own"]["hand"] for seat in (1, 2, 3)} == {
        1: "white-yard",
        2: "pink-court",
        3: "white-pair",
    }
    assert views[None]["own"] == {}
    assert [view["table"] for view in views.values()] == [views[None]["table"]] * 4
    assert views[None]["table"]["stacks"] == [2, 3, 3]  # seat 1 has moved in this round


def test_the_next_tile_is_drawn_after_a_turn() -> None:
    """Ruling 2: lay the tile, then draw; the stack gets lower by one."""
    scene = draw(
        """
        #  g  #
        g  T  p  ?
        #  w  #
        """,
        hand="1 pink-court",
        players=2,
        stacks={1: ["pink-court", "white-gate", "white-yard", "green-yard"]},
    )
    assert scene.match.view(None)["table"]["stacks"] == [3, 3]
    scene.lay(turn=0)
    assert scene.match.to_move == 2
    assert scene.game.own(scene.position, 0)["hand"] == "white-gate"
    assert scene.match.view(None)["table"]["stacks"] == [2, 3]


# ---- ruling 3: two sides that meet

KINDS = {"green": (".", "green"), "pink": (".", "pink"), "wall": ("#", "green"), "archway": ("a", "green")}
MEETING = invent(
    [
        *(tile(f"east-{kind}", f"#{side}##", f"{colour} 1") for kind, (side, colour) in KINDS.items()),
        *(tile(f"west-{kind}", f"###{side}", f"{colour} 1") for kind, (side, colour) in KINDS.items()),
        *(tile(f"west-{kind}-pink", f"###{side}", "pink 1") for kind, (side, _) in KINDS.items() if side != "."),
    ]
)
MEETINGS = [  # the side that lies there, the side that is laid against it, what comes of it
    ("green", "green", "joined"),
    ("green", "pink", "illegal"),
    ("pink", "green", "illegal"),
    ("pink", "pink", "joined"),
    ("green", "wall", "parted"),
    ("green", "wall-pink", "parted"),
    ("wall", "green", "parted"),
    ("wall", "pink", "parted"),
    ("wall", "wall", "parted"),
    ("wall", "archway", "parted"),
    ("wall", "archway-pink", "parted"),
    ("archway", "wall", "parted"),
    ("archway", "wall-pink", "parted"),
    ("green", "archway", "passage"),
    ("green", "archway-pink", "passage"),
    ("archway", "green", "passage"),
    ("archway", "pink", "passage"),
    ("archway", "archway", "passage"),
    ("archway", "archway-pink", "passage"),
]


@pytest.mark.parametrize(("laid", "against", "expected"), MEETINGS)
def test_two_sides_that_meet(laid: str, against: str, expected: str) -> None:
    """Rulings 3 and 4: open against open joins and needs one colour; every other pair is legal and parts."""
    scene = draw(
        """
        #  g  #  A  ?
        g  T  p  .  .
        #  w  #  .  .
        """,
        {"A": f"1 east-{laid} r0"},
        hand=f"2 west-{against}",
        game=MEETING,
    )
    if expected == "illegal":
        assert 0 not in scene.turns()
        return
    scene.lay(turn=0)
    one, other = scene.room("A"), scene.room("?")
    assert (one["room"] == other["room"]) == (expected == "joined")
    assert scene.linked(one, other) == (expected == "passage")
    assert one["open_ends"] == other["open_ends"] == 0
    assert one["tiles"] == (2 if expected == "joined" else 1)


@pytest.mark.parametrize(
    ("hand", "turns"),
    [
        ("3 green-pink-split", [0]),  # green in the north and west, pink in the east and south
        ("3 green-court", []),  # no wall against pink
        ("3 pink-court", []),  # no wall against green
        ("3 green-pair", [2]),  # its wall in the south, against pink
        ("3 pink-pair", [3]),  # its wall in the west, against green
        ("3 white-gate", [1, 2]),  # its open side in the north or in the east
        ("3 pink-white-split", []),  # one of its colours meets green in every turn
    ],
)
def test_a_cell_between_two_colours(hand: str, turns: list[int]) -> None:
    """Ruling 3: green is open in the west of the cell, pink in the south; each side is asked for itself."""
    scene = draw(
        """
        .  .  .  A  ?
        #  g  #  C  B
        g  T  p  .  .
        #  w  #  .  .
        """,
        {"A": "1 green-yard r0", "B": "2 pink-yard r0", "C": "1 green-gate r1"},
        hand=hand,
    )
    assert scene.turns() == turns


def test_diagonal_tiles_that_meet_around_a_corner_make_a_room_without_walls() -> None:
    """Rulings 3, 5 and 6: the inner parts of four diagonal tiles are one room, and the last of them closes it."""
    scene = draw(
        """
        #  g  #  .  .
        g  T  p  .  .
        #  w  #  A  B
        .  .  .  D  ?
        """,
        {"A": "1 green-pink-split r0", "B": "2 green-pink-split r1", "D": "4 green-pink-split r3"},
        hand="3 green-pink-split",
    )
    assert scene.turns() == [2]
    result = scene.lay(turn=2)
    inner = scene.room("?", "north")
    assert (inner["colour"], inner["tiles"], inner["open_ends"]) == ("pink", 4, 0)
    assert scene.room("?", "south")["room"] != inner["room"]
    assert result.paid == {1: 2, 2: 2, 3: 2, 4: 2}  # one advisor each: all are tied, half of 4


# ---- ruling 11: a tile that fits nowhere

FENCED = invent(
    [tile("pink-everywhere", "....", "pink 3"), tile("pink-somewhere", "...a", "pink 1")],
    FENCE,
)
FENCED_BOARD = """
    g  g  g
    g  T  g
    g  g  g
    """


def test_a_tile_that_fits_nowhere_is_shown_and_set_aside() -> None:
    """Ruling 11: out of the game; the turn is used up, the next tile is drawn, nothing is paid."""
    scene = draw(
        FENCED_BOARD,
        hand="1 pink-everywhere",
        game=FENCED,
        players=2,
        stacks={1: ["pink-everywhere", "green-yard"]},
    )
    assert list(scene.position.legal_actions()) == [SET_ASIDE]
    assert scene.match.view(1)["legal"] == ["set aside"]
    result = scene.move("set aside")
    assert result.ledger == []
    assert [line.key for line in result.lines] == ["forbidden-city.log.set-aside"]
    assert result.lines[0].values["tile"] == "pink-everywhere"
    assert say(result.lines[0]) == "Purple shows a tile that fits nowhere, pink with 3 advisors, and sets it aside."
    table = scene.match.view(None)["table"]
    assert table["set_aside"] == [["pink-everywhere"], []]
    assert "pink-everywhere" not in table["unseen"][0]
    assert len(table["cells"]) == 9
    assert scene.match.to_move == 2
    assert scene.game.own(scene.position, 0)["hand"] == "green-yard"


def test_a_tile_set_aside_is_worth_nothing_at_the_end() -> None:
    """Ruling 11: its three advisors bring no coins; ruling 12 counts the two tiles left over alone."""
    scene = draw(
        FENCED_BOARD,
        hand="2 pink-everywhere",
        game=FENCED,
        players=2,
        stacks={1: ["green-gate", "pink-gate"], 2: ["pink-everywhere", "green-dragon", "pink-gate"]},
        rounds=1,
    )
    scene.move("set aside")
    assert scene.match.over
    assert scene.match.ledger == [{"seat": 2, "amount": 3, "source": "last-tiles", "where": "green-dragon", "round": 1}]


def test_a_tile_that_fits_is_not_set_aside() -> None:
    """Ruling 11: legal only when no placement is; here the archway side fits against any cell."""
    scene = draw(FENCED_BOARD, hand="1 pink-somewhere", game=FENCED, players=2)
    assert SET_ASIDE not in list(scene.position.legal_actions())
    with pytest.raises(IllegalError, match="Your tile fits somewhere, so it cannot be set aside") as refusal:
        scene.move("set aside")
    assert refusal.value.key == "forbidden-city.reason.fits"


def test_the_question_tells_whether_the_tile_fits() -> None:
    """Ruling 11: the seat is asked to set aside, or to lay."""
    aside = draw(FENCED_BOARD, hand="1 pink-everywhere", game=FENCED, players=2)
    lay = draw(FENCED_BOARD, hand="1 pink-somewhere", game=FENCED, players=2)
    assert aside.game.question(aside.position).key == "forbidden-city.question.set-aside"
    assert lay.game.question(lay.position).key == "forbidden-city.question.lay"


def test_a_tile_that_fitted_nowhere_may_fit_later() -> None:
    """Ruling 11: what matters is the table at the moment of the turn."""
    legend = {"A": "1 green-gate r3"}
    board = """
        .  A  .
        g  g  g
        g  T  g
        g  g  g
        """
    assert draw(board, legend, hand="2 pink-everywhere", game=FENCED, players=2).turns((0, -3)) == [0]


# ---- turns that look the same are one move

LOOKS = [
    (tile("alike", "....", "green 1"), [0]),
    (tile("alike", "aaaa", "green 1"), [0]),
    (tile("alike", "#.#.", "green 1"), [0, 1]),
    (tile("alike", "a#a#", "green 1"), [0, 1]),
    (tile("alike", "#...", "green 1"), [0, 1, 2, 3]),
    (tile("alike", "##..", "green 1"), [0, 1, 2, 3]),
    (tile("alike", "....", "green 1", "pink 1", diagonal="#"), [0, 1, 2, 3]),
    (tile("alike", "####", "green 1", "pink 1", diagonal="#"), [0, 1, 2, 3]),
    (tile("alike", "....", "green 1", "green 1", diagonal="#"), [0, 1]),
    (tile("alike", "....", "green 1", "green 1", diagonal="a"), [0, 1]),
    (tile("alike", "....", "green 1", "green", diagonal="#"), [0, 1, 2, 3]),
    (tile("alike", ".##.", "green", "green", diagonal="#"), [0, 1, 2, 3]),
    (tile("alike", ".#.#", "green", "green", diagonal="#"), [0, 1]),
]


@pytest.mark.parametrize(("entry", "turns"), LOOKS)
def test_turns_that_look_the_same_are_one_move(entry: dict[str, object], turns: list[int]) -> None:
    """Of turns that give the same picture the smallest is the move; a diagonal looks the same after a half turn."""
    scene = draw(
        """
        #  g  #  ?
        g  T  p  .
        #  w  #  .
        """,
        hand="1 alike",
        game=invent([entry]),
    )
    assert scene.turns() == turns
    shown = scene.game.own(scene.position, 0)["turns"]
    assert [face["turn"] for face in shown] == turns
    assert len({str({**face, "turn": None}) for face in shown}) == len(turns)


def test_every_stack_holds_different_tiles() -> None:
    """Ruling 1: each tile of the box once a seat, whatever the shuffle."""
    game = standard_game()
    for number in range(20):
        setup = game.write_setup(new_position(game, 4, "halls", seed_of(number)))
        for stack in setup["stacks"]:
            assert max(Counter(stack).values()) == 1
