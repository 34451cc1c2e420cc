"""Output of the commands: results go to standard output, everything else to standard error."""

from __future__ import annotations

import io
import re
import sys
import textwrap
from pathlib import Path

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from tianxia.arena import Plan, Results
from tianxia.cli.choices import DASH
from tianxia.engine import COMPILED
from tianxia.games import AnyGame
from tianxia.games.base import Document, human_seat
from tianxia.play import Match
from tianxia.play.files import print_json, print_pages, write_file
from tianxia.words import printable, say, text

PICTURE_WIDTH = 140
LONGEST_NAME = 28  # letters


def out() -> Console:
    """A console for standard output, created each time since the stream may have been redirected."""
    return Console(highlight=False)


def remarks() -> Console:
    return Console(stderr=True, highlight=False)


def line(console: Console, sentence: str, style: str | None = None) -> None:
    """Print one line, unbroken and without markup, whatever characters it has."""
    console.print(printable(sentence), style=style, markup=False, soft_wrap=True, emoji=False)


def paragraph(console: Console, words: str, indent: int, style: str = "") -> None:
    """Print words on as many lines as they need, all of them indented."""
    for row in textwrap.wrap(printable(words), console.width - indent, break_on_hyphens=False):
        line(console, f"{' ' * indent}{row}", style)


def short_name(spec: str) -> str:
    """A player's spec, shortened: the command of a program may be long.

    >>> short_name("pipe:python3 bots/careful.py --seconds 5")
    'pipe:python3 bots/careful.p…'
    """
    spec = printable(spec)
    return spec if len(spec) <= LONGEST_NAME else f"{spec[: LONGEST_NAME - 1]}…"


def picture(content: RenderableType, title: str) -> str:
    """The output on a wide screen, as an SVG that fetches nothing from elsewhere."""
    console = Console(record=True, file=io.StringIO(), width=PICTURE_WIDTH, color_system="truecolor")
    console.print(content)
    return re.sub(r"@font-face \{.*?\}", "", console.export_svg(title=title), flags=re.DOTALL)


def screen_beside(json_file: Path | None) -> Console:
    """The console for tables: standard error if standard output is to be JSON."""
    return remarks() if json_file == DASH else out()


def write_json(file: Path | None, document: Document) -> None:
    """Write the result of `--json`: nowhere, to a file, or as one line on standard output."""
    if file == DASH:
        sys.stdout.write(print_json(document) + "\n")
    elif file is not None:
        write_result(file, print_pages(document) + "\n")


def write_result(file: Path, content: str) -> None:
    write_file(file, content)
    line(remarks(), text("cli.written", file=file), "dim")


def remark_build() -> None:
    """Warn if the engine is not compiled, and so slow."""
    if not COMPILED:
        line(remarks(), text("cli.interpreted"), "dim")


def progress_bar(what: str) -> Progress:
    """A progress bar on standard error, if that is a terminal."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=remarks(), transient=True, disable=not remarks().is_terminal)


def contest_bar(what: str) -> Progress:
    """A progress bar for long games, with the time elapsed and an interim result in the field `running`."""
    elapsed = (TextColumn(text("cli.contest.elapsed")), TimeElapsedColumn())
    left = (TextColumn(text("cli.contest.left")), TimeRemainingColumn())
    standing = TextColumn("{task.fields[running]}", markup=False)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), *elapsed, *left, standing)
    return Progress(*columns, console=remarks(), transient=True, disable=not remarks().is_terminal)


def results_table(game: AnyGame, plan: Plan, results: Results) -> Table:
    """The table of wins and sources of points, with one column for each seat, since a game may have many sources."""
    title = text("cli.simulate.title", game=game.title, games=results.games, moves=results.moves)
    table = Table(title=title, caption=text("cli.simulate.seed", seed=plan.seed.hex()), pad_edge=False)
    table.add_column(text("cli.simulate.seat"), no_wrap=True)
    for seat in range(len(plan.seats)):
        heading = text("cli.simulate.seat-name", number=human_seat(seat), seat=human_seat(seat))
        table.add_column(heading, justify="right", overflow="fold")
    table.add_row(text("cli.simulate.player"), *map(Text, plan.seats))
    table.add_row(text("cli.simulate.wins"), *(f"{100 * wins / results.games:.1f} %" for wins in results.wins))
    table.add_row(text("cli.simulate.mean"), *(f"{total / results.games:.1f}" for total in results.total))
    table.add_row(text("cli.simulate.least"), *map(str, results.least))
    table.add_row(text("cli.simulate.most"), *map(str, results.most))
    if any(results.forfeits):
        table.add_row(text("cli.simulate.forfeits"), *map(str, results.forfeits))
    table.add_section()
    for source in game.sources:
        points = [by_source[source] for by_source in results.points]
        if any(points):
            table.add_row(say(game.source(source)), *(f"{paid / results.games:.1f}" for paid in points))
    return table


def describe(match: Match) -> str:
    """A match in one sentence."""
    values = {"game": match.game.title, "players": match.setting.players, "moves": len(match.moves)}
    if not match.over:
        return text("cli.verify.unfinished", **values)
    return text("cli.verify.over", winners=match.winners, score=max(match.scores), **values)
