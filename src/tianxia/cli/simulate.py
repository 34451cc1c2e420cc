"""The command `simulate`, which plays many games between programs."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter

from tianxia import arena
from tianxia.cli.arguments import (
    USUAL_PROCESSES,
    Editions,
    Games,
    Options,
    Players,
    Processes,
    Seat,
    Seats,
    Seed,
)
from tianxia.cli.choices import (
    DASH,
    MAX_GAMES,
    MAX_PROCESSES,
    check_range,
    choose_game,
    choose_plan,
    choose_players,
    choose_seats,
    parse_seed,
)
from tianxia.cli.output import (
    line,
    out,
    progress_bar,
    remark_build,
    remarks,
    results_table,
)
from tianxia.play.files import check_free, open_draft, print_json
from tianxia.terminal.speech import read_message
from tianxia.words import text

RecordsOut = Annotated[Path | None, Parameter(name="--out", help=text("cli.arg.out"), allow_leading_hyphen=True)]


def simulate(
    game: Games,
    /,
    *,
    players: Players = None,
    games: Annotated[int, Parameter(help=text("cli.arg.games"))] = 100,
    seed: Seed = None,
    option: Options = None,
    seats: Seats = None,
    seat: Seat = None,
    edition: Editions = None,
    out_file: RecordsOut = None,
    force: Annotated[bool, Parameter(help=text("cli.arg.force"), show_default=False)] = False,
    processes: Processes = USUAL_PROCESSES,
) -> None:
    check_range("--games", games, MAX_GAMES)
    check_range("--processes", processes, MAX_PROCESSES)
    box = choose_game(game, edition or ())
    count, specs = choose_players(box, players, choose_seats(seats, seat or ()), box.player_counts[-1])
    records = out_file is not None
    plan = choose_plan(box, specs, count, option or (), parse_seed(seed), edition or (), records)
    plan.check()
    remark_build()
    results = arena.Results(box, count)
    with _open_records(out_file, force) as file:
        _simulate(plan, games, processes, results, file)
    if results.games:
        (remarks() if out_file == DASH else out()).print(results_table(box, plan, results))
        _tell_forfeits(results)
    if results.games < games:
        raise KeyboardInterrupt


@contextlib.contextmanager
def _open_records(out_file: Path | None, force: bool) -> Iterator[TextIO | None]:
    """The open file for records; `None` if they are not written."""
    if out_file is None or out_file == DASH:
        yield None if out_file is None else sys.stdout
        return
    check_free(out_file, force)
    with open_draft(out_file, force) as file:
        yield file


def _tell_forfeits(results: arena.Results) -> None:
    for seat, (games, first) in enumerate(zip(results.forfeits, results.first_forfeit, strict=True), 1):
        if first is not None:
            values = {"seat": seat, "games": games, "all": results.games, "first": read_message(first)}
            line(remarks(), text("cli.simulate.forfeited", **values), "red")


def _simulate(plan: arena.Plan, games: int, processes: int, results: arena.Results, file: TextIO | None) -> None:
    """Play the games, count their results and write their records. Games finished before Ctrl-C are kept."""
    try:
        with progress_bar(text("cli.simulate.progress")) as progress:
            task = progress.add_task("", total=games)
            for played in arena.simulate(plan, games, arena.executor_for(processes)):
                if file is not None and played.record is not None:
                    file.write(print_json(played.record) + "\n")
                results.add(played)
                progress.advance(task)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not lose what the first one keeps
