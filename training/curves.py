"""How training went, as pictures: what a network won against its rivals, and how sure it is of its moves.

python -m training.curves training/checkpoints/*.npz --folder docs/pictures
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tianxia.charts import Chart, Colour, Point, Scale, linear_scale
from tianxia.environments.missing import missing
from tianxia.games import find_game
from tianxia.words import say

try:
    from training import quantized
except ModuleNotFoundError as failure:
    raise SystemExit(str(missing(failure, "train"))) from failure

WIDTH: Final = 720
HEIGHT: Final = 520
LEFT, RIGHT = 72, 696
SHARES, ENTROPY = (100, 290), (344, 460)  # top and bottom of the two drawings
MOST_POINTS: Final = 30  # of a curve: one update alone tells little of the share of victories
RIVALS: Final[dict[str, Colour]] = {"greedy": "red", "earlier selves": "gold"}
ENTROPY_OF_LOSSES: Final = 3  # its place among what an update tells, see ppo.losses


def draw(game: str, history: Sequence[dict[str, Any]]) -> str:
    """The SVG picture of a history, as checkpoints keep it."""
    entropy = averages([(entry["decisions"], entry["losses"][ENTROPY_OF_LOSSES]) for entry in history])
    won = {
        rival: averages(
            [(entry["decisions"], entry["fair"][rival]) for entry in history if entry["fair"][rival] is not None]
        )
        for rival in RIVALS
    }
    heading = f"{say(find_game(game).title)}: training by self-play"
    chart = Chart(WIDTH, HEIGHT, heading, describe(won, entropy))
    chart.heading(heading)
    last = max(entry["decisions"] for entry in history)
    across = linear_scale([0, last / 1e6], LEFT, RIGHT)
    up = linear_scale([0, 1, *(share for points in won.values() for _, share in points)], SHARES[1], SHARES[0])
    chart.horizontal_grid(up, LEFT, RIGHT, "{:g}".format)
    chart.line((LEFT, up.at(1)), (RIGHT, up.at(1)), "dashed", "grey")
    for number, (rival, colour) in enumerate(RIVALS.items()):
        add_curve(chart, across, up, won[rival], colour)
        add_key(chart, (LEFT + 150 * number, SHARES[0] - 26), colour, f"against {rival}")
    chart.text(RIGHT, SHARES[0] - 26, "victories, in fair shares", "soft", "end")
    up = linear_scale([0, *(value for _, value in entropy)], ENTROPY[1], ENTROPY[0])
    chart.horizontal_grid(up, LEFT, RIGHT, "{:g}".format)
    add_curve(chart, across, up, entropy, "jade")
    add_key(chart, (LEFT, ENTROPY[0] - 22), "jade", "entropy of its moves")
    for tick in across.ticks:
        chart.text(across.at(tick), ENTROPY[1] + 20, f"{tick:g}", "soft", "middle")
    chart.text((LEFT + RIGHT) / 2, HEIGHT - 16, "million decisions in all", "soft", "middle")
    return chart.svg()


def averages(points: Sequence[Point]) -> list[Point]:
    """Points in their order, as averages of neighbours: at most MOST_POINTS of them.

    >>> averages([(1.0, 2.0), (2.0, 4.0)])
    [(1.0, 2.0), (2.0, 4.0)]
    >>> averages([(float(number), 1.0) for number in range(60)])[:2]
    [(0.5, 1.0), (2.5, 1.0)]
    """
    size = -(-len(points) // MOST_POINTS)
    parts = [points[first : first + size] for first in range(0, len(points), max(1, size))]
    return [(sum(x for x, _ in part) / len(part), sum(y for _, y in part) / len(part)) for part in parts]


def add_curve(chart: Chart, across: Scale, up: Scale, points: Sequence[Point], colour: Colour) -> None:
    if points:
        chart.curve([(across.at(decisions / 1e6), up.at(value)) for decisions, value in points], colour)


def add_key(chart: Chart, place: Point, colour: Colour, words: str) -> None:
    """What a colour stands for."""
    chart.dot((place[0] + 4, place[1] - 4), 4, colour)
    chart.text(place[0] + 14, place[1], words)


def describe(won: dict[str, list[Point]], entropy: Sequence[Point]) -> str:
    """What the curves show, in words: where each begins and ends."""
    told = [
        f"Against {rival} from {points[0][1]:.2f} to {points[-1][1]:.2f} times a fair share"
        for rival, points in won.items()
        if points
    ]
    return "; ".join([*told, f"entropy of moves from {entropy[0][1]:.2f} to {entropy[-1][1]:.2f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", type=Path, nargs="+", help="checkpoints, .npz")
    parser.add_argument("--folder", type=Path, default=Path("build", "training"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for path in arguments.networks:
        kept, _ = quantized.read(path)
        picture = arguments.folder / f"training-{kept['game']}.svg"
        picture.write_text(draw(kept["game"], kept["history"]), encoding="utf-8")
        print(picture)


if __name__ == "__main__":
    main()
