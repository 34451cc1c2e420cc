"""How a program that learns got better, as a chart: the share of its victories over its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tianxia.charts import Chart, Colour, Scale, linear_scale

WIDTH: Final = 720
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 72, 604, 76, 336  # of the curves
RIVALS: Final[dict[str, Colour]] = {"random": "jade", "greedy": "red"}


class Trial(NamedTuple):
    """How good it was after so many decisions: the shares of victories."""

    decisions: int
    seconds: float
    random: float
    greedy: float

    def __str__(self) -> str:
        """
        >>> str(Trial(16_384, 31.0, 0.444, 0.0))
        '16,384 decisions: wins 44 % against random, 0 % against greedy'
        """
        wins = f"wins {100 * self.random:.0f} % against random, {100 * self.greedy:.0f} % against greedy"
        return f"{self.decisions:,} decisions: {wins}"


def learning_curve(heading: str, players: int, trials: Sequence[Trial]) -> str:
    """The SVG picture of the trials of a training run."""
    last = trials[-1]
    chart = Chart(WIDTH, HEIGHT, heading, "; ".join(map(str, trials)))
    chart.heading(heading)
    across = linear_scale([0, last.decisions], LEFT, RIGHT, least_step=1)
    up = Scale(0, 1, BOTTOM, TOP, ticks=(0, 0.25, 0.5, 0.75, 1))
    chart.horizontal_grid(up, LEFT, RIGHT, "{:.0%}".format)
    for tick in across.ticks:
        chart.text(across.at(tick), BOTTOM + 20, f"{tick:,.0f}", "soft", "middle")
    fair = up.at(1 / players)
    chart.line((LEFT, fair), (RIGHT, fair), "dashed", "grey")
    chart.text(RIGHT + 10, fair + 4, "as good as they", "soft")
    for rival, colour in RIVALS.items():
        points = [(across.at(trial.decisions), up.at(getattr(trial, rival))) for trial in trials]
        chart.curve(points, colour)
        chart.text(points[-1][0] + 10, points[-1][1] + 4, f"against {rival}")
    below = f"decisions of all seats in games against itself; {last.seconds / 60:.1f} minutes in all"
    chart.text((LEFT + RIGHT) / 2, HEIGHT - 16, below, "soft", "middle")
    return chart.svg()
