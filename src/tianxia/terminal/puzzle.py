"""A puzzle in the terminal: the board, a move that somebody types, and whether it is right."""

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
    """Ask until the right move was typed, or somebody wants to see it, or leaves."""
    match = puzzle.match()
    tell = _teller(console)
    console.print(draw(match.view(puzzle.seat)))
    tell(text("terminal.puzzle.title", id=puzzle.id, level=text(LEVELS[puzzle.level]), seat=puzzle.seat))
    tell(text("terminal.puzzle.how"), palette.SOFT)
    while True:
        try:
            typed = read_line(text("terminal.puzzle.prompt")).strip()
        except (EOFError, KeyboardInterrupt):
            return tell("")
        if typed.lower() in LEAVE:
            return None
        if typed.lower() == HINT:
            tell(sentence(puzzle.hint, ()))
        elif typed.lower() == SHOW:
            return _explain(puzzle, match, "terminal.puzzle.shown", tell)
        elif typed and _is_right(puzzle, match, typed, tell):
            return _explain(puzzle, match, "terminal.puzzle.right", tell)


def _teller(console: Console) -> Callable[..., None]:
    def tell(line: str, style: Style = NO_STYLE) -> None:
        console.print(Text(line, style))

    return tell


def _is_right(puzzle: Puzzle, match: Match, typed: str, tell: Callable[..., None]) -> bool:
    try:
        move = match.exact_move(puzzle.seat, typed)
    except TianxiaError as refusal:
        reason = refusal.reason if isinstance(refusal, IllegalError) else None
        tell(sentence(reason, ()) if isinstance(reason, Message) else printable(str(refusal)), palette.REFUSED)
        return False
    if move in puzzle.solutions:
        return True
    verdict = puzzle.of(move)
    told = text("terminal.puzzle.unjudged", move=move) if verdict is None else _wrong(verdict)
    tell(told, palette.REFUSED)
    return False


def _wrong(verdict: Verdict) -> str:
    return text("terminal.puzzle.wrong", **_figures(verdict))


def _explain(puzzle: Puzzle, match: Match, key: str, tell: Callable[..., None]) -> None:
    """The right move, what follows from it, and how much better it is, in figures."""
    tell(text(key, **_figures(puzzle.best)), palette.STRONG)
    tell(sentence(puzzle.hint, ()))
    for line in match.preview(puzzle.seat, puzzle.best.move).lines:
        tell(f"  {sentence(line, ())}")
    tell(text("terminal.puzzle.next", **_figures(puzzle.runner_up)))
    for source, points in puzzle.gains:
        tell(f"  {points:+.1f} {sentence(match.game.source(source), ())}")


def _figures(verdict: Verdict) -> dict[str, object]:
    return {"move": printable(verdict.move), "chance": round(100 * verdict.chance), "points": round(verdict.points)}
