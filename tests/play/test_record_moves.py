"""The moves of a record of Forbidden City, and its result."""

from __future__ import annotations

import json
from typing import Any

import pytest

from play.records import ALL, SHELF, check, record, refused, told
from tianxia.errors import RecordError
from tianxia.games import find_game
from tianxia.play import Match, read_record, replay
from tianxia.play.record import write_record


def with_move(number: int, **changes: Any) -> Any:
    """A record in which one move is another."""
    document = record()
    document["moves"][number - 1].update(changes)
    return document


# ---- the form of moves


@pytest.mark.parametrize("moves", [None, {}, "0,-2 r1", 3, True], ids=repr)
def test_moves_are_a_list(moves: Any) -> None:
    assert refused({**record(), "moves": moves}) == (0, 'Move 0 (head and set-up): "moves" must be a list.')
    document = record()
    del document["moves"]
    assert refused(document) == (0, 'Move 0 (head and set-up): "moves" must be a list.')


@pytest.mark.parametrize(
    "move",
    [
        *(None, [], "0,-2 r1", 1, {}, {"seat": 1}, {"move": "0,-2 r1"}),
        *({"seat": "1", "move": "0,-2 r1"}, {"seat": 1.0, "move": "0,-2 r1"}, {"seat": True, "move": "0,-2 r1"}),
        *({"seat": 1, "move": None}, {"seat": 1, "move": ["0,-2 r1"]}, {"seat": None, "move": "0,-2 r1"}),
    ],
    ids=repr,
)
@pytest.mark.parametrize("number", [1, 4, 6])
def test_a_move_is_an_object_with_seat_and_move(number: int, move: Any) -> None:
    document = record()
    document["moves"][number - 1] = move
    sentence = 'A move must be an object with a "seat" (a whole number) and a "move" (a string).'
    assert refused(document) == (number, f"Move {number}: {sentence}")


def test_no_move_is_a_record_too() -> None:
    document = told(moves=0)
    assert document["moves"] == []
    assert write_record(check(document)) == document


# ---- whose move


@pytest.mark.parametrize("seat", [0, -1, 2, 3, 4, 2**40, 2**70])
def test_another_seat_is_refused(seat: int) -> None:
    text = record()["moves"][3]["move"]
    reason = f"It is the turn of seat 1, not of seat {seat}."
    assert refused(with_move(4, seat=seat)) == (4, f'Move 4 (seat {seat}, "{text}"): {reason}')


def test_swapped_moves_are_out_of_turn() -> None:
    document = record()
    moves = document["moves"]
    moves[1], moves[2] = moves[2], moves[1]
    number, sentence = refused(document)
    assert number == 2
    assert sentence.endswith("It is the turn of seat 2, not of seat 3.")


# ---- illegal and unreadable moves


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0,0 r0", "There is a tile at 0,0 already."),
        ("1,1 r0", "There is a tile at 1,1 already."),
        ("9,9 r0", "9,9 does not share a side with any laid cell."),
        ("2,-2 r0", "2,-2 does not share a side with any laid cell."),
        ("set aside", "Your tile fits somewhere, so it cannot be set aside."),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(move: str, reason: str) -> None:
    document = record(moves=0)
    document["moves"] = [{"seat": 1, "move": move}]
    hand = document["setup"]["stacks"][0][0]
    smallest = "r0" if "split" not in hand else None
    assert smallest
    assert refused(document) == (1, f'Move 1 (seat 1, "{move}"): {reason}')


def test_open_sides_of_two_colours_are_refused_with_the_reason() -> None:
    found = 0
    match = check(told(moves=0))
    seat = 1
    for x in range(-2, 3):
        for y in range(-2, 3):
            text = f"{x},{y} r0"
            reason = match.why_not(seat, text)
            if reason is not None and reason.key == "forbidden-city.reason.colours":
                number, sentence = refused({**told(moves=0), "moves": [{"seat": seat, "move": text}]})
                assert number == 1
                assert sentence.startswith(f'Move 1 (seat 1, "{text}"): At {x},{y} its open ')
                assert sentence.endswith("open sides must have one colour.")
                found += 1
    assert found > 0


@pytest.mark.parametrize(
    "move",
    [
        *("", " ", "pass", "set", "aside", "setaside", "set aside r0", "0,-2", "0,-2 r", "0,-2 r4", "0,-2 r-1"),
        *("0,-2 1", "0 -2 r1", "0;-2 r1", "(0,-2) r1", "0,−2 r1", "+0,-2 r1", "0,-02 r1", "-0,-2 r1", "0,-2 r01"),
        *("0,-2r1", "0,-2 r1 r1", "0,-2 r1.", "٠,-2 r1", "0,-2 r1\x00", "r1 0,-2", "0.0,-2 r1", "0,-2 R١"),
    ],
)
def test_unreadable_moves_are_refused(move: str) -> None:
    reason = f'"{move}" is not a move: write a cell and a turn, for instance "2,-1 r1", or "set aside".'
    assert refused(with_move(4, move=move)) == (4, f'Move 4 (seat 1, "{move}"): {reason}')


def test_long_moves_are_cut() -> None:
    number, sentence = refused(with_move(2, move="r" * 100_000))
    assert number == 2
    assert len(sentence) < 300


@pytest.mark.parametrize("far", ["251", "999999", "1" * 40, "-" + "9" * 4000])
def test_cells_however_far_are_illegal(far: str) -> None:
    for move in (f"{far},0 r0", f"0,{far} r0"):
        number, sentence = refused({**told(moves=0), "moves": [{"seat": 1, "move": move}]})
        assert number == 1
        assert sentence.endswith("That cell is far out: a tile must share a side with a laid cell.")


def test_the_first_wrong_move_is_named() -> None:
    document = record()
    document["moves"][2]["move"] = "0,0 r0"
    document["moves"][4]["move"] = "nonsense"
    assert refused(document)[0] == 3
    document["moves"][4] = {"seat": "five"}
    assert refused(document)[0] == 3
    document["seats"] = []
    assert refused(document)[0] == 0


# ---- turns that look the same


def moves_with_twins() -> list[tuple[str, str]]:
    """The first moves of a game, each with a turn that looks the same and is not the smallest."""
    game = find_game("forbidden-city")
    found = []
    for number in range(40):
        match = Match.begin(game, game.setting(2), number.to_bytes(16, "big"))
        for text in match.legal_moves():
            place, turn = text.rsplit(" r", 1)
            for other in range(int(turn) + 1, 4):
                action = game.parse_move(match.position, f"{place} r{other}")
                if game.print_move(match.position, action) == text:
                    found.append((json.dumps(write_record(match)), f"{place} r{other}"))
    return found


def test_a_turn_that_is_not_the_smallest_is_refused() -> None:
    cases = moves_with_twins()
    assert len(cases) > 20
    for text, twin in cases[::9]:
        document = json.loads(text)
        document["moves"] = [{"seat": 1, "move": twin}]
        number, sentence = refused(document)
        assert number == 1
        assert sentence.startswith(f'Move 1 (seat 1, "{twin}"): "{twin}" looks the same as r')
        assert sentence.endswith(", and a record has the smallest.")
        smallest = sentence.split(" looks the same as r")[1][0]
        document["moves"] = [{"seat": 1, "move": f"{twin[:-1]}{smallest}"}]
        check(document)


# ---- what is forgiven


def test_case_and_extra_spaces_are_forgiven_and_not_kept() -> None:
    document = record()
    changes = (str.upper, "  {}".format, "{}\t\n".format, "\u3000{}".format)
    for move, change in zip(document["moves"][:4], changes, strict=True):
        move["move"] = change(move["move"])
    document["moves"][4]["move"] = document["moves"][4]["move"].replace(" ", "   ")
    document["moves"][5]["move"] = document["moves"][5]["move"].replace(",", " , ")
    assert document != record()
    assert write_record(check(document)) == record()


# ---- chance


@pytest.mark.parametrize("chance", [[], ["x"], [None], {}, "", 0, False, ["green-yard"]], ids=repr)
def test_chance_is_refused(chance: Any) -> None:
    text = record()["moves"][2]["move"]
    reason = 'chance decides nothing after a move of this game, so no move has a "chance".'
    document = told()
    document["moves"][2]["chance"] = chance
    assert refused(document) == (3, f'Move 3 (seat 3, "{text}"): {reason}')


def test_chance_null_is_no_chance_and_is_not_kept() -> None:
    assert write_record(check(with_move(3, chance=None))) == record()


# ---- the end


def test_a_move_after_the_end_is_refused() -> None:
    document = record(moves=ALL)
    last = len(document["moves"])
    document["moves"].append({"seat": 1, "move": "set aside"})
    assert refused(document) == (last + 1, f'Move {last + 1} (seat 1, "set aside"): The game is over.')


@pytest.mark.parametrize("result", [{"scores": [0, 0, 0]}, {"winners": [1]}, {"scores": [], "winners": []}], ids=repr)
def test_a_result_comes_at_the_end_only(result: Any) -> None:
    sentence = 'Move 7 (result): The game is not over, so there can be no "scores" and no "winners".'
    assert refused({**record(), **result}) == (7, sentence)


def test_a_finished_record_that_lost_its_last_move_is_not_finished() -> None:
    document = record(moves=ALL)
    last = len(document["moves"])
    document["moves"].pop()
    number, sentence = refused(document)
    assert number == last
    assert sentence == f'Move {last} (result): The game is not over, so there can be no "scores" and no "winners".'


def wrong_results() -> list[tuple[str, Any]]:
    scores, winners = (record(moves=ALL)[key] for key in ("scores", "winners"))
    wrong_scores = [
        *([scores[0] + 1, *scores[1:]], [*scores[1:], scores[0]], scores[:2], [*scores, 0], [], {}, 5, "scores", True),
        *([str(score) for score in scores], [float(score) for score in scores], [scores], [None] * 3),
    ]
    assert scores != [*scores[1:], scores[0]]
    [winner] = winners
    wrong_winners = [[], [winner % 3 + 1], [winner, 4], [winner] * 2, winner, str(winner), [float(winner)]]
    return [("scores", wrong) for wrong in wrong_scores] + [("winners", wrong) for wrong in wrong_winners]


@pytest.mark.parametrize(("key", "wrong"), wrong_results(), ids=repr)
def test_another_result_is_refused(key: str, wrong: Any) -> None:
    document = record(moves=ALL)
    after = len(document["moves"]) + 1
    found = document[key]
    document[key] = wrong
    assert refused(document) == (
        after,
        f'Move {after} (result): "{key}" should be {found}, but the record says {wrong}.',
    )


@pytest.mark.parametrize("key", ["scores", "winners"])
@pytest.mark.parametrize("null", [True, False])
def test_a_finished_record_has_its_result(key: str, null: bool) -> None:
    document = record(moves=ALL)
    after = len(document["moves"]) + 1
    found = document.pop(key)
    if null:
        document[key] = None
    assert refused(document) == (after, f'Move {after} (result): "{key}" should be {found}, but the record says null.')


def test_wrong_results_however_long_are_cut() -> None:
    number, sentence = refused({**record(moves=ALL), "scores": list(range(100_000))})
    assert number == len(record(moves=ALL)["moves"]) + 1
    assert len(sentence) < 200


def shared_victory() -> Any:
    """A finished game with two winners."""
    document = told(players=2, moves=ALL)
    scores = document["scores"]
    poor = scores.index(min(scores)) + 1
    match = check(document)
    position = {**match.position_document()}
    difference = max(scores) - min(scores)
    position["ledger"].append({"seat": poor, "amount": difference, "source": "room", "where": "0,0", "round": 1})
    for key in ("setup", "scores", "winners"):
        del document[key]
    return {**document, "position": position, "moves": [], "scores": [max(scores)] * 2, "winners": [1, 2]}


def test_winners_ascend() -> None:
    document = shared_victory()
    check(document)
    sentence = 'Move 1 (result): "winners" should be [1, 2], but the record says '
    for wrong in ([2, 1], [1], [2], [1, 1, 2]):
        assert refused({**document, "winners": wrong}) == (1, f"{sentence}{wrong}.")


def test_bools_are_no_numbers() -> None:
    document = shared_victory()
    document["winners"] = [True, 2]
    assert refused(document) == (1, 'Move 1 (result): "winners" should be [1, 2], but the record says [True, 2].')


# ---- stepping


@pytest.mark.parametrize("until", [0, 1, 3, 6])
def test_a_record_is_replayed_up_to_a_move(until: int) -> None:
    match = replay(read_record(record()), SHELF, until)
    assert write_record(match) == record(moves=until)


@pytest.mark.parametrize("until", [-1, 7, 10**30])
def test_there_is_nothing_outside_of_a_record(until: int) -> None:
    with pytest.raises(RecordError) as refusal:
        replay(read_record(record()), SHELF, until)
    assert str(refusal.value) == f"The record has 6 moves, so there is no position after {until}."


def test_what_is_wrong_later_does_not_matter_yet() -> None:
    document = with_move(5, move="nonsense")
    assert write_record(replay(read_record(document), SHELF, 4)) == record(moves=4)
    with pytest.raises(RecordError):
        replay(read_record(document), SHELF, 5)


# ---- truncated documents


def test_a_record_that_lost_its_last_moves_is_an_unfinished_one() -> None:
    document = record(moves=ALL)
    for key in ("scores", "winners"):
        del document[key]
    del document["moves"][20:]
    match = check(document)
    assert len(match.moves) == 20
    assert not match.over


@pytest.mark.parametrize("key", ["tianxia", "game", "edition", "players", "setup", "moves", "scores", "winners"])
def test_a_record_that_lost_a_key_is_refused(key: str) -> None:
    document = record(moves=ALL)
    del document[key]
    number, sentence = refused(document)
    assert number == (len(document.get("moves", [])) + 1 if key in ("scores", "winners") else 0)
    assert sentence.startswith(f"Move {number}")
