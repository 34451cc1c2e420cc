"""The commands that compare players: `arena` and `ladder`."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.console import RenderableType
from rich.progress import Progress, TaskID

from tianxia.arena import Executor, Plan, Played, executor_for
from tianxia.arena import contest as composing
from tianxia.arena.contest import LEAST_ROUNDS, MOST_GAMES, Contest
from tianxia.arena.contest_file import read_if_there, seed_in
from tianxia.arena.contest_run import ContestRun
from tianxia.arena.tally import tally, win_share
from tianxia.cli.arguments import Editions, Games, Options, Seat, Seed
from tianxia.cli.choices import DASH, MAX_PROCESSES, check_range, choose_game, choose_plan, choose_seats, parse_seed
from tianxia.cli.contest_tables import arena_table, ladder_table
from tianxia.cli.ladder_chart import MARK, ladder_chart
from tianxia.cli.output import (
    contest_bar,
    line,
    remark_build,
    remarks,
    screen_beside,
    short_name,
    write_json,
    write_result,
)
from tianxia.errors import SettingError, TianxiaError
from tianxia.games import AnyGame
from tianxia.play.files import parse_json, unwritable
from tianxia.players import player_specs
from tianxia.words import error, text

USUAL_TABLE = 4
FEW_ROUNDS = 5  # with fewer, intervals are themselves much a matter of luck
USUAL_LEVELS = ("random", "greedy", "level:novice", "level:adept", "level:master")
SVG_MARK = f'class="{MARK}"'.encode()

Contestants = Annotated[str | None, Parameter(name="--seats", help=text("cli.contest.seats", known=player_specs()))]
Levels = Annotated[
    str | None, Parameter(help=text("cli.contest.levels", known=player_specs(), usual=",".join(USUAL_LEVELS)))
]
Level = Annotated[list[str] | None, Parameter(help=text("cli.contest.level"))]
GamesWanted = Annotated[int, Parameter(name="--games", help=text("cli.contest.games"))]
GamesOfPairs = Annotated[int, Parameter(name="--games", help=text("cli.contest.pairing"))]
PlayersAtTable = Annotated[int | None, Parameter(name="--players", help=text("cli.contest.players"))]
Out = Annotated[Path | None, Parameter(name="--out", help=text("cli.contest.out"), allow_leading_hyphen=True)]
Records = Annotated[bool, Parameter(help=text("cli.contest.records"), show_default=False)]
Json = Annotated[Path | None, Parameter(name="--json", help=text("cli.contest.json"), allow_leading_hyphen=True)]
Svg = Annotated[Path | None, Parameter(help=text("cli.contest.svg"))]
On = Annotated[Literal["processes", "ray"], Parameter(help=text("cli.contest.on"))]
RayAddress = Annotated[str | None, Parameter(help=text("cli.contest.ray-address"))]
ManyProcesses = Annotated[int | None, Parameter(name="--processes", help=text("cli.contest.processes"))]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ContestOptions:
    """The options of `arena` and `ladder` for what is played, and which files are written."""

    seed: Seed = None
    option: Options = None
    edition: Editions = None
    out_file: Out = None
    records: Records = False
    json_file: Json = None

    def plan(self, game: AnyGame, specs: list[str], players: int) -> Plan:
        """The plan of a contest; if a file of it is continued, the seed comes from there."""
        kept = seed_in(self.out_file) if self.out_file is not None and self.seed is None else None
        seed = kept or parse_seed(self.seed)
        return choose_plan(game, specs, players, self.option or (), seed, self.edition or (), self.records)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ExecutorOptions:
    """The options of `arena` and `ladder` for where games are played."""

    processes: ManyProcesses = None
    on: On = "processes"
    ray_address: RayAddress = None

    def check(self) -> None:
        if self.processes is not None:
            check_range("--processes", self.processes, MAX_PROCESSES)
        if self.ray_address is not None and self.on != "ray":
            raise error(SettingError, "cli.contest.address-alone")

    @contextlib.contextmanager
    def executor(self, contest: Contest) -> Iterator[tuple[Contest, Executor]]:
        """The executor, and the contest with paths of edition files as on the executor."""
        processes = self.processes or os.cpu_count() or 1
        if self.on != "ray":
            yield contest, executor_for(processes)
            return
        from tianxia.arena.ray_executor import RayExecutor, send_along

        if self.ray_address is None and "RAY_ADDRESS" not in os.environ:
            yield contest, RayExecutor(None, processes)
            return
        with send_along(contest) as (sent, parcel):
            yield sent, RayExecutor(self.ray_address, self.processes, parcel)


def arena(
    game: Games,
    /,
    *,
    seats: Contestants = None,
    seat: Seat = None,
    games: GamesWanted = 100,
    options: ContestOptions = ContestOptions(),
    where: ExecutorOptions = ExecutorOptions(),
) -> None:
    specs = choose_seats(seats, seat or ())
    if specs is None:
        raise error(SettingError, "cli.contest.no-seats")
    _check_files(options, None)
    box = choose_game(game, options.edition or ())
    contest = composing.arena(options.plan(box, specs, len(specs)))
    run = _run(contest, games, options.out_file, where)
    figures = tally(contest, run.games())
    if figures is not None:
        document = run.document() | figures.document()
        _report(run, arena_table(box, contest, figures), document, options.json_file)
    _end(run, figures is None, options.out_file)


def ladder(
    game: Games,
    /,
    *,
    levels: Levels = None,
    level: Level = None,
    players: PlayersAtTable = None,
    games: GamesOfPairs = 24,
    options: ContestOptions = ContestOptions(),
    svg: Svg = None,
    where: ExecutorOptions = ExecutorOptions(),
) -> None:
    from tianxia.arena.ratings import meetings, rate  # openskill takes a moment to come, and only ladders need it

    _check_files(options, svg)
    box = choose_game(game, options.edition or ())
    count = min(USUAL_TABLE, box.player_counts[-1]) if players is None else players
    specs = choose_seats(levels, level or (), ("--levels", "--level")) or list(USUAL_LEVELS)
    contest = composing.ladder(options.plan(box, specs, count))
    run = _run(contest, games, options.out_file, where)
    figures = tally(contest, run.games())
    ratings = rate(contest, run.games())
    if figures is not None:
        rated = [rating.document() for rating in ratings]
        met = [meeting.document() for meeting in meetings(contest, run.games())]
        document = run.document() | {"ratings": rated, "meetings": met} | figures.document()
        table = ladder_table(box, contest, figures, ratings) if ratings else arena_table(box, contest, figures)
        _report(run, table, document, options.json_file)
        if not ratings:
            line(remarks(), text("cli.ladder.too-few", least=LEAST_ROUNDS))
        elif svg is not None:
            write_result(svg, ladder_chart(box, contest, figures, ratings))
    _end(run, figures is None, options.out_file)


# ---- before


def _check_files(options: ContestOptions, svg: Path | None) -> None:
    """Refuse files that could not be written, before hours of play."""
    out_file, json_file = options.out_file, options.json_file
    if out_file == DASH:
        raise error(SettingError, "cli.contest.out-file")
    if options.records and out_file is None:
        raise error(SettingError, "cli.contest.no-out")
    named = [file.resolve() for file in (out_file, json_file, svg) if file is not None and file != DASH]
    if len(set(named)) < len(named):
        raise error(SettingError, "cli.contest.same-file")
    for file in (out_file, json_file, svg):
        if file is not None and file != DASH and not os.access(file if file.exists() else file.parent, os.W_OK):
            raise unwritable(file, OSError(0, text("cli.contest.no-access")))
    if json_file is not None and json_file != DASH and not _is_result(read_if_there(json_file)):
        raise error(TianxiaError, "cli.contest.taken", file=json_file)
    if svg is not None and (there := read_if_there(svg)) and SVG_MARK not in there:
        raise error(TianxiaError, "cli.contest.taken", file=svg)


def _is_result(data: bytes) -> bool:
    """Whether a file is empty or was written by `--json`, so that the same command may write it anew."""
    try:
        return not data or "standings" in parse_json(data.decode())
    except (TianxiaError, UnicodeDecodeError, TypeError):
        return False


# ---- playing


def _run(contest: Contest, games: int, out_file: Path | None, where: ExecutorOptions) -> ContestRun:
    """Play the games that are not in the file yet, and append them."""
    check_range("--games", games, MOST_GAMES)
    where.check()
    run = ContestRun(contest, games, out_file)
    _remark(run, games)
    if run.missing:
        remark_build()
        with where.executor(contest) as (sent, executor):
            _play(run, executor, sent)
    return run


def _remark(run: ContestRun, games: int) -> None:
    contest, fixtures, archive = run.contest, run.fixtures, run.archive
    if contest.is_ladder:
        if len(contest.line_ups) == 1 and games <= sum(fixture.round == 0 for fixture in fixtures):
            line(remarks(), text("cli.ladder.rounded", least=LEAST_ROUNDS), "dim")
        line(remarks(), text("cli.contest.laps", games=len(fixtures), wanted=games), "dim")
    elif len(fixtures) != games:
        line(remarks(), text("cli.contest.rounded", games=len(fixtures), wanted=games), "dim")
    if archive is not None and archive.is_cut:
        line(remarks(), text("cli.contest.cut", file=archive.path), "yellow")
    if archive is not None and run.played and run.missing:
        kept = len(fixtures) - len(run.missing)
        line(remarks(), text("cli.contest.resumed", file=archive.path, kept=kept, games=len(fixtures)), "dim")


def _play(run: ContestRun, executor: Executor, sent: Contest) -> None:
    """Play to the end or to Ctrl-C, with a progress bar."""
    try:
        with _Bar(run) as bar, contextlib.closing(run.play(executor, sent)) as games:
            for game in games:
                bar.advance(game)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not lose the table of what was played


class _Bar:
    """The progress bar of a contest; in an arena, with the wins of the first player."""

    def __init__(self, run: ContestRun) -> None:
        contest, played = run.contest, run.played
        self.player = None if contest.is_ladder else contest.specs[0]  # on a ladder no player is special
        self.shares = [] if self.player is None else [win_share(self.player, game) for game in played.values()]
        self.progress: Progress = contest_bar(text("cli.contest.progress"))
        self.task: TaskID = self.progress.add_task("", total=run.wanted, completed=len(played), running="")

    def __enter__(self) -> _Bar:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def advance(self, game: Played) -> None:
        if self.player is None:
            self.progress.update(self.task, advance=1)
            return
        self.shares.append(win_share(self.player, game))
        wins = f"{100 * fmean(self.shares):.0f}"
        running = text("cli.contest.running", player=short_name(self.player), wins=wins)
        self.progress.update(self.task, advance=1, running=running)


# ---- after


def _report(run: ContestRun, table: RenderableType, document: dict[str, Any], json_file: Path | None) -> None:
    """Print the result table, and write the same as JSON."""
    screen = screen_beside(json_file)
    screen.print(table)
    if 1 < document["rounds"] < FEW_ROUNDS:
        line(screen, text("cli.contest.few"))
    if document["left_out"]:
        line(remarks(), text("cli.contest.left-out", games=document["left_out"]))
    for spec in document["not_played"]:
        line(remarks(), text("cli.contest.not-played", player=spec))
    if any(standing["forfeits"] for standing in document["standings"]):
        line(screen, text("cli.contest.forfeited"))
    if not run.contest.is_repeatable:
        line(screen, text("cli.contest.timed"))
    write_json(json_file, document)


def _end(run: ContestRun, nothing: bool, out_file: Path | None) -> None:
    if nothing:
        line(remarks(), text("cli.contest.no-round"))
    if not run.is_complete:
        values = {"played": len(run.played), "games": run.wanted}
        if out_file is None:
            line(remarks(), text("cli.contest.stopped-unkept", **values))
        else:
            line(remarks(), text("cli.contest.stopped", file=out_file, **values))
        sys.exit(130)
