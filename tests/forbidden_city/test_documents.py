"""Set-ups and position documents: what they mean, and every way in which one is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.city import new_position, seed_of, standard_game
from tianxia.errors import RecordError
from tianxia.games.base import Document

Change = Callable[[Document], object]


# ---- the set-up of a record


def _setup() -> Document:
    return standard_game().write_setup(new_position(standard_game(), 3, "gardens", seed_of(1)))


BROKEN_SETUPS: list[tuple[str, Change, str]] = [
    ("no stacks", lambda setup: setup.clear(), "setup must have stacks, and nothing else."),
    ("one key more", lambda setup: setup.update(hands=[]), "setup must have stacks, and nothing else."),
    ("two stacks of three", lambda setup: setup["stacks"].pop(), "setup must have 3 stacks, one for each seat."),
    ("a text for stacks", lambda setup: setup.update(stacks="abc"), "setup must have 3 stacks, one for each seat."),
    ("a tile missing", lambda setup: setup["stacks"][1].pop(), "the stack of seat 2 must have 24 tiles."),
    ("a tile too many", lambda setup: setup["stacks"][0].append(None), "the stack of seat 1 must have 24 tiles."),
    (
        "a text for a stack",
        lambda setup: setup["stacks"].__setitem__(2, "x" * 24),
        "the stack of seat 3 must have 24 tiles.",
    ),
    (
        "an unknown tile",
        lambda setup: setup["stacks"][0].__setitem__(0, "blue-yard"),
        'the edition "standard" has no tile "blue-yard".',
    ),
    (
        "a number for a tile",
        lambda setup: setup["stacks"][0].__setitem__(0, 3),
        'the edition "standard" has no tile "3".',
    ),
    (
        "a tile that is there twice",
        lambda setup: setup["stacks"].__setitem__(1, ["green-gate", "green-gate", *[None] * 22]),
        'seat 2 has the tile "green-gate" twice.',
    ),
    (
        "a tile of the 2-player game",
        lambda setup: setup["stacks"][1].__setitem__(5, "green-porch"),
        'the tile "green-porch" of seat 2 is not used with this number of players.',
    ),
]


@pytest.mark.parametrize(
    ("change", "said"), [case[1:] for case in BROKEN_SETUPS], ids=[case[0] for case in BROKEN_SETUPS]
)
def test_a_broken_set_up_is_refused(change: Change, said: str) -> None:
    """Ruling 1: every seat has each of its tiles once."""
    game = standard_game()
    setup = _setup()
    change(setup)
    with pytest.raises(RecordError) as refusal:
        game.read_setup(game.new(game.setting(3)), setup)
    assert str(refusal.value) == said


def test_what_a_set_up_hides_is_filled_in_with_the_tiles_that_are_left() -> None:
    """A record for a seat has null for what the seat did not see; the rest stays where it is told."""
    game = standard_game()
    setup = _setup()
    whole = [list(stack) for stack in setup["stacks"]]
    setup["stacks"][0][1:] = [None] * 23
    setup["stacks"][2] = [None] * 24
    position = game.new(game.setting(3))
    game.read_setup(position, setup)
    filled = game.write_setup(position)["stacks"]
    assert filled[0][0] == whole[0][0]
    assert filled[1] == whole[1]
    assert [sorted(stack) for stack in filled] == [sorted(stack) for stack in whole]


def test_no_move_has_a_chance_beside_it() -> None:
    """After the deal nothing is left to chance."""
    game = standard_game()
    position = new_position(game, 2, "gardens", seed_of(1))
    action = int(position.legal_actions()[0])
    assert game.read_chance(position, action, None) == []
    assert game.write_chance(position, action, []) is None
    with pytest.raises(RecordError, match="chance decides nothing after a move of this game"):
        game.read_chance(position, action, [1])


# ---- position documents


def _document() -> Document:
    """Three players in the second round: seat 1 has moved, seat 2 is to move."""
    return {
        "round": 2,
        "turn": 2,
        "laid": [
            {"seat": 1, "tile": "pink-yard", "at": [2, 0], "turn": 0},
            {"seat": 2, "tile": "green-yard", "at": [0, -2], "turn": 0},
            {"seat": 3, "tile": "white-yard", "at": [0, 2], "turn": 0},
            {"seat": 1, "tile": "pink-alcove", "at": [3, 0], "turn": 0},
        ],
        "set_aside": [[], [], []],
        "stacks": [
            ["green-gate", "green-pair", "green-dragon"],
            ["pink-gate", "pink-pair", "pink-dragon", "pink-yard"],
            ["white-gate", "white-pair", "white-dragon", "pink-yard"],
        ],
    }


ROUND = "round must be a whole number from 1 to 1000000000."
LAID = "laid must be a list of tiles, each with seat, tile, at (two numbers) and turn."
STACKS = (
    "the stacks must be equally high, one tile lower for seats that have moved in this round, with two tiles "
    "left over; once the game is over (turn is null) they have two."
)


def _laid(number: int = 3, **values: object) -> Change:
    """One of the laid tiles with other values."""
    return lambda document: document["laid"][number].update(values)


BROKEN_POSITIONS: list[tuple[str, Change, str]] = [
    (
        "an unknown key",
        lambda document: document.update(board=[]),
        '"board" is not known in a position; known are round, turn, laid, set_aside, stacks and ledger.',
    ),
    ("no stacks", lambda document: document.pop("stacks"), "stacks must be 3 lists, one for each seat."),
    ("two stacks of three", lambda document: document["stacks"].pop(), "stacks must be 3 lists, one for each seat."),
    (
        "a text for a stack",
        lambda document: document.update(stacks=["", "", ""]),
        "stacks must be 3 lists, one for each seat.",
    ),
    (
        "tiles set aside by nobody",
        lambda document: document.update(set_aside=[]),
        "set_aside must be 3 lists, one for each seat.",
    ),
    ("a text for what is laid", lambda document: document.update(laid="all"), LAID),
    ("a text for a laid tile", lambda document: document["laid"].append("pink-gate"), LAID),
    (
        "no turn",
        lambda document: document.pop("turn"),
        'a position must say whose "turn" it is: a seat, or null once the game is over.',
    ),
    ("a laid tile without a turn", lambda document: document["laid"][0].pop("turn"), LAID),
    ("a laid tile with one key more", _laid(room=1), LAID),
    ("a place with three numbers", _laid(at=[3, 0, 0]), LAID),
    ("a text for a place", _laid(at="3,0"), LAID),
    ("a place too far out", _laid(at=[251, 0]), "at must be a whole number from -250 to 250."),
    ("a place between cells", _laid(at=[3, 0.5]), "at must be a whole number from -250 to 250."),
    ("a seat that is not there", _laid(seat=4), "seat must be a whole number from 1 to 3."),
    ("seat 0", _laid(seat=0), "seat must be a whole number from 1 to 3."),
    ("a yes for a seat", _laid(seat=True), "seat must be a whole number from 1 to 3."),
    ("a fifth turn", _laid(turn=4), "turn must be a whole number from 0 to 3."),
    ("nobody's turn", lambda document: document.update(turn=0), "turn must be a whole number from 1 to 3."),
    ("the turn of seat 4", lambda document: document.update(turn=4), "turn must be a whole number from 1 to 3."),
    ("round 0", lambda document: document.update(round=0), ROUND),
    (
        "a text for a round",
        lambda document: document.update(round="2"),
        ROUND,
    ),
    ("an unknown tile", _laid(tile="blue-yard"), 'the edition "standard" has no tile "blue-yard".'),
    ("a tile laid twice", _laid(tile="pink-yard"), 'seat 1 has no tile "pink-yard", or has it twice.'),
    (
        "a tile both laid and in the stack",
        lambda document: document["stacks"][0].__setitem__(0, "pink-yard"),
        'seat 1 has no tile "pink-yard", or has it twice.',
    ),
    (
        "a tile both set aside and in the stack",
        lambda document: document["set_aside"][1].append("pink-gate"),
        'seat 2 has no tile "pink-gate", or has it twice.',
    ),
    ("a tile of the 2-player game", _laid(tile="pink-porch"), 'seat 1 has no tile "pink-porch", or has it twice.'),
    ("two tiles on a cell", _laid(at=[2, 0]), "there are two tiles at 2,0, or one on the start tile."),
    ("a tile on the start tile", _laid(at=[0, 0]), "there are two tiles at 0,0, or one on the start tile."),
    ("a tile that touches nothing", _laid(at=[5, 0]), "the tile at 5,0 is not connected to the start tile."),
    ("a tile that touches a corner", _laid(at=[2, 2]), "the tile at 2,2 is not connected to the start tile."),
    ("two colours that meet", _laid(tile="green-alcove"), "at 3,0 open sides of two colours meet."),
    ("a stack too high", lambda document: document["stacks"][0].append("white-gate"), STACKS),
    ("a stack too low", lambda document: document["stacks"][2].pop(), STACKS),
    ("the turn of another seat", lambda document: document.update(turn=3), STACKS),
    ("a game that is over too early", lambda document: document.update(turn=None), STACKS),
    (
        "nothing left to draw",
        lambda document: document.update(turn=1, stacks=[["green-gate", "green-pair"] for _ in range(3)]),
        STACKS,
    ),
]


@pytest.mark.parametrize(
    ("change", "said"), [case[1:] for case in BROKEN_POSITIONS], ids=[case[0] for case in BROKEN_POSITIONS]
)
def test_a_broken_position_is_refused(change: Change, said: str) -> None:
    """An inconsistent position document is refused with the reason."""
    document = _document()
    change(document)
    game = standard_game()
    with pytest.raises(RecordError) as refusal:
        game.read_position(game.setting(3), document, [0, 0, 0])
    assert str(refusal.value) == said


def test_a_position_that_is_no_object_is_refused() -> None:
    """A list, for instance."""
    game = standard_game()
    with pytest.raises(RecordError, match="position must be an object"):
        game.read_position(game.setting(3), [], [0, 0, 0])


def test_a_position_document_reads_as_it_says() -> None:
    """The round, the seat to move, hands, stacks, scores; and it is written as it was read."""
    game = standard_game()
    position = game.read_position(game.setting(3), _document(), [5, 0, 7])
    assert game.write_position(position) == _document()
    assert [game.own(position, seat)["hand"] for seat in range(3)] == ["green-gate", "pink-gate", "white-gate"]
    table = game.table(position)
    assert (table["round"], table["rounds"], table["stacks"]) == (2, 3, [2, 3, 3])
    assert list(position.scores()) == [5, 0, 7]


def test_rooms_that_are_closed_in_a_position_have_been_paid() -> None:
    """Ruling 5: the alcove at 2,0 closed pink before; nothing that is laid beside it later pays it."""
    game = standard_game()
    document = _document()
    document["laid"][0] = {"seat": 1, "tile": "pink-alcove", "at": [2, 0], "turn": 0}
    del document["laid"][3]
    position = game.read_position(game.setting(3), document, [0, 0, 0])
    room = next(room for room in game.table(position)["rooms"] if [2, 0] in room["cells"])
    assert room["open_ends"] == 0
    position.apply(game.parse_move(position, "2,-1 r0"))
    position.apply(game.parse_move(position, "2,1 r0"))
    assert list(position.scores()) == [0, 0, 0]


def test_laid_tiles_may_stand_in_any_order_that_hangs_together() -> None:
    """The tile at 3,0 touches the city only after the one at 2,0 lies there."""
    game = standard_game()
    document = _document()
    document["laid"].reverse()
    position = game.read_position(game.setting(3), document, [0, 0, 0])
    expected = game.read_position(game.setting(3), _document(), [0, 0, 0])
    assert list(position.legal_actions()) == list(expected.legal_actions())
    assert sorted(cell["at"] for cell in game.table(position)["cells"]) == sorted(
        cell["at"] for cell in game.table(expected)["cells"]
    )


def test_a_laid_tile_has_the_smallest_turn_that_looks_the_same() -> None:
    """A made-up document may say r2 of a tile that looks the same in every turn."""
    game = standard_game()
    document = _document()
    document["laid"][0]["turn"] = 2
    position = game.read_position(game.setting(3), document, [0, 0, 0])
    assert game.write_position(position) == _document()


def test_tiles_that_nobody_has_laid_are_shown_to_all() -> None:
    """Everybody knows all tiles (rule 2): those that lie are seen on the table, the others beside it."""
    game = standard_game()
    document = {"turn": 1, "stacks": [["green-gate", "green-pair", "pink-white-split"]] * 2}
    position = game.read_position(game.setting(2), document, [0, 0])
    unlaid = game.table(position)["unlaid"]
    assert [cell["tile"] for cell in unlaid] == ["green-gate", "green-pair", "pink-white-split"]
    assert [{part["colour"] for part in cell["parts"]} for cell in unlaid] == [{"green"}, {"green"}, {"pink", "white"}]
    assert unlaid[0] | {"seat": 1} == game.own(position, 0)["turns"][0]
    position.apply(position.legal_actions()[0])
    assert [cell["tile"] for cell in game.table(position)["unlaid"]] == ["green-pair", "pink-white-split"]


def test_tiles_that_are_not_named_are_out_of_the_game() -> None:
    """The stacks are as high as the document says, and nobody expects more."""
    game = standard_game()
    document = {"turn": 1, "stacks": [["green-gate", "green-pair", "green-dragon"]] * 2}
    position = game.read_position(game.setting(2), document, [0, 0])
    table = game.table(position)
    assert table["unseen"] == [["green-dragon", "green-gate", "green-pair"]] * 2
    assert (table["round"], table["rounds"]) == (1, 1)
    for _ in range(2):
        position.apply(position.legal_actions()[0])
    assert position.over
    assert list(position.scores()) == [7, 7]  # ruling 12: a pair and a dragon


def test_a_position_in_which_the_game_is_over() -> None:
    """Nobody is to move; the two tiles of each seat lie open, and have been paid."""
    game = standard_game()
    document = {
        **_document(),
        "round": 22,
        "turn": None,
        "stacks": [["green-gate", "green-pair"]] * 2 + [["pink-gate", "pink-pair"]],
    }
    position = game.read_position(game.setting(3), document, [9, 9, 3])
    assert position.over
    assert list(position.winners()) == [0, 1]
    assert list(position.scores()) == [9, 9, 3]
    assert game.write_position(position) == document
    assert game.table(position)["round"] == 22
