"""The rendering of a game as text."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tianxia.engine.journal import Journal
from tianxia.errors import SettingError
from tianxia.games import AnyGame
from tianxia.games.base import human_seat
from tianxia.words import error, say, text

RENDER_MODES: Final = ("human", "ansi")
MOST_LINES: Final = 12  # of what happened


class Renderer:
    """Renders the latest events, the points, and the question to the seat to move."""

    def __init__(self, game: AnyGame, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise error(SettingError, "environment.render-mode", mode=mode, known=RENDER_MODES)
        self.game = game
        self.mode = mode
        self._lines: deque[str] = deque(maxlen=MOST_LINES)

    def begin(self, position: Any) -> None:
        """Start rendering a new game; without a render mode the position keeps no journal, and is faster."""
        if self.mode is None:
            return
        self._lines.clear()
        position.journal = Journal()
        self._print([], position)

    def go_on(self, position: Any) -> None:
        """Render the last move."""
        if self.mode is None:
            return
        entries = position.journal.entries
        lines = [say(line) for line in self.game.lines(position, entries)]
        entries.clear()
        self._lines.extend(lines)
        self._print(lines, position)

    def take_over(self, other: Renderer, position: Any) -> None:
        """Copy the state of another renderer, and go on with a copy of its position."""
        self._lines.extend(other._lines)
        if self.mode is not None:
            position.journal = Journal()

    def render(self, position: Any) -> str | None:
        """The rendering as one text; `None` if it was printed already, or without a render mode."""
        return "\n".join([*self._lines, *self._state(position)]) if self.mode == "ansi" else None

    def _print(self, lines: list[str], position: Any) -> None:
        if self.mode == "human":
            sys.stdout.write("".join(f"{line}\n" for line in [*lines, *self._state(position)]))

    def _state(self, position: Any) -> Iterator[str]:
        for seat, points in enumerate(position.scores()):
            yield text("environment.score", seat=human_seat(seat), points=int(points))
        if position.over:
            yield text("environment.won", seats=human_seats(position.winners()))
        else:
            yield text(
                "environment.to-move", seat=human_seat(int(position.seat)), question=self.game.question(position)
            )


def human_seats(seats: Iterable[int]) -> list[int]:
    """Seats counted from 1, from seats counted from 0."""
    return [human_seat(int(seat)) for seat in seats]
