"""Speeds as a chart: a bar each, on a scale where every step is ten times the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tianxia.charts import EDGE, Chart, Colour, logarithmic_scale

WIDTH: Final = 846
ROW: Final = 24
HEADING: Final = 40  # of a group
TOP: Final = 92  # the title and the key
BOTTOM: Final = 44  # the scale
LEFT: Final = 356  # room for the labels
RIGHT: Final = 96  # room for the figures
THICK: Final = 14
TITLE: Final = "Decisions a second, driven from Python"
KINDS: Final[dict[str, tuple[str, Colour, Colour | None]]] = {  # what it says, its colour, and that of its outline
    "compiled": ("ours, compiled", "jade", None),
    "interpreted": ("ours, interpreted", "pale-jade", "jade"),
    "python": ("written in Python", "gold", None),
    "native": ("in C++, or compiled by XLA", "blue", None),
}


class Bar(NamedTuple):
    label: str
    value: float
    kind: str  # one of KINDS


def speed_chart(groups: Mapping[str, Sequence[Bar]]) -> str:
    """The SVG picture of speeds, in groups with a heading each."""
    bottom = TOP + sum(HEADING + ROW * len(bars) for bars in groups.values())
    about = "; ".join(f"{bar.label} {bar.value:,}" for bars in groups.values() for bar in bars)
    chart = Chart(WIDTH, bottom + BOTTOM, TITLE, about)
    chart.heading(TITLE)
    for place, (words, colour, outline) in enumerate(KINDS.values()):
        left = EDGE + 185 * place
        chart.bar(left, 60, THICK, THICK, colour, outline)
        chart.text(left + THICK + 8, 71, words, "soft")
    scale = logarithmic_scale([bar.value for bars in groups.values() for bar in bars], LEFT, WIDTH - RIGHT)
    chart.vertical_grid(scale, TOP, bottom + 4, "{:,.0f}".format)
    y = float(TOP)
    for heading, bars in groups.items():
        chart.text(EDGE, y + 26, heading, "group")
        y += HEADING
        for bar in bars:
            _, colour, outline = KINDS[bar.kind]
            x = scale.at(bar.value)
            chart.text(EDGE + 12, y + 12, bar.label)
            chart.bar(LEFT, y, x - LEFT, THICK, colour, outline)
            chart.text(x + 8, y + 12, f"{bar.value:,}", "soft")
            y += ROW
    return chart.svg()
