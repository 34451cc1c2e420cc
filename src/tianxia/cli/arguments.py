"""Arguments and options of several commands, each with its help."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from tianxia.cli.choices import read_match
from tianxia.cli.play import USUAL_PLAYERS, USUAL_PROGRAM
from tianxia.play import Match
from tianxia.players import player_specs
from tianxia.words import text

USUAL_PROCESSES: Final = os.cpu_count() or 1

Games = Annotated[str, Parameter(help=text("cli.arg.game"))]
File = Annotated[Path, Parameter(help=text("cli.arg.file"), allow_leading_hyphen=True)]
At = Annotated[int | None, Parameter(help=text("cli.arg.at"))]
WhichRecord = Annotated[int | None, Parameter(help=text("cli.arg.record"))]
Players = Annotated[int | None, Parameter(help=text("cli.arg.players", usual=USUAL_PLAYERS))]
Options = Annotated[list[str] | None, Parameter(name="--option", help=text("cli.arg.option"))]
Seed = Annotated[str | None, Parameter(help=text("cli.arg.seed"))]
Seats = Annotated[str | None, Parameter(help=text("cli.arg.seats", known=player_specs()))]
People = Annotated[
    str | None, Parameter(name="--seats", help=text("cli.arg.people", known=player_specs(), program=USUAL_PROGRAM))
]
Seat = Annotated[list[str] | None, Parameter(help=text("cli.arg.seat"))]
Editions = Annotated[list[Path] | None, Parameter(name="--edition", help=text("cli.arg.edition"))]
Processes = Annotated[int, Parameter(help=text("cli.arg.processes"))]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PositionInFile:
    """The options that choose a position of a record: `--at`, `--record` and `--edition`."""

    at: At = None
    record: WhichRecord = None
    edition: Editions = None

    def match(self, file: Path) -> Match:
        """The match of the record in a file, at the chosen move."""
        return read_match(file, self.record, self.at, self.edition or ())
