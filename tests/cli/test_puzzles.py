"""`puzzles`, which makes them, and `puzzle`, which asks them."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import Run, sentence
from tianxia.teaching.puzzles import collection, print_puzzle, puzzle_of_day, today

GAME = "emperor-of-china"


def test_a_file_that_has_enough_is_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text("".join(print_puzzle(puzzle) + "\n" for puzzle in collection(GAME)[:2]))
    before = file.read_bytes()
    ran = run("puzzles", GAME, "--count", 2, "--seed", 1, "--processes", 1, "--out", file)
    assert ran.code == 0
    assert "2 puzzles" in ran.err
    assert file.read_bytes() == before


def test_a_puzzle_is_found_the_same_with_any_number_of_processes(run: Run, tmp_path: Path) -> None:
    found = {run("puzzles", GAME, "--count", 1, "--seed", 2026, "--processes", processes).out for processes in (1, 2)}
    assert len(found) == 1
    (line,) = found.pop().splitlines()
    assert line.startswith('{"puzzle":1,')


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "chess"),
        ((GAME, "--count", 0), "--count"),
        ((GAME, "--count", 100000), "--count"),
        ((GAME, "--seed", "x"), "x"),
        ((GAME, "--players", 9), "3 to 5"),
        ((GAME, "--option", "fortifications=true"), "--players"),
        ((GAME, "--players", 3, "--option", "walls=true"), "walls"),
        ((GAME, "--seats", "greedy,greedy,nobody"), "nobody"),
        ((GAME, "--seats", "greedy,greedy,greedy", "--players", 4), "4"),
        ((GAME, "--processes", 0), "--processes"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(run: Run, arguments: tuple[object, ...], said: str) -> None:
    assert said in sentence(run("puzzles", *arguments))


def test_a_file_of_something_else_is_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(print_puzzle(collection("forbidden-city")[0]) + "\n")
    assert "forbidden-city" in sentence(run("puzzles", GAME, "--out", file))
    file.write_text("no puzzle\n")
    assert f"{file}:1" in sentence(run("puzzles", GAME, "--out", file))
    assert file.read_text() == "no puzzle\n"


def test_the_puzzle_of_the_day_is_solved_by_typing(run: Run) -> None:
    puzzle = puzzle_of_day(GAME, today())
    typed = ["hint", "nonsense", puzzle.runner_up.move, puzzle.best.move]
    ran = run("puzzle", GAME, stdin="\n".join(typed).encode())
    assert ran.code == 0
    told = " ".join(ran.out.split())
    assert "is not the best" in told
    assert f"Right: {puzzle.best.move}" in told
    assert "nonsense" in told


def test_a_puzzle_is_found_by_its_id_and_shown_to_who_asks(run: Run) -> None:
    puzzle = collection("forbidden-city")[0]
    ran = run("puzzle", "--id", puzzle.id, stdin=b"show\n")
    assert f"The move is {puzzle.best.move}" in " ".join(ran.out.split())
    assert run("puzzle", GAME, "--random", stdin=b"quit\n").code == 0
    assert "no puzzle" in sentence(run("puzzle", "--id", "nothing"))
