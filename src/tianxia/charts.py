"""Charts as SVG in one style: a heading, scales with a grid, and marks in a few colours, for light and dark themes.

A chart fetches nothing from elsewhere, and its colours are written out without variables, so that viewers other than
browsers show them, too. The words in it must not need escaping by the caller: `Chart` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, Literal
from xml.sax.saxutils import escape, quoteattr

from tianxia.words import printable

EDGE: Final = 24  # between the border and what stands in the chart
MOST_TICKS: Final = 6  # steps of a linear scale, before its ends are rounded outwards

Colour = Literal["jade", "pale-jade", "red", "gold", "blue", "grey"]
Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

COLOURS: Final[dict[Colour, tuple[str, str]]] = {  # by day and by night
    "jade": ("#1f7a5c", "#6cc7a1"),
    "pale-jade": ("#d5e8d8", "#1c352b"),
    "red": ("#b3402e", "#e58a76"),
    "gold": ("#c8962f", "#d9ab4e"),
    "blue": ("#2b4a86", "#6486cf"),
    "grey": ("#8d7a5f", "#8a7060"),
}
LOOK: Final = """
text { fill: %(ink)s; font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.heading { font: 600 20px "Iowan Old Style", Palatino, Georgia, "DejaVu Serif", serif; }
.group { font-weight: 600; }
.soft { fill: %(soft)s; font-size: 12px; }
.paper { fill: %(paper)s; }
.grid { stroke: %(grid)s; }
.interval { stroke-width: 3; stroke-linecap: round; }
.dashed { stroke-width: 1.5; stroke-dasharray: 5 4; }
.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.ringed { stroke: %(paper)s; stroke-width: 2; }
"""
DAY: Final = {"ink": "#231a14", "soft": "#5a4a3c", "paper": "#f6efe0", "grid": "#d6c7a9"}
NIGHT: Final = {"ink": "#f4e8d4", "soft": "#c4b19a", "paper": "#1a1211", "grid": "#43322d"}


@dataclass(frozen=True)
class Scale:
    """Maps values to coordinates: from `low` and `high` to `first` and `last`, with `ticks` between them."""

    low: float
    high: float
    first: float  # coordinate of `low`
    last: float  # coordinate of `high`
    ticks: Sequence[float]
    transform: Callable[[float], float] = float  # monotonous; `log10` for a logarithmic scale

    def at(self, value: float) -> float:
        """The coordinate of a value."""
        low, high = self.transform(self.low), self.transform(self.high)
        share = (self.transform(value) - low) / (high - low)
        return round(self.first + share * (self.last - self.first), 1)


def linear_scale(values: Iterable[float], first: float, last: float, least_step: float = 0.0) -> Scale:
    """A scale that holds all values, with ticks at multiples of 1, 2 or 5 times a power of ten.

    `least_step` keeps apart ticks whose labels are rounded.

    >>> linear_scale([-30, 170], 0, 720).ticks
    [-50.0, 0.0, 50.0, 100.0, 150.0, 200.0]
    """
    held = list(values)
    step = _nice_step(max(least_step, (max(held) - min(held)) / MOST_TICKS))
    low, high = floor(min(held) / step), ceil(max(held) / step)
    if low == high:
        high += 1
    return Scale(low * step, high * step, first, last, [number * step for number in range(low, high + 1)])


def logarithmic_scale(values: Iterable[float], first: float, last: float) -> Scale:
    """A scale that holds all values, with a tick at every power of ten.

    >>> logarithmic_scale([7, 1200], 0, 720).ticks
    [1.0, 10.0, 100.0, 1000.0, 10000.0]
    """
    held = list(values)
    low, high = floor(log10(min(held))), ceil(log10(max(held)))
    ticks = [10.0**power for power in range(low, max(high, low + 1) + 1)]
    return Scale(ticks[0], ticks[-1], first, last, ticks, log10)


def _nice_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 and so on.

    >>> _nice_step(130.0), _nice_step(0.02)
    (200.0, 0.02)
    """
    power = 10.0 ** floor(log10(least)) if least > 0 else 1.0
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


class Chart:
    """An SVG picture that is drawn mark by mark. Coordinates are pixels from the top left."""

    def __init__(self, width: float, height: float, title: str, description: str, mark: str | None = None) -> None:
        """An empty chart. `title` and `description` are for screen readers; `mark` is a class to identify it."""
        self.width = width
        self.height = height
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg"{"" if mark is None else f" class={quoteattr(mark)}"} '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
            'aria-labelledby="title about">',
            f'<title id="title">{_escaped(title)}</title>',
            f'<desc id="about">{_escaped(description)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
        ]

    def heading(self, words: str) -> None:
        self.text(EDGE, 43, words, "heading")

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: Anchor = "start") -> None:
        """Add a text whose baseline starts at, is centred on or ends at a point. Kinds: heading, group, soft."""
        style = f' class="{kind}"' if kind else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self._parts.append(f'<text{style} x="{x:g}" y="{y:g}"{place}>{_escaped(words)}</text>')

    def line(
        self, start: tuple[float, float], end: tuple[float, float], kind: str, colour: Colour | None = None
    ) -> None:
        """Add a straight line. Kinds: grid, interval, dashed."""
        (x1, y1), (x2, y2) = start, end
        style = kind if colour is None else f"{kind} stroke-{colour}"
        self._parts.append(f'<line class="{style}" x1="{x1:g}" x2="{x2:g}" y1="{y1:g}" y2="{y2:g}"/>')

    def curve(self, points: Sequence[Point], colour: Colour) -> None:
        """Add a line through points, each marked with a dot."""
        places = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polyline class="curve stroke-{colour}" points="{places}"/>')
        for point in points:
            self.dot(point, 3, colour)

    def dot(self, centre: Point, radius: float, colour: Colour, is_ringed: bool = False) -> None:
        """Add a disc; with a ring in the colour of the background, it stands out from a line behind it."""
        style = f"fill-{colour}{' ringed' if is_ringed else ''}"
        self._parts.append(f'<circle class="{style}" cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}"/>')

    def bar(self, x: float, y: float, width: float, height: float, fill: Colour, outline: Colour | None = None) -> None:
        style = f"fill-{fill}" if outline is None else f"fill-{fill} stroke-{outline}"
        size = f'width="{width:g}" height="{height:g}"'
        self._parts.append(f'<rect class="{style}" x="{x:g}" y="{y:g}" {size} rx="3"/>')

    def vertical_grid(self, scale: Scale, top: float, bottom: float, label: Callable[[float], str]) -> None:
        """Add a line from top to bottom at each tick of a horizontal scale, with its label below."""
        for tick in scale.ticks:
            x = scale.at(tick)
            self.line((x, top), (x, bottom), "grid", "grey" if tick == 0 else None)
            self.text(x, bottom + 20, label(tick), "soft", "middle")

    def horizontal_grid(self, scale: Scale, left: float, right: float, label: Callable[[float], str]) -> None:
        """Add a line from left to right at each tick of a vertical scale, with its label to the left."""
        for tick in scale.ticks:
            y = scale.at(tick)
            self.line((left, y), (right, y), "grid")
            self.text(left - 10, y + 4, label(tick), "soft", "end")

    def svg(self) -> str:
        """The SVG of the whole chart."""
        return "\n".join([*self._parts, "</svg>\n"])


def _style() -> str:
    day, night = LOOK % DAY, "".join(line for line in (LOOK % NIGHT).splitlines(True) if "#" in line)
    for colour, (light, dark) in COLOURS.items():
        for use in ("fill", "stroke"):
            day += f".{use}-{colour} {{ {use}: {light}; }}\n"
            night += f".{use}-{colour} {{ {use}: {dark}; }}\n"
    return f"{day}@media (prefers-color-scheme: dark) {{\n{night}}}\n"


STYLE: Final = _style()


def _escaped(words: str) -> str:
    return escape(printable(words))
