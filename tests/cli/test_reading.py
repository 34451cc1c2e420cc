"""`verify`, `legal`, `show` and `position`."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.command import Run

Document = dict[str, Any]
Write = Callable[[object], Path]


def test_a_fine_record_is_said_to_be_fine(run: Run, written: Write, finished: Document) -> None:
    ran = run("verify", written(finished))
    assert ran.code == 0
    assert "fine. Forbidden City, 3 players, 66 moves" in ran.out


def test_an_unfinished_record_is_fine_so_far(run: Run, written: Write, unfinished: Document) -> None:
    ran = run("verify", written(unfinished))
    assert (ran.code, ran.out.endswith("fine. Forbidden City, 3 players, 12 moves so far.\n")) == (0, True)


def test_records_come_from_standard_input_too(run: Run, finished: Document) -> None:
    pretty = json.dumps(finished, indent=2).encode()
    assert run("verify", "-", stdin=pretty).out.startswith("standard input: fine.")
    lines = b"\xef\xbb\xbf" + (json.dumps(finished) + "\r\n\n").encode() * 3
    assert run("verify", "-", stdin=lines).out == "3 records: 3 fine, 0 failed.\n"


def test_a_failing_line_is_named_with_move_and_reason(run: Run, tmp_path: Path, finished: Document) -> None:
    broken = copy.deepcopy(finished)
    broken["moves"][4]["move"] = "0,0 r0"
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(json.dumps(document) for document in (finished, broken, finished)))
    ran = run("verify", file)
    assert ran.code == 1
    assert ran.out.splitlines() == [
        f'{file}:2: Move 5 (seat 2, "0,0 r0"): There is a tile at 0,0 already.',
        "3 records: 2 fine, 1 failed.",
    ]


def test_one_missing_file_does_not_hide_the_others(run: Run, written: Write, finished: Document) -> None:
    ran = run("verify", "missing.json", written(finished))
    assert ran.code == 1
    assert "missing.json cannot be read: No such file or directory." in ran.out
    assert "2 records: 1 fine, 1 failed." in ran.out


def test_legal_moves_are_those_of_the_position(run: Run, written: Write, finished: Document) -> None:
    ran = run("legal", written(finished), "--at", 0)
    assert ran.code == 0
    moves = ran.out.splitlines()
    assert finished["moves"][0]["move"] in moves
    assert len(moves) == len(set(moves)) > 1
    over = run("legal", written(finished))
    assert (over.code, over.out, over.err) == (0, "", "The game is over.\n")


def test_a_position_is_written_down_and_read_again(
    run: Run, written: Write, tmp_path: Path, finished: Document
) -> None:
    record = written({key: value for key, value in finished.items() if key != "seats"})  # a position has no names
    printed = run("position", record, "--at", 30)
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text(printed.out)
    assert run("verify", puzzle).code == 0
    assert run("legal", puzzle).out == run("legal", record, "--at", 30).out
    assert run("show", puzzle).out == run("show", record, "--at", 30).out


def test_show_draws_what_a_seat_sees(run: Run, written: Write, unfinished: Document) -> None:
    record = written(unfinished)
    spectator = run("show", record)
    assert spectator.code == 0
    assert run("show", record, "--at", 5).out != spectator.out
    assert run("show", record, "--as", 1).out != spectator.out
    assert run("show", record, "--as", 4).err == "--as must be from 1 to 3, not 4.\n"


def test_a_record_for_one_seat_keeps_the_other_hands_hidden(run: Run, written: Write, unfinished: Document) -> None:
    hidden = {key: value for key, value in unfinished.items() if key != "seed"}
    laid = len(unfinished["moves"]) // 3
    hidden["setup"] = {"stacks": [stack[:laid] + [None] * (24 - laid) for stack in unfinished["setup"]["stacks"]]}
    record = written(hidden)
    assert run("verify", record).code == 0
    assert run("show", record).code == 0
    for command, said in (
        (["legal", record], "does not say what seat"),
        (["show", record, "--as", 2], "does not say what seat"),
        (["position", record], "does not contain the whole position"),
    ):
        ran = run(*command)
        assert (ran.code, ran.out) == (1, "")
        assert said in ran.err
    assert run("play", "--resume", record).err.endswith("has hidden information: it cannot be continued.\n")


def test_several_records_want_a_number(run: Run, tmp_path: Path, finished: Document, unfinished: Document) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(finished) + "\n" + json.dumps(unfinished) + "\n")
    assert run("show", file).err == f"{file} has 2 records: choose one with --record N.\n"
    assert run("show", file, "--record", 3).err == f"{file} has 2 records: there is no record 3.\n"
    assert run("show", file, "--record", 2).code == 0


BAD_BYTES = {
    "no JSON": (b"once upon a time", "It is not JSON: there is an error at line 1, column 1."),
    "cut off": (b'{"tianxia": 1, "game": "forb', "It is not complete JSON"),
    "cut off after a key": (b'{"tianxia": 1,\n "game":', "It is not complete JSON: the text ends at line 2"),
    "empty": (b" \n ", "The file is empty."),
    "no UTF-8": (b"\xff\xfe\x00", "It is not UTF-8 text."),
    "not an object": (b"[1, 2]", "A record is a JSON object."),
    "a key twice": (b'{"tianxia": 1, "tianxia": 1}', 'The key "tianxia" appears twice'),
    "not a number": (b'{"tianxia": NaN}', "NaN is not a JSON number."),
    "a huge number": (b'{"tianxia": ' + b"9" * 5000 + b"}", "It has a number that is too long."),
    "half a character": (b'{"tianxia": "\\ud800"}', "half a character"),
    "nested deep": (b"[" * 100_000 + b"]" * 100_000, "It is nested too deeply."),
    "another version": (b'{"tianxia": 2}', '"tianxia" must be 1.'),
}


@pytest.mark.parametrize("command", ["verify", "legal", "show", "position"])
@pytest.mark.parametrize("case", BAD_BYTES)
def test_bytes_that_are_no_record_get_one_sentence(run: Run, command: str, case: str) -> None:
    data, sentence = BAD_BYTES[case]
    ran = run(command, "-", stdin=data)
    assert ran.code == 1
    said = ran.out + ran.err
    assert sentence in said
    assert len(said.splitlines()) == 1


def change(document: Document, *path: str | int, to: object) -> Document:
    changed: Any = copy.deepcopy(document)
    here = changed
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = to
    result: Document = changed
    return result


BAD_RECORDS: dict[str, tuple[tuple[str | int, ...], object, str]] = {
    "an unknown tile": (
        ("setup", "stacks", 0, 3),
        "green-tower",
        'Move 0 (head and set-up): the edition "standard" has no tile',
    ),
    "a wrong seat": (("moves", 2, "seat"), 1, 'Move 3 (seat 1, "'),
    "a seat that is no number": (("moves", 2, "seat"), "3", "Move 3: "),
    "a huge coordinate": (("moves", 2, "move"), "9" * 400 + ",0 r0", "That cell is far out"),
    "a huge seat": (("moves", 2, "seat"), 10**400, "It is the turn of seat 3"),
    "a huge number of players": (("players",), 10**30, '"seats" must be a list of names, one for each seat.'),
    "an unknown game": (("game",), "go", 'There is no game "go"'),
    "an unknown edition": (("edition",), "corrected", "give its file with --edition FILE."),
    "another seed": (("seed",), "0" * 32, '"seed_hash" is not the SHA-256 of the seed.'),
    "another result": (("scores",), [1, 2, 3], 'Move 67 (result): "scores" should be'),
}


@pytest.mark.parametrize("case", BAD_RECORDS)
def test_an_edited_record_gets_one_sentence(run: Run, written: Write, finished: Document, case: str) -> None:
    path, value, sentence = BAD_RECORDS[case]
    file = written(change(finished, *path, to=value))
    before = file.read_bytes()
    ran = run("verify", file)
    assert (ran.code, ran.err) == (1, "")
    assert sentence in ran.out
    assert len(ran.out.splitlines()) == 1
    assert file.read_bytes() == before


def test_moves_beyond_the_record_are_refused(run: Run, written: Write, unfinished: Document) -> None:
    record = written(unfinished)
    for at in (13, -1, 10**30):
        ran = run("show", record, "--at", at)
        assert ran.code == 1
        assert f"has 12 moves, so there is no position after {at}." in ran.err


def test_nothing_in_a_file_reaches_the_terminal_raw(run: Run, written: Write, finished: Document) -> None:
    """Escape sequences in moves, names and ids are shown as question marks, and rich's markup as it stands."""
    evil = "\x1b[2J\x9b5n[bold]Ada\n\r"
    named = {**finished, "seats": [evil, evil, "x"]}
    for document in (change(finished, "moves", 0, "move", to=evil), change(finished, "edition", to=evil), named):
        for command in ("verify", "show", "position"):
            ran = run(command, written(document))
            said = ran.out + ran.err
            assert "\x1b[2J" not in said
            assert "\x9b" not in said
            assert "\r" not in said
    assert "[bold]Ada" in run("show", written(named)).out
