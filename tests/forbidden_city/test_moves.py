"""Moves as text, the reasons against illegal ones, and previews."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from contract.cases import cases_of, play_through
from support.city import (
    FENCE,
    SETTINGS,
    Scene,
    dice,
    draw,
    invent,
    new_position,
    scaled,
    seed_of,
    standard_game,
    take_random,
    tile,
)
from tianxia.errors import AmbiguousError, IllegalError, UnreadableError
from tianxia.games import find_game
from tianxia.games.forbidden_city.rules.position import SET_ASIDE
from tianxia.play import Match
from tianxia.words import Message, say

BOARD = """
    #  g  #  A  ?b
    g  T  p  ?  .
    #  w  #  .  .
    """
LEGEND = {"A": "2 green-yard r0"}


def _scene(hand: str = "1 pink-pair") -> Scene:
    return draw(BOARD, LEGEND, hand=hand, stacks={3: ["pink-court"]})


# ---- notation


@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_print_and_parse_agree_on_all_legal_moves(players: int, start: str) -> None:
    """One text a move, unique among the legal moves, read back exactly; through whole games."""
    game = standard_game()
    for number in range(scaled(2, 8)):
        position = new_position(game, players, start, seed_of(number))
        stream = dice(number)
        while not position.over:
            actions = [int(action) for action in position.legal_actions()]
            texts = [game.print_move(position, action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert [game.parse_move(position, text, exact=True) for text in texts] == actions
            position.apply(take_random(position, stream))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("2,0 r0", "2,0 r0"),
        ("2,0 R0", "2,0 r0"),
        ("  2,0   r0 ", "2,0 r0"),
        ("2 , 0 r0", "2,0 r0"),
        ("2,0 r 0", "2,0 r0"),
        ("2,0\tr0\n", "2,0 r0"),
        ("0,-2 r1", "0,-2 r1"),
        ("-2,0 r3", "-2,0 r3"),
        ("set aside", "set aside"),
        ("  Set   ASIDE", "set aside"),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_case_and_spaces_are_forgiven(text: str, plain: str, exact: bool) -> None:
    """Parsing is forgiving, in records too; printing is not."""
    scene = _scene()
    action = scene.game.parse_move(scene.position, text, exact)
    assert scene.game.print_move(scene.position, action) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [("2 0 r0", "2,0 r0"), ("2,0r0", "2,0 r0"), ("2 0R0", "2,0 r0"), ("0 -2 r1", "0,-2 r1"), ("2 0", "2,0 r0")],
)
def test_people_may_type_in_haste_but_a_record_may_not(text: str, plain: str) -> None:
    """No comma, no space before the turn, no turn where one alone is legal; in a record case and spaces only."""
    scene = _scene()
    action = scene.game.parse_move(scene.position, text)
    assert scene.game.print_move(scene.position, action) == plain
    with pytest.raises(UnreadableError):
        scene.game.parse_move(scene.position, text, exact=True)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "2", "2,0,0", "2;0 r0", "20 r0", "r0", "2,0 r0 r0", "2,0 r0,", "x,y r0", "2,0 lay", "(2,0) r0"),
        *("2,0 r4", "2,0 r-1", "2,0 r01", "2,0 r", "2,0 0", "2,0 r1.0", "2.0,0 r0", "2,1e1 r0", "0x2,0 r0"),
        *("+2,0 r0", "2,+0 r0"),  # no plus
        *("02,0 r0", "2,00 r0", "-02,0 r0"),  # no leading zeros
        *("-0,2 r0", "2,-0 r0"),  # no minus zero
        *("--2,0 r0", "2,- 1 r0", "−2,0 r0", "–2,0 r0"),  # the minus is an ASCII "-"
        *("２,0 r0", "1２,0 r0", "1٢,0 r0", "2,0 r０", "²,0 r0"),  # digits are ASCII
        *("setaside", "set", "set aside r0", "set-aside", "2_0,0 r0"),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_what_is_no_move_is_refused(text: str, exact: bool) -> None:
    """Nothing but a cell and a turn, or "set aside"; the message quotes what was written."""
    scene = _scene()
    with pytest.raises(UnreadableError) as refusal:
        scene.game.parse_move(scene.position, text, exact)
    assert refusal.value.key == "forbidden-city.move.unreadable"
    assert str(refusal.value).startswith(f'"{text}" is not a move: write a cell and a turn')


def test_another_turn_that_looks_the_same_is_understood_but_not_in_a_record() -> None:
    """Turns that give the same picture are one move: the smallest; a record has the smallest."""
    scene = _scene(hand="1 pink-court")
    action = scene.game.parse_move(scene.position, "-2,1 r3")
    assert scene.game.print_move(scene.position, action) == "-2,1 r0"
    with pytest.raises(UnreadableError) as refusal:
        scene.game.parse_move(scene.position, "-2,1 r3", exact=True)
    assert refusal.value.key == "forbidden-city.move.turn"
    assert str(refusal.value) == '"-2,1 r3" looks the same as r0, and a record has the smallest.'
    scene.move("-2,1 r3")
    assert scene.match.moves[-1].move == "-2,1 r0"


def test_a_half_turn_of_a_corridor_is_the_same_move() -> None:
    """r2 is r0 and r3 is r1 where a tile looks the same after a half turn."""
    scene = draw(BOARD, LEGEND, hand="1 hall", game=invent([tile("hall", "#.#.", "pink 1")]))
    parsed = [scene.game.parse_move(scene.position, f"2,0 r{turn}") & 3 for turn in range(4)]
    assert parsed == [0, 1, 0, 1]


def test_the_turn_may_be_left_out_where_only_one_is_legal() -> None:
    """People may; a record may not."""
    scene = draw(
        """
        .  .  .  A  ?
        #  g  #  C  B
        g  T  p  .  .
        #  w  #  .  .
        """,
        {"A": "1 green-yard r0", "B": "2 pink-yard r0", "C": "1 green-gate r1"},
        hand="3 green-pink-split",
    )
    assert scene.game.parse_move(scene.position, "3,-2") == scene.action(0)
    with pytest.raises(UnreadableError) as refusal:
        scene.game.parse_move(scene.position, "3,-2", exact=True)
    assert refusal.value.key == "forbidden-city.move.unreadable"


def test_a_move_without_its_turn_is_ambiguous_where_several_are_legal() -> None:
    """The message names them all."""
    scene = _scene()
    assert scene.turns() == [0]
    with pytest.raises(AmbiguousError) as refusal:
        scene.game.parse_move(scene.position, "-2,1")
    assert refusal.value.key == "move.ambiguous"
    assert str(refusal.value) == '"-2,1" could be -2,1 r0, -2,1 r1, -2,1 r2 and -2,1 r3.'


def test_a_move_without_its_turn_that_is_never_legal_gets_its_reason() -> None:
    """It is well formed: the reason is told, not that it cannot be read."""
    scene = _scene()
    reason = scene.match.why_not(1, "0,0")
    assert reason is not None
    assert reason.key == "forbidden-city.reason.taken"


# ---- why not


def test_a_legal_move_has_no_reason_against_it() -> None:
    """For every legal action, in the words of the match too."""
    scene = _scene()
    for action in scene.position.legal_actions():
        assert scene.game.why_not(scene.position, int(action)) is None
    assert [scene.match.why_not(1, text) for text in scene.match.legal_moves()] == [None] * len(
        scene.match.legal_moves()
    )


@pytest.mark.parametrize("text", ["0,0 r0", "1,0 r1", "-1,-1 r0", "2,-1 r0"])
def test_a_cell_that_is_taken(text: str) -> None:
    """Ruling 2: the temple, a room and a garden of the start tile, a laid tile."""
    reason = _scene().match.why_not(1, text)
    assert reason is not None
    assert (reason.key, reason.rule) == ("forbidden-city.reason.taken", "forbidden-city#2")
    assert say(reason) == f"There is a tile at {text.split()[0]} already."


@pytest.mark.parametrize("text", ["2,-3 r0", "-2,-2 r1", "2,2 r0", "3,1 r0", "249,249 r0", "-249,-249 r3", "0,-249 r2"])
def test_a_cell_that_touches_nothing(text: str) -> None:
    """Ruling 2: a corner is not enough, and far out is nothing."""
    reason = _scene().match.why_not(1, text)
    assert reason is not None
    assert (reason.key, reason.rule) == ("forbidden-city.reason.apart", "forbidden-city#2")
    assert say(reason) == f"{text.split()[0]} does not share a side with any laid cell."


@pytest.mark.parametrize("number", ["250", "251", "512", "99999", str(2**31), str(2**63), str(2**64), "9" * 5000])
@pytest.mark.parametrize("form", ["{n},0 r0", "-{n},0 r1", "0,{n} r2", "0,-{n} r3", "{n},{n}", "-{n},-{n}"])
def test_a_cell_beyond_all_reach_touches_nothing(number: str, form: str) -> None:
    """Ruling 12: the table has no edge, so no number is too big to be answered; none wraps around to a legal cell."""
    reason = _scene().match.why_not(1, form.format(n=number))
    assert reason is not None
    assert (reason.key, reason.rule) == ("forbidden-city.reason.far", "forbidden-city#2")


def test_a_turn_that_looks_the_same_breaks_no_rule() -> None:
    """As an action too, and not only as text."""
    match = _scene(hand="1 pink-court").match
    for action in match.position.legal_actions():
        assert [match.game.why_not(match.position, action + turn) for turn in range(4)] == [None] * 4


@pytest.mark.parametrize(
    ("turn", "where", "values"),
    [
        (1, "?", {"at": "2,0", "colour": "pink", "direction": "north", "other": "green", "beside": "2,-1"}),
        (0, (-2, 0), {"at": "-2,0", "colour": "pink", "direction": "east", "other": "green", "beside": "-1,0"}),
        (0, (0, -2), {"at": "0,-2", "colour": "pink", "direction": "south", "other": "green", "beside": "0,-1"}),
        (0, "?b", {"at": "3,-1", "colour": "pink", "direction": "west", "other": "green", "beside": "2,-1"}),
    ],
)
def test_open_sides_of_two_colours(turn: int, where: str | tuple[int, int], values: dict[str, str]) -> None:
    """Ruling 3: the reason names both colours, the direction and the cell beside."""
    scene = _scene()
    reason = scene.why_not(turn, where)
    assert reason is not None
    assert (reason.key, reason.rule) == ("forbidden-city.reason.colours", "forbidden-city#3")
    assert reason.values == values


def test_the_sentence_about_two_colours() -> None:
    """Ruling 3, as a person reads it; the refusal of the match carries the reason."""
    with pytest.raises(IllegalError) as refusal:
        _scene().move("2,0 r1")
    assert str(refusal.value) == (
        "At 2,0 its open pink side would meet the open green side of 2,-1 in the north: "
        "open sides must have one colour."
    )
    assert refusal.value.key == "forbidden-city.reason.colours"


def test_colours_of_an_invented_edition_are_named_too() -> None:
    """An edition may have a colour that the words do not know."""
    game = invent([tile("blue-room", "....", "blue 1")])
    with pytest.raises(IllegalError, match="its open blue side would meet the open pink side of 1,0 in the west"):
        draw(BOARD.replace("A", "."), hand="1 blue-room", game=game).move("2,0 r0")


def test_setting_aside_a_tile_that_fits() -> None:
    """Ruling 11."""
    scene = _scene()
    reason = scene.match.why_not(1, "set aside")
    assert reason is not None
    assert (reason.key, reason.rule) == ("forbidden-city.reason.fits", "forbidden-city#11")


def test_a_tile_that_fits_nowhere_is_refused_on_every_cell_for_its_colours() -> None:
    """Rulings 3 and 11: with `set aside` legal, laying is refused by the rule that forbids it there."""
    game = invent([tile("pink-everywhere", "....", "pink 3")], FENCE)
    scene = draw("g g g\n g T g\n g g g", hand="1 pink-everywhere", game=game)
    assert scene.match.why_not(1, "set aside") is None
    for cell in ((2, 0), (-2, 1), (0, 2), (1, -2)):
        reason = scene.why_not(0, cell)
        assert reason is not None
        assert reason.key == "forbidden-city.reason.colours"


@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_reasons_agree_with_the_legal_moves(players: int, start: str) -> None:
    """A cell and turn has a reason against it exactly when it is not in the list, in and around the whole city."""
    game = standard_game()
    position = new_position(game, players, start, seed_of(5))
    stream = dice(5)
    for _ in range(25):
        position.apply(take_random(position, stream))
    legal = {int(action) for action in position.legal_actions()}
    found = set()
    for x in range(-12, 13):
        for y in range(-12, 13):
            for turn in range(4):
                action = game.parse_move(position, f"{x},{y} r{turn}")
                if game.why_not(position, action) is None:
                    found.add(action)
    assert found == legal


# ---- previews


def _play_with_previews(match: Match, number: int) -> int:
    """Play at random to the end, with a preview of every move that is made; how many of them paid."""
    stream = dice(number)
    paid = 0
    while not match.over:
        seat = match.to_move
        assert seat is not None
        moves = match.legal_moves()
        move = moves[stream.below(len(moves))]
        before = (match.game.write_position(match.position), match.scores, match.view(seat), match.sequence)
        preview = match.preview(seat, move)
        assert (match.game.write_position(match.position), match.scores, match.view(seat), match.sequence) == before
        first = len(match.ledger)
        entry = match.move(seat, move)
        rooms = [payment for payment in match.ledger[first:] if payment["source"] == "room"]
        assert preview.ledger == rooms
        assert preview.lines == [line for line in entry.lines if line.key != "forbidden-city.log.last-tiles"]
        paid += len(rooms) > 0
    return paid


@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_a_preview_is_what_then_happens(players: int, start: str) -> None:
    """A preview has the payments and lines of the move, never the last tiles; and the position is left untouched."""
    game = standard_game()
    match = Match.begin(game, game.setting(players, {"start": start}), seed_of(players))
    assert _play_with_previews(match, players) > 0


def test_a_preview_shows_the_tile_as_it_would_lie() -> None:
    """What is drawn for a person before the move is made: the piece, its turn and sides."""
    scene = _scene()
    [piece] = scene.match.preview(1, "-2,1 r1").pieces
    assert (piece["at"], piece["tile"], piece["seat"], piece["turn"]) == ([-2, 1], "pink-pair", 1, 1)
    assert piece["sides"] == ".#.."


def _say_shown(line: Message, names: Sequence[str] = ()) -> str:
    """As it is said beside a board."""
    return say(Message(f"shown.{line.key}", line.values), names)


def test_beside_a_board_no_cells_are_named() -> None:
    match = _scene().match
    laid = match.preview(1, "-2,1 r1").lines[0]
    assert _say_shown(laid, ["Ada"]) == "Ada lays a tile: pink with 2 advisors."
    for move in ("0,0 r0", "5,5 r0", "0,2 r1"):
        reason = match.why_not(1, move)
        assert reason is not None
        assert not re.search(r"\d", _say_shown(reason)), move


def test_a_preview_tells_which_rooms_would_be_one() -> None:
    """A tile with two rooms: its pink half joins two, the green one is new."""
    scene = draw(
        """
        #  g  #  A
        g  T  p  ?
        #  w  #  .
        """,
        {"A": "2 pink-yard r0"},
        hand="1 green-pink-split",
    )
    pink, green = sorted(scene.match.preview(1, "2,0 r2").table["rooms"], key=lambda room: room["colour"], reverse=True)
    assert sorted(pink["joins"]) == sorted([scene.room("A")["room"], scene.room((1, 0))["room"]])
    assert (pink["colour"], pink["tiles"], green["colour"], green["joins"]) == ("pink", 3, "green", [])


def test_a_preview_tells_the_rooms_that_close_as_its_lines_do() -> None:
    found = {True: 0, False: 0}  # whether the tile is part of the room -> how many
    for case in cases_of(find_game("forbidden-city")):
        for match in play_through(case, 0):
            for move in match.legal_moves()[::29]:
                preview = match.preview(match.to_move or 0, move)
                closings = preview.table.get("closings", [])
                lines = [line.values for line in preview.lines if line.key.startswith("forbidden-city.log.closed")]
                assert [(one["colour"], one["value"]) for one in closings] == [
                    (line["colour"], line["value"]) for line in lines
                ]
                paid = [(entry["seat"], entry["amount"]) for entry in preview.ledger]
                assert [(paid["seat"], paid["amount"]) for one in closings for paid in one["paid"]] == paid
                closed = {room["room"] for room in preview.table.get("rooms", []) if not room["open_ends"]}
                assert closed <= {one["room"] for one in closings}
                for one in closings:
                    found[one["room"] in closed] += 1
    assert min(found.values()) > 3


def test_the_parts_of_a_sum_make_up_what_a_room_pays() -> None:
    """Of a room that would close: its own tiles and dragons, and each neighbour; in the rooms of the preview."""
    neighbours = 0
    for case in cases_of(find_game("forbidden-city")):
        for match in play_through(case, 0):
            known = {room["room"] for room in match.view(None)["table"]["rooms"]}
            for move in match.legal_moves()[::29]:
                table = match.preview(match.to_move or 0, move).table
                ahead = {room["room"] for room in table.get("rooms", [])}
                assert set(table.get("parts", [])) == ahead
                for one in table.get("closings", []):
                    assert one["worth"] == one["tiles"] + 3 * one["dragons"]
                    assert one["value"] == one["worth"] + sum(beside["worth"] for beside in one["neighbours"])
                    assert {beside["room"] for beside in one["neighbours"]} <= known | ahead
                    neighbours += len(one["neighbours"])
    assert neighbours > 3


# ---- where a tile would pay, and what open rooms would


def test_the_seat_to_move_is_told_where_its_tile_pays_it_most() -> None:
    """As all previews say; the other seats, and spectators, are told nothing."""
    found = 0
    for case in cases_of(find_game("forbidden-city")):
        for match in play_through(case, 0):
            seat = match.to_move
            if seat is None:
                continue
            best: dict[tuple[int, ...], tuple[int, int]] = {}
            for move, notation in zip(match.described_moves(), match.legal_moves(), strict=True):
                ledger = match.preview(seat, notation).ledger
                paid = sum(entry["amount"] for entry in ledger if entry["seat"] == seat)
                if paid > best.get(tuple(move.get("at", ())), (0, 0))[0]:
                    best[tuple(move["at"])] = (paid, move["turn"])
            told = {tuple(one["at"]): (one["amount"], one["turn"]) for one in match.view(seat)["own"]["gains"]}
            assert told == best
            found += len(told)
            for other in range(1, match.setting.players + 1):
                if other != seat:
                    assert not match.view(other)["own"].get("gains")
            assert "gains" not in match.view(None)["own"]
    assert found > 10


def test_rooms_tell_whom_they_would_pay() -> None:
    """Most advisors: all; alone in second place: half; a tie for most: half each."""
    scene = _scene()
    [room] = [room for room in scene.match.view(1)["table"]["rooms"] if room["value"] and room["paid"]][:1]
    assert all(one["amount"] in (room["value"], room["value"] // 2) for one in room["paid"])
    for case in cases_of(find_game("forbidden-city")):
        for match in play_through(case, 0):
            for room in match.view(None)["table"]["rooms"]:
                if not room["pays"] or not any(room["advisors"]):
                    assert room["paid"] == []
                    continue
                ranked = sorted(room["advisors"], reverse=True)
                leaders = [seat for seat, count in enumerate(room["advisors"], 1) if count == ranked[0]]
                most = room["value"] if len(leaders) == 1 else room["value"] // 2
                assert [one["seat"] for one in room["paid"] if one["amount"] == most] == (leaders if most else [])


def test_a_preview_of_the_last_move_does_not_turn_over_the_last_tiles() -> None:
    """What is left in the stacks is hidden until the game is over."""
    scene = draw(
        """
        #  g  #
        g  T  p  ?
        #  w  #
        """,
        hand="2 pink-alcove",
        players=2,
        stacks={1: ["green-dragon", "green-court"], 2: ["pink-alcove", "green-pair", "white-pair"]},
        rounds=1,
    )
    preview = scene.match.preview(2, "2,0 r0")
    assert [(entry["source"], entry["amount"]) for entry in preview.ledger] == [("room", 3)]
    assert [line.key for line in preview.lines if "last" in line.key] == []
    result = scene.lay(turn=0)
    assert [entry["source"] for entry in result.ledger] == ["room"] + ["last-tiles"] * 4


def test_a_preview_of_setting_aside_shows_no_piece() -> None:
    """Ruling 11: only the line that the tile is shown."""
    game = invent([tile("pink-everywhere", "....", "pink 3")], FENCE)
    scene = draw("g g g\n g T g\n g g g", hand="1 pink-everywhere", game=game)
    preview = scene.game.preview(scene.position, SET_ASIDE)
    assert (preview.pieces, preview.ledger, preview.table) == ([], [], {})
    assert [line.key for line in preview.lines] == ["forbidden-city.log.set-aside"]


def test_an_illegal_move_has_no_preview() -> None:
    """It is refused with the reason."""
    with pytest.raises(IllegalError, match="There is a tile at 0,0 already"):
        _scene().match.preview(1, "0,0 r0")
