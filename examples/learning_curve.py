"""How a program that learns got better, as a picture: the share of its victories over its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

WIDTH: Final = 720
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 72, 116, 76, 64  # room around the curves: for percentages, names, the heading, decisions
STEPS: Final = (1, 2, 5, 10)  # of the scale below, times a power of ten
TICKS: Final = 6  # at most

# colours written out, without variables: so viewers that are no browsers show them, too
STYLE: Final = """
text { fill: #231a14; font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.heading { font: 600 20px "Iowan Old Style", Palatino, Georgia, "DejaVu Serif", serif; }
.soft { fill: #5a4a3c; font-size: 12px; }
.paper { fill: #f6efe0; }
.grid { stroke: #d6c7a9; }
.fair { stroke: #8d7a5f; stroke-width: 1.5; stroke-dasharray: 5 4; }
.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.random { stroke: #1f7a5c; }
.greedy { stroke: #b3402e; }
.dot.random { fill: #1f7a5c; }
.dot.greedy { fill: #b3402e; }
@media (prefers-color-scheme: dark) {
  text { fill: #f4e8d4; }
  .soft { fill: #c4b19a; }
  .paper { fill: #1a1211; }
  .grid { stroke: #43322d; }
  .fair { stroke: #8a7060; }
  .random { stroke: #6cc7a1; }
  .greedy { stroke: #e58a76; }
  .dot.random { fill: #6cc7a1; }
  .dot.greedy { fill: #e58a76; }
}
"""


class Trial(NamedTuple):
    """How good it was after so many decisions: the shares of victories."""

    decisions: int
    seconds: float
    random: float
    greedy: float


def picture(heading: str, players: int, trials: Sequence[Trial]) -> str:
    """The curves, as an SVG that fetches nothing from elsewhere."""
    last = trials[-1]
    far = max(last.decisions, 1)
    middle = (LEFT + WIDTH - RIGHT) / 2
    below = f"decisions of all seats in games against itself; {last.seconds / 60:.1f} minutes in all"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}" role="img" aria-labelledby="title about">',
            f'<title id="title">{escape(heading)}</title>',
            f'<desc id="about">{escape("; ".join(told(trial) for trial in trials))}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="heading" x="24" y="42">{escape(heading)}</text>',
            *grid(far),
            f'<line class="fair" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(1 / players)}" y2="{y(1 / players)}"/>',
            f'<text class="soft" x="{WIDTH - RIGHT + 10}" y="{y(1 / players)}" dy="4">as good as they</text>',
            *curve("random", [(x(trial.decisions, far), y(trial.random)) for trial in trials]),
            *curve("greedy", [(x(trial.decisions, far), y(trial.greedy)) for trial in trials]),
            f'<text class="soft" x="{middle}" y="{HEIGHT - 16}" text-anchor="middle">{below}</text>',
            "</svg>\n",
        ]
    )


def told(trial: Trial) -> str:
    """
    >>> told(Trial(16_384, 31.0, 0.444, 0.0))
    '16,384 decisions: wins 44 % against random, 0 % against greedy'
    """
    wins = f"wins {100 * trial.random:.0f} % against random, {100 * trial.greedy:.0f} % against greedy"
    return f"{trial.decisions:,} decisions: {wins}"


def x(decisions: float, far: int) -> float:
    return round(LEFT + decisions / far * (WIDTH - LEFT - RIGHT), 1)


def y(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def grid(far: int) -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(share)}" y2="{y(share)}"/>'
        yield f'<text class="soft" x="{LEFT - 10}" y="{y(share)}" dy="4" text-anchor="end">{share:.0%}</text>'
    step = step_of(far)
    for decisions in range(0, far + 1, step):
        place = f'x="{x(decisions, far)}" y="{HEIGHT - BOTTOM + 20}"'
        yield f'<text class="soft" {place} text-anchor="middle">{decisions:,}</text>'


def step_of(far: int) -> int:
    """Between two figures of the scale below.

    >>> step_of(330_000), step_of(7)
    (100000, 2)
    """
    power = 1
    while True:
        for step in STEPS:
            if far <= step * power * (TICKS - 1):
                return step * power
        power *= 10


def curve(rival: str, points: Sequence[tuple[float, float]]) -> Iterator[str]:
    places = " ".join(f"{across},{down}" for across, down in points)
    yield f'<polyline class="curve {rival}" points="{places}"/>'
    for across, down in points:
        yield f'<circle class="dot {rival}" cx="{across}" cy="{down}" r="3"/>'
    across, down = points[-1]
    yield f'<text x="{across + 10}" y="{down}" dy="4">against {rival}</text>'
