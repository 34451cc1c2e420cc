"""The command line: all commands, and `main`."""

from __future__ import annotations

import contextlib
import io
import os
import platform
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final, NoReturn

from cyclopts import App, CycloptsError, Parameter

from tianxia import terminal
from tianxia.cli import advice, contest, games, records, serve, simulate, worker
from tianxia.cli import puzzles as puzzle_commands
from tianxia.cli import rules as rules_command
from tianxia.cli.arguments import (
    At,
    Editions,
    Games,
    Options,
    People,
    Players,
    Seat,
    Seed,
    WhichRecord,
)
from tianxia.cli.choices import (
    choose_seats,
)
from tianxia.cli.output import (
    line,
    out,
    remark_build,
    remarks,
)
from tianxia.cli.play import begin, branch, resume_hint, sit_down_again
from tianxia.cli.usage_errors import tell_misuse
from tianxia.engine import COMPILED
from tianxia.errors import SettingError, TianxiaError
from tianxia.games.base import human_seat
from tianxia.words import error, say, text

DEFAULT_GAME = "forbidden-city"


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
            human_seat(seat) for seat, player in enumerate(sitting.players) if player is None
        )
    remark_build()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - makes arrow keys work at the prompt
    hint = partial(resume_hint, editions=editions, seats=sitting.seats)
    terminal.play(sitting.match, sitting.players, out(), sitting.save, sitting.luck, hint)


COMMANDS: Final[dict[str, Callable[..., None]]] = {
    "analyse": advice.analyse_record,
    "arena": contest.arena,
    "backup": serve.backup,
    "games": games.games,
    "hint": advice.hint,
    "ladder": contest.ladder,
    "legal": records.legal,
    "play": play,
    "position": records.position_document,
    "puzzle": puzzle_commands.puzzle,
    "puzzles": puzzle_commands.puzzles,
    "restore": serve.restore,
    "rules": rules_command.rules,
    "serve": serve.serve,
    "show": records.show,
    "simulate": simulate.simulate,
    "verify": records.verify,
    "worker": worker.worker,
}

for _name, _command in COMMANDS.items():
    app.command(_command, name=_name, help=text(f"cli.{_name}.help"), help_epilogue=text(f"cli.{_name}.examples"))


def _leave(number: int, _: object) -> NoReturn:
    sys.exit(128 + number)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; every failure is one line on standard error."""
    for name in ("SIGTERM", "SIGHUP"):  # leave in good order: programs that play are to be ended, too
        if signal.getsignal(number := getattr(signal, name, signal.SIGTERM)) is signal.SIG_DFL:
            signal.signal(number, _leave)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows another
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
        if not isinstance(failure, BrokenPipeError):  # the reader of our output has closed the pipe
            line(remarks(), text("file.unwritable", file=text("cli.stdout"), reason=failure.strerror or failure), "red")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
