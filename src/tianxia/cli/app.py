"""The commands."""

from __future__ import annotations

import contextlib
import io
import os
import platform
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NoReturn, TextIO

from cyclopts import App, CycloptsError, Parameter

from tianxia import arena, terminal
from tianxia.cli import advice, contest, serve, worker
from tianxia.cli import puzzles as puzzle_commands
from tianxia.cli import rules as rules_command
from tianxia.cli.arguments import (
    USUAL_PROCESSES,
    At,
    Editions,
    File,
    Games,
    Options,
    People,
    Players,
    Processes,
    Seat,
    Seats,
    Seed,
    WhichRecord,
)
from tianxia.cli.choices import (
    DASH,
    MAX_GAMES,
    MAX_PROCESSES,
    check_range,
    choose_game,
    choose_players,
    choose_seats,
    choose_setting,
    parse_seed,
    read_match,
    read_records,
)
from tianxia.cli.output import (
    describe,
    line,
    out,
    paragraph,
    picture,
    progress_bar,
    remark_build,
    remarks,
    results_table,
)
from tianxia.cli.play import begin, branch, resume_hint, sit_down_again
from tianxia.cli.usage_errors import tell_misuse
from tianxia.engine import COMPILED
from tianxia.errors import RecordError, SettingError, TianxiaError
from tianxia.games import GAMES, AnyGame, Shelf, find_game
from tianxia.games.base import outside
from tianxia.play import verify as verify_record
from tianxia.play.files import check_free, open_draft, print_json, print_pages, write_file
from tianxia.play.record import write_position_record
from tianxia.terminal.speech import read_message
from tianxia.words import error, say, text

DEFAULT_GAME = "forbidden-city"

RecordsOut = Annotated[Path | None, Parameter(name="--out", help=text("cli.arg.out"), allow_leading_hyphen=True)]


def _version() -> str:
    build = text("cli.compiled" if COMPILED else "cli.plain")
    return text("cli.version", version=version("tianxia"), build=build, python=platform.python_version())


app = App(
    name="tianxia",
    help=text("cli.help"),
    help_format="plaintext",
    help_epilogue=text("cli.examples"),
    version=_version,
    default_parameter=Parameter(negative=()),
    suppress_keyboard_interrupt=False,  # main says what stopped
)


@app.command(help=text("cli.games.help"), help_epilogue=text("cli.games.examples"))
def games() -> None:
    console = out()
    for id in GAMES:
        game = find_game(id)
        line(console, f"{text(f'{id}.title')}  ({id})", "bold")
        paragraph(console, text(f"{id}.about"), 2)
        paragraph(console, text("cli.games.credit", credit=text(f"{id}.credit")), 2, "dim")
        paragraph(console, text("cli.games.players", least=game.player_counts[0], most=game.player_counts[-1]), 2)
        for option in game.options(game.player_counts[-1]):
            meaning = text(f"{id}.option.{option.name}")
            values = _option_values(game, option.name)
            paragraph(console, text("cli.games.option", name=option.name), 2)
            paragraph(console, text("cli.games.meaning", values=values, meaning=meaning), 6)


def _option_values(game: AnyGame, name: str) -> str:
    """What an option can be; told for each number of players where that makes a difference."""
    said: dict[int, str] = {}
    for players in game.player_counts:
        option = next(option for option in game.options(players) if option.name == name)
        values, default = [str(value).lower() for value in option.values], str(option.default).lower()
        said[players] = text("cli.games.values", values=values, default=default) if len(values) > 1 else default
    if len(set(said.values())) == 1:
        return said[game.player_counts[0]]
    return "; ".join(text("cli.games.values-for", players=players, values=values) for players, values in said.items())


@app.command(help=text("cli.simulate.help"), help_epilogue=text("cli.simulate.examples"))
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
    setting = choose_setting(box, count, option or ())
    plan = arena.Plan(
        box.id,
        count,
        dict(setting.options),
        tuple(specs),
        parse_seed(seed),
        box.edition,
        tuple(edition or ()),
        keeps_records=out_file is not None,
    )
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
    """Where records are written, if anywhere."""
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
    """Play, count and write. Broken off by Ctrl-C, it keeps what was played."""
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


@app.command(help=text("cli.verify.help"), help_epilogue=text("cli.verify.examples"))
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
    """Check the records of one file, and say which fail; how many there were, and how many failed."""
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


@app.command(help=text("cli.legal.help"), help_epilogue=text("cli.legal.examples"))
def legal(file: File, /, *, at: At = None, record: WhichRecord = None, edition: Editions = None) -> None:
    match = read_match(file, record, at, edition or ())
    if match.to_move is None:
        line(remarks(), text("match.over"))
        return
    if not match.hand_is_told(match.to_move):
        raise error(RecordError, "match.hidden-hand", seat=match.to_move)
    for move in match.legal_moves():
        line(out(), move)


@app.command(help=text("cli.show.help"), help_epilogue=text("cli.show.examples"))
def show(
    file: File,
    /,
    *,
    at: At = None,
    record: WhichRecord = None,
    as_seat: Annotated[int | None, Parameter(name="--as", help=text("cli.arg.as"))] = None,
    svg: Annotated[Path | None, Parameter(help=text("cli.arg.svg"))] = None,
    edition: Editions = None,
) -> None:
    match = read_match(file, record, at, edition or ())
    if as_seat is not None:
        check_range("--as", as_seat, match.setting.players)
        if not match.over and not match.hand_is_told(as_seat):
            raise error(RecordError, "match.hidden-hand", seat=as_seat)
    drawing = terminal.draw(match.view(as_seat))
    if svg is None:
        out().print(drawing)
    else:
        check_free(svg)
        write_file(svg, picture(drawing, text(f"{match.game.id}.title")))


@app.command(help=text("cli.position.help"), help_epilogue=text("cli.position.examples"))
def position(file: File, /, *, at: At = None, record: WhichRecord = None, edition: Editions = None) -> None:
    match = read_match(file, record, at, edition or ())
    for row in print_pages(write_position_record(match)).split("\n"):
        line(out(), row)


@app.command(help=text("cli.play.help"), help_epilogue=text("cli.play.examples"))
def play(
    game: Games | None = None,
    /,
    *,
    players: Players = None,
    seats: People = None,
    seat: Seat = None,
    option: Options = None,
    seed: Seed = None,
    edition: Editions = None,
    resume: Annotated[Path | None, Parameter(help=text("cli.arg.resume"))] = None,
    start: Annotated[Path | None, Parameter(name="--from", help=text("cli.arg.from"))] = None,
    at: At = None,
    record: WhichRecord = None,
    save: Annotated[Path | None, Parameter(help=text("cli.arg.save"))] = None,
    confirm: Annotated[bool, Parameter(help=text("cli.arg.confirm"), negative="--no-confirm")] = True,
) -> None:
    chosen = choose_seats(seats, seat or ())
    editions = edition or ()
    new = any(said is not None for said in (game, players, option, seed))
    place = any(said is not None for said in (start, save, at, record))
    if resume is not None and not new and not place:
        sitting = sit_down_again(resume, chosen, editions)
    elif start is not None and not new and resume is None:
        sitting = branch(start, record, at, chosen, editions, save)
    elif resume is None and start is None and at is None and record is None:
        sitting = begin(game or DEFAULT_GAME, players, chosen, option or (), seed, editions, save)
    else:
        raise error(SettingError, "cli.play.too-much")
    if confirm:
        sitting.match.confirming = frozenset(
            outside(seat) for seat, player in enumerate(sitting.players) if player is None
        )
    remark_build()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - with it, arrow keys work where somebody types
    hint = partial(resume_hint, editions=editions, seats=sitting.seats)
    terminal.play(sitting.match, sitting.players, out(), sitting.save, sitting.luck, hint)


app.command(rules_command.rules, help=text("cli.rules.help"), help_epilogue=text("cli.rules.examples"))
app.command(contest.arena, help=text("cli.arena.help"), help_epilogue=text("cli.arena.examples"))
app.command(contest.ladder, help=text("cli.ladder.help"), help_epilogue=text("cli.ladder.examples"))
app.command(advice.hint, help=text("cli.hint.help"), help_epilogue=text("cli.hint.examples"))
app.command(
    advice.analyse_record, name="analyse", help=text("cli.analyse.help"), help_epilogue=text("cli.analyse.examples")
)
app.command(puzzle_commands.puzzle, help=text("cli.puzzle.help"), help_epilogue=text("cli.puzzle.examples"))
app.command(puzzle_commands.puzzles, help=text("cli.puzzles.help"), help_epilogue=text("cli.puzzles.examples"))
app.command(serve.serve, help=text("cli.serve.help"), help_epilogue=text("cli.serve.examples"))
app.command(serve.backup, help=text("cli.backup.help"), help_epilogue=text("cli.backup.examples"))
app.command(serve.restore, help=text("cli.restore.help"), help_epilogue=text("cli.restore.examples"))
app.command(worker.worker, help=text("cli.worker.help"), help_epilogue=text("cli.worker.examples"))


def _leave(number: int, _: object) -> NoReturn:
    sys.exit(128 + number)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; every failure is one line on standard error."""
    for name in ("SIGTERM", "SIGHUP"):  # leave in good order: programs that play are to be ended, too
        if signal.getsignal(number := getattr(signal, name, signal.SIGTERM)) is signal.SIG_DFL:
            signal.signal(number, _leave)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows another
    try:
        app(arguments, exit_on_error=False, print_error=False)
    except (TianxiaError, CycloptsError) as failure:
        misuse = tell_misuse(failure, app) if isinstance(failure, CycloptsError) else None
        line(remarks(), " ".join((say(misuse) if misuse else str(failure)).split()), "red")
        sys.exit(1)
    except KeyboardInterrupt:
        line(remarks(), text("cli.stopped"))
        sys.exit(130)
    except OSError as failure:
        if not isinstance(failure, BrokenPipeError):  # whoever read our output has heard enough
            line(remarks(), text("file.unwritable", file=text("cli.stdout"), reason=failure.strerror or failure), "red")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
