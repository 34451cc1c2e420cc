"""The commands that ask a strong program what it thinks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tianxia import terminal
from tianxia.cli.arguments import At, Editions, File, Seed, WhichRecord
from tianxia.cli.choices import check_range, parse_seed, read_match, read_one
from tianxia.cli.output import out, progress_bar, remark_build
from tianxia.games import Shelf
from tianxia.games.base import Document
from tianxia.learn import Advice, Analysis, advise, analyse, count_decisions
from tianxia.play import Record
from tianxia.play.files import check_free, print_pages, write_file
from tianxia.players import Effort
from tianxia.words import text

Think = Annotated[str, Parameter(help=text("cli.arg.think"))]
Moves = Annotated[int, Parameter(help=text("cli.arg.moves"))]
Json = Annotated[Path | None, Parameter(help=text("cli.arg.json"))]
MAX_MOVES = 1000


def hint(
    file: File,
    /,
    *,
    at: At = None,
    record: WhichRecord = None,
    think: Think = "3s",
    moves: Moves = 5,
    json: Json = None,
    seed: Seed = None,
    edition: Editions = None,
) -> None:
    effort = Effort.parse(think)
    check_range("--moves", moves, MAX_MOVES)
    if json is not None:
        check_free(json)
    match = read_match(file, record, at, edition or ())
    remark_build()
    advice = advise(match, effort, parse_seed(seed))
    out().print(terminal.draw_advice(advice, terminal.seat_names(match.names), moves))
    if json is not None:
        write_file(json, print_pages(_advice_document(advice, moves)) + "\n")


def _advice_document(advice: Advice, moves: int) -> Document:
    return {"seat": advice.seat, "moves": [judged.document() for judged in advice.moves[:moves]]}


def analyse_record(
    file: File,
    /,
    *,
    record: WhichRecord = None,
    think: Think = "0.5s",
    moves: Moves = 3,
    json: Json = None,
    seed: Seed = None,
    edition: Editions = None,
) -> None:
    effort = Effort.parse(think)
    check_range("--moves", moves, MAX_MOVES)
    if json is not None:
        check_free(json)
    shelf = Shelf(edition or ())
    played = read_one(file, record)
    total = count_decisions(played, shelf)
    remark_build()
    analysis = Analysis(played.players)
    try:
        with progress_bar(text("cli.analyse.progress")) as progress:
            task = progress.add_task("", total=total)
            for decision in analyse(played, shelf, effort, parse_seed(seed)):
                analysis.decisions.append(decision)
                progress.advance(task)
    finally:  # broken off by Ctrl-C, it tells what was analysed
        if analysis.decisions:
            out().print(terminal.draw_analysis(analysis, terminal.seat_names(played.seats or ())))
        if json is not None:
            write_file(json, print_pages(_analysis_document(played, analysis, total, moves)) + "\n")


def _analysis_document(record: Record, analysis: Analysis, total: int, moves: int) -> Document:
    decisions = [decision.document(moves) for decision in analysis.decisions]
    complete = len(decisions) == total
    return {"game": record.game, "players": record.players, "complete": complete, "decisions": decisions}
