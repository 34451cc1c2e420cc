"""Speeds as a picture: a bar each, on a scale where every step is ten times the last. By day and by night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

WIDTH: Final = 846
ROW: Final = 24
HEADING: Final = 40  # of a group
TOP: Final = 92  # the title and the key
BOTTOM: Final = 44  # the scale
LEFT: Final = 356  # room for the labels
RIGHT: Final = 96  # room for the figures
EDGE: Final = 24
THICK: Final = 14
KINDS: Final = {
    "compiled": "ours, compiled",
    "interpreted": "ours, interpreted",
    "python": "written in Python",
    "native": "in C++, or compiled by XLA",
}

# colours written out, without variables: so viewers that are no browsers show them, too
STYLE: Final = """
text { fill: #231a14; font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.heading { font: 600 20px "Iowan Old Style", Palatino, Georgia, "DejaVu Serif", serif; }
.group { font-weight: 600; }
.soft { fill: #5a4a3c; font-size: 12px; }
.paper { fill: #f6efe0; }
.grid { stroke: #d6c7a9; }
.compiled { fill: #1f7a5c; }
.interpreted { fill: #d5e8d8; stroke: #1f7a5c; }
.python { fill: #c8962f; }
.native { fill: #2b4a86; }
@media (prefers-color-scheme: dark) {
  text { fill: #f4e8d4; }
  .soft { fill: #c4b19a; }
  .paper { fill: #1a1211; }
  .grid { stroke: #43322d; }
  .compiled { fill: #6cc7a1; }
  .interpreted { fill: #1c352b; stroke: #6cc7a1; }
  .python { fill: #d9ab4e; }
  .native { fill: #6486cf; }
}
"""


class Bar(NamedTuple):
    label: str
    value: float
    kind: str  # one of KINDS


class _Scale:
    """From speeds to places in the picture."""

    def __init__(self, values: Sequence[float]) -> None:
        self.low, self.high = floor(log10(min(values))), ceil(log10(max(values)))
        self.high = max(self.high, self.low + 1)

    def x(self, value: float) -> float:
        share = (log10(value) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - RIGHT - LEFT)

    def ticks(self) -> list[int]:
        return [int(10**power) for power in range(self.low, self.high + 1)]


def plot(groups: Mapping[str, Sequence[Bar]]) -> str:
    """The picture, as an SVG that fetches nothing from elsewhere."""
    scale = _Scale([bar.value for bars in groups.values() for bar in bars])
    bottom = TOP + sum(HEADING + ROW * len(bars) for bars in groups.values())
    height = bottom + BOTTOM
    about = "; ".join(f"{bar.label} {bar.value:,}" for bars in groups.values() for bar in bars)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
            f'height="{height}" role="img" aria-labelledby="title about">',
            '<title id="title">Decisions a second, driven from Python</title>',
            f'<desc id="about">{escape(about)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
            f'<text class="heading" x="{EDGE}" y="42">Decisions a second, driven from Python</text>',
            *_key(),
            *_grid(scale, bottom),
            *_groups(scale, groups),
            "</svg>\n",
        ]
    )


def _key() -> list[str]:
    parts = []
    for place, (kind, about) in enumerate(KINDS.items()):
        x = EDGE + 185 * place
        parts.append(f'<rect class="{kind}" x="{x}" y="60" width="{THICK}" height="{THICK}" rx="3"/>')
        parts.append(f'<text class="soft" x="{x + THICK + 8}" y="71">{escape(about)}</text>')
    return parts


def _grid(scale: _Scale, bottom: float) -> list[str]:
    parts = []
    for tick in scale.ticks():
        x = f"{scale.x(tick):.1f}"
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom + 4}"/>')
        parts.append(f'<text class="soft" x="{x}" y="{bottom + 24}" text-anchor="middle">{tick:,}</text>')
    return parts


def _groups(scale: _Scale, groups: Mapping[str, Sequence[Bar]]) -> list[str]:
    parts: list[str] = []
    y = float(TOP)
    for heading, bars in groups.items():
        parts.append(f'<text class="group" x="{EDGE}" y="{y + 26}">{escape(heading)}</text>')
        y += HEADING
        for bar in bars:
            parts += _row(scale, bar, y)
            y += ROW
    return parts


def _row(scale: _Scale, bar: Bar, y: float) -> list[str]:
    x = scale.x(bar.value)
    return [
        f'<text x="{EDGE + 12}" y="{y + 12}">{escape(bar.label)}</text>',
        f'<rect class="{bar.kind}" x="{LEFT}" y="{y}" width="{x - LEFT:.1f}" height="{THICK}" rx="3"/>',
        f'<text class="soft" x="{x + 8:.1f}" y="{y + 12}">{bar.value:,}</text>',
    ]
