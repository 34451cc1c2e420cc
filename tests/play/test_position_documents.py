"""Position documents of Forbidden City: written, edited by hand, played on from, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from play.records import ALL, HEAD, check, play, refused
from tianxia.engine.chance import stream_of
from tianxia.play import Match
from tianxia.play.record import write_position_record, write_record

Change = Callable[[Any], Any]


@cache
def _text(players: int, moves: int) -> str:
    match = play(players, moves)
    document = write_position_record(match)
    if match.over:
        document |= {"scores": match.scores, "winners": match.winners}
    return json.dumps(document)


def record_from(players: int = 3, moves: int = 40) -> Any:
    """A record that starts from the middle of a game, as a document that a test may edit."""
    return json.loads(_text(players, moves))


def edited(change: Change, players: int = 3, moves: int = 40) -> Any:
    document = record_from(players, moves)
    change(document["position"])
    return document


def bare(**changes: Any) -> Any:
    """A record of two players from a hand-made position: nothing laid, three tiles in each stack."""
    stacks = [["green-yard", "pink-yard", "white-yard"], ["green-court", "pink-court", "white-court"]]
    position = {"turn": 1, "stacks": stacks, **changes}
    return {
        "tianxia": 1,
        "game": "forbidden-city",
        "edition": "standard",
        "players": 2,
        "position": position,
        "moves": [],
    }


def lay(seat: int, tile: str, x: int, y: int, turn: int = 0) -> dict[str, Any]:
    return {"seat": seat, "tile": tile, "at": [x, y], "turn": turn}


def play_on(match: Match) -> Match:
    dice = stream_of(bytes(16), 5)
    while not match.over:
        legal = match.legal_moves()
        match.move(match.to_move or 0, legal[dice.below(len(legal))])
    return match


# ---- written and read


@pytest.mark.parametrize(("players", "moves"), [(2, 0), (2, 1), (2, 55), (2, ALL), (3, 40), (4, 2), (4, 87), (4, ALL)])
def test_what_was_written_gives_the_same_position(players: int, moves: int) -> None:
    match = play(players, moves)
    again = check(record_from(players, moves))
    assert again.position_document() == match.position_document()
    assert again.view(1) == {**match.view(1), "sequence": 0, "names": []}
    assert write_record(again) == record_from(players, moves)


@pytest.mark.parametrize("moves", [1, 31, 65])
def test_a_game_played_on_from_a_document_ends_like_the_game_itself(moves: int) -> None:
    match, again = play(3, moves), check(record_from(3, moves))
    assert play_on(again).ledger == play_on(match).ledger
    assert again.scores == match.scores
    assert again.winners == match.winners
    assert again.position_document() == match.position_document()


def test_moves_are_counted_from_there() -> None:
    match = play_on(check(record_from(3, 60)))
    document = write_record(match)
    assert len(document["moves"]) == 6
    check(document)
    document["moves"][2]["move"] = "0,0 r0"
    assert refused(document)[0] == 3
    document["moves"][2]["move"] = match.moves[2].move
    document["scores"][0] += 1
    assert refused(document)[0] == 7


def test_the_last_tiles_are_paid_at_the_end_of_a_game_that_was_taken_up() -> None:
    match = play_on(check(record_from(2, 54)))
    assert {entry["source"] for entry in match.ledger} >= {"last-tiles"}
    assert match.scores == play_on(play(2, 54)).scores


def test_a_finished_game_is_a_position_too() -> None:
    document = record_from(3, ALL)
    assert document["position"]["turn"] is None
    match = check(document)
    assert match.over
    assert match.scores == play(3, ALL).scores
    assert match.view(1)["table"] == play(3, ALL).view(1)["table"]
    assert refused({**document, "scores": [1, 2, 3]})[0] == 1
    del document["scores"], document["winners"]
    assert refused(document)[0] == 1


def test_nothing_is_drawn_after_a_finished_position() -> None:
    document = record_from(3, ALL)
    document["moves"] = [{"seat": 1, "move": "set aside"}]
    assert refused(document) == (1, 'Move 1 (seat 1, "set aside"): The game is over.')


# ---- edited by hand


def test_what_is_missing_has_its_default() -> None:
    match = check(bare())
    document = match.position_document()
    assert document["round"] == 1
    assert document["laid"] == []
    assert document["set_aside"] == [[], []]
    assert document["ledger"] == []
    assert match.scores == [0, 0]
    assert match.to_move == 1
    assert play_on(match).over
    assert len(match.moves) == 2
    check(write_record(match))


def test_tiles_that_are_not_named_are_out_of_the_game() -> None:
    match = check(bare())
    assert match.view(None)["table"]["unseen"][0] == ["green-yard", "pink-yard", "white-yard"]
    assert match.view(1)["own"]["hand"] == "green-yard"
    assert match.view(2)["own"]["hand"] == "green-court"
    assert match.view(None)["table"]["stacks"] == [2, 2]


def test_a_seat_that_has_moved_has_one_tile_fewer() -> None:
    stacks = [["pink-yard", "white-yard"], ["green-court", "pink-court", "white-court"]]
    match = check(bare(turn=2, stacks=stacks))
    assert match.to_move == 2
    assert match.view(1)["own"]["hand"] is None
    assert match.view(None)["table"]["stacks"] == [2, 2]
    match.move(2, match.legal_moves()[0])
    assert match.over


def rooms(match: Match) -> list[Any]:
    """The rooms of a table, without the numbers they have from the order laid."""
    told = ("colour", "advisors", "dragons", "open_ends", "value")
    return sorted((sorted(room["cells"]), [room[key] for key in told]) for room in match.view(None)["table"]["rooms"])


def test_laid_tiles_may_stand_in_any_order() -> None:
    document = record_from(3, 40)
    match = check(document)
    document["position"]["laid"].reverse()
    again = check(document)
    assert again.legal_moves() == match.legal_moves()
    assert again.scores == match.scores
    rooms = [
        sorted(
            (room["colour"], sorted(room["cells"]), room["advisors"], room["open_ends"], room["value"]) for room in view
        )
        for view in (found.view(None)["table"]["rooms"] for found in (match, again))
    ]
    assert rooms[0] == rooms[1]
    assert play_on(again).scores == play_on(match).scores


def test_seats_may_have_laid_unevenly() -> None:
    laid = [lay(1, "green-alcove", 0, -2), lay(1, "green-gate", 0, -3, 2), lay(1, "green-corner", -2, 0, 3)]
    match = check(bare(laid=laid))
    assert len(match.view(None)["table"]["cells"]) == 12
    check(write_record(play_on(match)))


def test_a_turn_that_looks_the_same_is_written_as_the_smallest() -> None:
    document = bare(laid=[lay(2, "green-yard", 0, -2, 3)])
    assert check(document).position_document()["laid"] == [lay(2, "green-yard", 0, -2, 0)]


def test_coins_come_from_the_ledger() -> None:
    ledger = [
        {"seat": 2, "amount": 10_000, "source": "room", "where": "7,7", "round": 99},
        {"seat": 2, "amount": 1, "source": "last-tiles", "where": "", "round": 5},
        {"seat": 1, "amount": 3, "source": "room", "where": "anywhere", "round": 0},
    ]
    match = check(bare(ledger=ledger))
    assert match.scores == [3, 10_001]
    assert match.ledger == ledger
    assert check(write_record(play_on(match))).scores == match.scores
    assert match.winners == [2]


def test_rooms_that_are_closed_have_been_paid() -> None:
    """An alcove has one open side: turned towards the green room north of the temple, it closes it."""
    closed = bare(laid=[lay(1, "green-alcove", 0, -2, 3)])
    match = check(closed)
    [room] = [room for room in match.view(None)["table"]["rooms"] if [0, -2] in room["cells"]]
    assert room["cells"] == [[0, -1], [0, -2]]
    assert room["open_ends"] == 0
    assert room["advisors"] == [1, 0]
    assert match.scores == [0, 0]
    play_on(match)
    assert all(entry["where"] != "0,-2" for entry in match.ledger)


def test_a_room_that_a_document_left_open_pays_when_it_closes() -> None:
    stacks = [["green-alcove", "pink-yard", "white-yard"], ["green-court", "pink-court", "white-court"]]
    match = check(bare(stacks=stacks))
    paid = [move for move in match.legal_moves() if match.preview(1, move).ledger]
    assert paid
    expected = match.preview(1, paid[0]).ledger
    match.move(1, paid[0])
    assert match.ledger == expected


@pytest.mark.parametrize("round", [1, 2, 500, 10**9])
def test_the_round_is_what_it_says(round: int) -> None:
    match = check(bare(round=round))
    assert match.view(None)["table"]["round"] == round
    assert match.view(None)["table"]["rounds"] == round
    assert {entry["round"] for entry in play_on(match).ledger} == {round}


def test_tiles_set_aside_are_shown_and_worth_nothing() -> None:
    match = check(bare(set_aside=[["green-dragon", "pink-dragon"], []]))
    assert match.view(2)["table"]["set_aside"] == [["green-dragon", "pink-dragon"], []]
    assert match.scores == [0, 0]
    assert match.position_document()["set_aside"] == [["green-dragon", "pink-dragon"], []]


# ---- refused


def reason(change: Change, players: int = 3, moves: int = 40) -> str:
    move, sentence = refused(edited(change, players, moves))
    assert move == 0
    assert sentence.startswith(HEAD)
    return sentence.removeprefix(HEAD)


def put(key: str, value: Any) -> Change:
    return lambda position: position.update({key: value})


def test_unknown_keys_are_refused() -> None:
    known = "known are round, turn, laid, set_aside, stacks and ledger."
    assert reason(put("colour", "red")) == f'"colour" is not known in a position; {known}'
    assert reason(put("", None)) == f'"" is not known in a position; {known}'
    assert reason(put("setup", {})) == f'"setup" is not known in a position; {known}'


@pytest.mark.parametrize("key", ["stacks", "set_aside"])
@pytest.mark.parametrize(
    "wrong", [None, {}, "tiles", [], [[], []], [[], [], [], []], [[], [], None], [[], [], "x"]], ids=repr
)
def test_there_is_one_list_a_seat(key: str, wrong: Any) -> None:
    assert reason(put(key, wrong)) == f"{key} must be 3 lists, one for each seat."


def test_stacks_cannot_be_missing() -> None:
    assert reason(lambda position: position.pop("stacks")) == "stacks must be 3 lists, one for each seat."


NO_CELLS: list[Any] = [None, "0,-2", [0], [0, -2, 0], {}, []]
LAID = "laid must be a list of tiles, each with seat, tile, at (two numbers) and turn."


@pytest.mark.parametrize(
    "wrong",
    [
        *(None, {}, "tiles", 5, [None], [[]], [{}], ["green-yard"]),
        *([{"seat": 1, "tile": "green-yard", "at": [0, -2]}], [{**lay(1, "green-yard", 0, -2), "colour": "green"}]),
        *([{**lay(1, "green-yard", 0, -2), "at": at}] for at in NO_CELLS),
    ],
    ids=repr,
)
def test_laid_tiles_have_their_form(wrong: Any) -> None:
    assert reason(put("laid", wrong)) == LAID


@pytest.mark.parametrize("wrong", [0, 4, -1, True, 1.0, "1", None, [1], 2**70], ids=repr)
def test_seats_of_laid_tiles_are_seats(wrong: Any) -> None:
    change = put("laid", [{**lay(1, "green-yard", 0, -2), "seat": wrong}])
    assert reason(change) == "seat must be a whole number from 1 to 3."


@pytest.mark.parametrize("wrong", [4, -1, True, 1.0, "1", None, 2**70], ids=repr)
def test_turns_of_laid_tiles_are_quarters(wrong: Any) -> None:
    change = put("laid", [{**lay(1, "green-yard", 0, -2), "turn": wrong}])
    assert reason(change) == "turn must be a whole number from 0 to 3."


@pytest.mark.parametrize("wrong", [251, -251, True, 0.0, "0", None, [0], 2**70], ids=repr)
def test_cells_are_two_numbers(wrong: Any) -> None:
    for at in ([wrong, 0], [0, wrong]):
        change = put("laid", [{**lay(1, "green-yard", 0, -2), "at": at}])
        assert reason(change) == "at must be a whole number from -250 to 250."


@pytest.mark.parametrize("wrong", [0, 4, -1, True, 1.0, "1", [], {}, 2**70], ids=repr)
def test_the_turn_is_that_of_a_seat(wrong: Any) -> None:
    assert reason(put("turn", wrong)) == "turn must be a whole number from 1 to 3."


@pytest.mark.parametrize("wrong", [0, 10**9 + 1, -1, True, 1.0, "1", None, [], 2**70], ids=repr)
def test_the_round_is_a_number(wrong: Any) -> None:
    assert reason(put("round", wrong)) == "round must be a whole number from 1 to 1000000000."


@pytest.mark.parametrize("tile", ["green-tower", "", None, 3, [], {}], ids=repr)
def test_unknown_tiles_are_refused(tile: Any) -> None:
    sentence = f'the edition "standard" has no tile "{tile}".'
    assert reason(put("laid", [{**lay(1, "x", 0, -2), "tile": tile}])) == sentence
    assert reason(put("set_aside", [[tile], [], []])) == sentence
    assert reason(lambda position: position["stacks"][2].append(tile)) == sentence


def add_to_stack(position: Any, tile: str) -> None:
    position["stacks"][0].append(tile)


def test_a_tile_is_in_one_place_only() -> None:
    position = record_from()["position"]
    [laid, *_] = [entry["tile"] for entry in position["laid"] if entry["seat"] == 1]
    for tile in (position["stacks"][0][0], laid):
        sentence = f'seat 1 has no tile "{tile}", or has it twice.'
        assert reason(partial(add_to_stack, tile=tile)) == sentence
        assert reason(put("set_aside", [[tile], [], []])) == sentence
        assert reason(put("set_aside", [[tile, tile], [], []])) == sentence
    twice = f'seat 1 has no tile "{laid}", or has it twice.'
    assert reason(lambda position: position["laid"].append(lay(1, laid, 40, 0))) == twice
    held = bare(laid=[lay(1, "green-yard", 0, -2)])
    assert refused(held) == (0, f'{HEAD}seat 1 has no tile "green-yard", or has it twice.')


def test_every_seat_has_tiles_of_its_own() -> None:
    match = check(bare(laid=[lay(1, "green-alcove", 0, -2), lay(2, "green-alcove", 0, -3)]))
    assert [cell["seat"] for cell in match.view(None)["table"]["cells"]][9:] == [1, 2]


def test_the_extra_tiles_are_for_two_players_only() -> None:
    two, three = (
        {tile for stack in record_from(players, 0)["position"]["stacks"] for tile in stack} for players in (2, 3)
    )
    for tile in sorted(two - three):
        sentence = f'seat 2 has no tile "{tile}", or has it twice.'
        assert reason(put("set_aside", [[], [tile], []])) == sentence


def test_two_tiles_on_one_cell_are_refused() -> None:
    laid = [lay(1, "green-gate", 0, -2), lay(2, "green-gate", 0, -2)]
    assert refused(bare(laid=laid)) == (0, f"{HEAD}there are two tiles at 0,-2, or one on the start tile.")
    for x, y in ((0, 0), (-1, 1)):
        document = bare(laid=[lay(1, "green-gate", x, y)])
        assert refused(document) == (0, f"{HEAD}there are two tiles at {x},{y}, or one on the start tile.")


def test_tiles_that_do_not_hang_together_are_refused() -> None:
    laid = [lay(1, "green-gate", 0, -2), lay(2, "green-gate", 5, 5)]
    assert refused(bare(laid=laid)) == (0, f"{HEAD}the tile at 5,5 is not connected to the start tile.")
    diagonal = bare(laid=[lay(1, "green-gate", 2, 2)])
    assert refused(diagonal) == (0, f"{HEAD}the tile at 2,2 is not connected to the start tile.")


def test_open_sides_of_two_colours_that_meet_are_refused() -> None:
    # north of the temple lies an open green room
    document = bare(laid=[lay(1, "pink-court", 0, -2)])
    assert refused(document) == (0, f"{HEAD}at 0,-2 open sides of two colours meet.")


STACKS = (
    "the stacks must be equally high, one tile lower for seats that have moved in this round, with two tiles left over;"
    " once the game is over (turn is null) they have two."
)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_stacks_that_are_not_equally_high_are_refused(seat: int) -> None:
    assert reason(lambda position: position["stacks"][seat].pop(0)) == STACKS
    assert reason(lambda position: position["set_aside"][seat].append(position["stacks"][seat].pop())) == STACKS


def test_the_turn_fits_the_stacks() -> None:
    turn = record_from()["position"]["turn"]
    for wrong in {None, 1, 2, 3} - {turn}:
        assert reason(put("turn", wrong)) == STACKS


def test_the_turn_cannot_be_missing() -> None:
    sentence = 'a position must say whose "turn" it is: a seat, or null once the game is over.'
    assert reason(lambda position: position.pop("turn")) == sentence
    assert reason(lambda position: position.pop("turn"), moves=ALL) == sentence


@pytest.mark.parametrize("left", [0, 1, 2])
def test_somebody_has_a_tile_to_lay(left: int) -> None:
    document = bare()
    for stack in document["position"]["stacks"]:
        del stack[left:]
    assert refused(document) == (0, f"{HEAD}{STACKS}")


@pytest.mark.parametrize("left", [0, 1, 3])
def test_two_tiles_are_left_at_the_end(left: int) -> None:
    document = bare(turn=None)
    for stack in document["position"]["stacks"]:
        del stack[left:]
    assert refused(document) == (0, f"{HEAD}{STACKS}")


ENTRY = {"seat": 1, "amount": 4, "source": "room", "where": "2,-1", "round": 3}
LEDGER = (
    '"ledger" must be a list of entries with seat, amount (1 or more), source (room and last-tiles), where and round.'
)


@pytest.mark.parametrize(
    "ledger",
    [
        *(None, {}, "none", 3, [None], [[]], [{}], [{**ENTRY, "note": ""}]),
        *([{key: value for key, value in ENTRY.items() if key != missing}] for missing in ENTRY),
        *([{**ENTRY, "seat": wrong}] for wrong in (0, 4, -1, True, 1.0, "1", None, 2**70)),
        *([{**ENTRY, "amount": wrong}] for wrong in (0, -1, True, 1.0, "1", None, 10**5 + 1, 2**70)),
        *([{**ENTRY, "round": wrong}] for wrong in (-1, 2**70)),
        *([{**ENTRY, "where": wrong}] for wrong in ("a" * 41, "a\x00")),
        [ENTRY] * 1001,
        *([{**ENTRY, "source": wrong}] for wrong in ("", "ROOM", "rooms", None, 1, ["room"])),
        *([{**ENTRY, "where": wrong}] for wrong in (None, 3, ["2,-1"])),
        *([{**ENTRY, "round": wrong}] for wrong in (None, "3", 3.0, True)),
        [ENTRY, {**ENTRY, "amount": 0}],
    ],
    ids=repr,
)
def test_the_ledger_has_its_form(ledger: Any) -> None:
    assert reason(put("ledger", ledger)) == LEDGER
