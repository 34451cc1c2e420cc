"""The commands `puzzles`, which searches for puzzles, and `puzzle`, which asks one."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter

from tianxia import arena, terminal
from tianxia.cli.arguments import USUAL_PROCESSES, Editions, Games, Options, Processes, Seats, Seed
from tianxia.cli.choices import DASH, MAX_PROCESSES, check_range, choose_game, choose_seats, choose_setting, parse_seed
from tianxia.cli.output import line, out, progress_bar, remark_build, remarks
from tianxia.errors import RecordError, SettingError
from tianxia.games import GAMES, AnyGame
from tianxia.play.files import unwritable
from tianxia.players import make_player
from tianxia.teaching.puzzles import (
    Puzzle,
    Search,
    collection,
    find_puzzle,
    print_puzzle,
    puzzle_of_day,
    read_puzzles,
    search,
    today,
)
from tianxia.words import error, text

MAX_PUZZLES = 1000
DEFAULT_GAME = "forbidden-city"


def puzzles(
    game: Games,
    /,
    *,
    count: Annotated[int, Parameter(help=text("cli.puzzles.count"))] = 10,
    seed: Seed = None,
    out_file: Annotated[
        Path, Parameter(name="--out", help=text("cli.puzzles.out"), allow_leading_hyphen=True, show_default=False)
    ] = DASH,
    players: Annotated[int | None, Parameter(help=text("cli.puzzles.players"))] = None,
    option: Options = None,
    seats: Seats = None,
    edition: Editions = None,
    processes: Processes = USUAL_PROCESSES,
) -> None:
    check_range("--count", count, MAX_PUZZLES)
    check_range("--processes", processes, MAX_PROCESSES)
    wanted = _wanted(choose_game(game, edition or ()), edition or [], seed, players, option, seats)
    found = [] if out_file == DASH else _read_found(out_file, wanted)
    remark_build()
    executor = arena.executor_for(processes)
    try:
        with (
            nullcontext(sys.stdout) if out_file == DASH else out_file.open("a", encoding="utf-8", newline="\n") as file
        ):
            _search(wanted, count, executor, found, file)
    except OSError as failure:
        raise unwritable(out_file, failure) from None
    line(remarks(), text("cli.puzzles.done", puzzles=len(found), seed=wanted.seed.hex()), "dim")


def _wanted(
    box: AnyGame,
    editions: list[Path],
    seed: str | None,
    players: int | None,
    option: list[str] | None,
    seats: str | None,
) -> Search:
    """The checked parameters of the search for puzzles."""
    specs = tuple(choose_seats(seats, ()) or ())
    for spec in specs:
        make_player(spec, box)
    count = len(specs) or players
    if players is not None and count != players:
        raise error(SettingError, "setting.seats-count", players=players, seats=len(specs))
    if count is None and option:
        raise error(SettingError, "cli.puzzles.option-players")
    setting = None if count is None else choose_setting(box, count, option or ())
    options = dict(setting.options) if setting is not None and option else None
    return Search(box.id, parse_seed(seed), box.edition, tuple(editions), count, options, specs)


def _read_found(file: Path, wanted: Search) -> list[Puzzle]:
    """The puzzles that a file has already, to which more will be added."""
    try:
        content = file.read_bytes().decode("utf-8-sig") if file.exists() else ""
    except (OSError, ValueError) as failure:  # ValueError: a name with a zero byte, or no UTF-8
        reason = getattr(failure, "strerror", None) or failure
        raise error(RecordError, "file.unreadable", file=file, reason=reason) from None
    found = list(read_puzzles(content, str(file)))
    for puzzle in found:
        if puzzle.game != wanted.game:
            raise error(SettingError, "cli.puzzles.other-game", file=file, game=puzzle.game)
    return found


def _search(wanted: Search, count: int, executor: arena.Executor, found: list[Puzzle], file: TextIO) -> None:
    """Search for puzzles, and write each at once. Puzzles found before Ctrl-C are kept."""
    try:
        with progress_bar(text("cli.puzzles.progress")) as progress:
            task = progress.add_task("", total=count, completed=len(found))
            for puzzle in search(wanted, count, executor, tuple(found)):
                if puzzle is not None:
                    file.write(print_puzzle(puzzle) + "\n")
                    file.flush()
                    found.append(puzzle)
                    progress.advance(task)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the number of puzzles found is printed first
        line(remarks(), text("cli.puzzles.stopped", puzzles=len(found)))
        raise


def puzzle(
    game: Games = DEFAULT_GAME,
    /,
    *,
    id: Annotated[str | None, Parameter(help=text("cli.puzzle.id"))] = None,
    random: Annotated[bool, Parameter(help=text("cli.puzzle.random"), show_default=False)] = False,
    read_line: Annotated[Callable[[str], str], Parameter(parse=False)] = input,
) -> None:
    box = choose_game(game, ())
    if id is not None:
        chosen = find_puzzle(tuple(GAMES), id.strip().lower())
    elif random:
        chosen = find_puzzle((box.id,), _any_id(box.id))
    else:
        chosen = puzzle_of_day(box.id, today())
    terminal.solve(chosen, out(), read_line)


def _any_id(game: str) -> str:
    """The id of a random puzzle of a game; without puzzles, raises the error of `puzzle_of_day`."""
    all_of_them = collection(game) or (puzzle_of_day(game, today()),)
    return all_of_them[int.from_bytes(os.urandom(4), "big") % len(all_of_them)].id
