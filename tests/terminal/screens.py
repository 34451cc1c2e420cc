"""A screen for tests: plain text, or with colours, and somebody who types."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType

from tianxia.games import find_game
from tianxia.games.base import AnyPreview, Document
from tianxia.play import Match
from tianxia.terminal import draw


class Screen:
    """What was printed, without colours unless asked for."""

    def __init__(self, width: int = 80, *, colours: bool = False, height: int = 200) -> None:
        self.file = StringIO()
        self.console = Console(
            file=self.file,
            width=width,
            height=height,
            force_terminal=colours,
            color_system="truecolor" if colours else None,
            legacy_windows=False,
            _environ={},
        )

    @property
    def text(self) -> str:
        return self.file.getvalue()


def printed(thing: RenderableType, width: int = 80) -> str:
    """A thing as text; lines have no blanks at their ends."""
    screen = Screen(width)
    screen.console.print(thing)
    return "\n".join(line.rstrip() for line in screen.text.splitlines())


def drawn(match: Match, seat: int | None, width: int = 80, preview: AnyPreview | None = None) -> str:
    """A view as a person at that seat sees it."""
    return printed(draw(match.view(seat), preview=preview), width)


def begin(players: int = 3, seed: int = 1, start: str = "gardens", **more: object) -> Match:
    game = find_game("forbidden-city")
    return Match.begin(game, game.setting(players, {"start": start}), seed.to_bytes(16, "big"), **more)


class Typist:
    """Types the lines given, then does what `then` says; remembers the prompts."""

    def __init__(self, screen: Screen, lines: Iterable[str], then: Callable[[], str] | None = None) -> None:
        self.screen = screen
        self.lines: Iterator[str] = iter(lines)
        self.then = then
        self.prompts: list[str] = []
        self.answers: list[tuple[str, str]] = []  # line typed -> all that was printed because of it
        self._seen = 0

    def __call__(self, prompt: str) -> str:
        self._note()
        self.prompts.append(prompt)
        line = next(self.lines, None)
        if line is None:
            if self.then is None:
                raise EOFError
            line = self.then()
        self.answers.append((line, ""))
        return line

    def _note(self) -> None:
        """Put down what was printed since the last line was typed."""
        text = self.screen.text
        if self.answers:
            self.answers[-1] = (self.answers[-1][0], text[self._seen :])
        self._seen = len(text)

    def answer(self, line: str) -> str:
        """What the last such line brought about, up to the next question."""
        return next(answer for typed, answer in reversed(self.answers) if typed == line)


def moving(match: Match) -> Callable[[], str]:
    """Somebody who always makes the first legal move and confirms it."""
    return lambda: "" if match.pending is not None else match.legal_moves()[0]


def position_match(game_id: str, players: int, document: Document) -> Match:
    """A match that goes on from a position document."""
    game = find_game(game_id)
    setting = game.setting(players, {})
    position = game.read_position(setting, document, [0] * players)
    return Match(game, setting, position, start={**document, "ledger": []})


def resume_hint(file: Path) -> str:
    return f"tianxia play --resume {shlex.quote(str(file))}"
