"""The commands `hint` and `analyse`, which ask a strong program about a position or a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tianxia import terminal
from tianxia.cli.arguments import Editions, File, PositionInFile, WhichRecord
from tianxia.cli.choices import check_range, check_writable, parse_seed, read_one
from tianxia.cli.output import progress_bar, remark_build, screen_beside, write_json
from tianxia.errors import SettingError
from tianxia.games import Shelf
from tianxia.games.base import Document
from tianxia.play import Record
from tianxia.players import Effort
from tianxia.teaching import (
    Advice,
    Analysis,
    advise_with_reason,
    analyse,
    count_decisions,
    mean_accuracy,
    review,
    usual_depth,
)
from tianxia.words import error, text

Think = Annotated[str, Parameter(help=text("cli.arg.think"))]
Depth = Annotated[str | None, Parameter(name="--think", help=text("cli.arg.depth"))]
Moves = Annotated[int, Parameter(help=text("cli.arg.moves"))]
Json = Annotated[Path | None, Parameter(help=text("cli.arg.json"), allow_leading_hyphen=True)]
Luck = Annotated[str | None, Parameter(name="--seed", help=text("cli.arg.luck"))]
MAX_MOVES = 1000


def hint(
    file: File,
    /,
    *,
    position: PositionInFile = PositionInFile(),
    think: Think = "3s",
    moves: Moves = 5,
    json: Json = None,
    seed: Luck = None,
) -> None:
    effort = Effort.parse(think)
    check_range("--moves", moves, MAX_MOVES)
    check_writable(json)
    match = position.match(file)
    if match.over:
        raise error(SettingError, "cli.hint.over")
    remark_build()
    advice = advise_with_reason(match, effort, parse_seed(seed))
    screen_beside(json).print(terminal.draw_advice(advice, terminal.seat_names(match.names), moves))
    write_json(json, _advice_document(advice, moves))


def _advice_document(advice: Advice, moves: int) -> Document:
    told = advice.explanation
    return {
        "seat": advice.seat,
        "moves": [judged.document() for judged in advice.moves[:moves]],
        "close": advice.is_close,
        "explanation": told.document() if told else None,
    }


def analyse_record(
    file: File,
    /,
    *,
    record: WhichRecord = None,
    depth: Depth = None,
    moves: Moves = 3,
    json: Json = None,
    seed: Luck = None,
    edition: Editions = None,
) -> None:
    chosen = None if depth is None else Effort.parse(depth)
    check_range("--moves", moves, MAX_MOVES)
    check_writable(json)
    shelf = Shelf(edition or ())
    played = read_one(file, record)
    total = count_decisions(played, shelf)
    effort = chosen or usual_depth(shelf.game(played.game, played.edition))
    remark_build()
    analysis = Analysis(played.players)
    try:
        with progress_bar(text("cli.analyse.progress")) as progress:
            task = progress.add_task("", total=total)
            for decision in analyse(played, shelf, effort, parse_seed(seed)):
                analysis.decisions.append(decision)
                progress.advance(task)
    finally:  # broken off by Ctrl-C, the moves analysed so far are shown
        if analysis.decisions:
            accuracies = [mean_accuracy(shelf.game(played.game, played.edition), own) for own in analysis.costs]
            names = terminal.seat_names(played.seats or ())
            screen_beside(json).print(terminal.draw_analysis(analysis, names, accuracies))
        write_json(json, _analysis_document(played, shelf, analysis, total, moves))


def _analysis_document(record: Record, shelf: Shelf, analysis: Analysis, total: int, moves: int) -> Document:
    decisions = [decision.document(moves) for decision in analysis.decisions]
    complete = len(decisions) == total
    document = {"game": record.game, "players": record.players, "complete": complete, "decisions": decisions}
    game = shelf.game(record.game, record.edition)
    winners = record.winners if complete and isinstance(record.winners, list) else []
    return document | review(game, record.players, decisions, winners)
