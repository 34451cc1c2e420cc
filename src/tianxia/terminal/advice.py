"""Advice and analyses, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tianxia.games.base import engine_seat
from tianxia.teaching import CONFIDENT, Advice, Analysis, Explanation, JudgedDecision, JudgedMove
from tianxia.terminal import palette
from tianxia.terminal.speech import sentence
from tianxia.words import Message, printable, text

WORST = 5  # moves that are shown again below


def draw_advice(advice: Advice, names: Sequence[str], moves: int, about: str | None = None) -> RenderableType:
    """The best moves in a position, and the one that was asked about, with their chances and expected scores."""
    simulations = sum(judged.simulations for judged in advice.moves)
    values = {"seat": advice.seat, "simulations": simulations}
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(text("terminal.advice.move"))
    table.add_column(text("terminal.advice.chance"), justify="right")
    for seat in range(1, len(advice.best.scores) + 1):
        name = Text(sentence(Message("terminal.seat", {"seat": seat}), names), palette.SOFT)
        heading = Text.assemble(palette.seat_chip(seat), "\n", name)
        table.add_column(heading, justify="right", max_width=12)
    for judged in (*advice.moves[:moves], *(judged for judged in advice.moves[moves:] if judged.move == about)):
        scores = [Text(f"{score:.1f}") for score in judged.scores]
        scores[engine_seat(advice.seat)].stylize(palette.STRONG)
        table.add_row(Text(printable(judged.move)), _chance(judged), *scores)
    title = Text(sentence(Message("terminal.advice.title", values), names))
    return Group(title, table, *_reasons(advice, names))


def _chance(judged: JudgedMove) -> str:
    """The chance to win with half the width of its 95 % interval; where that is larger than itself, a limit."""
    if not judged.is_sure:
        return text("terminal.advice.below", chance=ceil(100 * (judged.chance + CONFIDENT * judged.error)))
    return text("terminal.advice.percent", chance=round(100 * judged.chance), error=round(196 * judged.error))


def _reasons(advice: Advice, names: Sequence[str]) -> list[Text]:
    """Why the best move is better than another one, if that was looked at."""
    told = advice.explanation
    lines = [Text(text("terminal.advice.close"))] if advice.is_close else []
    if told is None or told.is_close:
        return lines
    return [*lines, Text(), _compared("terminal.advice.because", told, abs(told.points)), *_sentences(told, names)]


def _compared(key: str, told: Explanation, points: float) -> Text:
    values = {"move": printable(told.move), "other": printable(told.other)}
    margin = CONFIDENT * told.error
    return Text(text(key, points=f"{points:.1f}", margin=f"{margin:.1f}", **values), palette.STRONG)


def _sentences(told: Explanation, names: Sequence[str]) -> list[Text]:
    lines = [Message("explain.as-good")] if told.is_close else []
    for finding in told.findings:
        said = finding.message
        lines.append(Message("terminal.advice.contrary", {"line": said}) if told.is_contrary(finding) else said)
    return [Text(f"  {sentence(line, names)}") for line in lines]


def draw_analysis(analysis: Analysis, names: Sequence[str], accuracies: Sequence[float] = ()) -> RenderableType:
    """Tables of every decision of a record, of the worst ones, and of the losses of each seat, with reasons."""
    worst = [decision for decision in analysis.worst(WORST) if decision.loss > 0]
    heading = Text(text("terminal.analysis.worst"), palette.STRONG)
    legend = Text(text("terminal.analysis.legend"), palette.SOFT)
    tables = (_decisions(analysis.decisions), "", heading, _decisions(worst), "", _seats(analysis, names, accuracies))
    return Group(*tables, "", *_costliest(analysis, names), legend)


def _costliest(analysis: Analysis, names: Sequence[str]) -> list[Text]:
    """The moves of each seat that cost most points, with what makes the difference."""
    lines: list[Text] = []
    for seat in range(1, analysis.players + 1):
        lines.append(Text(sentence(Message("terminal.analysis.costliest", {"seat": seat}), names), palette.STRONG))
        for decision in analysis.costliest(seat):
            told = decision.explanation
            assert told is not None
            key = "terminal.analysis.cost" if decision.cost else "terminal.analysis.compared"
            lines.append(Text(f"{decision.number} ").append_text(_compared(key, told, decision.cost)))
            lines += _sentences(told, names)
        lines.append(Text())
    return lines


def _decisions(decisions: Sequence[JudgedDecision]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("")
    table.add_column(text("terminal.analysis.played"))
    table.add_column(text("terminal.advice.chance"), justify="right", no_wrap=True)
    table.add_column(text("terminal.analysis.loss"), justify="right", no_wrap=True)
    table.add_column(text("terminal.analysis.points"), justify="right")
    table.add_column(text("terminal.analysis.better"))
    for decision in decisions:
        chip, played = palette.seat_chip(decision.seat), Text(printable(decision.played.move))
        row: list[RenderableType] = [str(decision.number), chip, played, _chance(decision.played)]
        if decision.played is not decision.advice.best:
            loss = Text(f"{100 * decision.loss:.1f} %", palette.REFUSED if decision.is_mistake else "")
            row += [loss, f"{decision.points_lost:.1f}", Text(printable(decision.advice.best.move))]
        table.add_row(*row)
    return table


def _seats(analysis: Analysis, names: Sequence[str], accuracies: Sequence[float]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("")
    table.add_column("")
    for heading in ("decisions", "mean", "points", "mistakes", *(["accuracy"] if accuracies else [])):
        table.add_column(text(f"terminal.analysis.{heading}"), justify="right")
    for seat in range(1, analysis.players + 1):
        decisions = analysis.of_seat(seat)
        name = sentence(Message("terminal.seat", {"seat": seat}), names)
        lost = (f"{100 * analysis.loss(seat):.1f} %", f"{analysis.points_lost(seat):.1f}")
        accurate = (f"{accuracies[engine_seat(seat)]:.0f} %",) if accuracies else ()
        figures = (str(len(decisions)), *lost, str(analysis.mistakes(seat)), *accurate)
        table.add_row(palette.seat_chip(seat), Text(name), *figures)
    return table
