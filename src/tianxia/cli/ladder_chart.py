"""A ladder as a chart: a row for each level, with its rating and the 95 % confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tianxia.arena.contest import Contest
from tianxia.arena.tally import Tally
from tianxia.charts import EDGE, Chart, Scale, linear_scale
from tianxia.cli.output import short_name
from tianxia.games import AnyGame
from tianxia.words import Message, text

if TYPE_CHECKING:
    from tianxia.arena.ratings import Rating

WIDTH: Final = 720
ROW: Final = 44
TOP: Final = 84  # the heading
BOTTOM: Final = 72  # the scale and the note
LETTER: Final = 7.6  # how wide a letter of a label is, about
FIGURES: Final = 60  # room for the rating, to the right
MARK: Final = "tianxia-ladder"  # class of the picture, by which `ladder --svg` knows a file that it may overwrite


def ladder_chart(game: AnyGame, contest: Contest, figures: Tally, ratings: Sequence[Rating]) -> str:
    """The SVG picture of the ratings of a ladder."""
    height = TOP + ROW * len(ratings) + BOTTOM
    title = text("cli.ladder.picture-title", game=game.title, levels=[rating.spec for rating in ratings])
    chart = Chart(WIDTH, height, title, _in_words(ratings), MARK)
    chart.heading(text("cli.ladder.picture-heading", game=game.title, players=contest.plan.players))
    scale = rating_scale(ratings)
    chart.vertical_grid(scale, TOP, height - BOTTOM, _signed)
    for place, rating in enumerate(ratings):
        _draw_row(chart, scale, rating, TOP + ROW * (place + 0.5))
    chart.text(EDGE, height - 20, text("cli.ladder.picture-note", games=figures.games), "soft")
    return chart.svg()


def _in_words(ratings: Sequence[Rating]) -> str:
    """The description of the chart for screen readers."""
    rows = []
    for rating in ratings:
        low, high = _interval(rating)
        values = {"rating": f"{rating.rating.mean:+.0f}", "low": f"{low:+.0f}", "high": f"{high:+.0f}"}
        rows.append(Message("cli.ladder.picture-row", {"level": rating.spec, **values}))
    return text("cli.ladder.picture-about", rows=rows)


def _interval(rating: Rating) -> tuple[float, float]:
    assert rating.rating.low is not None
    assert rating.rating.high is not None
    return rating.rating.low, rating.rating.high


def rating_scale(ratings: Sequence[Rating]) -> Scale:
    """A horizontal scale that holds all intervals and 0, beside the labels."""
    longest = max(len(short_name(rating.spec)) for rating in ratings)
    ends = [end for rating in ratings for end in _interval(rating)]
    return linear_scale([0.0, *ends], EDGE + LETTER * longest + 20, WIDTH - EDGE - FIGURES, least_step=1)


def _draw_row(chart: Chart, scale: Scale, rating: Rating, y: float) -> None:
    low, high = _interval(rating)
    mean = rating.rating.mean
    chart.text(EDGE, y + 5, short_name(rating.spec))
    chart.line((scale.at(low), y), (scale.at(high), y), "interval", "jade")
    chart.dot((scale.at(mean), y), 7, "jade", is_ringed=True)
    chart.text(WIDTH - EDGE, y + 5, _signed(mean), anchor="end")


def _signed(rating: float) -> str:
    """A rating with its sign; the minus sign is as wide as a plus."""
    return f"{rating:+.0f}".replace("-", "−") if round(rating) else "0"
