"""The commands that read records: verify, legal, show and position."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tianxia import terminal
from tianxia.cli.arguments import (
    Editions,
    File,
    PositionInFile,
)
from tianxia.cli.choices import (
    check_range,
    read_records,
)
from tianxia.cli.output import (
    describe,
    line,
    out,
    picture,
    progress_bar,
    remarks,
)
from tianxia.errors import RecordError, SettingError, TianxiaError
from tianxia.games import Shelf
from tianxia.play import verify as verify_record
from tianxia.play.files import check_free, print_pages, write_file
from tianxia.play.record import write_position_record
from tianxia.words import error, text


def verify(*files: File, edition: Editions = None) -> None:
    if not files:
        raise error(SettingError, "cli.verify.no-file")
    shelf = Shelf(edition or ())
    failures = [_verify_file(file, shelf) for file in files]
    checked, failed = (sum(column) for column in zip(*failures, strict=True))
    if checked > 1:
        line(out(), text("cli.verify.sum", checked=checked, fine=checked - failed, failed=failed))
    if failed:
        sys.exit(1)


def _verify_file(file: Path, shelf: Shelf) -> tuple[int, int]:
    """Verify the records of one file and print those that fail; returns the numbers of records and of failures."""
    try:
        records = list(read_records(file))
    except TianxiaError as failure:
        line(out(), str(failure), "red")
        return 1, 1
    failed = 0
    with progress_bar(text("cli.verify.progress")) as progress:
        for where, record in progress.track(records):
            try:
                if isinstance(record, TianxiaError):
                    raise record
                match = verify_record(record, shelf)
            except TianxiaError as failure:
                failed += 1
                line(out(), text("cli.verify.failed", where=where, reason=str(failure)), "red")
            else:
                if len(records) == 1:
                    line(out(), text("cli.verify.fine", where=where, game=describe(match)))
    return len(records), failed


def legal(file: File, /, *, position: PositionInFile = PositionInFile()) -> None:
    match = position.match(file)
    if match.to_move is None:
        line(remarks(), text("match.over"))
        return
    if not match.hand_is_known(match.to_move):
        raise error(RecordError, "match.hidden-hand", seat=match.to_move)
    for move in match.legal_moves():
        line(out(), move)


def show(
    file: File,
    /,
    *,
    position: PositionInFile = PositionInFile(),
    as_seat: Annotated[int | None, Parameter(name="--as", help=text("cli.arg.as"))] = None,
    svg: Annotated[Path | None, Parameter(help=text("cli.arg.svg"))] = None,
) -> None:
    match = position.match(file)
    if as_seat is not None:
        check_range("--as", as_seat, match.setting.players)
        if not match.over and not match.hand_is_known(as_seat):
            raise error(RecordError, "match.hidden-hand", seat=as_seat)
    drawing = terminal.draw(match.view(as_seat))
    if svg is None:
        out().print(drawing)
    else:
        check_free(svg)
        write_file(svg, picture(drawing, text(f"{match.game.id}.title")))


def position_document(file: File, /, *, position: PositionInFile = PositionInFile()) -> None:
    match = position.match(file)
    for row in print_pages(write_position_record(match)).split("\n"):
        line(out(), row)
