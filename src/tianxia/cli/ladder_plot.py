"""A ladder as a picture: a row a level, with its rating and the interval around it. By day and by night."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from tianxia.arena.contest import Contest
from tianxia.arena.tally import Tally
from tianxia.cli.output import short_name
from tianxia.games import AnyGame
from tianxia.words import Message, printable, text

if TYPE_CHECKING:
    from tianxia.arena.ratings import Rating

WIDTH: Final = 720
ROW: Final = 44
TOP: Final = 84  # the heading
BOTTOM: Final = 72  # the scale and the note
LETTER: Final = 7.6  # how wide a letter of a label is, about
FIGURES: Final = 60  # room for the rating, to the right
EDGE: Final = 24
TICKS: Final = 6  # at most

# colours written out, without variables: so viewers that are no browsers show them, too
STYLE: Final = """
text { fill: #231a14; font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.heading { font: 600 20px "Iowan Old Style", Palatino, Georgia, "DejaVu Serif", serif; }
.soft { fill: #5a4a3c; font-size: 12px; }
.paper { fill: #f6efe0; }
.grid { stroke: #d6c7a9; }
.zero { stroke: #8d7a5f; stroke-width: 1.5; }
.bar { stroke: #1f7a5c; stroke-width: 3; stroke-linecap: round; }
.point { fill: #1f7a5c; stroke: #f6efe0; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #f4e8d4; }
  .soft { fill: #c4b19a; }
  .paper { fill: #1a1211; }
  .grid { stroke: #43322d; }
  .zero { stroke: #8a7060; }
  .bar { stroke: #6cc7a1; }
  .point { fill: #6cc7a1; stroke: #1a1211; }
}
"""


def plot(game: AnyGame, contest: Contest, figures: Tally, ratings: Sequence[Rating]) -> str:
    """The picture, as an SVG that fetches nothing from elsewhere."""
    scale = _Scale(ratings)
    height = TOP + ROW * len(ratings) + BOTTOM
    heading = text("cli.ladder.picture-heading", game=game.title, players=contest.plan.players)
    note = text("cli.ladder.picture-note", games=figures.games)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tianxia-ladder" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" role="img" aria-labelledby="title about">',
            f'<title id="title">{_safe(_title(game, ratings))}</title>',
            f'<desc id="about">{_safe(_about(ratings))}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
            f'<text class="heading" x="{EDGE}" y="44">{_safe(heading)}</text>',
            *_grid(scale, TOP, height - BOTTOM),
            *(part for place, rating in enumerate(ratings) for part in _row(scale, rating, TOP + ROW * (place + 0.5))),
            f'<text class="soft" x="{EDGE}" y="{height - 20}">{_safe(note)}</text>',
            "</svg>\n",
        ]
    )


def _title(game: AnyGame, ratings: Sequence[Rating]) -> str:
    return text("cli.ladder.picture-title", game=game.title, levels=[rating.spec for rating in ratings])


def _about(ratings: Sequence[Rating]) -> str:
    """The picture in words, for those who do not see it."""
    rows = []
    for rating in ratings:
        low, high = _ends(rating)
        values = {"rating": f"{rating.rating.mean:+.0f}", "low": f"{low:+.0f}", "high": f"{high:+.0f}"}
        rows.append(Message("cli.ladder.picture-row", {"level": rating.spec, **values}))
    return text("cli.ladder.picture-about", rows=rows)


def _ends(rating: Rating) -> tuple[float, float]:
    assert rating.rating.low is not None
    assert rating.rating.high is not None
    return rating.rating.low, rating.rating.high


class _Scale:
    """From ratings to places in the picture."""

    def __init__(self, ratings: Sequence[Rating]) -> None:
        ends = [end for rating in ratings for end in _ends(rating)]
        longest = max(len(short_name(rating.spec)) for rating in ratings)
        self.left = EDGE + LETTER * longest + 20
        self.right = WIDTH - EDGE - FIGURES
        self.low, self.high = min(*ends, 0.0), max(*ends, 0.0)
        self.step = _nice_step((self.high - self.low) / TICKS)
        self.low = self.step * floor(self.low / self.step)
        self.high = self.step * ceil(self.high / self.step)

    def x(self, rating: float) -> str:
        share = (rating - self.low) / (self.high - self.low)
        return f"{self.left + share * (self.right - self.left):.1f}"

    def ticks(self) -> list[float]:
        return [self.low + self.step * number for number in range(round((self.high - self.low) / self.step) + 1)]


def _nice_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 and so on.

    >>> _nice_step(130.0)
    200.0
    """
    power = 10.0 ** floor(log10(max(least, 1.0)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _grid(scale: _Scale, top: float, bottom: float) -> list[str]:
    parts = []
    for tick in scale.ticks():
        x, kind = scale.x(tick), "zero" if tick == 0 else "grid"
        parts.append(f'<line class="{kind}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>')
        parts.append(f'<text class="soft" x="{x}" y="{bottom + 20}" text-anchor="middle">{_number(tick)}</text>')
    return parts


def _row(scale: _Scale, rating: Rating, y: float) -> list[str]:
    low, high = _ends(rating)
    mean = rating.rating.mean
    return [
        f'<text x="{EDGE}" y="{y + 5}">{_safe(short_name(rating.spec))}</text>',
        f'<line class="bar" x1="{scale.x(low)}" x2="{scale.x(high)}" y1="{y}" y2="{y}"/>',
        f'<circle class="point" cx="{scale.x(mean)}" cy="{y}" r="7"/>',
        f'<text x="{WIDTH - EDGE}" y="{y + 5}" text-anchor="end">{_number(mean)}</text>',
    ]


def _number(rating: float) -> str:
    """With a true minus, which is as wide as a plus."""
    return f"{rating:+.0f}".replace("-", "−") if round(rating) else "0"


def _safe(words: str) -> str:
    return escape(printable(words))
