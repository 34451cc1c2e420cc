"""A puzzle in the terminal: the board, the typed move, and whether it is right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.style import Style
from rich.text import Text

from tianxia.errors import IllegalError, TianxiaError
from tianxia.play import Match
from tianxia.teaching.puzzles import LEVELS, Puzzle, Verdict
from tianxia.terminal import palette
from tianxia.terminal.canvas import NO_STYLE
from tianxia.terminal.drawing import draw
from tianxia.terminal.speech import sentence
from tianxia.words import Message, printable, text

HINT: Final = "hint"
SHOW: Final = "show"
LEAVE: Final = ("quit", "exit", "q")


def solve(puzzle: Puzzle, console: Console, read_line: Callable[[str], str] = input) -> None:
    """Ask until the right move was typed, or the person asks for the solution or leaves."""
    match = puzzle.match()
    print_line = _line_printer(console)
    console.print(draw(match.view(puzzle.seat)))
    print_line(text("terminal.puzzle.title", id=puzzle.id, level=text(LEVELS[puzzle.level]), seat=puzzle.seat))
    print_line(text("terminal.puzzle.how"), palette.SOFT)
    while True:
        try:
            typed = read_line(text("terminal.puzzle.prompt")).strip()
        except (EOFError, KeyboardInterrupt):
            return print_line("")
        if typed.lower() in LEAVE:
            return None
        if typed.lower() == HINT:
            print_line(sentence(puzzle.hint, ()))
        elif typed.lower() == SHOW:
            return _explain(puzzle, match, "terminal.puzzle.shown", print_line)
        elif typed and _is_right(puzzle, match, typed, print_line):
            return _explain(puzzle, match, "terminal.puzzle.right", print_line)


def _line_printer(console: Console) -> Callable[..., None]:
    def print_line(line: str, style: Style = NO_STYLE) -> None:
        console.print(Text(line, style))

    return print_line


def _is_right(puzzle: Puzzle, match: Match, typed: str, print_line: Callable[..., None]) -> bool:
    try:
        move = match.exact_move(puzzle.seat, typed)
    except TianxiaError as refusal:
        reason = refusal.reason if isinstance(refusal, IllegalError) else None
        print_line(sentence(reason, ()) if isinstance(reason, Message) else printable(str(refusal)), palette.REFUSED)
        return False
    if move in puzzle.solutions:
        return True
    verdict = puzzle.of(move)
    verdict_line = text("terminal.puzzle.unjudged", move=move) if verdict is None else _wrong(verdict)
    print_line(verdict_line, palette.REFUSED)
    return False


def _wrong(verdict: Verdict) -> str:
    return text("terminal.puzzle.wrong", **_figures(verdict))


def _explain(puzzle: Puzzle, match: Match, key: str, print_line: Callable[..., None]) -> None:
    """Print the right move, its consequences, and figures of how much better it is."""
    print_line(text(key, **_figures(puzzle.best)), palette.STRONG)
    print_line(sentence(puzzle.hint, ()))
    for line in match.preview(puzzle.seat, puzzle.best.move).lines:
        print_line(f"  {sentence(line, ())}")
    print_line(text("terminal.puzzle.next", **_figures(puzzle.runner_up)))
    for source, points in puzzle.gains:
        print_line(f"  {points:+.1f} {sentence(match.game.source(source), ())}")


def _figures(verdict: Verdict) -> dict[str, object]:
    return {"move": printable(verdict.move), "chance": round(100 * verdict.chance), "points": round(verdict.points)}
